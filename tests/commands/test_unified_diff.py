"""The diff of `fix`: what patch makes of it is what fix would write, whether texts are compared or edits are known."""

from __future__ import annotations

import subprocess
import textwrap
from typing import TYPE_CHECKING

import pytest

from commands.program import run
from yurt_hostnet.commands import unified_diff

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
"""
EQUAL = "    spec:\n      containers:\n      - name: a\n        image: a\n        args:\n" + "        - x\n" * 1500
TERMS = "".join(
    f"            - matchExpressions:\n              - key: k{number}\n                operator: Exists\n"
    for number in range(120)
)
AFFINITY = """\
    spec:
      containers: []
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
"""
ADDED = """\
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
FILES = {
    "equal lines": HEAD + EQUAL,
    "equal lines, no last line end": (HEAD + EQUAL).rstrip("\n"),
    "equal lines, CRLF": (HEAD + EQUAL).replace("\n", "\r\n"),
    "equal lines, beyond ASCII": "# \u00e9\n" + HEAD + EQUAL,
    "many terms": HEAD + AFFINITY + TERMS,
    "many terms above other keys": HEAD + AFFINITY + TERMS + "      dnsPolicy: Default\n",
    "two objects": HEAD + EQUAL + "---\n" + HEAD + AFFINITY + TERMS,
    "in a List, beyond ASCII": "kind: List\napiVersion: v1\nitems:\n- "
    + textwrap.indent("# \u00e9\n" + HEAD + EQUAL, "  ")[2:]
    + "- "
    + textwrap.indent(HEAD + AFFINITY + TERMS, "  ")[2:],
    "in one flow": HEAD + "    spec: {containers: [], x: [" + "1, " * 4000 + "1]}\n",
    "shared": HEAD.replace("spec:", "x: &x {a: 1}\nspec:", 1)
    + EQUAL.replace("containers", "affinity: *x\n      containers"),
}


def fixed(folder: Path, text: str) -> bytes:
    """Return what `fix` makes of a file."""
    (folder / "web.yaml").write_bytes(text.encode())
    assert run("fix", "web.yaml", cwd=folder).code == 0
    return (folder / "web.yaml").read_bytes()


@pytest.mark.parametrize("known", [True, False], ids=["edits", "compared"])
@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_patch_makes_what_fix_writes(
    text: str, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from yurt_hostnet.commands.fix import run as fix  # in this process, for the patch

    if known:
        monkeypatch.setattr(unified_diff, "_FEW_STEPS", -(1 << 60))
    expected = fixed(tmp_path, text)
    (tmp_path / "web.yaml").write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    assert fix(["--diff", "web.yaml"]) == 0
    diff = capfd.readouterr().out
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (tmp_path / "web.yaml").read_bytes() == expected
    assert diff.count("\n-") <= 4  # nothing is taken out that is put in again


def test_the_place_of_an_edit_among_equal_lines(tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(HEAD + EQUAL)
    out = run("fix", "--diff", "web.yaml", cwd=tmp_path).stdout
    end = HEAD.count("\n") + EQUAL.count("\n")
    head = f"--- a/web.yaml\n+++ b/web.yaml\n@@ -{end - 2},3 +{end - 2},12 @@\n"
    assert out == head + "         - x\n" * 3 + ADDED
