"""What in a PodSpec keeps it off nodes with known labels, in words."""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_selector import problem, requirement_holds
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.pod_template import CLEARED, STATIC_POD
from yurt_hostnet.openyurt.pool_names import SHOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yurt_hostnet.kube.pod_template import PodTemplate


_NO_NODE = "node affinity whose terms match no node"


def unless_effective(template: PodTemplate) -> dict[str, Any]:
    """Return the PodSpec as the scheduler will see it: without what has no effect in this kind."""
    if template.effect == STATIC_POD:
        return {}
    if template.effect == CLEARED:
        affinity = {
            key: value for key, value in mapping(template.spec.get("affinity")).items() if key != "nodeAffinity"
        }
        return {**template.spec, "affinity": affinity}
    return template.spec


def keeps_off(spec: dict[str, Any], known: Mapping[str, str | None]) -> str:
    """Return what makes placement.may_land false for `spec` and `known`. Raises MalformedAffinity."""
    selector = {key: value for key, value in mapping(spec.get("nodeSelector")).items() if isinstance(value, str)}
    failing = [f"{key} = {value}" for key, value in selector.items() if key in known and known[key] != value]
    if failing:
        return f"nodeSelector {', '.join(failing)}"
    labels = {**selector, **{key: value for key, value in known.items() if value is not None}}
    judged = {*selector, *known}
    causes: dict[str, None] = {}
    for term in required_terms(spec) or ():
        for requirement in term.get("matchExpressions") or ():
            if problem(requirement):
                text = "a requirement that means nothing"
            elif requirement["key"] in judged and not requirement_holds(requirement, labels):
                text = _text(requirement)
            else:
                continue
            causes.setdefault(text)
    more = f" or {len(causes) - SHOWN} more" if len(causes) > SHOWN else ""
    return f"node affinity {' or '.join(islice(causes, SHOWN))}{more}" if causes else _NO_NODE


def _text(requirement: dict[str, Any]) -> str:
    values = ", ".join(requirement.get("values") or ())
    return f"{requirement['key']} {requirement['operator']}" + (f" [{values}]" if values else "")
