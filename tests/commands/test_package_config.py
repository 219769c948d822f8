"""The package's own configuration: what it changes is told, since whoever writes the manifests writes that as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import NOT_EXCLUDED, WEB, Ran, package, run, web_missing

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata: {name: hostnet}\nspec:\n"
OFF = f"{HEAD}  rules:\n  - {{rule: {NOT_EXCLUDED}, severity: 'Off', reason: none}}\n"
TOLD = "is configuration of the package itself and counts here; it sets"
END = "--config FILE would count instead.\n"
SETTINGS = {
    "a rule": (OFF, f"rule {NOT_EXCLUDED} to off"),
    "exceptions": (
        (
            f"{HEAD}  rules:\n  - rule: {NOT_EXCLUDED}\n    reason: none\n"
            "    except: [{kind: Deployment, namespace: shop, name: web}, {name: other}]\n"
        ),
        f"exceptions of rule {NOT_EXCLUDED}: Deployment shop/web, other",
    ),
    "fields": (
        (
            f"{HEAD}  exclude: NonHostNetwork\n  poolLabel: example.org/pool\n  failOn: Warning\n"
            "  pools: [{name: a}]\n  infrastructure:\n    isolate: []\n"
            "    keep: [{namespace: kube-system, name: dns, reason: none}]\n    extra: [{name: a, podLabels: {a: b}}]\n"
        ),
        (
            "infrastructure.keep: kube-system/dns; failOn to warning; exclude; infrastructure.isolate; "
            "infrastructure.extra; pools; poolLabel"
        ),
    ),
}


@pytest.mark.parametrize(("text", "changes"), SETTINGS.values(), ids=SETTINGS)
def test_what_it_changes_is_told(tmp_path: Path, text: str, changes: str) -> None:
    package(tmp_path, {"sub/.hostnet.yaml": text})
    for command in ("check", "fix", "explain", "baseline"):
        said = run(command, ".", cwd=tmp_path).stderr
        assert said.startswith(f"yurt-hostnet: YurtHostNet hostnet (sub/.hostnet.yaml:1) {TOLD} {changes}. {END}"), (
            command
        )


def test_the_configuration_of_the_caller_counts_and_nothing_else_is_told(tmp_path: Path) -> None:
    package(tmp_path, {"hostnet.yaml": OFF, "web.yaml": WEB})
    place = f"yurt-hostnet: YurtHostNet hostnet (hostnet.yaml:1) {TOLD} rule {NOT_EXCLUDED} to off. {END}"
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", place + "yurt-hostnet: No findings in 2 objects of 2 files.\n")
    package(tmp_path / "ci", {"ours.yaml": f"{HEAD}  exclude: Annotated\n"})
    files = ("hostnet.yaml", "web.yaml")
    for options in (("--config", "ci/ours.yaml"), ("--set", "exclude=Annotated")):
        looked = "yurt-hostnet: Looked at 2 objects of 2 files.\n"
        found = Ran(1, web_missing(" ".join([*options, *files])) + "yurt-hostnet: 1 error.\n", looked)
        assert run("check", *files, *options, cwd=tmp_path) == found


def test_what_changes_nothing_is_not_told(tmp_path: Path) -> None:
    package(tmp_path, {"hostnet.yaml": f"{HEAD}  exclude: Annotated\n"})
    assert run("check", ".", cwd=tmp_path) == Ran(0, "", "yurt-hostnet: No findings in 1 object of 1 file.\n")


def test_its_name_stays_on_its_line(tmp_path: Path) -> None:
    package(tmp_path, {"a\n::b.yaml": OFF})
    said = run("check", ".", cwd=tmp_path).stderr
    assert said.startswith("yurt-hostnet: YurtHostNet hostnet (a ::b.yaml:1) is configuration")
    assert len(said.splitlines()) == 2
