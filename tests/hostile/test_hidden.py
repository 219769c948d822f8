"""What kubectl reads as an object cannot be hidden from us: it is found, or the input is refused.

Each disguise was seen to be applied by kubectl. tests/oracle/test_hidden.py asks kubectl's own code about random ones.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from faults.faulty import ENVIRON
from properties.in_process import filtered

if TYPE_CHECKING:
    from pathlib import Path

POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: quay
spec:
  type: Edge
  hostNetwork: true
"""
ITEM = "- " + POOL.replace("\n", "\n  ").rstrip(" ")
INLINE = (
    '{"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "metadata": {"name": "quay"}, '
    '"spec": {"hostNetwork": true}}'
)

FOUND = {
    "a comment names another kind": "# kind: CustomResourceDefinition\n" + POOL,
    "so does the comment of a marker": "---  # kind: CustomResourceDefinition\n" + POOL,
    "another kind above": "kind: CustomResourceDefinition\n" + POOL,
    "another kind in front of a list": "kind: CustomResourceDefinition\nkind: List\napiVersion: v1\nitems:\n" + ITEM,
    "an escaped line break, NEL": POOL.replace("NodePool", '"Node\\\x85   Pool"'),
    "an escaped line break, LS": POOL.replace("NodePool", '"Node\\\u2028Pool"'),
    "an escaped line break, PS": POOL.replace("NodePool", '"Node\\\u2029Pool"'),
    "binary in percent escapes": POOL.replace("NodePool", "!!%62inary Tm9kZVBvb2w="),
    "binary in a verbatim tag": POOL.replace("NodePool", "!<!!binary> Tm9kZVBvb2w="),
    "items behind an anchor": "apiVersion: v1\nkind: List\n&x items:\n" + ITEM,
    "items behind a tag": "apiVersion: v1\nkind: List\n!!str items:\n" + ITEM,
    "items behind a question mark": "apiVersion: v1\nkind: List\n? items\n:\n" + ITEM,
    "items in quotes": 'apiVersion: v1\nkind: List\n"items":\n' + ITEM,
    "items in escapes": 'apiVersion: v1\nkind: List\n"\\x69tems":\n' + ITEM,
    "items behind LS": "apiVersion: v1\nkind: List\u2028items:\n" + ITEM,
    "items behind NEL": "apiVersion: v1\nkind: List\x85items:\n" + ITEM,
    "lines that end in CR": ("apiVersion: v1\nkind: List\nitems:\n" + ITEM).replace("\n", "\r"),
    "items of another kind": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\nitems:\n" + ITEM,
    "items of another kind, as JSON": '{"apiVersion": "v1", "kind": "Menu", "items": [' + INLINE + "]}\n",
    "items of the same kind": POOL.replace("metadata:", "items:\n- metadata:")
    .replace("\n  name", "\n    name")
    .replace("spec:\n  type: Edge\n  host", "  spec:\n    type: Edge\n    host"),
    "a list in a list": "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  items:\n  "
    + ITEM.replace("\n", "\n  ").rstrip(" "),
    "a kind that is empty in a list of it": "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePoolList\nitems:\n"
    "- kind: ''\n  metadata: {name: quay}\n  spec: {hostNetwork: true}\n",
    "in front of a ResourceList, behind a CR": "# c\r" + POOL.replace("\n", "\r") + "\n---\n"
    "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n",
}
REFUSED = {
    "items merged in": "apiVersion: v1\nkind: List\nitems: []\n<<:\n  items:\n" + "  " + ITEM.replace("\n", "\n  "),
    "items behind an alias": "apiVersion: v1\nkind: List\nmetadata: &m\n" + ITEM + "items: *m\n",
    "items that stand twice": "apiVersion: v1\nkind: List\nitems:\n" + ITEM + "items: ~\n",
    "a key in binary": POOL.replace("kind:", "!!binary a2luZA==:"),
    "a byte order mark in front of a line": POOL.replace("  hostNetwork", "\ufeff  hostNetwork"),
    "a key that a merge replaces": POOL + "<<: {spec: {hostNetwork: false}}\n",
    "lists in many lists": "".join("  " * n + "- kind: List\n" + "  " * n + "  items:\n" for n in range(12))
    .replace("- kind", "kind", 1)
    .replace("  items", "items", 1)
    + "  " * 12
    + "- {}\n",
}
BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: before}
spec:
  pools:
  - {name: quay, hostNetwork: false}
"""


@pytest.fixture
def before(tmp_path: Path) -> str:
    file = tmp_path / "before.yaml"
    file.write_text(BASELINE)
    return str(file)


@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND)
def test_the_filter_finds_it(text: str, before: str) -> None:
    done = filtered(text.encode(), "--baseline", before)
    if done.code == 2:
        assert "A second document follows the ResourceList" in done.stderr
    else:
        assert (done.code, done.stdout, "nodepool-hostnetwork-changed" in done.stderr) == (1, b"", True)


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_the_filter_refuses_it(text: str, before: str) -> None:
    done = filtered(text.encode(), "--baseline", before)
    assert (done.code, done.stdout) == (2, b"")
    assert done.stderr.startswith("yurt-hostnet: line ")


@pytest.mark.parametrize("text", [*FOUND.values(), *REFUSED.values()], ids=[*FOUND, *REFUSED])
def test_check_finds_or_refuses_it(text: str, before: str, tmp_path: Path) -> None:
    file = tmp_path / "pool.yaml"
    file.write_bytes(text.encode())
    arguments = [sys.executable, "-m", "yurt_hostnet", "check", "--baseline", before, str(file)]
    assert subprocess.run(arguments, env=ENVIRON, capture_output=True, check=False).returncode in (1, 2)


ANNOTATED = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: web
"""


@pytest.mark.parametrize("head", ["# kind: CustomResourceDefinition\n", "kind: CustomResourceDefinition\n"])
def test_an_annotated_workload_is_edited(head: str) -> None:
    done = filtered((head + ANNOTATED).encode())
    assert done.code == 0 or "duplicate-key" in done.stderr
    assert done.code == 1 or b"nodepool.openyurt.io/hostnetwork" in done.stdout


def test_an_object_that_is_a_list_as_well_is_edited_once() -> None:
    """To kustomize this is a Deployment, to kubectl a list that holds one."""
    item = "- " + ANNOTATED.replace("\n", "\n  ").rstrip(" ")
    done = filtered((ANNOTATED + "items:\n" + item).encode())
    assert (done.code, done.stdout) == (2, b"")
    assert "Make two of it." in done.stderr
