"""The affinity that keeps one pod template off host-network pools, and what the rules say of the affinity there."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import MalformedAffinity, empty_terms, problems, require, required_terms
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_REQUIREMENT, EXCLUDE_VALUE, HOSTNETWORK_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.validators.finding import Finding


def exclusion_edits(item: KubeObject, template: PodTemplate) -> tuple[list[Edit], list[Finding]]:
    """Return the edits that a template of `item` lacks, and a finding for affinity that cannot be read or is empty.

    What keeps itself off in other words lacks nothing, unless OpenYurt's webhook would add the requirement anyway.
    """
    try:
        edits = require(template.spec, template.spec_path, EXCLUDE_REQUIREMENT, template.default_affinity)
        if not template.spec.get("affinity"):
            return edits, []
        if edits and template.annotations.get(EXCLUDE_ANNOTATION) != EXCLUDE_VALUE and _keeps_itself_off(template.spec):
            return [], []
        empty = empty_terms(template.spec, template.spec_path)
        meaningless = problems(template.spec, template.spec_path) if edits else []
    except MalformedAffinity as error:
        return [], [malformed(item, error)]
    if meaningless:  # our requirement would bring the rule to the object, and a second run would fail
        return [], [malformed(item, error) for error in meaningless]
    if not empty:
        return edits, []
    from yurt_hostnet.validators.empty_node_selector_term import finding

    return edits, [finding(item, path) for path in empty]


def _keeps_itself_off(pod_spec: dict[str, Any]) -> bool:
    terms = required_terms(pod_spec) or ()
    if not any(row.get("key") == HOSTNETWORK_LABEL for term in terms for row in term.get("matchExpressions") or ()):
        return False
    from yurt_hostnet.analysis.pins import keeps_itself_off

    return keeps_itself_off(pod_spec)


def malformed(item: KubeObject, error: MalformedAffinity) -> Finding:
    """Return the finding of rule node-selector-term-malformed for `error` in `item`."""
    from yurt_hostnet.validators.node_selector_term_malformed import finding

    return finding(item, error)
