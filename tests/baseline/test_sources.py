"""Where baselines come from, which of them counts, and what is an error rather than a pass."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import edits, results
from yurt_hostnet.baseline.baseline import BaselineError, Key, State
from yurt_hostnet.baseline.sources import from_text
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

NEW = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: beijing
spec:
  hostNetwork: false
"""
OLD = NEW.replace("false", "true")
DOCUMENT = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: base}
spec:
  pools:
  - {name: beijing, hostNetwork: true}
"""
SPEC = {
    "apiVersion": "fn.yurt-hostnet.dev/v1alpha1",
    "kind": "HostNetBaseline",
    "spec": {"pools": [{"name": "beijing", "hostNetwork": True}]},
}
LIST = "apiVersion: v1\nkind: List\nitems:\n- " + OLD.replace("\n", "\n  ").rstrip() + "\n"
RESOURCE_LIST = LIST.replace("v1\nkind: List", "config.kubernetes.io/v1\nkind: ResourceList", 1)
LIVE = json.dumps(
    {
        "apiVersion": "v1",
        "kind": "List",
        "items": [
            {
                "apiVersion": "apps.openyurt.io/v1beta2",
                "kind": "NodePool",
                "metadata": {"name": "beijing", "uid": "5f5f", "resourceVersion": "7"},
                "spec": {"hostNetwork": True},
            }
        ],
    }
)
HELM = "---\n# Source: edge/templates/pool.yaml\n" + OLD


def places(found: list[dict[str, Any]]) -> list[str]:
    """Return what findings say in brackets."""
    return [row["message"].partition("(")[2].partition(")")[0] for row in found]


def with_last_applied(text: str) -> str:
    return NEW.replace(
        "  name: beijing\n",
        f"  name: beijing\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: {json.dumps(text)}\n",
    )


LAST_APPLIED = json.dumps(
    {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "spec": {"hostNetwork": True}}
    | {"metadata": {"name": "beijing"}}
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OLD, id="manifests"),
        pytest.param(DOCUMENT, id="HostNetBaseline"),
        pytest.param(LIST, id="List"),
        pytest.param(RESOURCE_LIST, id="ResourceList"),
        pytest.param(LIVE, id="kubectl get"),
        pytest.param(HELM, id="helm get manifest"),
        pytest.param(f"{DOCUMENT}---\n{OLD}", id="both, of one mind"),
    ],
)
def test_a_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text(text)
    found = edits(results(NEW, str(file)))
    assert [row["tags"]["rule"] for row in found] == ["nodepool-hostnetwork-changed"]
    assert str(file) in found[0]["message"]


def test_function_config() -> None:
    assert places(edits(results(NEW, spec={"baseline": SPEC}))) == ["spec.pools[0] of functionConfig spec.baseline"]


def test_an_item_of_the_package() -> None:
    found = edits(results(f"{NEW}---\n{DOCUMENT}"))
    assert places(found) == ["spec.pools[0] of HostNetBaseline base in new.yaml"]


def test_last_applied() -> None:
    found = edits(results(with_last_applied(LAST_APPLIED)))
    assert places(found) == ["the annotation kubectl.kubernetes.io/last-applied-configuration of NodePool beijing"]


def test_last_applied_in_v1beta1_on_what_the_cluster_made_of_it() -> None:
    """OpenYurt 1.7 stored the pool as false, and nobody has edited it since."""
    assert edits(results(with_last_applied(LAST_APPLIED.replace("v1beta2", "v1beta1")))) == []


def test_a_package_without_a_baseline_has_no_findings() -> None:
    assert edits(results(NEW)) == []


def test_a_word_in_a_comment_is_no_baseline() -> None:
    assert edits(results(f"# HostNetBaseline, last-applied-configuration\n{NEW}")) == []


def test_the_first_source_counts(tmp_path: Path) -> None:
    """In this order: --baseline, spec.baseline, the package's HostNetBaseline, last-applied."""
    file = tmp_path / "old"
    file.write_text(OLD)
    everything = f"{with_last_applied(LAST_APPLIED)}---\n{DOCUMENT}"
    option = places(edits(results(everything, str(file), {"baseline": SPEC})))
    config = places(edits(results(everything, spec={"baseline": SPEC})))
    item = places(edits(results(everything)))
    assert [option, config, item] == [
        [str(file)],
        ["spec.pools[0] of functionConfig spec.baseline"],
        ["spec.pools[0] of HostNetBaseline base in new.yaml"],
    ]


def test_sources_add_to_each_other() -> None:
    """HostNetBaseline does not speak of the type, last-applied does."""
    typed = json.loads(LAST_APPLIED)
    typed["spec"]["type"] = "Cloud"
    found = edits(results(f"{with_last_applied(json.dumps(typed))}---\n{DOCUMENT}"))
    assert [row["tags"]["rule"] for row in found] == ["nodepool-hostnetwork-changed", "nodepool-type-changed"]


WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {hostNetwork: true, containers: []}}}
"""


def test_a_workload_may_differ_between_sources(tmp_path: Path) -> None:
    """It may have changed in between, so the first source counts."""
    file = tmp_path / "old"
    file.write_text(WEB)
    entry = {"group": "apps", "kind": "Deployment", "name": "web", "hostNetwork": False}
    spec = {"baseline": {**SPEC, "spec": {"workloads": [entry]}}}
    assert edits(results(WEB, str(file), spec)) == []
    assert places(edits(results(WEB, spec=spec))) == ["spec.workloads[0] of functionConfig spec.baseline"]


def test_a_node_may_have_left_its_pool_between_sources(tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text("apiVersion: v1\nkind: Node\nmetadata: {name: edge-1, labels: {}}\n")
    new = 'apiVersion: v1\nkind: Node\nmetadata: {name: edge-1, labels: {"apps.openyurt.io/nodepool": b}}\n'
    spec = {"baseline": {**SPEC, "spec": {"nodes": [{"name": "edge-1", "pool": "a"}]}}}
    assert edits(results(new, str(file), spec)) == []
    assert [row["tags"]["rule"] for row in edits(results(new, spec=spec))] == ["node-pool-changed"]


CONTRADICTION = "The baseline contradicts itself: hostNetwork of NodePool beijing is {} in {} and {} in {}. {}"
REMOVE = "Remove the one that is wrong."
IN_CONFIG = "spec.pools[0] of functionConfig spec.baseline"
IN_ITEM = "spec.pools[0] of HostNetBaseline base in new.yaml"
IN_NOTE = "the annotation kubectl.kubernetes.io/last-applied-configuration of NodePool beijing"


def test_contradictions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "new").write_text(NEW)
    (tmp_path / "twice").write_text(f"{NEW}---\n{OLD}")
    cases: list[tuple[str, str, dict[str, Any] | None, str]] = [
        (NEW, "new", {"baseline": SPEC}, CONTRADICTION.format("false", "new", "true", IN_CONFIG, REMOVE)),
        (f"{NEW}---\n{DOCUMENT}", "new", None, CONTRADICTION.format("false", "new", "true", IN_ITEM, REMOVE)),
        (NEW, "twice", None, CONTRADICTION.format("false", "twice", "true", "twice", REMOVE)),
        (
            f"{with_last_applied(LAST_APPLIED)}---\n{DOCUMENT.replace('true', 'false')}",
            "",
            None,
            CONTRADICTION.format("false", IN_ITEM, "true", IN_NOTE, REMOVE),
        ),
        (
            f"{NEW}---\n{DOCUMENT}---\n{DOCUMENT.replace('true', 'false').replace('base', 'more')}",
            "",
            None,
            CONTRADICTION.format("true", IN_ITEM, "false", IN_ITEM.replace("base", "more"), REMOVE),
        ),
    ]
    said = []
    for new, option, spec, _ in cases:
        with pytest.raises(BaselineError) as caught:
            results(new, option, spec)
        said.append(caught.value.message)
    assert said == [sentence for *_, sentence in cases]


NOTE = "kubectl.kubernetes.io/last-applied-configuration"
CORRUPT = [
    pytest.param("", "old: The baseline holds no Kubernetes object. Give none at all if nothing has been applied yet."),
    pytest.param(
        "# nothing\n---\n",
        "old: The baseline holds no Kubernetes object. Give none at all if nothing has been applied yet.",
    ),
    pytest.param(
        "replicas: 3\n",
        "old: The baseline holds no Kubernetes object. Give none at all if nothing has been applied yet.",
    ),
    pytest.param(
        "Error: release: not found\n",
        "old:1: This is not valid YAML: mapping values are not allowed in this context. Fix it there.",
    ),
    pytest.param(
        f"{OLD}---\napiVersion: v1\n",
        "old:7: An object of the baseline has no kind; the file may be cut off. Write the baseline anew.",
    ),
    pytest.param(
        OLD.replace("true", "tru"),
        "old:1: spec.hostNetwork of NodePool in old must be true or false, but it is 'tru'. Fix the baseline.",
    ),
    pytest.param(
        OLD.replace("hostNetwork: true", "type: 7"),
        "old:1: spec.type of NodePool in old must be a string, but it is 7. Fix the baseline.",
    ),
    pytest.param(
        WEB.replace("true", '"true"'),
        "old:1: spec.template.spec.hostNetwork of Deployment in old must be true or false, but it is 'true'. "
        "Fix the baseline.",
    ),
    pytest.param(
        OLD + "  broken: [\n", "old:8: This is not valid YAML: did not find expected node content. Fix it there."
    ),
    pytest.param(DOCUMENT + "  pools: []\n", "old:7: HostNetBaseline base has the key pools twice. Keep one."),
    pytest.param(
        DOCUMENT.replace("v1alpha1", "v2"),
        "old:1: HostNetBaseline base in old has apiVersion fn.yurt-hostnet.dev/v2. Write fn.yurt-hostnet.dev/v1alpha1.",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), CORRUPT)
def test_a_corrupt_file(text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").write_text(text)
    with pytest.raises(InputError) as caught:
        results(NEW, "old")
    assert (str(caught.value), caught.value.file) == (sentence, "old")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"kind":"Deployment"}', "null"],
)
def test_a_corrupt_annotation(text: str) -> None:
    with pytest.raises(BaselineError) as caught:
        results(with_last_applied(text))
    assert str(caught.value) == (
        f"new.yaml:6: The annotation {NOTE} of NodePool beijing does not hold a NodePool as JSON. Remove it."
    )


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BaselineError) as caught:
        results(NEW, "nowhere.yaml")
    assert str(caught.value) == "nowhere.yaml: The baseline cannot be read: No such file or directory."


def test_spec_baseline_that_is_none() -> None:
    with pytest.raises(BaselineError) as caught:
        results(NEW, spec={"baseline": {"pools": {"beijing": True}}})
    assert str(caught.value) == (
        "functionConfig spec.baseline has apiVersion none. Write fn.yurt-hostnet.dev/v1alpha1."
    )


def test_objects_of_a_cluster_are_live() -> None:
    assert from_text(LIVE.encode(), "live").states == {
        Key("pools", "beijing"): State(
            {"hostNetwork": True, "type": "Edge", "interConnectivity": False}, "live", "v1beta2", live=True
        )
    }
