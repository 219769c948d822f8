"""Depth: whatever is nested is read to 256 levels or refused with a sentence, in whatever way it is nested."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH

LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
POOL = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\n"
WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {openyurt.io/x: "1"}}
spec:
  template:
    metadata:
      annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
    spec:
      containers: []
"""


def run(text: str, *arguments: str) -> tuple[int, bytes, str]:
    """Return exit code, output and messages of the program; a traceback would be code 3."""
    program = [sys.executable, "-m", "yurt_hostnet", *arguments]
    ran = subprocess.run(program, input=text.encode(), capture_output=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr.decode()


def flow(levels: int, core: str = "z") -> str:
    return "[" * levels + core + "]" * levels


def maps(levels: int, core: str = "z") -> str:
    return "{a: " * levels + core + "}" * levels


def block(levels: int) -> str:
    return "\n" + "".join("  " * n + f"k{n}:\n" for n in range(1, levels + 1)) + "  " * (levels + 1) + "z: 1\n"


def chain(count: int, levels: int) -> str:
    """Return anchors each of which holds the one before."""
    lines = [f"b0: &b0 {flow(levels)}"]
    lines += [f"b{number}: &b{number} {flow(levels, f'*b{number - 1}')}" for number in range(1, count)]
    return "\n".join(lines) + "\n"


WITHIN = {
    "flow lists": f"x: {flow(255)}\n",
    "flow maps": f"x: {maps(255)}\n",
    "block maps": f"x:{block(254)}",
    "dashes": "x:\n" + "- " * 255 + "z\n",
    "an alias": f"b: &b {flow(200)}\nx: {flow(55, '*b')}\n",
    "an alias in maps": f"b: &b {maps(200)}\nx: {maps(55, '*b')}\n",
    "a chain of aliases": chain(5, 51),
    "a merge": f"b: &b {maps(254)}\nx: {{<<: *b}}\n",
}
BEYOND = {
    "flow lists": f"x: {flow(256)}\n",
    "flow maps": f"x: {maps(256)}\n",
    "block maps": f"x:{block(255)}",
    "dashes": "x:\n" + "- " * 256 + "z\n",
    "many dashes": "x:\n" + "- " * 50_000 + "z\n",
    "an alias": f"b: &b {flow(200)}\nx: {flow(56, '*b')}\n",
    "an alias in maps": f"b: &b {maps(200)}\nx: {maps(56, '*b')}\n",
    "a chain of aliases": chain(5, 60),
    "a long chain": chain(400, 3),
    "1,200 levels by aliases": chain(5, 240),
    "a merge": f"b: &b {maps(255)}\nx: {{m: {{<<: *b}}}}\n",
}


@pytest.mark.parametrize("rest", WITHIN.values(), ids=WITHIN)
@pytest.mark.parametrize("hidden", ["", 'y: "\\x6f"\n'], ids=["plain", "escape"])
def test_levels_that_are_read(rest: str, hidden: str) -> None:
    """Every edit, proof and rule takes what is nested as deeply as may be."""
    code, out, error = run(WEB + hidden + rest)
    assert (code, error) == (0, "")
    assert b"nodeSelectorTerms" in out


@pytest.mark.parametrize("rest", BEYOND.values(), ids=BEYOND)
@pytest.mark.parametrize("arguments", [(), ("check", "-")], ids=["filter", "check"])
def test_levels_that_are_refused(rest: str, arguments: tuple[str, ...]) -> None:
    code, out, error = run(WEB + rest, *arguments)
    assert (code, out) == (2, b"")
    assert f"{MAX_DEPTH} levels" in error
    assert error.startswith("yurt-hostnet: ")
    assert error.count("\n") == 1


def test_levels_of_another_item() -> None:
    """What an alias stands for in another item is measured before it is read."""
    other = "- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  " + chain(30, 9).replace("\n", "\n  ")
    text = "apiVersion: v1\nkind: List\nitems:\n" + other.rstrip() + "\n- " + WEB.replace("\n", "\n  ") + "x: *b29\n"
    code, out, error = run(text)
    assert (code, out) == (2, b"")
    assert "nested deeper here than 256 levels" in error


@pytest.mark.parametrize("depth", [255, 256, 1000, 20_000, 200_000])
def test_an_annotation(depth: int) -> None:
    """Broken, or deeper than objects are: it holds no object, and an edit could hide behind it."""
    whole = f'{{"kind":"NodePool","x":{flow(depth, "")}}}'
    for applied in (whole, whole[: len(whole) // 2]):
        notes = json.dumps({LAST_APPLIED: applied})
        code, out, error = run(f"{POOL}metadata: {{name: a, annotations: {notes}}}\nspec: {{}}\n")
        if depth == 255 and applied is whole:
            assert (code, error) == (0, "")
        else:
            message = (
                f"line 3: The annotation {LAST_APPLIED} of NodePool a does not hold a NodePool as JSON. Remove it."
            )
            assert (code, out, error) == (2, b"", f"yurt-hostnet: {message}\n")


def test_brackets_that_libyaml_refuses() -> None:
    code, out, error = run(f"{WEB}x: {'[' * 50_000}\n")
    message = "line 10: This is not valid YAML: exceeded maximum nesting depth. Fix it there."
    assert (code, out, error) == (2, b"", f"yurt-hostnet: {message}\n")


def test_helm_4_shows_the_reason() -> None:
    """It drops stderr; what it gets instead cannot be applied."""
    code, out, error = run(WEB + BEYOND["1,200 levels by aliases"], "--helm4")
    assert code == 0
    assert b"nested deeper here than 256 levels" in out
    assert b"nested deeper here than 256 levels" in error.encode()
