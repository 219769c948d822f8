"""`yurt-hostnet check`: whole outputs and exit codes of the real program."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from commands.program import (
    ENVIRON,
    FIXED_WEB,
    MALFORMED,
    NODE,
    NOT_EXCLUDED,
    NOT_LABELLED,
    POOLS,
    WEB,
    WEB_MISSING,
    Ran,
    builds_told,
    package,
    run,
    web_missing,
)

if TYPE_CHECKING:
    from pathlib import Path

DIFF = """\
--- a/web.yaml
+++ b/web.yaml
@@ -13,3 +13,12 @@
       containers:
       - name: web   # keep
         image: web:1
+      affinity:
+        nodeAffinity:
+          requiredDuringSchedulingIgnoredDuringExecution:
+            nodeSelectorTerms:
+            - matchExpressions:
+              - key: nodepool.openyurt.io/hostnetwork
+                operator: NotIn
+                values:
+                - "true"
"""
CONFIG = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata: {name: hostnet}
spec:
  rules:
  - {rule: nonsense, severity: Info, reason: none}
"""


def test_a_finding_has_its_place(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    for paths in (("web.yaml",), (".",), ("web.yaml", ".", "./web.yaml"), ("web.yaml", "web.yaml", ".", ".")):
        fix = " ".join(paths) if len(paths) < 4 else "FILES"
        assert run("check", *paths, cwd=tmp_path) == Ran(1, web_missing(fix) + "yurt-hostnet: 1 error.\n")
    assert (tmp_path / "web.yaml").read_text() == WEB


def test_a_remedy_says_what_to_type(tmp_path: Path) -> None:
    """What is typed does what it says."""
    package(tmp_path, {"a b/web.yaml": WEB})
    done = run("check", "--set", "hostNetworkPools=a,b", "--fail-on", "warning", "a b", cwd=tmp_path)
    fix = "--set hostNetworkPools=a,b 'a b'"
    assert done == Ran(1, web_missing(fix, "a b/web.yaml:12: ") + "yurt-hostnet: 1 error.\n")
    assert run("fix", *shlex.split(fix), cwd=tmp_path).code == 0
    assert (tmp_path / "a b" / "web.yaml").read_text() == FIXED_WEB


def test_standard_input(tmp_path: Path) -> None:
    text = web_missing("", "") + "yurt-hostnet: 1 error.\n"
    assert run("check", "-", cwd=tmp_path, stdin=WEB.encode()) == Ran(1, text)


def test_nothing_to_say(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": FIXED_WEB})
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", "yurt-hostnet: No findings in 1 object of 1 file.\n")


def test_all_files_are_one_package(tmp_path: Path) -> None:
    package(
        tmp_path,
        {"a/pools.yaml": POOLS, "b/node.json": json.dumps({"apiVersion": "v1", "kind": "Node"}), "node.yml": NODE},
    )
    expected = (
        "node.yml:5: error: Node shanghai-1 metadata.labels[nodepool.openyurt.io/hostnetwork]: "
        f"This is missing, because NodePool shanghai uses the host network. [{NOT_LABELLED}]\n"
        '  Run `yurt-hostnet fix .`, or add "true".\n'
        "yurt-hostnet: 1 error.\n"
    )
    looked = "yurt-hostnet: Looked at 4 objects of 3 files.\n"
    assert run("check", ".", cwd=tmp_path) == Ran(1, expected, looked)
    assert run("check", "node.yml", cwd=tmp_path).code == 0


def test_a_resource_list_and_its_function_config(tmp_path: Path) -> None:
    items = "".join(f"{'- ' if number == 0 else '  '}{line}\n" for number, line in enumerate(NODE.splitlines()))
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    config = "functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  data: {hostNetworkPools: shanghai}\n"
    package(tmp_path, {"list.yaml": head + items + config})
    result = run("check", "list.yaml", "--format", "github", cwd=tmp_path)
    assert result == Ran(
        1,
        f"::error file=list.yaml,line=8,title={NOT_LABELLED}::Node shanghai-1 "
        "metadata.labels[nodepool.openyurt.io/hostnetwork]: This is missing, because NodePool shanghai uses the "
        'host network.%0ARun `yurt-hostnet fix list.yaml`, or add "true".\n',
        "yurt-hostnet: The functionConfig of list.yaml is configuration of the package itself and counts here; "
        "it sets pools. --config FILE would count instead.\n",
    )


def test_what_is_no_object_is_left_out(tmp_path: Path) -> None:
    package(
        tmp_path,
        {
            "web.yaml": FIXED_WEB,
            "kustomization.yaml": "resources: [web.yaml]\n",
            "Kptfile": "apiVersion: kpt.dev/v1\nkind: Kptfile\n",
            "patch.yaml": '- op: add\n  path: /kind\n  value: {apiVersion: v1, "nodepool.openyurt.io/x": y}\n',
            "values.yaml": "image: {apiVersion: v1, kind: x}\n",
            "package.json": '{"name": "x"}\n',
            "notes.txt": "{{",
        },
    )
    looked = "yurt-hostnet: No findings in 1 object of 1 file. Passed over: "
    passed = "1 kustomization, 3 files without objects"
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", f"{builds_told('.')}{looked}{passed} (-v names them).\n")
    assert run("check", "kustomization.yaml", "Kptfile", cwd=tmp_path) == Ran(
        0, "", f"{looked}1 kustomization (-v names it).\n"
    )
    names = ("kustomization.yaml", "package.json", "patch.yaml", "values.yaml")
    lines = "".join(f"info: {name}: This file holds no Kubernetes objects and was left out.\n" for name in names)
    assert run("check", ".", "-v", cwd=tmp_path) == Ran(0, "", f"{lines}{builds_told('.')}{looked}{passed}.\n")


COMMENTED = '// where each "apiVersion" has its "kind"\n{\n  "a": ["kind", "apiVersion"], // both\n}\n'
NOT_YAML = {
    "json": COMMENTED.replace('"a": [', '"apiVersion": "v1", "kind" : ["'),
    "json on lines": '{\n"apiVersion": "v1",\n"kind": "Pod" // c\n}\n',
    "yaml": "apiVersion: v1\nkind: [\n",
    "an item": "- apiVersion: v1\n  kind: [\n",
}


def test_what_is_no_yaml_is_left_out_unless_it_seems_to_be_an_object(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": FIXED_WEB, "settings.json": COMMENTED, "a.yaml": "apiVersions: [\nkind\n"})
    names = ("a.yaml", "settings.json")
    lines = "".join(f"info: {name}: This file holds no Kubernetes objects and was left out.\n" for name in names)
    summary = "yurt-hostnet: No findings in 1 object of 1 file. Passed over: 2 files without objects.\n"
    assert run("check", ".", "-v", cwd=tmp_path) == Ran(0, "", lines + summary)
    assert run("check", "settings.json", cwd=tmp_path).code == 2


@pytest.mark.parametrize("text", NOT_YAML.values(), ids=NOT_YAML)
def test_what_is_no_yaml_but_seems_to_be_an_object_is_an_error(tmp_path: Path, text: str) -> None:
    package(tmp_path, {"web.yaml": FIXED_WEB, "x.json": text})
    refused = run("check", ".", cwd=tmp_path)
    assert (refused.code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("yurt-hostnet: x.json:")


def test_helm_templates_are_named_and_skipped(tmp_path: Path) -> None:
    package(
        tmp_path,
        {
            "chart/Chart.yaml": "apiVersion: v2\nname: chart\nversion: 1.0.0\n",
            "chart/templates/web.yaml": WEB.replace("web:1", '"{{ .Values.image }}"'),
            "chart/templates/sub/pod.yaml": WEB.replace("web:1", "{{ .Values.image }}"),
            "chart/templates/static.yaml": FIXED_WEB,
            "loose.yaml": "{{- if .x }}\n" + WEB + "{{- end }}\n",
            "quoted.yaml": FIXED_WEB.replace("web:1", '"{{ x }}"'),
        },
    )
    ending = "; pipe what `helm template` renders through yurt-hostnet instead.\n"
    names = ("loose.yaml", "chart/templates/web.yaml", "chart/templates/sub/pod.yaml")
    skipped = "".join(f"info: {name}: skipped, a Helm template{ending}" for name in names)
    looked = "yurt-hostnet: No findings in 2 objects of 2 files. Passed over: "
    passed = "3 Helm templates, 1 file without objects (-v names them).\n"
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", skipped + looked + passed)
    package(tmp_path, {"loose/loose.yaml": "{{- if .x }}\n" + WEB + "{{- end }}\n"})
    assert (
        run("check", "loose", "--allow-empty", "--format", "json", cwd=tmp_path).stdout
        == json.dumps(
            {
                "summary": {"error": 0, "warning": 0, "info": 1},
                "results": [
                    {
                        "severity": "info",
                        "rule": "helm-template",
                        "message": "This is a Helm template and was skipped.",
                        "remedy": "Render the chart and pipe what comes out through yurt-hostnet.",
                        "file": {"path": "loose/loose.yaml", "index": 0, "line": 0},
                    }
                ],
            },
            indent=2,
        )
        + "\n"
    )


def test_diff_is_what_fix_would_write(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    assert run("check", "--diff", "web.yaml", cwd=tmp_path) == Ran(1, DIFF, WEB_MISSING + "yurt-hostnet: 1 error.\n")
    package(tmp_path, {"odd.yaml": MALFORMED})
    refused = run("check", "--diff", ".", cwd=tmp_path)
    assert (refused.code, refused.stdout) == (1, "")
    assert refused.stderr.endswith("yurt-hostnet: fix would write nothing because of 1 error.\n")


@pytest.mark.parametrize(
    ("name", "first"), [("r.sarif", "{"), ("r.xml", "<?xml"), ("r.json", "{"), ("r.txt", "web.yaml:12")]
)
def test_report_by_suffix(tmp_path: Path, name: str, first: str) -> None:
    package(tmp_path, {"web.yaml": WEB})
    assert run("check", "web.yaml", "--report", name, cwd=tmp_path) == Ran(1, WEB_MISSING + "yurt-hostnet: 1 error.\n")
    assert (tmp_path / name).read_text().startswith(first)


def test_formats_for_machines(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    sarif = json.loads(run("check", "web.yaml", "--format=sarif", cwd=tmp_path).stdout)["runs"][0]
    place = {"artifactLocation": {"uri": "web.yaml", "uriBaseId": "%SRCROOT%"}, "region": {"startLine": 12}}
    assert [result["locations"][0]["physicalLocation"] for result in sarif["results"]] == [place]
    suite = ET.fromstring(run("check", "web.yaml", "--format=junit", cwd=tmp_path).stdout)  # noqa: S314 - ours
    cases = [case.attrib for case in suite.iter("testcase") if case.find("failure") is not None]
    name = "Deployment shop/web spec.template.spec.affinity"
    assert cases == [{"classname": NOT_EXCLUDED, "name": name, "file": "web.yaml", "line": "12"}]


def test_settings(tmp_path: Path) -> None:
    package(tmp_path, {"node.yaml": NODE, "config.yaml": CONFIG})
    code = run("check", "node.yaml", "--set", "hostNetworkPools=shanghai", cwd=tmp_path).code
    assert code == 1
    wrong = run("check", ".", cwd=tmp_path)
    assert (wrong.code, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith(
        'yurt-hostnet: config.yaml:6: functionConfig spec.rules[0].rule cannot be "nonsense".'
    )
    other = CONFIG.replace("rules:\n  - {rule: nonsense, severity: Info, reason: none}", "pools: [{name: b}]")
    package(tmp_path, {"config.yaml": CONFIG.partition("  rules")[0] + "  pools: [{name: a}]\n", "other.yaml": other})
    assert run("check", ".", cwd=tmp_path) == Ran(
        2,
        "",
        "yurt-hostnet: The YurtHostNet objects of this package differ (config.yaml:1 and other.yaml:1). "
        "Name the one that counts with --config.\n",
    )
    assert run("check", ".", "--config", "other.yaml", cwd=tmp_path).code == 0


SEE = "See yurt-hostnet check --help."
SUFFIXES = ".txt (text), .json (json), .sarif (sarif), .sarif.json (sarif), .xml (junit), .yaml (krm), .yml (krm)"
BAD = [
    (["check"], f"yurt-hostnet check needs files or directories. {SEE}"),
    (["check", "none.yaml"], "none.yaml: The file cannot be read: No such file or directory."),
    (["check", "."], "No file in . ends in .yaml, .yml, .json. Name the directory of the manifests."),
    (["check", ".", "--formt", "x"], f"yurt-hostnet check has no option '--formt'. Did you mean --format? {SEE}"),
    (
        ["check", ".", "--format", "sarrif"],
        "--format takes text, json, sarif, junit or github, not 'sarrif'. Did you mean sarif?",
    ),
    (["check", ".", "--format"], f"The option --format is wrong: expected one argument. {SEE}"),
    (["check", ".", "--fail-on", "info"], "--fail-on takes error or warning, not 'info'."),
    (["check", ".", "--set", "x"], "--set takes key=value, not 'x', as in --set exclude=NonHostNetwork."),
    (
        ["check", ".", "--diff", "--format", "json"],
        "--diff and --format json both want standard output. Use --report FILE for one.",
    ),
    (
        ["check", ".", "--report", "r.html"],
        f"The name of the report file 'r.html' does not tell its format. Let it end in one of {SUFFIXES}.",
    ),
    (["chekc", "."], "There is no option or command 'chekc'. Did you mean check? See yurt-hostnet --help."),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_arguments(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert run(*arguments, cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


def test_bad_input(tmp_path: Path) -> None:
    package(tmp_path, {"a.yaml": WEB.replace("spec:", "spec: ]", 1)})
    ran = run("check", ".", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (2, "")
    assert ran.stderr.startswith("yurt-hostnet: a.yaml:7: ")
    (tmp_path / "a.yaml").write_bytes(b"kind: \xff\n")
    assert run("check", ".", cwd=tmp_path) == Ran(
        2, "", "yurt-hostnet: a.yaml:1: This is not UTF-8. Save the file as UTF-8.\n"
    )


def test_links_in_directories(tmp_path: Path) -> None:
    package(tmp_path, {"real/web.yaml": WEB})
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "link.yaml").symlink_to("../real/web.yaml")
    (tmp_path / "tree" / "loop").symlink_to(".")
    (tmp_path / "tree" / "dangling.yaml").symlink_to("none.yaml")
    stdout = web_missing("tree", "tree/link.yaml:12: ") + "yurt-hostnet: 1 error.\n"
    passed = "yurt-hostnet: Looked at 1 object of 1 file. Passed over: 1 link to no file (-v names it).\n"
    assert run("check", "tree", cwd=tmp_path) == Ran(1, stdout, passed)


def test_help(tmp_path: Path) -> None:
    ran = run("check", "--help", cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    assert ran.stdout.startswith("usage: yurt-hostnet check [options] FILES|DIRS|-\n")


def test_an_edit_that_cannot_be_undone_is_seen_in_git(tmp_path: Path) -> None:
    package(tmp_path, {"pools.yaml": POOLS, "web.yaml": FIXED_WEB})
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    before = run("check", ".", "--baseline", "git:HEAD", cwd=tmp_path)
    assert before == Ran(0, "", "yurt-hostnet: No findings in 3 objects of 2 files.\n")
    package(tmp_path, {"pools.yaml": POOLS.replace("hostNetwork: true", "hostNetwork: false")})
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", "yurt-hostnet: No findings in 3 objects of 2 files.\n")
    after = run("check", ".", "--baseline", "git:HEAD", cwd=tmp_path)
    assert after.code == 1
    first, _, last = after.stdout.splitlines()
    assert first.startswith("pools.yaml:11: error: NodePool shanghai spec.hostNetwork: ")
    assert first.endswith(" [nodepool-hostnetwork-changed]")
    assert last == "yurt-hostnet: 1 error."
    refused = run("fix", ".", "--baseline", "git:HEAD", cwd=tmp_path)
    assert (refused.code, refused.stdout) == (1, "")


def test_names_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"w\xffb\n.yaml")).write_text(WEB)
    ran = run("check", ".", "--format", "json", cwd=tmp_path)
    assert json.loads(ran.stdout)["results"][0]["file"]["line"] == 12
    text = run("check", ".", cwd=tmp_path)
    assert text.code == 1
    assert len(text.stdout.splitlines()) == 3
    assert run("fix", ".", cwd=tmp_path).code == 0


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    package(tmp_path, {f"{number}.yaml": WEB for number in range(300)})
    command = f"{sys.executable} -m yurt_hostnet check --format json . | head -n 1"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=ENVIRON, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"{\n", b"yurt-hostnet: Looked at 300 objects of 300 files.\n")


def test_a_closed_standard_input(tmp_path: Path) -> None:
    command = f"{sys.executable} -m yurt_hostnet check - <&-"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=ENVIRON, capture_output=True, check=False)
    sentence = b"yurt-hostnet: Standard input is closed. Name files, or pipe something in.\n"
    assert (done.returncode, done.stderr) == (2, sentence)
