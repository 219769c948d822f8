"""NodeSelectorTerm: which nodes one term matches, and what in it the Kubernetes API refuses.

Follows k8s.io/component-helpers scheduling/corev1/nodeaffinity and labels.NewRequirement of apimachinery.
Terms must have passed `node_affinity.required_terms`: their shape is not checked again.
"""

from __future__ import annotations

from yurt_hostnet.kube.unknown_values import is_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NODE_FIELDS = ("metadata.name",)
"""The only field that matchFields may name (Kubernetes core/validation)."""

_WITHOUT_SIGNS = str.maketrans("", "", "-_.")


def term_matches(term: dict[str, Any], node_labels: Mapping[str, str], node_name: str) -> bool:
    """Whether one well-formed NodeSelectorTerm matches a node; an empty one and an invalid one never do.

    Without a name, fields hold for every node.
    """
    expressions, fields = term.get("matchExpressions") or (), term.get("matchFields") or ()
    if not expressions and not fields:
        return False
    if any(problem(expression) for expression in expressions):
        return False
    if not all(requirement_holds(expression, node_labels) for expression in expressions):
        return False
    if any(field.get("operator") not in {"In", "NotIn"} or len(field.get("values") or ()) != 1 for field in fields):
        return False
    return not node_name or all(
        ((node_name if field.get("key") in NODE_FIELDS else "") == field["values"][0]) is (field["operator"] == "In")
        for field in fields
    )


def problem(requirement: dict[str, Any]) -> str:
    """Return why Kubernetes cannot use a NodeSelectorRequirement on labels, "" if it can (labels.NewRequirement)."""
    operator, key = requirement.get("operator"), requirement.get("key")
    values: list[str] = requirement.get("values") or []
    if not key:
        return "A requirement needs a key; name the node label."
    prefix, slash, name = key.rpartition("/")
    if not name or not _is_label_text(name) or (slash and not _is_dns_name(prefix)):
        return f"{key!r} is no label key; it is a name of letters, digits, -, _ and ., after a domain and / if at all."
    bad = next((value for value in values if not _is_label_text(value) and not is_unknown(value)), None)
    if bad is not None:
        return f"{bad!r} is no label value; it has at most 63 letters, digits, -, _ and ., the first and last no sign."
    if operator in {"In", "NotIn"}:
        return "" if values else f"{operator} needs at least one value."
    if operator in {"Exists", "DoesNotExist"}:
        return f"{operator} takes no values; remove them or use In." if values else ""
    if operator in {"Gt", "Lt"}:
        whole = len(values) == 1 and integer(values[0]) is not None
        return "" if whole else f"{operator} needs exactly one value, a whole number in quotes."
    return f"The operator is {operator!r}; use one of In, NotIn, Exists, DoesNotExist, Gt, Lt."


def field_problem(requirement: dict[str, Any]) -> str:
    """Return why Kubernetes cannot use a NodeSelectorRequirement on fields, "" if it can."""
    if requirement.get("key") not in NODE_FIELDS:
        return f"matchFields knows only metadata.name, not {requirement.get('key')!r}."
    if requirement.get("operator") not in ("In", "NotIn"):
        return f"matchFields takes In or NotIn, not {requirement.get('operator')!r}."
    return "" if len(requirement.get("values") or ()) == 1 else "matchFields needs exactly one value."


def requirement_holds(requirement: dict[str, Any], labels: Mapping[str, str]) -> bool:
    """Whether a valid requirement holds (labels.Requirement.Matches)."""
    value, operator = labels.get(requirement["key"]), requirement["operator"]
    values: list[str] = requirement.get("values") or []
    if operator == "In":
        return value in values
    if operator == "NotIn":
        return value not in values
    if operator == "Exists":
        return value is not None
    if operator == "DoesNotExist":
        return value is None
    number, bound = integer(value), integer(values[0])
    if number is None or bound is None:
        return False
    return number > bound if operator == "Gt" else number < bound


def _is_label_text(text: str) -> bool:
    """Whether `text` can be a label's value or the name in its key (apimachinery util/validation); "" is a value."""
    if not text:
        return True
    plain = text.translate(_WITHOUT_SIGNS)
    return len(text) <= 63 and text.isascii() and plain.isalnum() and text[0].isalnum() and text[-1].isalnum()


def _is_dns_name(text: str) -> bool:
    """Whether `text` is a DNS subdomain, as the prefix of a label's key must be."""
    return len(text) <= 253 and all(
        part.isascii()
        and part == part.lower()
        and part.replace("-", "").isalnum()
        and part[0] != "-"
        and part[-1] != "-"
        for part in text.split(".")
    )


def integer(text: Any) -> int | None:
    """Read a number as strconv.ParseInt(text, 10, 64) does; None if it cannot."""
    digits = text[1:] if isinstance(text, str) and text[:1] in ("+", "-") else text
    if not isinstance(digits, str) or not (digits.isascii() and digits.isdigit()) or len(digits) > 4000:
        return None
    number = int(text)
    return number if -(1 << 63) <= number < 1 << 63 else None
