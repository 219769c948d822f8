"""Where we mean to differ from OpenYurt, Kubernetes and go-yaml: one test each, with the reason in docs/proof.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from oracle.random_objects import DESIRED, EXCLUDE, HOSTNETWORK, NODEPOOL, REQUIRED, REQUIREMENT
from oracle.settings import only
from oracle.test_edits import NODE_RULES, applied, errors
from oracle.test_pods import filtered
from yurt_hostnet.hosts.manifests import serve
from yurt_hostnet.hosts.options import FAILED, Options
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader

if TYPE_CHECKING:
    from oracle.asking import Oracle

ZONE = {"key": "zone", "operator": "In", "values": ["a"]}
NODES = [
    {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}}
    for name, labels in (("host-network", {HOSTNETWORK: "true", "zone": "a"}), ("zone-a", {"zone": "a"}), ("plain", {}))
]


def pod(terms: list[Any] | None) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "namespace": "default", "annotations": {EXCLUDE: "true"}},
        "spec": {
            "containers": [{"name": "c", "image": "web:1"}],
            "affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}},
        },
    }


def terms_of(data: dict[str, Any] | None) -> Any:
    assert data is not None
    return data["spec"]["affinity"]["nodeAffinity"][REQUIRED]["nodeSelectorTerms"]


def node(labels: dict[str, str]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": labels}}


def pool(name: str, version: str, spec: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": f"apps.openyurt.io/{version}",
        "kind": "NodePool",
        "metadata": {"name": name},
        "spec": {"type": "Edge", **spec},
    }


def test_an_empty_term_stays_empty(oracle: Oracle) -> None:
    given = pod([{}, {"matchExpressions": [ZONE]}])
    ours = filtered(oracle, json.dumps(given))
    theirs = oracle.ask("default-pod", object=given)["object"]
    assert terms_of(ours) == [{}, {"matchExpressions": [ZONE, REQUIREMENT]}]
    assert terms_of(theirs) == [{"matchExpressions": [REQUIREMENT]}, {"matchExpressions": [ZONE, REQUIREMENT]}]
    matches = [oracle.ask("match", object=data, nodes=NODES)["matches"] for data in (given, ours, theirs)]
    assert matches == [[True, True, False], [False, True, False], [False, True, True]]


def test_an_empty_list_of_terms_is_filled(oracle: Oracle) -> None:
    given = pod([])
    ours = filtered(oracle, json.dumps(given))
    assert terms_of(ours) == terms_of(oracle.ask("default-pod", object=given)["object"])
    assert [problem["field"] for problem in oracle.ask("validate-pod", object=given)["problems"]] == [
        f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"
    ]


def test_templates_and_infrastructure_are_edited(oracle: Oracle) -> None:
    template = {
        "metadata": {"labels": {"k8s-app": "kube-proxy"}},
        "spec": {"containers": [{"name": "kube-proxy", "image": "registry.example.com/kube-proxy:v1.34.0"}]},
    }
    daemon_set = {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "kube-proxy"}}
    ours = filtered(oracle, json.dumps({**daemon_set, "spec": {"template": template}}))
    assert ours is not None
    assert terms_of(ours["spec"]["template"]) == [{"matchExpressions": [REQUIREMENT]}]
    assert oracle.ask("default-pod", object={"apiVersion": "v1", "kind": "Pod", **template})["changed"] is False


@pytest.mark.parametrize(
    ("requirement", "unreadable"),
    [
        pytest.param({"key": "zone", "operator": "In", "values": [None]}, 0, id="null among values"),
        pytest.param({"key": "zone", "operator": "Gt", "values": ["a"]}, 1, id="Gt without a number"),
    ],
)
def test_what_only_we_refuse(oracle: Oracle, requirement: dict[str, Any], unreadable: int) -> None:
    given = pod([{"matchExpressions": [requirement]}])
    assert filtered(oracle, json.dumps(given)) is None
    answer = oracle.ask("validate-pod", object=given)
    assert (answer["problems"], len(answer["unreadable"])) == ([], unreadable)
    assert oracle.ask("match", object=given, nodes=NODES)["matches"] == [False, False, False]


def test_the_pool_label_is_never_written(oracle: Oracle) -> None:
    pools = [pool("beijing", "v1beta2", {"hostNetwork": True})]
    given = node({DESIRED: "beijing"})
    stream = "---\n".join(json.dumps(data) + "\n" for data in (*pools, given))
    response = serve(stream.encode(), Options(only()))
    ours = json.loads(b"".join(response.stdout).partition(b"---\n")[2])["metadata"]["labels"]
    theirs = oracle.ask("default-node", object=given, pools=pools)["object"]["metadata"]["labels"]
    assert ours == {DESIRED: "beijing", HOSTNETWORK: "true"}
    assert theirs == {**ours, NODEPOOL: "beijing"}


def test_another_label_value_is_an_error(oracle: Oracle) -> None:
    pools = [pool("beijing", "v1beta2", {"hostNetwork": True})]
    given = node({NODEPOOL: "beijing", HOSTNETWORK: "false"})
    stream = "---\n".join(json.dumps(data) + "\n" for data in (*pools, given))
    response = serve(stream.encode(), Options(only("node-hostnetwork-label-mismatch")))
    assert (response.code, [result.rule for result in response.results]) == (
        FAILED,
        ["node-hostnetwork-label-mismatch"],
    )
    theirs = oracle.ask("default-node", object=given, pools=pools)["object"]["metadata"]["labels"]
    assert theirs[HOSTNETWORK] == "true"


def test_the_field_of_v1beta1_counts(oracle: Oracle) -> None:
    given = pool("beijing", "v1beta1", {"hostNetwork": True})
    ours = read_pool(given)
    assert ours is not None
    assert (ours.host_network, ours.doubt) == (True, LOST_FIELD)
    assert "hostNetwork" not in oracle.ask("store-nodepool", object=given)["object"]["spec"]


@pytest.mark.parametrize(
    ("old", "new", "ours", "theirs"),
    [
        pytest.param(
            {NODEPOOL: "beijing"},
            {NODEPOOL: "shanghai"},
            ["node-pool-changed"],
            ["node-pool-changed"],
            id="same: a node moves",
        ),
        pytest.param(
            {NODEPOOL: "beijing", HOSTNETWORK: "true"},
            {NODEPOOL: "shanghai"},
            ["node-pool-changed"],
            ["node-pool-changed", "node-hostnetwork-label-changed"],
            id="a node moves and loses its label",
        ),
        pytest.param(
            {DESIRED: "beijing"},
            {DESIRED: "shanghai"},
            ["node-pool-changed"],
            [],
            id="the desired pool changes",
        ),
        pytest.param(
            {NODEPOOL: "beijing"},
            {NODEPOOL: "", HOSTNETWORK: ""},
            [],
            ["node-hostnetwork-label-changed"],
            id="a label without a value",
        ),
    ],
)
def test_edits_of_nodes(
    oracle: Oracle, old: dict[str, str], new: dict[str, str], ours: list[str], theirs: list[str]
) -> None:
    pools = [pool("beijing", "v1beta2", {"hostNetwork": True}), pool("shanghai", "v1beta2", {})]
    before = oracle.ask("default-node", object=node(old), pools=pools)["object"]
    after = oracle.ask("default-node", object=applied(before, node(old), node(new)), pools=pools)["object"]
    refused = oracle.ask("update-node", old=before, object=after)["refused"]
    assert errors([*pools, node(old)], [*pools, node(new)], NODE_RULES) == ours
    assert [rule for rule, said in NODE_RULES.items() if said in refused] == theirs


REFUSED = "refused"


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        pytest.param("[!t, a]", ["", "a"], ["a"], id="a comma behind a tag"),
        pytest.param("{a:}", REFUSED, {"a:": None}, id="a colon in front of a bracket"),
        pytest.param("a: !b]", REFUSED, {"a": ""}, id="a bracket in a tag"),
        pytest.param(r'"\'"', REFUSED, "'", id="an escaped single quote"),
        pytest.param(r'"\/"', "/", REFUSED, id="an escaped slash"),
        pytest.param("%YAML 1.2\n--- a", "a", REFUSED, id="YAML 1.2"),
        pytest.param("[a\n? b]", ["a ? b"], REFUSED, id="a question mark in a scalar"),
        pytest.param("a: .inf", {"a": float("inf")}, REFUSED, id="no JSON number"),
        pytest.param("18446744073709551615: a", {"18446744073709551615": "a"}, REFUSED, id="a key beyond 63 bits"),
        pytest.param("!!int a", "a", REFUSED, id="a tag that does not fit"),
        pytest.param("!!binary a", "a", REFUSED, id="no base64"),
    ],
)
def test_yaml(oracle: Oracle, text: str, ours: Any, theirs: Any) -> None:
    try:
        (root,) = parse(text).roots
        read = Reader().read(root)
    except InputError:
        read = REFUSED
    assert read == ours
    assert oracle.ask("yaml", text=text).get("json", REFUSED) == theirs
