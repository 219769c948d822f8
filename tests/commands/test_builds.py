"""Trees of kustomizations: what a patch changes of a pool, and Nodes and pools that no build has both of.

The label of host-network pools cannot be taken from a Node again: nothing but what one build says of both writes it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from commands.program import package, run

if TYPE_CHECKING:
    from pathlib import Path

KEY = "nodepool.openyurt.io/hostnetwork"
LABELLED = f'  labels: {{apps.openyurt.io/nodepool: quay, {KEY}: "true"}}\n'


def pool(spec: str, version: str = "v1beta2", metadata: str = "") -> str:
    head = f"apiVersion: apps.openyurt.io/{version}\nkind: NodePool\nmetadata: {{name: quay{metadata}}}\n"
    return f"{head}spec: {{{spec}}}\n"


def node(name: str = "n1") -> str:
    return f"apiVersion: v1\nkind: Node\nmetadata:\n  name: {name}\n  labels: {{apps.openyurt.io/nodepool: quay}}\n"


HOST, ORDINARY, SILENT = pool("type: Edge, hostNetwork: true"), pool("hostNetwork: false"), pool("type: Edge")
UNTIL = "Until they agree no Node is labelled for it and no pod is judged by it."
HERE = "Here no Node is labelled for it and no pod is judged by it."


def contradiction(place: str, message: str, remedy: str) -> str:
    return (
        f"{place}: warning: NodePool quay spec.hostNetwork: {message} [nodepool-contradiction]\n  {remedy}\n"
        "yurt-hostnet: 1 warning.\n"
    )


def clusters(remedy: str) -> str:
    return (
        f"If they are of two clusters, check each directory by itself, as in: yurt-hostnet check {remedy}. If they are "
        "of one, make them agree with what is stored there: kubectl get nodepool quay -o yaml"
    )


def untouched(folder: Path, *operands: str) -> str:
    """Fix the tree, hold that no file has changed, and return what `check` prints."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    fixed = run("fix", *operands, cwd=folder)
    assert fixed.code == 0
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    checked = run("check", *operands, cwd=folder)
    assert checked.code == 0
    return checked.stdout


@pytest.mark.parametrize("other", [ORDINARY, SILENT, pool("type: Cloud")], ids=["no", "silent", "cloud"])
@pytest.mark.parametrize("kustomized", [False, True])
def test_the_clusters_of_a_tree_may_have_pools_of_one_name(tmp_path: Path, other: str, kustomized: bool) -> None:
    files = {"a/pool.yaml": HOST, "a/node.yaml": node("a-1"), "b/pool.yaml": other, "b/node.yaml": node("b-1")}
    if kustomized:
        files |= dict.fromkeys(["a/kustomization.yaml", "b/kustomization.yaml"], "resources: [pool.yaml, node.yaml]\n")
    package(tmp_path, files)
    message = (
        "This NodePool does not use the host network, and the one of this name in a/pool.yaml:1 uses the host network. "
        f"{UNTIL}"
    )
    line = 3 if "hostNetwork" not in other else 4
    told = untouched(tmp_path, ".")
    assert told == contradiction(f"b/pool.yaml:{line + ('hostNetwork' not in other)}", message, clusters("b"))
    assert run("fix", "b", cwd=tmp_path).stdout.startswith("Nothing to do")
    assert run("fix", "a", cwd=tmp_path).code == 0
    assert (tmp_path / "a" / "node.yaml").read_text().endswith(LABELLED)
    assert run("check", "a", cwd=tmp_path).stdout == run("check", "b", cwd=tmp_path).stdout == ""


def test_one_finding_names_all_declarations(tmp_path: Path) -> None:
    package(tmp_path, {"a.yaml": HOST, "b.yaml": SILENT, "c.yaml": HOST, "d.yaml": pool('hostNetwork: "${H}"')})
    report = json.loads(run("check", ".", "--format", "json", cwd=tmp_path).stdout)
    (told,) = [result for result in report["results"] if result["rule"] == "nodepool-contradiction"]
    assert told["message"] == (
        "This NodePool does not use the host network, and the one of this name in a.yaml:1 uses the host network. "
        "Declared again, it uses the host network in c.yaml:1, may use the host network or not (its hostNetwork is "
        f"'${{H}}') in d.yaml:1. {UNTIL}"
    )
    assert told["file"]["path"] == "b.yaml"
    assert [related["file"]["path"] for related in told["related"]] == ["a.yaml", "c.yaml", "d.yaml"]


def test_a_stream_tells_by_number(tmp_path: Path) -> None:
    text = f"{HOST}---\n{ORDINARY}---\n{HOST}---\n{node()}"
    for arguments in ((), ("check", "-")):
        told = run(*arguments, cwd=tmp_path, stdin=text.encode())
        assert "Declared again, it uses the host network in object 3." in told.stdout + told.stderr
        assert f'{KEY}: "true"' not in told.stdout


FILE = "patches:\n- path: patch.yaml\n"
OLD = "patchesStrategicMerge: [patch.yaml]\n"
JSON_OLD = (
    "patchesJson6902:\n- target: {group: apps.openyurt.io, version: v1beta2, kind: NodePool, name: quay}\n"
    "  path: patch.yaml\n"
)


def inline(text: str, target: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"patches:\n- patch: |\n{lines}" + (f"  target: {{{target}}}\n" if target else "")


def replaced(value: str, op: str = "replace", path: str = "/spec/hostNetwork") -> str:
    return f"- {{op: {op}, path: {path}, value: {value}}}\n"


ANY, THIS = "kind: NodePool", "kind: NodePool, name: quay"
_STANDS = "and as it stands in base/pool.yaml:1 it"
NOW_NOT = f"With this patch the NodePool does not use the host network, {_STANDS} uses the host network."
NOW = f"With this patch the NodePool uses the host network, {_STANDS} does not use the host network."
DIFFERS = (
    "With this patch the NodePool may use the host network or not (versions of OpenYurt read its declaration "
    "differently)."
)
PATCHES = {
    # the pool in the base, patches in the kustomization, a file patch.yaml, where the finding stands, what it says
    "a file": (HOST, FILE, ORDINARY, "patch.yaml:1", NOW_NOT),
    "a later document": (HOST, FILE, f"{SILENT}---\n{ORDINARY}", "patch.yaml:6", NOW_NOT),
    "on": (SILENT, OLD, HOST, "patch.yaml:1", NOW),
    "null": (HOST, FILE, pool("hostNetwork: null"), "patch.yaml:1", NOW_NOT),
    "spec is replaced": (HOST, FILE, pool("$patch: replace, type: Edge"), "patch.yaml:1", NOW_NOT),
    "operations in a file": (HOST, JSON_OLD, replaced("false"), "patch.yaml:1", NOW_NOT),
    "inline": (HOST, inline(ORDINARY), "", "kustomization.yaml:2", NOW_NOT),
    "inline operations": (HOST, inline(replaced("false"), THIS), "", "kustomization.yaml:2", NOW_NOT),
    "removed": (HOST, inline(replaced("", "remove"), ANY), "", "kustomization.yaml:2", NOW_NOT),
    "spec by an operation": (
        HOST,
        inline(replaced("{type: Edge}", "add", "/spec"), ANY),
        "",
        "kustomization.yaml:2",
        NOW_NOT,
    ),
    "of any kind": (HOST, inline(replaced("false"), 'name: ".*"'), "", "kustomization.yaml:2", NOW_NOT),
    "by a pattern": (
        HOST,
        inline(replaced("false"), 'kind: "Node.*", name: "q.*"'),
        "",
        "kustomization.yaml:2",
        NOW_NOT,
    ),
    "a variable": (
        HOST,
        FILE,
        pool('hostNetwork: "${H}"'),
        "patch.yaml:1",
        "With this patch the NodePool may use the host network or not (its hostNetwork is '${H}').",
    ),
    "another type": (
        HOST,
        FILE,
        pool("type: Cloud"),
        "patch.yaml:1",
        "With this patch the NodePool may use the host network or not (its type is 'Cloud').",
    ),
    "moved": (
        HOST,
        inline("- {op: move, from: /spec/type, path: /spec/hostNetwork}\n", ANY),
        "",
        "kustomization.yaml:2",
        "With this patch the NodePool may use the host network or not (a patch of it cannot be read).",
    ),
    "not YAML": (
        HOST,
        inline("spec: [hostNetwork\n", THIS),
        "",
        "kustomization.yaml:2",
        "With this patch the NodePool may use the host network or not (a patch of it cannot be read).",
    ),
    "an annotation of v1beta1": (
        pool("hostNetwork: true", "v1beta1", f', annotations: {{{KEY}: "true"}}'),
        inline(replaced('"false"', path=f"/metadata/annotations/{KEY.replace('/', '~1')}"), ANY),
        "",
        "kustomization.yaml:2",
        DIFFERS,
    ),
}


@pytest.mark.parametrize(("base", "fields", "patch", "place", "message"), PATCHES.values(), ids=PATCHES)
def test_a_patch_that_makes_another_pool(
    tmp_path: Path, base: str, fields: str, patch: str, place: str, message: str
) -> None:
    files = {
        "base/pool.yaml": base,
        "base/kustomization.yaml": "resources: [pool.yaml]\n",
        "over/node.yaml": node(),
        "over/kustomization.yaml": f"{fields}resources: [../base, node.yaml]\n",
    }
    package(tmp_path, files | ({"over/patch.yaml": patch} if patch else {}))
    remedy = "Check what is built by itself: kustomize build over | yurt-hostnet check -"
    assert untouched(tmp_path, ".") == contradiction(f"over/{place}", f"{message} {HERE}", remedy)


SAME = {
    "silent": (FILE, pool("taints: []")),
    "the same": (FILE, HOST),
    "of another pool": (FILE, ORDINARY.replace("quay", "pier")),
    "of another kind": (FILE, ORDINARY.replace("NodePool", "YurtAppSet")),
    "of another project": (FILE, ORDINARY.replace("apps.openyurt.io", "karpenter.sh")),
    "to another kind": (inline(replaced("false"), "kind: Deployment"), ""),
    "to another group": (inline(replaced("false"), "group: karpenter.sh, kind: NodePool"), ""),
    "to another name": (inline(replaced("false"), "kind: NodePool, name: pier"), ""),
    "a test": (inline("- {op: test, path: /spec/hostNetwork, value: true}\n", ANY), ""),
    "beside it": (inline(replaced("[]", path="/spec/taints"), ANY), ""),
    "all is replaced, which kustomize merges": (FILE, f"$patch: replace\n{SILENT}"),
    "deleted": (FILE, f"$patch: delete\n{SILENT}"),
    "what kustomize refuses": (
        inline(replaced("", "remove", "/metadata/annotations/" + KEY.replace("/", "~1")), ANY),
        "",
    ),
    "no file": ("patches: [{path: none.yaml}]\n", ""),
    "no patch": ("patches: [3, {target: {kind: NodePool}}, {patch: 3}]\n", ""),
}


@pytest.mark.parametrize(("fields", "patch"), SAME.values(), ids=SAME)
def test_patches_that_change_nothing_of_it(tmp_path: Path, fields: str, patch: str) -> None:
    files = {
        "kustomization.yaml": f"{fields}resources: [pool.yaml, node.yaml]\n",
        "pool.yaml": HOST,
        "node.yaml": node(),
    }
    package(tmp_path, files | ({"patch.yaml": patch} if patch else {}))
    assert run("fix", ".", cwd=tmp_path).code == 0
    assert (tmp_path / "node.yaml").read_text().endswith(LABELLED)
    assert run("check", ".", cwd=tmp_path).stdout == ""


def test_a_patch_reaches_what_its_kustomization_leads_to(tmp_path: Path) -> None:
    """A patch of one cluster's overlay says nothing of the pool of another; one of several clusters' base does."""
    files = {
        "a/pool.yaml": HOST,
        "a/node.yaml": node(),
        "a/kustomization.yaml": "resources: [pool.yaml, node.yaml]\n",
        "b/pool.yaml": HOST,
        "b/kustomization.yaml": "resources: [pool.yaml]\n",
        "c/kustomization.yaml": f"{FILE}resources: []\n",
        "c/patch.yaml": ORDINARY,
    }
    package(tmp_path, files)
    assert run("check", ".", cwd=tmp_path).code == 1  # the label is missing
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "kustomization.yaml").write_text(inline(ORDINARY) + "resources: [../b]\n")
    assert "With this patch the NodePool does not use" in untouched(tmp_path, ".")


def test_more_patches_than_are_looked_at(tmp_path: Path) -> None:
    fields = "patches:\n" + "".join(
        f'- {{target: {{kind: NodePool}}, patch: "{replaced("true").strip()}"}}\n' for _ in range(65)
    )
    package(
        tmp_path,
        {"kustomization.yaml": f"{fields}resources: [pool.yaml, node.yaml]\n", "pool.yaml": HOST, "node.yaml": node()},
    )
    assert "(a patch of it cannot be read)" in untouched(tmp_path, ".")


def apart(place: str, pool_place: str, directory: str, more: str = "") -> str:
    return (
        f"{place}: warning: Node b-1 metadata.labels[apps.openyurt.io/nodepool]: No kustomization leads to this Node"
        f"{more} and to NodePool quay ({pool_place}), which may be another cluster's, so it says nothing of the Node. "
        f"[node-pool-unknown]\n  Check each directory by itself, as in: yurt-hostnet check {directory}. If they are of "
        "one cluster, name the files of both in one kustomization.\nyurt-hostnet: 1 warning.\n"
    )


def tree(**more: str) -> dict[str, str]:
    return {
        "a/pool.yaml": HOST,
        "a/kustomization.yaml": "resources: [pool.yaml]\n",
        "b/node.yaml": node("b-1"),
        "b/kustomization.yaml": "resources: [node.yaml]\n",
        **{name.replace("_", "/") + ".yaml": text for name, text in more.items()},
    }


def test_nodes_of_another_build_than_their_pool(tmp_path: Path) -> None:
    package(tmp_path, tree(b_other=node("b-2")) | {"b/kustomization.yaml": "resources: [node.yaml, other.yaml]\n"})
    expected = apart("b/node.yaml:5", "a/pool.yaml:1", "b", ", nor to b-2")
    assert untouched(tmp_path, ".") == untouched(tmp_path, "a", "b") == expected
    labelled = node("b-1").replace("quay}", f'quay, {KEY}: "no"}}')
    (tmp_path / "b" / "node.yaml").write_text(labelled)
    assert untouched(tmp_path, ".") == expected


ONE_BUILD = {
    "a kustomization above": {"kustomization.yaml": "resources: [a, b]\n"},
    "one that leads to both by way of others": {
        "top/kustomization.yaml": "resources: [../mid]\n",
        "mid/kustomization.yaml": "components: [../a]\nresources: [../b]\n",
    },
    "a Node that no kustomization names": {"b/kustomization.yaml": "resources: []\n"},
    "a pool that no kustomization names": {"a/kustomization.yaml": "resources: []\n"},
    "the pool again, with the Node": {
        "b/kustomization.yaml": "resources: [node.yaml, pool.yaml]\n",
        "b/pool.yaml": HOST,
    },
    "a circle": {
        "b/kustomization.yaml": "resources: [node.yaml, ../a]\n",
        "a/kustomization.yaml": "resources: [pool.yaml, ../b]\n",
    },
}


@pytest.mark.parametrize("more", ONE_BUILD.values(), ids=ONE_BUILD)
def test_nodes_of_one_build_with_their_pool(tmp_path: Path, more: dict[str, str]) -> None:
    package(tmp_path, tree() | more)
    assert run("fix", ".", cwd=tmp_path).code == 0
    assert (tmp_path / "b" / "node.yaml").read_text().endswith(LABELLED)
    assert run("check", ".", cwd=tmp_path).stdout == ""


def test_a_pool_of_function_config_is_of_every_build(tmp_path: Path) -> None:
    package(tmp_path, tree())
    assert run("fix", ".", "--set", "hostNetworkPools=quay", cwd=tmp_path).code == 0
    assert (tmp_path / "b" / "node.yaml").read_text().endswith(LABELLED)


def test_a_baseline_keeps_no_label_of_another_build(tmp_path: Path) -> None:
    package(tmp_path, tree())
    assert run("baseline", ".", cwd=tmp_path).stdout.endswith("  nodes:\n  - name: b-1\n    pool: quay\n")


def test_explain_knows_what_it_does_not_know(tmp_path: Path) -> None:
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n"
        "  nodeSelector: {apps.openyurt.io/nodepool: quay}\n  containers: [{name: a, image: b}]\n"
    )
    fields = f"{inline(ORDINARY)}resources: [pool.yaml, pod.yaml]\n"
    package(tmp_path, {"kustomization.yaml": fields, "pool.yaml": HOST, "pod.yaml": pod})
    told = json.loads(run("explain", ".", "--format", "json", cwd=tmp_path).stdout)
    assert told["pools"] == [{"name": "quay", "hostNetwork": None, "type": "Edge"}]
    assert told["workloads"][0]["placements"][0] == {
        "pool": "quay",
        "placement": "unknown",
        "network": True,
        "reason": "whether it uses the host network is not certain: a patch changes what decides it",
    }
