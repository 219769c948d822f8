"""init: what it writes into which package, what it says, and that --undo gives back every byte."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import ENVIRON, POOLS, WEB, Ran
from commands.wiring_trees import CHART, FUNCTION, KPTFILE, KUSTOMIZATION, PLAIN, path_of, repository, run, tree

if TYPE_CHECKING:
    from pathlib import Path

BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: hostnet-baseline
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  pools:
  - name: hangzhou
    hostNetwork: false
    type: Edge
    interConnectivity: false
  - name: shanghai
    hostNetwork: true
    type: Edge
    interConnectivity: false
  workloads:
  - group: apps
    kind: Deployment
    namespace: shop
    name: web
    hostNetwork: false
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    return path_of(tmp_path / "bin", "yurt-hostnet", "kustomize")


def test_a_kustomization(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", {f"shop/{name}": text for name, text in PLAIN.items()})
    ran = run("init", "shop", "--exec", "--yes", cwd=root, path=path)
    assert (ran.code, ran.stdout) == (0, "")
    after = tree(root / "shop")
    assert json.loads(after.pop(".yurt-hostnet-init"))["version"] == 1
    assert after == {
        **PLAIN,
        "kustomization.yaml": KUSTOMIZATION.replace("  - pools.yaml\n", "  - pools.yaml\n  - hostnet-baseline.yaml\n")
        + "transformers:\n  - yurt-hostnet.yaml\n",
        "yurt-hostnet.yaml": FUNCTION,
        "hostnet-baseline.yaml": BASELINE.replace("name: hostnet-baseline", "name: hostnet-baseline-shop"),
    }
    assert ran.stderr.splitlines()[-1] == (
        "yurt-hostnet: Now: kustomize build --enable-alpha-plugins --enable-exec shop (kubectl apply -k cannot run it)"
    )


def test_a_kpt_package(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", {"Kptfile": KPTFILE, "web.yaml": WEB, "pools.yaml": POOLS})
    assert run("init", "--image", "example.org/yurt-hostnet:1", "--yes", cwd=root, path=path).code == 0
    after = tree(root)
    assert after["Kptfile"] == KPTFILE + (
        'pipeline:\n  mutators:\n  - image: "example.org/yurt-hostnet:1"\n    configPath: yurt-hostnet.yaml\n'
    )
    assert after["yurt-hostnet.yaml"] == FUNCTION.partition("    config.kubernetes.io/function")[0] + (
        '    config.kubernetes.io/local-config: "true"\n'
    )
    assert after["hostnet-baseline.yaml"] == BASELINE


def test_a_chart_needs_no_file(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", {"Chart.yaml": CHART})
    ran = run("init", "--yes", cwd=root, path=path)
    assert (ran.code, tree(root)) == (0, {"Chart.yaml": CHART})
    assert "--post-renderer yurt-hostnet" in ran.stderr


@pytest.mark.parametrize(
    "kustomization",
    [
        KUSTOMIZATION,
        "resources: [web.yaml, pools.yaml]\ntransformers: []  # none yet\n",
        "resources: [web.yaml, pools.yaml]\r\ntransformers: [labels.yaml]\r\n",
        "resources:\n- web.yaml\n- pools.yaml\ntransformers:\n- |-\n  kind: A\n- labels.yaml # one\n# the end",
        "transformers:\nresources:\n- web.yaml",
    ],
    ids=["plain", "empty", "flow", "block", "null"],
)
def test_undo_gives_back_every_byte(tmp_path: Path, path: str, kustomization: str) -> None:
    files = {**PLAIN, "kustomization.yaml": kustomization, ".gitlab-ci.yml": "# ours\nstages: [test]\n"}
    root = repository(tmp_path / "repo", files)
    assert run("init", "--exec", "--ci", "gitlab", "--yes", cwd=root, path=path).code == 0
    assert run("init", "--ci", "github", "--yes", cwd=root, path=path).code == 0
    assert yaml.safe_load((root / "kustomization.yaml").read_bytes())["transformers"][-1] == "yurt-hostnet.yaml"
    assert run("init", "--undo", "--yes", cwd=root, path=path).code == 0
    assert tree(root) == files
    assert sorted(os.listdir(root)) == sorted([".git", *files])


def test_undo_leaves_what_was_edited_since(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    run("init", "--exec", "--yes", cwd=root, path=path)
    file = root / "kustomization.yaml"
    edited = file.read_text().replace("namespace: shop", "namespace: other # mine")
    file.write_text(edited.replace("  - yurt-hostnet.yaml\n", "  - yurt-hostnet.yaml # ours\n  - more.yaml\n"))
    assert run("init", "--undo", "--yes", cwd=root, path=path).code == 0
    want = KUSTOMIZATION.replace("namespace: shop", "namespace: other # mine") + "transformers:\n  - more.yaml\n"
    assert tree(root) == {**PLAIN, "kustomization.yaml": want}


def test_undo_refuses_to_drop_what_somebody_wrote(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    run("init", "--exec", "--yes", cwd=root, path=path)
    (root / "yurt-hostnet.yaml").write_text(FUNCTION + "spec:\n  exclude: NonHostNetwork\n")
    before = tree(root)
    assert run("init", "--undo", "--yes", cwd=root, path=path) == Ran(
        2,
        "",
        "yurt-hostnet: yurt-hostnet.yaml: The file has been edited since init made it. Remove it, or move it away, and "
        "run this again.\n",
    )
    assert tree(root) == before


def test_undo_where_init_never_was(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    ran = run("init", "--undo", "--yes", cwd=root, path=path)
    assert (ran.code, tree(root)) == (2, PLAIN)
    assert ran.stderr.startswith("yurt-hostnet: .: init left no .yurt-hostnet-init here")


@pytest.mark.parametrize("victim", ["../victim", ".git/victim", "link/victim"])
def test_a_record_cannot_lead_out_of_the_repository(tmp_path: Path, path: str, victim: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    (root / "link").symlink_to("..")
    (root / victim).write_text("")
    digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    record = {"version": 1, "folders": [], "steps": [{"made": victim, "sha256": digest}]}
    (root / ".yurt-hostnet-init").write_text(json.dumps(record))
    ran = run("init", "--undo", "--yes", cwd=root, path=path)
    assert ran.code == 2
    assert "outside of the working tree" in ran.stderr
    assert (root / victim).exists()


NO_RECORDS = ["", "[]", '{"version": 1}', '{"version": 1, "folders": [], "steps": [{"made": 1}]}']


@pytest.mark.parametrize("record", NO_RECORDS)
def test_a_record_that_is_none(tmp_path: Path, path: str, record: str) -> None:
    root = repository(tmp_path / "repo", {**PLAIN, ".yurt-hostnet-init": record})
    ran = run("init", "--undo", "--yes", cwd=root, path=path)
    assert (ran.code, ran.stderr.count("This is no record of init")) == (2, 1)


WIRED = {
    "by file": ("transformers:\n- hostnet.yaml\n", {"hostnet.yaml": FUNCTION}),
    "inline": ("transformers:\n- |-\n" + "".join(f"  {line}\n" for line in FUNCTION.splitlines()), {}),
    "by folder": (
        "transformers:\n- fnd\n",
        {"fnd/kustomization.yaml": "resources:\n- hostnet.yaml\n", "fnd/hostnet.yaml": FUNCTION},
    ),
    "as a ConfigMap": (
        "transformers:\n- hostnet.yaml\n",
        {"hostnet.yaml": FUNCTION.replace("fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet", "v1\nkind: ConfigMap")},
    ),
}


@pytest.mark.parametrize("how", WIRED)
def test_what_is_wired_already_stays(tmp_path: Path, path: str, how: str) -> None:
    lines, more = WIRED[how]
    files = {**PLAIN, **more, "kustomization.yaml": KUSTOMIZATION + lines}
    root = repository(tmp_path / "repo", files)
    assert run("init", "--exec", "--yes", cwd=root, path=path) == Ran(
        0,
        "",
        "yurt-hostnet: kustomization.yaml:7 lists the function already. "
        "`yurt-hostnet doctor .` tells whether it runs.\n",
    )
    assert tree(root) == files


def test_the_package_s_own_configuration_becomes_the_function(tmp_path: Path, path: str) -> None:
    own = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata:\n  name: ours # keep\n"
    root = repository(tmp_path / "repo", {**PLAIN, "settings.yaml": own})
    assert run("init", "--exec", "--yes", cwd=root, path=path).code == 0
    after = tree(root)
    assert "yurt-hostnet.yaml" not in after
    assert after["settings.yaml"].startswith(own)
    annotations = yaml.safe_load(after["settings.yaml"])["metadata"]["annotations"]
    assert annotations == {"config.kubernetes.io/function": "exec:\n  path: yurt-hostnet\n"}
    assert yaml.safe_load(after["kustomization.yaml"])["transformers"] == ["settings.yaml"]
    run("init", "--undo", "--yes", cwd=root, path=path)
    assert tree(root) == {**PLAIN, "settings.yaml": own}


TWO_HOSTS = (
    ".: This folder holds kustomization.yaml and Kptfile. "
    "Say with --host kustomize or --host kpt which of them renders it."
)
COMPONENT = (
    "kustomization.yaml: A component runs before the patches of the overlays that take it in. "
    "Run init in each of the overlays."
)
REFUSED = {
    "no folder": ({}, ("nowhere",), "nowhere: There is no such folder."),
    "nothing": (
        {"a/kustomization.yaml": "resources: []\n"},
        (),
        ".: This folder has no kustomization.yaml, Kptfile or Chart.yaml. Name the folder that is built: a.",
    ),
    "two hosts": (
        {"kustomization.yaml": KUSTOMIZATION, "Kptfile": KPTFILE},
        (),
        TWO_HOSTS,
    ),
    "a component": (
        {"kustomization.yaml": "kind: Component\n"},
        (),
        COMPONENT,
    ),
    "in the way": (
        {**PLAIN, "yurt-hostnet.yaml": WEB},
        (),
        "yurt-hostnet.yaml: This file is in the way, since it holds no YurtHostNet. Give it another name.",
    ),
    "no list": (
        {**PLAIN, "kustomization.yaml": "resources: [web.yaml]\ntransformers: a.yaml\n"},
        (),
        "kustomization.yaml: transformers is no list, so nothing can be added. Fix it first.",
    ),
    "exec and image": (PLAIN, ("--exec", "--image=a"), "--exec and --image exclude each other. Give one of them."),
    "an image that CI has not": (
        PLAIN,
        ("--ci=github",),
        "A CI run has no image localhost/yurt-hostnet:dev. Give --exec, or --image one it can pull.",
    ),
    "an image in GitLab": (
        PLAIN,
        ("--ci=gitlab", "--image=a"),
        "A job of GitLab has no docker of its own to run an image. Use --exec with --ci gitlab.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(tmp_path: Path, path: str, case: str) -> None:
    files, arguments, sentence = REFUSED[case]
    root = repository(tmp_path / "repo", files)
    assert run("init", "--yes", *arguments, cwd=root, path=path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")
    assert tree(root) == files


@pytest.mark.parametrize("name", ["${{ github.token }}", "a\nb"])
def test_a_folder_whose_name_ci_would_take_for_more(tmp_path: Path, path: str, name: str) -> None:
    root = repository(tmp_path / "repo", {f"{name}/{file}": text for file, text in PLAIN.items()})
    ran = run("init", name, "--exec", "--ci", "github", "--yes", cwd=root, path=path)
    assert (ran.code, "cannot stand in the file of a CI service" in ran.stderr) == (2, True)
    assert not (root / ".github").exists()


def test_a_link_is_not_edited(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", {name: text for name, text in PLAIN.items() if name != "kustomization.yaml"})
    (tmp_path / "elsewhere").write_text(KUSTOMIZATION)
    (root / "kustomization.yaml").symlink_to("../elsewhere")
    ran = run("init", "--exec", "--yes", cwd=root, path=path)
    assert (ran.code, (tmp_path / "elsewhere").read_text()) == (2, KUSTOMIZATION)
    assert not (root / "yurt-hostnet.yaml").exists()
    assert "this is a link" in ran.stderr


def test_without_kustomize_there_is_no_baseline(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    ran = run("init", "--exec", "--yes", cwd=root, path=path_of(tmp_path / "bin"))
    assert ran.code == 0
    assert "No baseline was written. Neither kustomize nor kubectl is on PATH" in ran.stderr
    assert ran.stderr.partition("For one later: ")[2].splitlines()[0] == (
        "kustomize build --enable-alpha-plugins --enable-exec . | yurt-hostnet baseline - -o hostnet-baseline.yaml, "
        "and name it under resources: of kustomization.yaml"
    )
    assert not (root / "hostnet-baseline.yaml").exists()


def test_without_a_terminal_nothing_is_written(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    asked = run("init", "--exec", cwd=root, path=path)
    assert (asked.code, tree(root)) == (2, PLAIN)
    assert "+  - yurt-hostnet.yaml\n" in asked.stdout
    assert asked.stderr.splitlines()[-1].startswith("yurt-hostnet: Nothing was written, since standard input is no")
    shown = run("init", "--exec", "--diff", cwd=root, path=path)
    assert (shown.code, shown.stdout, tree(root)) == (0, asked.stdout, PLAIN)


def test_git_can_apply_the_diff(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    (root / ".git").rmdir()
    diff = run("init", "--exec", "--diff", cwd=root, path=path).stdout
    subprocess.run(["git", "apply", "-"], cwd=root, input=diff.encode(), check=True)
    patched = tree(root)
    assert run("init", "--undo", "--yes", cwd=root, path=path).code == 0
    assert run("init", "--exec", "--yes", cwd=root, path=path).code == 0
    assert tree(root) == patched


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 1), ("", 1)])
def test_a_terminal_is_asked(tmp_path: Path, path: str, answer: str, code: int) -> None:
    root = repository(tmp_path / "repo", PLAIN)
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    done = subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", "init", "--exec"],
        cwd=root,
        stdin=theirs,
        capture_output=True,
        env={**ENVIRON, "PATH": path},
        check=False,
        timeout=120,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == code
    assert (tree(root) == PLAIN) == bool(code)


CI_FILES = {"github": ".github/workflows/yurt-hostnet-shop.yaml", "gitlab": ".gitlab-ci.yml"}


@pytest.mark.parametrize("service", CI_FILES)
def test_the_commands_of_a_ci_file_run(tmp_path: Path, path: str, service: str) -> None:
    """All of them but for what installs; and they fail where an edit must be refused, or the function is gone."""
    root = repository(tmp_path / "repo", {f"shop/{name}": text for name, text in PLAIN.items()})
    assert run("init", "shop", "--exec", "--ci", service, "--yes", cwd=root, path=path).code == 0
    told = yaml.safe_load((root / CI_FILES[service]).read_text())
    if service == "github":
        assert told["on"] == "pull_request"
        steps = told["jobs"]["yurt-hostnet"]["steps"]
        assert [step.get("uses") for step in steps][:1] == ["actions/checkout@v4"]
        lines = [step["run"] for step in steps[2:]]
    else:
        lines = told["yurt-hostnet-shop"]["script"]
    assert lines == [
        "kustomize build --enable-alpha-plugins --enable-exec shop > /dev/null",
        "yurt-hostnet doctor --enable-exec shop",
    ]
    assert [shell(line, root, path) for line in lines] == [0, 0]
    (root / "shop" / "kustomization.yaml").write_text(KUSTOMIZATION)
    assert [shell(line, root, path) for line in lines] == [0, 1]


def test_the_hook_of_pre_commit(tmp_path: Path, path: str) -> None:
    there = "repos:\n# ours\n- repo: local\n  hooks: []\n"
    files = {f"shop/{name}": text for name, text in PLAIN.items()}
    root = repository(tmp_path / "repo", {**files, ".pre-commit-config.yaml": there})
    assert run("init", "shop", "--exec", "--ci", "pre-commit", "--yes", cwd=root, path=path).code == 0
    text = (root / ".pre-commit-config.yaml").read_text()
    assert text.startswith(there)
    (hook,) = yaml.safe_load(text)["repos"][-1]["hooks"]
    assert (hook["language"], hook["pass_filenames"]) == ("system", False)
    assert shell(hook["entry"], root, path) == 0


def test_what_ci_runs_for_a_chart(tmp_path: Path, path: str) -> None:
    root = repository(tmp_path / "repo", {"a b/Chart.yaml": CHART + "dependencies:\n- name: x\n"})
    assert run("init", "a b", "--ci", "gitlab", "--yes", cwd=root, path=path).code == 0
    job = yaml.safe_load((root / ".gitlab-ci.yml").read_text())["yurt-hostnet-a-b"]
    assert job["script"] == [
        "helm dependency build 'a b'",
        "helm template 'a b' > /tmp/yurt-hostnet.yaml",
        "yurt-hostnet < /tmp/yurt-hostnet.yaml > /dev/null",
    ]
    assert run("init", "a b", "--ci", "pre-commit", "--yes", cwd=root, path=path).code == 0
    (hook,) = yaml.safe_load((root / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    assert shlex.split(hook["entry"])[2] == (
        "helm dependency build 'a b' && out=$(helm template 'a b') && "
        'printf "%s\\n" "$out" | yurt-hostnet > /dev/null'
    )


def shell(line: str, cwd: Path, path: str) -> int:
    """Run a line as a shell does, and return its exit code."""
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=cwd, env={**ENVIRON, "PATH": path}, check=False, capture_output=True, timeout=120
    ).returncode
