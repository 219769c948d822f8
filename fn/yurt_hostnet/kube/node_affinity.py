"""Required node affinity as plain data: what it matches, and the edits that add a requirement to it.

Semantics: pkg/yurtmanager/webhook/pod of openyurtio/openyurt for adding, k8s.io/component-helpers
scheduling/corev1/nodeaffinity for matching. Terms are ORed; what is within a term is ANDed. What one term
means stands in node_selector.py.
"""

from __future__ import annotations

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.result import field_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Path

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_KEY, _FAR = b"nodeSelectorTerms", 200
"""Behind this key its first term begins within so many bytes, however far it is indented."""
_TERM_FIELDS = ("matchExpressions", "matchFields")
"""All fields of a NodeSelectorTerm; kubectl's strict validation refuses others, the API server drops them."""


class MalformedAffinity(Exception):  # noqa: N818  # says what is wrong, not that it was raised
    """Node affinity that the Kubernetes API cannot read; `path` leads to it, `message` says what must stand there."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(f"{field_path(path)}: {message}")
        self.path = path
        self.message = message


def require(
    pod_spec: dict[str, Any],
    spec_path: Path,
    requirement: dict[str, Any],
    default_affinity: dict[str, Any] | None = None,
) -> list[Edit]:
    """Return the edits after which every non-empty term of required node affinity holds `requirement`.

    `spec_path` leads to `pod_spec` from the object's root and begins every edit's path. What is
    missing is created: only there `default_affinity` is repeated, which an affinity would replace.
    A term without matchExpressions and matchFields matches no node and stays so. The list is empty
    when nothing is left to do. Raises MalformedAffinity.
    """
    path: Path = (*spec_path, "affinity")
    affinity = _mapping(pod_spec.get("affinity"), path)
    if affinity is None:
        return [Edit(path, _with_requirement(default_affinity, requirement))]
    path = (*path, "nodeAffinity")
    node_affinity = _mapping(affinity.get("nodeAffinity"), path)
    if node_affinity is None:
        return [Edit(path, {REQUIRED: {"nodeSelectorTerms": [_term(requirement)]}})]
    path = (*path, REQUIRED)
    selector = _mapping(node_affinity.get(REQUIRED), path)
    if selector is None:
        return [Edit(path, {"nodeSelectorTerms": [_term(requirement)]})]
    path = (*path, "nodeSelectorTerms")
    terms = _list(selector.get("nodeSelectorTerms"), path)
    if terms is None:
        return [Edit(path, [_term(requirement)])]
    if not terms:
        return [Edit((*path, "-"), _term(requirement))]
    _require_shape(terms, path)
    edits = []
    for index, term in enumerate(terms):
        expressions, fields = (term.get(key) for key in _TERM_FIELDS) if term else (None, None)
        if not expressions and not fields:
            continue
        if any(_same(expression, requirement) for expression in expressions or ()):
            continue
        at: Path = (*path, index, "matchExpressions")
        if expressions is None:
            edits.append(Edit(at, [_copy(requirement)]))
        else:
            edits.append(Edit((*at, "-"), _copy(requirement)))
    return edits


def has_requirement(pod_spec: dict[str, Any], requirement: dict[str, Any]) -> bool:
    """Whether `require` has nothing to do: every non-empty term holds exactly `requirement`.

    True as well if all terms are empty, since such a pod runs nowhere. Raises MalformedAffinity.
    """
    return not require(pod_spec, (), requirement)


def required_terms(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[dict[str, Any]] | None:
    """Return the nodeSelectorTerms as they stand, null ones as {}; None if the pod requires no node affinity.

    Raises MalformedAffinity.
    """
    path: Path = (*spec_path, "affinity")
    affinity = _mapping(pod_spec.get("affinity"), path)
    node_affinity = _mapping((affinity or {}).get("nodeAffinity"), (*path, "nodeAffinity"))
    path = (*path, "nodeAffinity", REQUIRED)
    selector = _mapping((node_affinity or {}).get(REQUIRED), path)
    if selector is None:
        return None
    path = (*path, "nodeSelectorTerms")
    terms = _list(selector.get("nodeSelectorTerms"), path) or []
    _require_shape(terms, path)
    return [term or {} for term in terms]


def empty_terms(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[Path]:
    """Return the paths of nodeSelectorTerms without expressions and fields, which match no node.

    Raises MalformedAffinity.
    """
    terms = required_terms(pod_spec, spec_path) or ()
    path: Path = (*spec_path, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")
    return [
        (*path, index)
        for index, term in enumerate(terms)
        if not term.get("matchExpressions") and not term.get("matchFields")
    ]


def matches(pod_spec: dict[str, Any], node_labels: Mapping[str, str], node_name: str = "") -> bool:
    """Whether nodeSelector and required node affinity allow a node with these labels and this name.

    Without a name, matchFields hold for every node. `nodeName` is not looked at: it goes around the
    scheduler. A term that Kubernetes could not parse matches nothing. Raises MalformedAffinity.
    """
    selector = pod_spec.get("nodeSelector")
    if isinstance(selector, dict) and any(node_labels.get(key) != value for key, value in selector.items()):
        return False
    terms = required_terms(pod_spec)
    if terms is None:
        return True
    from yurt_hostnet.kube.node_selector import term_matches

    return any(term_matches(term, node_labels, node_name) for term in terms)


def has_no_terms(pod_spec: dict[str, Any]) -> bool:
    """Whether required node affinity stands there without any term, which the API refuses.

    ValidateNodeSelector in kubernetes/kubernetes, pkg/apis/core/validation. Raises MalformedAffinity.
    """
    return required_terms(pod_spec) == []


def may_lack_terms(text: bytes) -> bool:
    """Tell whether a text may have an empty list of terms; quick where all of them stand in lines of their own."""
    if text.count(_KEY) == text.count(_KEY + b":\n"):
        return False
    at = text.find(_KEY)
    while at >= 0:
        if not text[at + len(_KEY) : at + _FAR].lstrip(b"\"': \t\r\n").startswith((b"-", b"[{")):
            return True
        at = text.find(_KEY, at + 1)
    return False


def problems(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[MalformedAffinity]:
    """Return what the API would refuse in required node affinity.

    That is the first place that cannot be read, else every requirement that means nothing.
    """
    from yurt_hostnet.kube.node_selector import field_problem, problem

    try:
        terms = required_terms(pod_spec, spec_path)
    except MalformedAffinity as unreadable:
        return [unreadable]
    path: Path = (*spec_path, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")
    found: list[MalformedAffinity] = []
    if not terms or (mark := repr(terms)) in _MEANINGFUL:
        return found
    for index, term in enumerate(terms):
        for key, check in (("matchExpressions", problem), ("matchFields", field_problem)):
            for number, requirement in enumerate(term.get(key) or ()):
                if sentence := check(requirement):
                    found.append(MalformedAffinity((*path, index, key, number), sentence))
    if not found:
        _remember(_MEANINGFUL, mark)
    return found


_WELL_SHAPED: set[str] = set()
_MEANINGFUL: set[str] = set()
"""Lists of terms, as text, in which nothing was wrong: they are asked about often, and many objects have the same."""
_ROOM = 1 << 20
_taken = [0]
"""So many characters are remembered in all, however long a list is: a bound for each would be a jump in time."""


def _remember(known: set[str], mark: str) -> None:
    if _taken[0] + len(mark) > _ROOM:
        _WELL_SHAPED.clear()
        _MEANINGFUL.clear()
        _taken[0] = 0
    if len(mark) <= _ROOM:
        _taken[0] += len(mark)
        known.add(mark)


def _require_shape(terms: list[Any], path: Path) -> None:
    """Raise MalformedAffinity for what the API cannot read as terms."""
    mark = repr(terms)
    if mark in _WELL_SHAPED:
        return
    for index, raw in enumerate(terms):
        term = _mapping(raw, (*path, index)) or {}
        for key in term:
            if key not in _TERM_FIELDS:
                raise MalformedAffinity((*path, index, key), _no_field(key))
        for key in _TERM_FIELDS:
            _require_requirements(term.get(key), (*path, index, key))
    _remember(_WELL_SHAPED, mark)


def _no_field(key: str) -> str:
    if key == "matchLabels":
        return (
            "matchLabels is no field of a nodeSelectorTerm; write matchExpressions, with key, operator In and values."
        )
    if key in ("key", "operator", "values"):
        return f"{key} is no field of a nodeSelectorTerm; put key, operator and values into a list matchExpressions."
    return f"{key} is no field of a nodeSelectorTerm; it has matchExpressions and matchFields."


def _require_requirements(value: Any, path: Path) -> None:
    for index, requirement in enumerate(_list(value, path) or ()):
        at: Path = (*path, index)
        if _mapping(requirement, at) is None:
            raise MalformedAffinity(at, "This must be a mapping of key, operator and values; it is null.")
        for key in ("key", "operator"):
            if not isinstance(requirement.get(key, ""), str):
                raise MalformedAffinity((*at, key), f"This must be a string; it is {_kind(requirement[key])}.")
        values: Path = (*at, "values")
        for number, entry in enumerate(_list(requirement.get("values"), values) or ()):
            if not isinstance(entry, str):
                raise MalformedAffinity(
                    (*values, number), f"This must be a string; it is {_kind(entry)}. Put it in quotes."
                )


def _mapping(value: Any, path: Path) -> dict[str, Any] | None:
    if value is None or isinstance(value, dict):
        return value
    raise MalformedAffinity(path, f"This must be a mapping; it is {_kind(value)}.")


def _list(value: Any, path: Path) -> list[Any] | None:
    if value is None or isinstance(value, list):
        return value
    raise MalformedAffinity(path, f"This must be a list; it is {_kind(value)}.")


def _kind(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")


def _same(expression: dict[str, Any], requirement: dict[str, Any]) -> bool:
    return all(expression.get(key) == requirement[key] for key in ("key", "operator", "values"))


def _copy(requirement: dict[str, Any]) -> dict[str, Any]:
    return {**requirement, "values": list(requirement["values"])}


def _term(requirement: dict[str, Any]) -> dict[str, Any]:
    return {"matchExpressions": [_copy(requirement)]}


def _with_requirement(default: dict[str, Any] | None, requirement: dict[str, Any]) -> dict[str, Any]:
    """Return a new affinity: `default`, if any, with `requirement` in every non-empty term."""
    default = default or {}
    node_affinity = default.get("nodeAffinity") or {}
    terms = (node_affinity.get(REQUIRED) or {}).get("nodeSelectorTerms")
    added = [
        {**term, "matchExpressions": [*(term.get("matchExpressions") or ()), _copy(requirement)]}
        if term and (term.get("matchExpressions") or term.get("matchFields"))
        else term
        for term in terms or ()
    ]
    return {
        **default,
        "nodeAffinity": {**node_affinity, REQUIRED: {"nodeSelectorTerms": added or [_term(requirement)]}},
    }
