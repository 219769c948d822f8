"""Real Helm 3 and Helm 4: the same charts through the post-renderer, and releases that are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hosts.api_server import api_server
from hosts.programs import BROKEN, FIXTURES, IDENTITY, OURS, ROOT, Hosts, assert_golden, diff, need

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

CHARTS = FIXTURES / "helm"
EXAMPLE = ROOT / "helm-example"
POST_RENDERER = ("--post-renderer", "yurt-hostnet")

WHERE = "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
UNREADABLE = "Node affinity cannot be read: This must be a list; it is a string. [node-selector-term-malformed]"
MALFORMED = (
    f"malformed/templates/web.yaml: error: Deployment default/web {WHERE}: {UNREADABLE}",
    "  Fix the field; the object stays as it is until then.",
    "yurt-hostnet: 1 error. Nothing was edited.",
)
MEANT = 'did you mean "NonHostNetwork"? Allowed: Annotated, NonHostNetwork.'
BAD_SETTING = (f'yurt-hostnet: functionConfig data.exclude cannot be "NonHost"; {MEANT}',)


class Helm:
    """One Helm, in a home of its own; Helm 4 has the plugin installed there, Helm 3 needs none."""

    def __init__(self, hosts: Hosts, name: str) -> None:
        self.name = name
        self.hosts = hosts
        home = hosts.folder / name
        self.home = {f"HELM_{kind}_HOME": str(home / kind) for kind in ("CACHE", "CONFIG", "DATA")}

    def run(self, *arguments: str | Path, function: str = OURS) -> tuple[int, str, str]:
        result = self.hosts.run(self.name, *arguments, function=function, environment=self.home)
        return result.code, result.stdout, result.stderr

    def template(self, chart: Path, *arguments: str, function: str = OURS) -> str:
        code, stdout, stderr = self.run("template", "web", chart, *POST_RENDERER, *arguments, function=function)
        assert (code, stderr) == (0, "")
        return stdout


@pytest.fixture(scope="module", params=["helm3", "helm4"])
def helm(hosts: Hosts, request: pytest.FixtureRequest) -> Helm:
    need(request.param)
    found = Helm(hosts, request.param)
    if found.name == "helm4":
        code, stdout, _ = found.run("plugin", "install", ROOT / "helm-plugin")
        assert (code, stdout.splitlines()[-1]) == (0, "Installed plugin: yurt-hostnet")
    return found


@pytest.mark.parametrize("chart", [EXAMPLE, CHARTS / "odd"], ids=lambda chart: chart.name)
def test_a_template_gains_only_our_lines(helm: Helm, chart: Path) -> None:
    before = helm.template(chart, "--include-crds", function=IDENTITY)
    after = helm.template(chart, "--include-crds")
    assert_golden(diff(before, after), CHARTS / f"{chart.name}.{helm.name}.diff")


def test_a_chart_that_needs_nothing_is_left_alone(helm: Helm) -> None:
    arguments = ("--set", "needsPodNetwork=false")
    assert helm.template(EXAMPLE, *arguments) == helm.template(EXAMPLE, *arguments, function=IDENTITY)


def test_settings_as_arguments(helm: Helm) -> None:
    setting = "--set=exclude=NonHostNetwork"
    arguments = ("--set", "needsPodNetwork=false", "--post-renderer-args", setting)
    before = helm.template(EXAMPLE, "--set", "needsPodNetwork=false", function=IDENTITY)
    after = helm.template(EXAMPLE, *arguments)
    assert_golden(diff(before, after), CHARTS / f"settings.{helm.name}.diff")


def test_one_file_of_a_chart(helm: Helm) -> None:
    shown = helm.template(EXAMPLE, "--show-only", "templates/deployment.yaml")
    assert "# Source: helm-example/templates/deployment.yaml" in shown
    assert shown.count("nodepool.openyurt.io/hostnetwork") == 1


def test_an_empty_chart(helm: Helm) -> None:
    """Helm 4 takes an empty answer for a failure, so the renderer has to say something."""
    assert helm.template(CHARTS / "empty").strip() == ""


def test_a_dry_run_shows_what_would_be_installed(helm: Helm) -> None:
    with api_server() as server:
        install = ("install", "web", EXAMPLE, "--dry-run=client", "--disable-openapi-validation")
        place = ("--kube-apiserver", server.address)
        runs = [helm.run(*install, *POST_RENDERER, *place, function=function) for function in (IDENTITY, OURS)]
    assert [(code, stderr) for code, _, stderr in runs] == [(0, ""), (0, "")]
    before, after = (without_date(stdout) for _, stdout, _ in runs)
    assert_golden(diff(before, after), CHARTS / f"dry-run.{helm.name}.diff")
    assert server.writes() == []


@pytest.mark.parametrize(
    ("chart", "arguments", "message"),
    [
        (CHARTS / "malformed", (), MALFORMED),
        (EXAMPLE, ("--post-renderer-args", "--set=exclude=NonHost"), BAD_SETTING),
    ],
    ids=["malformed affinity", "bad setting"],
)
@pytest.mark.parametrize("command", ["template", "dry-run", "install", "upgrade"])
def test_a_refused_release_installs_nothing_and_says_why(
    helm: Helm, command: str, chart: Path, arguments: tuple[str, ...], message: tuple[str, ...]
) -> None:
    with api_server() as server:
        place = () if command == "template" else ("--kube-apiserver", server.address, "--disable-openapi-validation")
        verb = {"dry-run": ("install", "--dry-run=client"), "upgrade": ("upgrade", "--install")}.get(
            command, (command,)
        )
        code, stdout, stderr = helm.run(*verb, "web", chart, *POST_RENDERER, *arguments, *place)
    assert (code, stdout) == (1, 'Release "web" does not exist. Installing it now.\n' if command == "upgrade" else "")
    assert is_in(message, stderr)
    assert server.writes() == []


@pytest.mark.parametrize("command", ["template", "install"])
def test_a_bug_of_ours_installs_nothing_and_says_what_broke(helm: Helm, command: str) -> None:
    """Helm 4 drops stderr and what comes with an exit code: the traceback arrives as a refusal."""
    with api_server() as server:
        place = () if command == "template" else ("--kube-apiserver", server.address, "--disable-openapi-validation")
        code, stdout, stderr = helm.run(command, "web", EXAMPLE, *POST_RENDERER, *place, function=BROKEN)
    assert (code, stdout) == (1, "")
    assert "Traceback (most recent call last):\n" in stderr
    assert "yurt-hostnet: This is a bug of ours: RuntimeError: boom. Nothing was applied." in stderr
    assert server.writes() == []


def test_an_install_would_have_written(helm: Helm) -> None:
    """The counterpart of the refusals: the stand-in server does see an accepted release."""
    with api_server() as server:
        code, _, _ = helm.run(
            "install",
            "web",
            EXAMPLE,
            *POST_RENDERER,
            "--kube-apiserver",
            server.address,
            "--disable-openapi-validation",
        )
    assert (code, server.writes()) == (1, ["POST /api/v1/namespaces/default/secrets"])


def test_files_of_output_dir(helm: Helm, tmp_path: Path) -> None:
    """What helm-plugin/README.md warns of: with --output-dir Helm 3 writes files that no post-renderer has seen."""
    helm.template(EXAMPLE, "--output-dir", str(tmp_path))
    written = (tmp_path / "helm-example" / "templates" / "deployment.yaml").read_text()
    assert written.count("nodepool.openyurt.io/hostnetwork") == {"helm3": 0, "helm4": 1}[helm.name]


def without_date(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("LAST DEPLOYED:"))


def is_in(message: tuple[str, ...], text: str) -> bool:
    """Return whether the lines of a message stand in a text one after the other; Helm 4 indents them."""
    plain = "\n".join(message)
    return f"\n{plain}\n" in f"\n{text}\n" or f"\n  {plain.replace(chr(10), chr(10) + '  ')}\n" in text
