"""Which files a command looks at: whatever kubectl or kustomize would read is read, refused, or named and counted."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, WEB, Ran, builds_told, package, run, web_missing
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.commands.discovery.object_signs import has_conflict, has_object_keys, may_hold_objects
from yurt_hostnet.commands.discovery.template_marks import is_template
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

POOL = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: north}\nspec: {type: Edge}\n"
COMMANDS = ("check", "fix", "explain", "baseline")
ONE = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n"


def missing(name: str, before: str = "", after: int = 0, fix: str = ".") -> str:
    """Return what `check` prints of WEB in a file of this name, `after` lines further down; `fix` was checked."""
    return web_missing(fix, f"{before}{name}:{12 + after}: ") + "yurt-hostnet: 1 error.\n"


READ = {
    "hidden file": ({".web.yaml": WEB}, ".web.yaml", ""),
    "suffix in capitals": ({"web.YML": WEB}, "web.YML", ""),
    "key with an escape": ({"web.yaml": WEB.replace("kind", '"\\u006bin\\x64"')}, "web.yaml", ""),
    "other key with an escape": ({"web.yaml": WEB.replace("apiVersion", '"\\U00000061piVersion"')}, "web.yaml", ""),
    "key over two lines": ({"web.yaml": WEB.replace("kind:", '? "ki\\\n  nd"\n:')}, "web.yaml", "2"),
    "marks in a comment": ({"web.yaml": "# {{ }}\n" + WEB}, "web.yaml", "1"),
    "marks in quotes": (
        {"web.yaml": WEB.replace("name: web\n", 'name: web\n  labels: {a: "{{"}\n', 1)},
        "web.yaml",
        "1",
    ),
    "no suffix": ({"kustomization.yml": "resources: [one, web]\n", "web": WEB, "one": ONE}, "web", "k"),
    "other suffix": ({"Kustomization": "resources:\n- sub/web.txt\n", "sub/web.txt": WEB}, "sub/web.txt", "k"),
    "entry with an escape": ({"kustomization.yaml": '"resourc\\x65s": [web.txt]', "web.txt": WEB}, "web.txt", "k"),
    "file in a hidden directory": (
        {"kustomization.yaml": "resources: [.d/w.yaml]", ".d/w.yaml": WEB},
        ".d/w.yaml",
        "kh",
    ),
    "hidden directory": (
        {"kustomization.yaml": "resources: [.d]", ".d/kustomization.yaml": "resources: [w.txt]", ".d/w.txt": WEB},
        ".d/w.txt",
        "kk",
    ),
    "resource in a chart": (
        {
            "kustomization.yaml": "resources: [templates/web.yaml]\n",
            "Chart.yaml": "name: web\n",
            "templates/web.yaml": "# {{\n" + WEB,
        },
        "templates/web.yaml",
        "1kc",
    ),
    "manifest by a kustomization's name": ({"Kustomization": WEB}, "Kustomization", ""),
}


@pytest.mark.parametrize(("files", "name", "more"), READ.values(), ids=READ)
def test_what_others_read_is_read(tmp_path: Path, files: dict[str, str], name: str, more: str) -> None:
    package(tmp_path, {"sub/one.yaml": ONE, **files})
    ran = run("check", ".", cwd=tmp_path)
    shift = sum(int(sign) for sign in more if sign.isdigit())
    assert (ran.code, ran.stdout) == (1, missing(name, after=shift))
    words = {"k": "kustomization", "c": "file without objects", "h": "hidden directory"}
    passed = [
        f"{more.count(sign)} {word}{'s' * (more.count(sign) > 1)}" for sign, word in words.items() if sign in more
    ]
    assert sorted(ran.stderr.partition("over: ")[2].partition(" (")[0].split(", ")) == sorted(passed or [""])


REFUSED = {
    "objects of JSON in a row": (
        {"w.json": '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "{{"}}{"apiVersion": "v1", "kind": "A"}'},
        (
            "w.json:1: The document has ended before this line, and no line of --- begins another. "
            "Add it, or fix the indentation."
        ),
    ),
    "JSON in front of a mark": (
        {"w.json": '---\n{"apiVersion": "v1", "kind": "Pod"}\n{{ x }}'},
        (
            "w.json:3: The document has ended before this line, and no line of --- begins another. "
            "Add it, or fix the indentation."
        ),
    ),
    "nested deep, with a mark": (
        {"w.yaml": f"{ONE}text: a\n  {{{{ b }}}}\nx: {'[' * 300}{']' * 300}\n"},
        "w.yaml:6: YAML is nested deeper than 256 levels; no Kubernetes object is. Flatten it.",
    ),
    "many aliases, with a mark": (
        {"w.yaml": f"{ONE}text: a\n  {{{{ b }}}}\na: &a [{'1,' * 999}1]\nb: [{'*a,' * 200}1]\n"},
        "w.yaml:7: Aliases here expand to more than 100,000 values. Write out what you need.",
    ),
    "a mark in quotes and one broken document": (
        {"w.yaml": WEB + '---\nkind: A\napiVersion: v1\ntext: "{{ x }}"\nmore: a: b\n'},
        "w.yaml:20: This is not valid YAML: mapping values are not allowed in this context. Fix it there.",
    ),
    "a mark in a block scalar and one broken document": (
        {"w.yaml": "kind: A\napiVersion: v1\ntext: |\n  {{ x }}\nmore: a: b\n"},
        "w.yaml:5: This is not valid YAML: mapping values are not allowed in this context. Fix it there.",
    ),
    "an object in front of a template": (
        {"w.yaml": WEB + "---\napiVersion: v1\nkind: A\n{{- if .x }}\na: b\n{{- end }}\n"},
        (
            "w.yaml:20: This is not valid YAML: could not find expected ':'. Fix it there. "
            "If it is a template, write it out first, as in: helm template CHART | yurt-hostnet check -"
        ),
    ),
    "broken, its keys with escapes": (
        {"w.yaml": '"k\\x69nd": Pod\n"apiVersi\\u006fn": v1\nx: [\n'},
        "w.yaml:4: This is not valid YAML: did not find expected node content. Fix it there.",
    ),
    "a key in base64": (
        {"w.yaml": ONE.replace("kind", "!!binary a2luZA==")},
        "w.yaml:2: A map key here is tagged !!binary, which kubectl and kustomize read differently. Write it out.",
    ),
    "a key in base64 with a mark": (
        {"w.yaml": ONE.replace("kind", "!!binary a2luZA==") + "text: a\n  {{ b }}\n"},
        "w.yaml:2: A map key here is tagged !!binary, which kubectl and kustomize read differently. Write it out.",
    ),
    "no apiVersion": (
        {"w.yaml": "kind: Pod\nmetadata: {name: a}\n"},
        "w.yaml:1: This document has no apiVersion; it is not a Kubernetes object. Give it both.",
    ),
    "a kustomization that is none": (
        {"Kustomization": "resources: [\n"},
        "Kustomization:2: This is not valid YAML: did not find expected node content. Fix it there.",
    ),
    "a resource that is none": (
        {"kustomization.yaml": "resources: [list.txt]", "list.txt": "a: 1\n"},
        "list.txt:1: This document has no apiVersion and no kind; it is not a Kubernetes object. Give it both.",
    ),
    "a merge conflict in what is no manifest": (
        {"values.yaml": "a: 1\n<<<<<<< ours\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n"},
        "values.yaml:2: This line is a mark of a merge conflict. Resolve the conflict, and take its marks out.",
    ),
}


@pytest.mark.parametrize(("files", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_as_others_may_is_refused(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    package(tmp_path, {"one.yaml": ONE, **files})
    assert run("check", ".", cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


def test_what_is_passed_over_is_counted_and_named(tmp_path: Path) -> None:
    package(
        tmp_path,
        {
            "in/one.yaml": ONE,
            "in/.d/e/w.yaml": WEB,
            "in/.e/notes": WEB,
            "in/.f/ci.yaml": "on: push\n",
            "out/web.yaml": WEB,
        },
    )
    package(tmp_path, {"in/kustomization.yaml": "resources: [../out, https://example.org/x, gone.yaml, one.yaml]\n"})
    (tmp_path / "in" / "link").symlink_to("../out")
    (tmp_path / "in" / "loop").symlink_to(".")
    (tmp_path / "in" / "gone.yml").symlink_to("nowhere")
    os.mkfifo(tmp_path / "in" / "pipe.yaml")
    passed = (
        "1 kustomization, 1 hidden directory, 1 link to a directory, 1 link to no file, 1 special file, "
        "3 resources elsewhere"
    )
    looked = f"{builds_told('in')}yurt-hostnet: No findings in 1 object of 1 file. Passed over: {passed}"
    assert run("check", "in", cwd=tmp_path) == Ran(0, "", f"{looked} (-v names them).\n")
    built = " Look at what is built: kustomize build DIRECTORY | yurt-hostnet check -\n"
    elsewhere = "names nothing in the directories that were looked at."
    odd = "This is a link that leads to no file, or a pipe or a device, and was passed over."
    assert run("check", "in", "-v", cwd=tmp_path) == Ran(
        0,
        "",
        "info: in/kustomization.yaml: This file holds no Kubernetes objects and was left out.\n"
        "info: in/.d: This hidden directory may hold manifests and was passed over, which kubectl apply -R would not "
        "do. Name it as well to look into it.\n"
        "info: in/link: This link leads to a directory and was not followed. Name the link to look behind it.\n"
        f"info: in/gone.yml: {odd}\ninfo: in/pipe.yaml: {odd}\n"
        f"info: in/kustomization.yaml: Its entry '../out' {elsewhere}{built}"
        f"info: in/kustomization.yaml: Its entry 'https://example.org/x' {elsewhere}{built}"
        f"info: in/kustomization.yaml: Its entry 'gone.yaml' {elsewhere}{built}"
        f"{looked}.\n",
    )
    assert run("check", "in/.d", cwd=tmp_path).stdout == missing("in/.d/e/w.yaml", fix="in/.d")
    assert run("check", "in/link", cwd=tmp_path).stdout == missing("in/link/web.yaml", fix="in/link")


def test_a_file_out_of_the_directory_of_its_kustomization_is_not_taken_in(tmp_path: Path) -> None:
    package(tmp_path, {"in/kustomization.yaml": "resources: [../web.txt, one.yaml]\n", "in/one.yaml": ONE})
    package(tmp_path, {"web.txt": WEB})
    summary = "Passed over: 1 kustomization, 1 resource elsewhere (-v names them).\n"
    looked = "yurt-hostnet: No findings in 1 object of 1 file."
    assert run("check", "in", cwd=tmp_path) == Ran(0, "", f"{builds_told('in')}{looked} {summary}")


def test_templates_in_a_directory_are_counted(tmp_path: Path) -> None:
    templates = {
        "a.yaml": "apiVersion: v1\nkind: A\n{{- if .x }}\na: b\n{{- end }}\n",
        "b.yaml": "apiVersion: v1\nkind: A\na: {{ .x }}\n",
        "c.yaml": "apiVersion: v1\nkind: A\na: [{{ .x }}]\n",
        "d.yaml": 'apiVersion: v1\nkind: A\na: {{ .x | default "a" }}\nb: |\n  {{ x }}\n',
        "e.json": '{{ if .x }}\n{"apiVersion": "v1", "kind": "A"}\n{{ end }}\n',
        "chart/templates/f.yaml": f'{WEB}# {{{{ include "x" . }}}}\n',
    }
    package(tmp_path, {"one.yaml": ONE, "chart/Chart.yaml": "apiVersion: v2\nname: c\n", **templates})
    names = "a.yaml, b.yaml, c.yaml, d.yaml, e.json"
    ending = "pipe what `helm template` renders through yurt-hostnet instead.\n"
    assert run("check", ".", cwd=tmp_path) == Ran(
        0,
        "",
        f"info: {names}: skipped, 5 Helm templates; {ending}"
        f"info: chart/templates/f.yaml: skipped, a Helm template; {ending}"
        "yurt-hostnet: No findings in 1 object of 1 file. Passed over: 6 Helm templates, 1 file without objects "
        "(-v names them).\n",
    )
    for name, text in templates.items():
        code = 1 if name.startswith("chart") else 2
        assert run("check", name, cwd=tmp_path).code == code
        assert run("check", "-", cwd=tmp_path, stdin=text.encode()).code == code


@pytest.mark.parametrize("command", COMMANDS)
def test_all_that_cannot_be_read_is_told_in_one_run(tmp_path: Path, command: str) -> None:
    package(
        tmp_path, {"a.yaml": "apiVersion: v1\nkind: [\n", "b.yaml": WEB, "d/c.yaml": WEB + "- x\n", "v.yaml": "a: [\n"}
    )
    (tmp_path / "e.yaml").write_bytes(b"kind: Pod\napiVersion: \xff\n")
    lines = [
        "a.yaml:3: This is not valid YAML: did not find expected node content. Fix it there.",
        "e.yaml:2: This is not UTF-8. Save the file as UTF-8.",
        "d/c.yaml:16: This is not valid YAML: did not find expected key. Fix it there.",
        "gone.yaml: The file cannot be read: No such file or directory.",
    ]
    text = "".join(f"yurt-hostnet: {line}\n" for line in lines)
    assert run(command, ".", "gone.yaml", cwd=tmp_path) == Ran(2, "", text)


NOTHING: dict[str, tuple[list[str], dict[str, str], str]] = {
    "standard input": (
        ["-"],
        {},
        (
            "Standard input holds no Kubernetes object. Most often the command in front of the pipe has failed. "
            "If there may be none, say --allow-empty."
        ),
    ),
    "empty file": (
        ["a.yaml", "one.yaml"],
        {"a.yaml": "# nothing\n---\n", "one.yaml": ONE},
        ("a.yaml: This file holds no Kubernetes object. Name others as well, or say --allow-empty."),
    ),
    "a patch": (
        ["a.yaml"],
        {"kustomization.yaml": "patches: [{path: a.yaml}]\n", "a.yaml": WEB},
        "a.yaml: This file holds no Kubernetes object; left out: 1 patch. Name others as well, or say --allow-empty.",
    ),
    "empty list": (
        ["a.yaml"],
        {"a.yaml": "apiVersion: v1\nkind: List\nitems: []\n"},
        ("a.yaml: This file holds no Kubernetes object. Name others as well, or say --allow-empty."),
    ),
    "empty directory": (
        ["d", "one.yaml"],
        {"d/notes.txt": "", "one.yaml": ONE},
        "No file in d ends in .yaml, .yml, .json. Name the directory of the manifests.",
    ),
    "chart": (
        ["c"],
        {"c/Chart.yaml": "name: c\n", "c/values.yaml": "a: 1\n", "c/templates/a.yaml": "{{ x }}\n"},
        (
            "c: This directory holds no Kubernetes object; left out: 2 files without objects, 1 Helm template. Name "
            "the directory of the manifests, or pipe in what is built from this one, as in: "
            "helm template c | yurt-hostnet check -"
        ),
    ),
    "overlay alone": (
        ["o"],
        {"o/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Component\nresources: [../b]\n"},
        (
            "o: This directory holds no Kubernetes object; left out: 1 resource elsewhere. Name the directory of the "
            "manifests, or pipe in what is built from this one, as in: kustomize build o | yurt-hostnet check -"
        ),
    ),
}


NOTHING |= {
    "templates of a chart": (
        ["my charts/c/templates"],
        {"my charts/c/Chart.yaml": "name: c\n", "my charts/c/templates/a/b.yaml": "{{ x }}\n"},
        (
            "my charts/c/templates: This directory holds no Kubernetes object; left out: 1 Helm template. Name the "
            "directory of the manifests, or pipe in what is built from this one, as in: "
            "helm template 'my charts/c' | yurt-hostnet check -"
        ),
    ),
    "overlays below": (
        ["over"],
        {"over/east/kustomization.yaml": "resources: [../../base]\n", "over/notes.yaml": "a: 1\n"},
        (
            "over: This directory holds no Kubernetes object; left out: 1 file without objects, 1 kustomization, "
            "1 resource elsewhere. Name the directory of the manifests, or pipe in what is built from this one, as in: "
            "kustomize build over/east | yurt-hostnet check -"
        ),
    ),
    "values alone": (
        ["v"],
        {"v/values.yaml": "a: 1\n"},
        (
            "v: This directory holds no Kubernetes object; left out: 1 file without objects. Name the directory of the "
            "manifests, or say --allow-empty."
        ),
    ),
}


NOTHING_IN = [
    (command, case) for command in COMMANDS for case in NOTHING if (command, case) != ("fix", "standard input")
]


@pytest.mark.parametrize(("command", "case"), NOTHING_IN, ids=" of ".join)
def test_nothing_in_is_an_error(tmp_path: Path, command: str, case: str) -> None:
    paths, files, sentence = NOTHING[case]
    package(tmp_path, files)
    assert run(command, *paths, cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")
    assert run(command, *paths, "--allow-empty", cwd=tmp_path).code == 0


def test_an_old_baseline_stays_where_nothing_came_in(tmp_path: Path) -> None:
    package(tmp_path, {"b.yaml": "old"})
    assert run("baseline", "-", "-o", "b.yaml", cwd=tmp_path).code == 2
    assert (tmp_path / "b.yaml").read_text() == "old"


def test_an_overlay_beside_its_base_needs_no_objects_of_its_own(tmp_path: Path) -> None:
    package(tmp_path, {"base/web.yaml": FIXED_WEB, "over/kustomization.yaml": "resources: [../base]\n"})
    looked = "yurt-hostnet: No findings in 1 object of 1 file. Passed over: 1 kustomization (-v names it).\n"
    assert run("check", "base", "over", cwd=tmp_path) == Ran(0, "", f"{builds_told('over')}{looked}")


def test_a_named_file_without_an_object_is_refused_whatever_it_mentions(tmp_path: Path) -> None:
    package(tmp_path, {"main.json": '{"resource": {"m": {"apiVersion": "v1", "kind": "Pod"}}}\n'})
    sentence = "main.json:1: This document has no apiVersion and no kind; it is not a Kubernetes object. Give it both."
    assert run("check", "main.json", cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


GROWING = {
    "spaces": " " * 400_000 + "x\na: [\n",
    "brackets": "a: " + "{ [" * 100_000,
    "colons": ": " * 200_000 + "\n[",
    "quotes": ' "\\' * 130_000,
    "single quotes": " '" * 199_999,
    "exclamation marks": "!" * 400_000 + "\n[",
    "marks": "{{ " * 130_000,
    "bars": "| " * 200_000 + "\n[",
    "bar and dashes": "|" + "-" * 400_000 + "x\n[",
    "words": "kind " * 80_000 + "\n[",
    "escapes": '"\\x6b' * 80_000,
    "conflict marks": "<<<<<<< a\n" * 40_000,
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_signs_are_looked_for_in_time_that_grows_with_the_text(text: str) -> None:
    started = time.process_time()
    case = f"{text}\n{{{{ x }}}}\nkind apiVersion".encode()
    is_template(case, InputError("This is not valid YAML."))
    may_hold_objects(case)
    has_object_keys(case)
    has_conflict(case)
    assert time.process_time() - started < 5  # a square takes minutes


def test_directories_may_lie_deeper_than_python_goes(tmp_path: Path) -> None:
    folder = package(tmp_path, {"one.yaml": ONE})
    depth = 1200
    where = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=where)
        lower = os.open("d", os.O_RDONLY, dir_fd=where)
        os.close(where)
        where = lower
    with os.fdopen(os.open("two.yaml", os.O_WRONLY | os.O_CREAT, dir_fd=where), "w") as stream:
        stream.write(ONE)
    os.close(where)
    ran = run("check", ".", cwd=folder)
    subprocess.run(["rm", "-rf", "d"], cwd=folder, check=True)  # which Python could not
    assert ran == Ran(0, "", "yurt-hostnet: No findings in 2 objects of 2 files.\n")


def test_many_entries_of_a_kustomization_that_lead_nowhere(tmp_path: Path) -> None:
    entries = "".join(f"- ../gone/{number}\n" for number in range(20_000))
    package(tmp_path, {"one.yaml": ONE, "kustomization.yaml": f"resources:\n{entries}"})
    started = time.process_time()
    assert len(read_files([str(tmp_path)]).skipped) == 20_001
    assert time.process_time() - started < 20
