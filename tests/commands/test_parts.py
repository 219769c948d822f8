"""Files and documents that are parts of an object, which somebody else completes: never judged or edited."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, WEB, WEB_MISSING, Ran, builds_told, package, run, web_missing
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.commands.discovery.left_out import kustomize_input

if TYPE_CHECKING:
    from pathlib import Path

BUILT = "Look at what is built: kustomize build DIRECTORY | yurt-hostnet check -"
NAMED = {
    "patches": ("patches:\n- path: sub/x.yaml\n", "patch"),
    "patches by target": ("patches: [{target: {kind: Deployment}, path: ./sub/x.yaml}]", "patch"),
    "patchesStrategicMerge": ("patchesStrategicMerge:\n- sub/x.yaml\n", "patch"),
    "patchesJson6902": ("patchesJson6902: [{target: {version: v1, kind: A, name: a}, path: sub/x.yaml}]", "patch"),
    "beside an inline patch": ('patches:\n- patch: "- {op: test}"\n- path: sub/../sub/x.yaml\n', "patch"),
    "replacements": ("replacements: [{path: sub/x.yaml}]", "replacement"),
    "configurations": ("configurations: [sub/x.yaml]", "transformer configuration"),
    "crds": ("crds: [sub/x.yaml]", "CRD schema"),
    "openapi": ("openapi: {path: sub/x.yaml}", "OpenAPI schema"),
    "files": ("configMapGenerator: [{name: a, files: [sub/x.yaml]}]", "generator source"),
    "files with a key": ("secretGenerator: [{name: a, files: [key=sub/x.yaml]}]", "generator source"),
    "envs": ("configMapGenerator: [{name: a, envs: [sub/x.yaml]}]", "generator source"),
    "env": ("configMapGenerator: [{name: a, env: sub/x.yaml}]", "generator source"),
    "values": ("helmCharts: [{name: a, valuesFile: sub/x.yaml}]", "Helm values file"),
    "more values": ("helmCharts: [{name: a, additionalValuesFiles: [sub/x.yaml]}]", "Helm values file"),
    "old values": ("helmChartInflationGenerator: [{chartName: a, values: sub/x.yaml}]", "Helm values file"),
}


HEADS = {"bare": "", "component": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize(("fields", "noun"), NAMED.values(), ids=NAMED)
def test_what_a_kustomization_names_as_a_part_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: str, noun: str, head: str
) -> None:
    package(tmp_path, {"kustomization.yaml": head + fields, "sub/x.yaml": WEB, "web.yaml": FIXED_WEB})
    monkeypatch.chdir(tmp_path)
    info = kustomize_input("sub/x.yaml", noun, "kustomization.yaml")
    for paths in (["."], ["sub", "web.yaml"], ["sub/x.yaml", "web.yaml"]):
        files = read_files(paths)
        assert [source.path for source in files.sources if source.path != "kustomization.yaml"] == ["web.yaml"]
        assert [skipped for skipped in files.skipped if skipped.noun != "kustomization"] == [info]


@pytest.mark.parametrize("paths", [["."], ["sub", "web.yaml"], ["sub/x.yaml", "web.yaml"]], ids=" ".join)
def test_a_patch_is_neither_judged_nor_edited(tmp_path: Path, paths: list[str]) -> None:
    package(tmp_path, {"kustomization.yaml": NAMED["patches"][0], "sub/x.yaml": WEB, "web.yaml": FIXED_WEB})
    ran = run("check", *paths, "-v", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (0, "")
    message = f"This is a patch of kustomization.yaml and no whole object, so it was left out. {BUILT}"
    assert f"info: sub/x.yaml: {message}\n" in ran.stderr
    assert "1 patch." in ran.stderr.splitlines()[-1]
    assert run("fix", *paths, cwd=tmp_path).code == 0
    assert (tmp_path / "sub" / "x.yaml").read_text() == WEB


def test_a_report_names_them(tmp_path: Path) -> None:
    package(tmp_path, {"kustomization.yaml": NAMED["patches"][0], "sub/x.yaml": WEB, "web.yaml": FIXED_WEB})
    report = json.loads(run("check", "sub", "web.yaml", "--format", "json", cwd=tmp_path).stdout)
    assert report == {
        "summary": {"error": 0, "warning": 0, "info": 1},
        "results": [
            {
                "severity": "info",
                "rule": "kustomize-input",
                "message": "This is a patch of kustomization.yaml and no whole object, so it was left out.",
                "remedy": BUILT,
                "file": {"path": "sub/x.yaml", "index": 0, "line": 0},
            }
        ],
    }


def test_what_is_a_resource_as_well_is_whole(tmp_path: Path) -> None:
    package(tmp_path, {"kustomization.yaml": "resources: [web.yaml]\npatches: [{path: web.yaml}]\n", "web.yaml": WEB})
    assert run("check", "web.yaml", cwd=tmp_path) == Ran(1, WEB_MISSING + "yurt-hostnet: 1 error.\n")
    package(tmp_path, {"kustomization.yaml": "resources: [d/web.yaml]\n", "d/web.yaml": WEB})
    package(tmp_path, {"d/kustomization.yaml": "patches: [{path: web.yaml}]\n"})
    found = web_missing("d/web.yaml", "d/web.yaml:12: ") + "yurt-hostnet: 1 error.\n"
    assert run("check", "d/web.yaml", cwd=tmp_path) == Ran(1, found)


def test_a_kustomization_elsewhere_does_not_hide_a_file(tmp_path: Path) -> None:
    package(tmp_path, {"x/kustomization.yaml": "patches: [{path: ../web.yaml}]\n", "web.yaml": WEB})
    ran = run("check", ".", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (1, web_missing(".") + "yurt-hostnet: 1 error.\n")


def test_a_link_to_a_patch_is_one(tmp_path: Path) -> None:
    package(tmp_path, {"kustomization.yaml": "patches: [{path: p.yaml}]\n", "web.yaml": FIXED_WEB, "files/x": WEB})
    (tmp_path / "p.yaml").symlink_to("files/x")
    ran = run("check", ".", cwd=tmp_path)
    summary = "Passed over: 1 kustomization, 1 patch (-v names them).\n"
    assert ran == Ran(0, "", f"{builds_told('.')}yurt-hostnet: No findings in 1 object of 1 file. {summary}")


PARTIAL = WEB.replace("        image: web:1\n", "        env: []\n")
NO_CONTAINERS = WEB.partition("      containers")[0] + "      hostNetwork: false\n"


@pytest.mark.parametrize("text", [PARTIAL, NO_CONTAINERS], ids=["no image", "no containers"])
def test_a_part_that_nobody_names_is_left_out_and_told(tmp_path: Path, text: str) -> None:
    package(tmp_path, {"p.yaml": f"{text}---\n{WEB}"})
    line = 13 + text.count("\n")
    told = (
        "info: p.yaml: Deployment shop/web lacks containers or an image, so it is no whole object and was left out. "
        "Look at what it becomes: pipe what is built through yurt-hostnet check -\n"
        "yurt-hostnet: Looked at 1 object of 1 file. Passed over: 1 partial object.\n"
    )
    expected = web_missing("p.yaml", f"p.yaml:{line}: ") + "yurt-hostnet: 1 error.\n"
    assert run("check", "p.yaml", "-v", cwd=tmp_path) == Ran(1, expected, told)
    workloads = json.loads(run("explain", "p.yaml", "--format", "json", cwd=tmp_path).stdout)["workloads"]
    assert [row["file"]["line"] for row in workloads] == [text.count("\n") + 3]
    assert run("fix", "p.yaml", cwd=tmp_path).code == 0
    assert (tmp_path / "p.yaml").read_text() == f"{text}---\n{FIXED_WEB}"


def test_a_resource_that_a_patch_completes_is_whole(tmp_path: Path) -> None:
    package(tmp_path, {"kustomization.yaml": "resources: [web.yaml]\n", "web.yaml": PARTIAL})
    assert run("check", "web.yaml", cwd=tmp_path) == Ran(1, WEB_MISSING + "yurt-hostnet: 1 error.\n")
