"""What is asked of all pools, ports or entries at once is what asking each of them by itself says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from properties import port_pairs
from properties.node_sharing import may_share_node
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.analysis.port_collisions import collisions
from yurt_hostnet.analysis.port_takers import port_takers, repeats
from yurt_hostnet.baseline.baseline import Key
from yurt_hostnet.baseline.edits import keys_of
from yurt_hostnet.config.config import Config, ObjectMatch
from yurt_hostnet.config.object_index import ObjectIndex
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import ResourceRef
from yurt_hostnet.kube.label_sets import LabelSets, Placing, mask_of, numbers_in, shared
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.node_demands import PodDemands
from yurt_hostnet.kube.placement import may_land
from yurt_hostnet.kube.taint_sets import TaintSets
from yurt_hostnet.kube.taints import untolerated
from yurt_hostnet.openyurt.components import ExtraRows
from yurt_hostnet.openyurt.pool_masks import NodeCounts, PoolMasks
from yurt_hostnet.openyurt.pools import Pool, Pools
from yurt_hostnet.report.json_report import dumps
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.validators.rules import HOST_NETWORK, HOST_PORT, PORTS

KEYS = st.sampled_from(["a", "b", "kubernetes.io/os"])
VALUES = st.sampled_from(["x", "y", "1", "2", "3", "linux"])
KNOWN = st.dictionaries(st.sampled_from(["a", "b"]), st.none() | VALUES, max_size=2)


def requirement(keys: st.SearchStrategy[str] = KEYS) -> st.SearchStrategy[dict[str, Any]]:
    several = st.tuples(keys, st.sampled_from(["In", "NotIn"]), st.lists(VALUES, max_size=3))
    empty: list[str] = []
    none = st.tuples(keys, st.sampled_from(["Exists", "DoesNotExist"]), st.just(empty))
    number = st.tuples(keys, st.sampled_from(["Gt", "Lt"]), st.lists(st.sampled_from(["0", "1", "2", "3"]), min_size=1))
    return st.one_of(several, none, number).map(lambda row: dict(zip(("key", "operator", "values"), row, strict=True)))


def pod_specs(keys: st.SearchStrategy[str] = KEYS) -> st.SearchStrategy[dict[str, Any]]:
    field = st.fixed_dictionaries(
        {
            "key": st.sampled_from(["metadata.name", "other"]),
            "operator": st.sampled_from(["In", "NotIn", "Gt"]),
            "values": st.lists(VALUES, max_size=2),
        }
    )
    term = st.fixed_dictionaries(
        {},
        optional={
            "matchExpressions": st.lists(requirement(keys), max_size=3),
            "matchFields": st.lists(field, max_size=1),
        },
    )
    return st.fixed_dictionaries(
        {},
        optional={
            "nodeSelector": st.dictionaries(keys, VALUES | st.none() | st.just(1), max_size=2),
            "affinity": st.lists(term, max_size=3).map(
                lambda terms: {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}
            ),
        },
    )


def sets_of(groups: list[dict[str, str | None]]) -> LabelSets:
    sets = LabelSets()
    for known in groups:
        sets.add(known)
    return sets


@given(st.lists(KNOWN, max_size=5), pod_specs())
def test_label_sets(groups: list[dict[str, str | None]], spec: dict[str, Any]) -> None:
    sets = sets_of(groups)
    assert list(numbers_in(sets.may_land(spec))) == [n for n, known in enumerate(groups) if may_land(spec, known)]
    assert list(numbers_in(sets.suits_all(spec))) == [
        number for number, known in enumerate(groups) if port_pairs.suits_all(spec, known)
    ]


@given(st.lists(KNOWN, max_size=4), pod_specs(), pod_specs(), st.integers(0, 15))
def test_shared(groups: list[dict[str, str | None]], one: dict[str, Any], other: dict[str, Any], within: int) -> None:
    sets = sets_of(groups)
    found = shared(Placing(sets, PodDemands(one)), Placing(sets, PodDemands(other)), within & sets.all, [10**6])
    assert list(numbers_in(found)) == [
        number for number, known in enumerate(groups) if within >> number & 1 and may_share_node(one, other, known)
    ]


@given(st.lists(st.integers(0, 200)))
def test_masks(numbers: list[int]) -> None:
    assert list(numbers_in(mask_of(numbers))) == sorted(set(numbers))


WORDS = (
    st.sampled_from(["", "a", "b", "NoSchedule", "NoExecute", "PreferNoSchedule", "node.kubernetes.io/unschedulable"])
    | st.none()
)
TAINTS = st.lists(st.fixed_dictionaries({}, optional={"key": WORDS, "value": WORDS, "effect": WORDS}), max_size=3)
TOLERATIONS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "key": WORDS,
            "value": WORDS,
            "effect": WORDS,
            "operator": st.sampled_from(["Exists", "Equal", None]),
        },
    ),
    max_size=3,
)


def tolerates(toleration: dict[str, Any], taint: dict[str, Any]) -> bool:
    """Toleration.ToleratesTaint of k8s.io/api, written down a second time."""
    if any(toleration.get(field) and toleration[field] != taint.get(field) for field in ("effect", "key")):
        return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(toleration.get("key")) and (toleration.get("value") or "") == (taint.get("value") or "")


@given(st.lists(TAINTS, max_size=4), TOLERATIONS, st.sampled_from(["", "n"]), st.booleans(), st.booleans())
def test_taint_sets(
    groups: list[list[dict[str, Any]]],
    tolerations: list[dict[str, Any]],
    node: str,
    on_host: bool,
    daemon: bool,
) -> None:
    sets = TaintSets()
    for number, taints in enumerate(groups):
        sets.add(number, taints)
    spec = {"tolerations": tolerations, "nodeName": node, "hostNetwork": on_host}
    for _ in range(2):  # the second time from what is kept
        assert list(numbers_in(sets.keeping_off(spec, daemon=daemon))) == [
            number for number, taints in enumerate(groups) if untolerated(spec, taints, daemon=daemon)
        ]
    assert list(numbers_in(sets.keeping_off({"tolerations": tolerations}))) == [
        number
        for number, taints in enumerate(groups)
        if any(
            taint.get("effect") != "PreferNoSchedule" and not any(tolerates(each, taint) for each in tolerations)
            for taint in taints
        )
    ]


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 9)),
    st.sets(st.sampled_from("abcdef")),
    st.integers(0, 20),
)
def test_node_counts(counts: dict[str, int], asked: set[str], bound: int) -> None:
    masks = PoolMasks(Pools(Pool(name) for name in "abc"))
    nodes, mask = NodeCounts(masks, counts), masks.of(asked)
    numbers = [counts.get(name, 0) for name in asked]
    assert (nodes.total(mask), nodes.least(mask)) == (sum(numbers), min(numbers, default=0))
    fewer = masks.of(name for name in asked if counts.get(name, 0) < bound)
    assert nodes.fewer_than(mask, bound) == fewer


LABEL = "apps.openyurt.io/nodepool"


TAINT_KEYS = st.sampled_from(["edge", "node.kubernetes.io/unschedulable"])
POOL_TAINT = st.fixed_dictionaries({"key": TAINT_KEYS, "effect": st.sampled_from(["NoSchedule", "PreferNoSchedule"])})


@st.composite
def packages(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw pools, nodes, and workloads that take ports."""
    objects: list[dict[str, Any]] = []
    for name in draw(st.lists(st.sampled_from("pqr"), unique=True)):
        spec = {"type": "Edge", "hostNetwork": draw(st.booleans())}
        spec["taints"] = draw(st.lists(POOL_TAINT, max_size=1))
        spec |= {"labels": draw(st.dictionaries(st.sampled_from(["a", "b"]), VALUES, max_size=2))}
        objects.append(
            {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "metadata": {"name": name}, "spec": spec}
        )
    for number in range(draw(st.integers(0, 3))):
        labels = {LABEL: draw(st.sampled_from("pqr"))}
        objects.append({"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"n{number}", "labels": labels}})
    return objects + draw(st.lists(taker(), min_size=1, max_size=6))


@st.composite
def taker(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a workload that takes ports."""
    port = st.fixed_dictionaries(
        {"containerPort": st.integers(80, 82)},
        optional={"hostIP": st.sampled_from(["0.0.0.0", "10.0.0.1", "10.0.0.2"]), "hostPort": st.integers(80, 82)},  # noqa: S104
    )
    containers = st.lists(
        st.fixed_dictionaries({"name": st.just("c"), "ports": st.lists(port, max_size=3)}), max_size=2
    )
    spec = draw(pod_specs(st.sampled_from(["a", "b", LABEL, "kubernetes.io/hostname"])))
    if draw(st.booleans()):
        spec["nodeSelector"] = {LABEL: draw(st.sampled_from("pqrs"))}
    spec |= {"hostNetwork": draw(st.booleans()), "containers": draw(containers), "initContainers": draw(containers)}
    if draw(st.booleans()):
        spec["tolerations"] = [{"key": draw(TAINT_KEYS), "operator": "Exists"}]
    kind = draw(st.sampled_from(["Deployment", "DaemonSet"]))
    body: dict[str, Any] = {"template": {"spec": spec}}
    if kind == "Deployment":
        body["replicas"] = draw(st.integers(1, 3))
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": draw(st.sampled_from("uvwxyz"))}, "spec": body}


def context_of(objects: list[dict[str, Any]]) -> Context:
    text = "---\n".join(dumps(each) for each in objects).encode()
    return Context(Package([Input(text, split_documents(text))]), Config())


@given(packages())
def test_port_conflicts(objects: list[dict[str, Any]]) -> None:
    context, words = context_of(objects), (PORTS, (*HOST_NETWORK, *HOST_PORT))
    counts = {name: [*context.pool_of_node.values()].count(name) for name in "pqr"}
    naive = list(port_pairs.port_takers(context, *words))
    expected = [
        (str(one.ref), port.path, str(other.ref), sorted(pools))
        for one, port, other, pools in port_pairs.collisions(naive, context.pools, counts)
    ]
    takers = list(port_takers(context, *words))
    found = [
        (str(one.ref), port.path, str(other.ref), sorted(one.in_order(pools)))
        for one, port, other, pools in collisions(takers, NodeCounts(context.pool_masks, counts))
    ]
    assert found == expected
    for own, other in zip(takers, naive, strict=True):
        firsts: dict[Any, Any] = {}
        for first, second, refused in port_pairs.repeats(other):
            firsts.setdefault(second.path, (first.path, second.path, refused))
        told = [(first.path, second.path, refused) for first, second, refused in repeats(own)]
        assert sorted(told) == sorted(firsts.values())


NAMES = st.sampled_from(["a", "b", "c"])
MATCHES = st.lists(
    st.builds(
        ObjectMatch, kind=st.none() | st.just("Pod"), namespace=st.none() | st.sampled_from(["", "s"]), name=NAMES
    ),
    max_size=5,
)


@given(
    MATCHES, st.builds(ResourceRef, st.just("v1"), st.sampled_from(["Pod", "Job"]), NAMES, st.sampled_from(["", "s"]))
)
def test_object_index(matches: list[ObjectMatch], ref: ResourceRef) -> None:
    assert {str(match) for match in ObjectIndex(matches).matching(ref)} == {
        str(match) for match in matches if match.matches(ref)
    }


LABELS = st.dictionaries(st.sampled_from(["app", "tier"]), VALUES)


@given(st.lists(LABELS, max_size=5), LABELS)
def test_extra_rows(rows: list[dict[str, str]], labels: dict[str, str]) -> None:
    extra = [SimpleNamespace(name=f"c{number}", pod_labels=row) for number, row in enumerate(rows)]
    found = ExtraRows(extra).component_of(labels)
    expected = [row.name for row in extra if row.pod_labels and row.pod_labels.items() <= labels.items()]
    assert ([found.name] if found is not None else []) == expected[:1]


@given(st.lists(NAMES), st.lists(st.sampled_from(["", "s", "t"])))
def test_keys_of(names: list[str], spaces: list[str]) -> None:
    key = Key("workloads", "c", "s")
    notes = {
        "internal.config.kubernetes.io/previousNames": ",".join(names),
        "internal.config.kubernetes.io/previousNamespaces": ",".join(spaces),
    }
    expected = [key]
    for index, name in reversed([*enumerate(names)]):
        older = key.named(name, (",".join(spaces).split(",")[index : index + 1] or [""])[0] or "default")
        if older not in expected:
            expected.append(older)
    assert keys_of(key, notes) == expected


DATA = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["a", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


@given(DATA, DATA)
def test_marks_of_edits(one: object, other: object) -> None:
    edits = Edit(("a",), one), Edit(("a",), other)
    assert (edits[0].mark() == edits[1].mark()) is (edits[0] == edits[1])
