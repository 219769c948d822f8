"""What the rules say where there are very many pools, ports or terms."""

from __future__ import annotations

import pytest

from validators.running import found
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.textedit.errors import InputError

CONFLICT = "host-port-conflict"
POOLS = "".join(
    f"apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {{name: p{n}}}\nspec: {{type: Edge}}\n---\n"
    for n in range(30)
)


def daemons(name: str, spec: str = "") -> str:
    containers = "containers: [{name: a, image: a, ports: [{containerPort: 80}]}]"
    head = f"apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {{name: {name}}}\n"
    return f"{head}spec: {{template: {{spec: {{hostNetwork: true, {spec}{containers}}}}}}}\n---\n"


def in_one_pool(operator: str) -> str:
    """Return three terms, each for pool p0 and some other nodes of it."""
    pool = "{key: apps.openyurt.io/nodepool, operator: In, values: [p0]}"
    terms = ", ".join(f"{{matchExpressions: [{pool}, {{key: k, operator: {operator}}}]}}" for _ in range(3))
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}"
    return f"affinity: {{nodeAffinity: {{{required}}}}}, "


def test_very_many_pools_are_not_all_named() -> None:
    [one] = found(CONFLICT, POOLS + daemons("a") + daemons("b"))
    names = ", ".join(f"p{n}" for n in range(20))
    assert one["message"].startswith(
        f"It takes 80/TCP of its node, as does DaemonSet a: they cannot share a node of pools {names} and 10 more."
    )
    assert in_words([f"p{n}" for n in range(20)]) == f"pools {names}"


def test_each_port_is_told_once_with_the_first_that_is_in_its_way() -> None:
    twice = daemons("a").replace("{containerPort: 80}", ", ".join(["{containerPort: 80}"] * 4))
    assert [one["field"]["path"][-8:] for one in found(CONFLICT, POOLS + twice)] == ["ports[1]", "ports[2]", "ports[3]"]


def test_more_pairs_of_terms_than_can_be_compared_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = POOLS + daemons("a", in_one_pool("Exists")) + daemons("b", in_one_pool("DoesNotExist"))
    text = text.replace("DaemonSet", "Deployment")
    assert found(CONFLICT, text) == []
    monkeypatch.setattr("yurt_hostnet.analysis.port_collisions.PAIRS", 3)
    with pytest.raises(InputError) as raised:
        found(CONFLICT, text)
    assert raised.value.message == (
        "The node affinity of pods with host ports has too many nodeSelectorTerms to compare, as that of Deployment b "
        "with that of Deployment a. Write fewer terms with more values each, or set rule host-port-conflict to off."
    )
