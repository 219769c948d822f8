"""doctor: each thing that keeps a function from running is found, with what to type, and decides the exit code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from commands.wiring_trees import CHART, FUNCTION, KPTFILE, KUSTOMIZATION, PLAIN, path_of, repository, run

if TYPE_CHECKING:
    from pathlib import Path

WIRED = {**PLAIN, "kustomization.yaml": KUSTOMIZATION + "transformers:\n- hostnet.yaml\n", "hostnet.yaml": FUNCTION}
SKIPPED = (
    "ok: skipped: With --enable-alpha-plugins, kubectl kustomize, and kustomize without --enable-exec, pass over a "
    "program without a word and with exit code 0. kubectl apply -k fails."
)
BELOW = (
    "The function is listed below (base/kustomization.yaml:7) and not here, so it runs before the patches of "
    "this folder."
)
IMAGE = FUNCTION.replace("exec:\n        path: yurt-hostnet", "container:\n        image: example.org/yurt-hostnet:1")
INLINE = "transformers:\n- |-\n" + "".join(f"  {line}\n" for line in FUNCTION.splitlines())


@pytest.fixture
def path(tmp_path: Path) -> str:
    return path_of(tmp_path / "bin", "yurt-hostnet", "kustomize")


def found(root: Path, path: str, *arguments: str) -> tuple[int, dict[str, list[tuple[str, str]]]]:
    """Return the exit code, and by check the severity and message of each finding."""
    ran = run("doctor", "--format", "json", *arguments, cwd=root, path=path)
    data = json.loads(ran.stdout)
    out: dict[str, list[tuple[str, str]]] = {}
    for each in data["findings"]:
        assert bool(each["command"]) or each["severity"] == "info", each
        out.setdefault(each["check"], []).append((each["severity"], each["message"]))
    assert data["runs"] == (ran.code == 0)
    return ran.code, out


def with_files(tmp_path: Path, **changed: str) -> Path:
    """Return a repository of WIRED with files changed; `__` stands for a dot, `_` for a slash."""
    more = {name.replace("__", ".").replace("_", "/"): text for name, text in changed.items()}
    return repository(tmp_path / "repo", {**WIRED, **more})


def test_all_is_well(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    run("init", "--exec", "--yes", cwd=root, path=path)
    ran = run("doctor", "--enable-exec", cwd=root, path=path)
    assert (ran.code, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "kustomization.yaml: rendered by kustomize",
        "on this machine: yurt-hostnet 0.1.0, kustomize v5.8.1",
        "ok: wired: kustomization.yaml:8 lists the function under transformers.",
        "ok: order: kustomization.yaml:8 is the last of its list.",
        f"ok: reachable: The program yurt-hostnet is {path}/yurt-hostnet.",
        SKIPPED,
        "  Type: kustomize build --enable-alpha-plugins --enable-exec .",
        "ok: proof: Built with and without the function, 1 object of 3 differs.",
        "ok: baseline: The baseline knows all NodePools that are built (2).",
        "yurt-hostnet: 0 errors, 0 warnings.",
    ]


def test_nothing_is_run_unless_it_is_allowed(tmp_path: Path, path: str) -> None:
    (tmp_path / "bin" / "kustomize").write_text(f"#!/bin/sh\n[ $1 = version ] || : >{tmp_path}/ran\n")
    root = with_files(tmp_path)
    code, checks = found(root, path)
    assert (code, checks["proof"]) == (
        0,
        [("warning", "Nothing was built, since a build runs all programs that the repository names.")],
    )
    assert not (tmp_path / "ran").exists()


def test_not_wired(tmp_path: Path, path: str) -> None:
    code, checks = found(with_files(tmp_path, kustomization__yaml=KUSTOMIZATION), path)
    assert (code, checks["wired"]) == (1, [("error", "No list here leads to the function, so nothing runs it.")])


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("generators", "lists the function under generators:, where it gets no objects and does nothing."),
        ("validators", "lists the function under validators:, where kustomize fails."),
    ],
)
def test_the_wrong_list(tmp_path: Path, path: str, field: str, why: str) -> None:
    code, checks = found(with_files(tmp_path, kustomization__yaml=f"{KUSTOMIZATION}{field}:\n- hostnet.yaml\n"), path)
    assert (code, checks["wired"]) == (1, [("error", f"kustomization.yaml:7 {why}")])


def test_a_validator_that_says_so_is_in_place(tmp_path: Path, path: str) -> None:
    text = f"{KUSTOMIZATION}validators:\n- hostnet.yaml\n"
    mode = FUNCTION + "spec:\n  mode: KustomizeValidator\n"
    _, checks = found(with_files(tmp_path, kustomization__yaml=text, hostnet__yaml=mode), path)
    assert [severity for severity, _ in checks["wired"]] == ["info"]


@pytest.mark.parametrize(
    ("lines", "behind"),
    [
        ("transformers:\n- hostnet.yaml\n- labels.yaml\n", "labels.yaml"),
        (f"{INLINE}- labels.yaml\n", "labels.yaml"),
        (INLINE.replace("transformers:\n", "transformers:\n- labels.yaml\n"), "labels.yaml"),
    ],
    ids=["file behind", "inline in front", "inline behind, which runs first"],
)
def test_something_runs_after_it(tmp_path: Path, path: str, lines: str, behind: str) -> None:
    code, checks = found(with_files(tmp_path, kustomization__yaml=KUSTOMIZATION + lines), path)
    assert code == 0
    ((severity, message),) = checks["order"]
    assert severity == "warning"
    assert f": {behind} runs after the function" in message


def test_only_a_base_lists_it(tmp_path: Path, path: str) -> None:
    files = {f"base/{name}": text for name, text in WIRED.items()}
    root = repository(tmp_path / "repo", {**files, "over/kustomization.yaml": "resources: [../base]\n"})
    _, checks = found(root, path, "over")
    assert checks["wired"] == [("warning", BELOW)]
    _, checks = found(root, path, "base")
    assert checks["order"][1] == (
        "warning",
        "The patches of over/kustomization.yaml, which takes this folder in, come after the function.",
    )


def test_the_program_is_not_there(tmp_path: Path) -> None:
    code, checks = found(with_files(tmp_path), path_of(tmp_path / "bin", "kustomize"))
    assert (code, checks["reachable"]) == (1, [("error", "The program yurt-hostnet is not on PATH.")])


def test_a_path_that_leads_nowhere(tmp_path: Path, path: str) -> None:
    text = FUNCTION.replace("path: yurt-hostnet", "path: ./bin/yurt-hostnet")
    code, checks = found(with_files(tmp_path, hostnet__yaml=text), path)
    assert code == 1
    assert checks["reachable"][0][1].startswith("There is no program ./bin/yurt-hostnet;")


def test_no_program_is_named(tmp_path: Path, path: str) -> None:
    text = FUNCTION.partition("  annotations")[0]
    code, checks = found(with_files(tmp_path, hostnet__yaml=text), path)
    assert code == 1
    assert checks["reachable"][0][1].startswith("hostnet.yaml names no program:")


def test_without_kustomize_a_program_is_passed_over(tmp_path: Path) -> None:
    code, checks = found(with_files(tmp_path), path_of(tmp_path / "bin", "yurt-hostnet"))
    assert code == 1
    assert [severity for severity, _ in checks["skipped"]] == ["error"]


DOCKER = "#!/bin/sh\ncase $1 in --version) echo 27.0.1 ;; image) echo no such image >&2; exit 1 ;; esac\n"


@pytest.mark.parametrize(
    ("docker", "image", "severity"),
    [
        ("", "example.org/yurt-hostnet:1", "error"),
        (DOCKER, "example.org/yurt-hostnet:1", "warning"),
        (DOCKER, "localhost/yurt-hostnet:dev", "error"),
        (DOCKER.replace("exit 1", "exit 0"), "example.org/yurt-hostnet:1", "info"),
    ],
    ids=["no docker", "to be pulled", "cannot be pulled", "there"],
)
def test_an_image(tmp_path: Path, path: str, docker: str, image: str, severity: str) -> None:
    if docker:
        (tmp_path / "bin" / "docker").write_text(docker)
        (tmp_path / "bin" / "docker").chmod(0o755)
    code, checks = found(with_files(tmp_path, hostnet__yaml=IMAGE.replace("example.org/yurt-hostnet:1", image)), path)
    assert [each for each, _ in checks["reachable"]] == [severity]
    assert code == (severity == "error")
    assert "skipped" not in checks


LINES = {
    "kubectl kustomize .": "fails",
    "kubectl kustomize --enable-alpha-plugins .": "passes over",
    "kubectl apply -k .": "cannot run",
    "kustomize build .": "fails",
    "kustomize build --enable-alpha-plugins .": "passes over",
    "kustomize build --enable-alpha-plugins --enable-exec=false .": "passes over",
    "/opt/bin/kustomize build --enable-alpha-plugins --enable-exec .": "runs",
}


@pytest.mark.parametrize("line", LINES)
def test_a_command_line_is_judged(tmp_path: Path, path: str, line: str) -> None:
    code, checks = found(with_files(tmp_path), path, "--command", line)
    ((severity, message),) = checks["command"]
    assert LINES[line] in message
    assert (code, severity) == ((0, "info") if LINES[line] == "runs" else (1, "error"))


def test_a_function_that_does_not_run_is_found_by_building(tmp_path: Path, path: str) -> None:
    """A kustomize that passes over the function though it was told to run it."""
    script = (tmp_path / "bin" / "kustomize").read_text()
    (tmp_path / "bin" / "kustomize").write_text(script.replace("built | yurt-hostnet", "built"))
    code, checks = found(with_files(tmp_path), path, "--enable-exec")
    assert code == 1
    ((severity, message),) = checks["proof"]
    assert (severity, message.endswith("did not run the function.")) == ("error", True)


def test_objects_that_the_function_did_not_see_are_found_by_building(tmp_path: Path, path: str) -> None:
    """As where the function runs before the objects come in."""
    script = (tmp_path / "bin" / "kustomize").read_text()
    late = '"$folder/pools.yaml"; echo ---; } | yurt-hostnet; cat "$folder/web.yaml"'
    script = script.replace("built | yurt-hostnet", f"{{ cat {late}")
    (tmp_path / "bin" / "kustomize").write_text(script)
    code, checks = found(with_files(tmp_path), path, "--enable-exec")
    assert (code, checks["proof"]) == (
        1,
        [("error", "What is built lacks what the function adds, in 1 object: Deployment shop/web.")],
    )


def test_a_build_that_fails_is_told(tmp_path: Path, path: str) -> None:
    bad = "#!/bin/sh\n[ $1 = version ] || { echo 'no such base' >&2; exit 1; }\n"
    (tmp_path / "bin" / "kustomize").write_text(bad)
    code, checks = found(with_files(tmp_path), path, "--enable-exec")
    assert code == 1
    assert checks["proof"][0][1].endswith("failed with exit code 1; it says: no such base")


def test_a_pool_that_the_baseline_does_not_know(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    run("init", "--exec", "--yes", cwd=root, path=path)
    with (root / "pools.yaml").open("a") as stream:
        stream.write("---\napiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: new}\nspec: {}\n")
    code, checks = found(root, path, "--enable-exec")
    assert (code, checks["baseline"]) == (0, [("warning", "The baseline does not know NodePools that are built: new.")])


def test_kpt(tmp_path: Path, path: str) -> None:
    pipeline = "pipeline:\n  {}:\n  - exec: yurt-hostnet\n    configPath: hostnet.yaml\n"
    files = {**WIRED, "Kptfile": KPTFILE + pipeline.format("mutators")}
    del files["kustomization.yaml"]
    root = repository(tmp_path / "repo", files)
    code, checks = found(root, path)
    assert (code, checks["order"]) == (0, [("info", "Kptfile:7 is the last of its list.")])
    (root / "Kptfile").write_text(KPTFILE + pipeline.format("validators"))
    code, checks = found(root, path)
    lost = "Kptfile:7 lists the function under validators:, where what it edits is lost."
    assert (code, checks["wired"]) == (1, [("error", lost)])


def test_a_chart_without_helm(tmp_path: Path, path: str) -> None:
    code, checks = found(repository(tmp_path / "repo", {"Chart.yaml": CHART}), path)
    assert (code, checks) == (1, {"host": [("error", "Helm is not on PATH.")]})


def test_names_cannot_drive_a_terminal(tmp_path: Path, path: str) -> None:
    text = FUNCTION.replace("path: yurt-hostnet", 'path: "yurt-hostnet\\e[31m"')
    ran = run("doctor", cwd=with_files(tmp_path, hostnet__yaml=text), path=path)
    assert (ran.code, "\x1b" in ran.stdout) == (1, False)
