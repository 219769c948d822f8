"""Golden cases: each folder of tests/cases holds an input and, byte for byte, what the program makes of it.

`args` holds one argument a line; the program runs in the folder. What is in stdout, stderr and exit is
written anew with UPDATE_CASES=1 in the environment: look at every change before you keep it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonpatch
import pytest
import yaml

import yurt_hostnet
from properties.in_process import filtered
from properties.plain_yaml import compose, value
from properties.pod_webhook import pods, would_add

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "cases"
NAMES = sorted(folder.name for folder in CASES.iterdir() if (folder / "input.yaml").exists())
DECLARED = frozenset({("example.com", "Fleet")})

REWRITTEN = {"style-anchors"}
"""Cases with an object that only a ruamel.yaml round trip can edit, which keeps its comments and its meaning."""

NO_ITEMS_BACK = {"list-kustomize-validator", "list-kustomize-validator-no-resources"}
"""Cases of a validator of kustomize, which gives no items back."""


class Case(NamedTuple):
    """One folder: its input and its arguments."""

    folder: Path
    text: bytes
    arguments: list[str]


class Object(NamedTuple):
    """One object of an input or output as PyYAML sees it: its plain data and its own text."""

    data: Any
    text: str
    of_list: tuple[Any, Any]

    @property
    def key(self) -> str:
        """What a resourceRef says of the object."""
        data = self.data if isinstance(self.data, dict) else {}
        metadata = data.get("metadata") or {}
        return json.dumps(
            [
                data.get("apiVersion", self.of_list[0]),
                data.get("kind", self.of_list[1]),
                metadata.get("name"),
                metadata.get("namespace"),
            ]
        )


def _is_good(name: str) -> bool:
    """Tell whether a case is one of success, told by what its folder expects; a new one without that is none yet."""
    code, stdout = CASES / name / "exit", CASES / name / "stdout"
    return code.exists() and code.read_text() == "0\n" and b"refused" not in stdout.read_bytes()


def _case(name: str, monkeypatch: pytest.MonkeyPatch) -> Case:
    folder = CASES / name
    monkeypatch.chdir(folder)
    arguments = (folder / "args").read_text().splitlines() if (folder / "args").exists() else []
    return Case(folder, (folder / "input.yaml").read_bytes(), arguments)


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Case:
    return _case(request.param, monkeypatch)


@pytest.fixture(params=[name for name in NAMES if _is_good(name)])
def good(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Case:
    return _case(request.param, monkeypatch)


def test_bytes(case: Case) -> None:
    """Stdout, stderr and exit code of the real program are those in the folder."""
    done = subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", *case.arguments],
        input=case.text,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(yurt_hostnet.__file__).parents[1])},
    )
    found = {"stdout": done.stdout, "stderr": done.stderr, "exit": b"%d\n" % done.returncode}
    if os.environ.get("UPDATE_CASES"):
        for name, content in found.items():
            (case.folder / name).write_bytes(content)
    assert found == {name: (case.folder / name).read_bytes() for name in found}


def test_in_process_is_the_same(case: Case) -> None:
    """The runs of the other tests, in this process, give what the real program gives."""
    done = filtered(case.text, *case.arguments)
    expected = (case.folder / "stdout").read_bytes(), (case.folder / "stderr").read_bytes().decode()
    assert (done.stdout, done.stderr, done.code) == (*expected, int((case.folder / "exit").read_text()))


def test_second_run_changes_nothing(good: Case) -> None:
    """What the program wrote, it writes again; a ResourceList only loses the results of the first run's edits."""
    first = filtered(good.text, *good.arguments).stdout
    second = filtered(first, *good.arguments)
    assert (second.stdout, second.code) == (first, 0)


NOTHING_BACK = {*NO_ITEMS_BACK, "helm4-error"}
"""Cases whose output is not empty and holds no object of the input."""


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name not in NOTHING_BACK and (CASES / name / "stdout").read_bytes().strip()]
)
def test_untouched_objects_keep_their_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every object whose data is as before has the same text; every other one got text inserted."""
    case = _case(name, monkeypatch)
    before, after = objects(case.text), objects((case.folder / "stdout").read_bytes())
    assert len(before) == len(after)
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old.data != new.data]
    same = [(old, new) for old, new in zip(before, after, strict=True) if old.data == new.data]
    assert [old.text for old, _ in same] == [new.text for _, new in same]
    rewritten = [old.key for old, new in changed if not is_extended(old.text, new.text)]
    assert bool(rewritten) == (case.folder.name in REWRITTEN)


def test_json_patch(good: Case, tmp_path: Path) -> None:
    """The reported edits, as a JSON Patch on the parsed input, give the parsed output."""
    report = tmp_path / "report.json"
    stdout = filtered(good.text, *good.arguments, "--report", str(report)).stdout
    patches: dict[str, list[Any]] = {}
    for result in json.loads(report.read_text())["results"]:
        if result["severity"] == "info" and "proposedValue" in result.get("field", {}):
            ref = result["resourceRef"]
            key = json.dumps([ref.get(name) for name in ("apiVersion", "kind", "name", "namespace")])
            operation = {
                "op": "add",
                "path": pointer(result["field"]["path"]),
                "value": result["field"]["proposedValue"],
            }
            patches.setdefault(key, []).append(operation)
    given = objects(good.text) if good.folder.name not in NO_ITEMS_BACK else []
    expected = [jsonpatch.apply_patch(item.data, patches.get(item.key, [])) for item in given]
    assert [item.data for item in objects(stdout)] == expected


def test_webhook_has_nothing_to_add(good: Case) -> None:
    """OpenYurt's webhook, written a second time, finds every pod done."""
    found = {
        name: would_add(pod)
        for item in objects((good.folder / "stdout").read_bytes())
        for name, pod in pods(item.data, DECLARED)
    }
    assert {name: terms for name, terms in found.items() if terms} == {}


def objects(text: bytes) -> list[Object]:
    """Return the objects of a stream, a ResourceList or Lists, with the text from their start to their last token."""
    try:
        decoded = text.decode("utf-8-sig")
        roots = compose(decoded)
    except (UnicodeDecodeError, yaml.YAMLError):
        return []
    return [
        Object(value(node), decoded[node.start_mark.index : node.end_mark.index].rstrip(), of_list)
        for node, of_list in _walk(roots)
    ]


def _walk(nodes: list[Any], of_list: tuple[Any, Any] = (None, None)) -> Iterator[tuple[yaml.Node, tuple[Any, Any]]]:
    for node in nodes:
        fields = {key.value: child for key, child in node.value} if isinstance(node, yaml.MappingNode) else {}
        items = fields.get("items")
        if isinstance(items, yaml.SequenceNode) and fields["kind"].value.endswith("List"):
            yield from _walk(items.value, (fields["apiVersion"].value, fields["kind"].value[:-4]))
        elif node is not None and node.value:
            yield node, of_list


def is_extended(old: str, new: str) -> bool:
    """Tell whether `new` is `old` with text inserted.

    A null, an alias, an empty flow collection or a `+` of a cut scalar may have given way.
    """
    rest = iter(new)
    gone = r"(?<=[:-])\s*(null|~|\*\w+|\{ *\}|\[ *\])|(?<=\|)\+"
    return all(char in rest for char in re.sub(gone, "", old))


def pointer(path: str) -> str:
    """Return the JSON Pointer (RFC 6901) of a field path such as `metadata.labels[a.b/c].d[0]`."""
    steps = [bracket or name for bracket, name in re.findall(r"\[([^\]]*)\]|([^.\[\]]+)", path)]
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)
