"""Templates of ytt: named and skipped in a directory, refused where they are named, and not taken for what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import run

if TYPE_CHECKING:
    from pathlib import Path

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: p
  annotations:
    apps.openyurt.io/exclude-host-network-pool: "true"
spec:
  containers: [{name: a, image: b}]
"""
TEMPLATES = {
    "code": '#@ load("@ytt:data", "data")\n---\n' + POD,
    "a value": POD.replace("name: p", "name: #@ data.values.name"),
    "an overlay": "#@overlay/match by=overlay.all\n---\n" + POD,
    "in an item": POD + "  tolerations:\n  - #@ toleration()\n",
    "text templating": "#@yaml/text-templated-strings\n" + POD,
}
OTHERS = {
    "a comment": "#@todo tidy up\n" + POD,
    "a comment in a comment": "# as in #@ data\n" + POD,
    "a quoted text": POD + "  hostname: 'a #@ b'\n",
    "a word": POD + "  hostname: a#@ b\n",
    "a block": POD + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: |\n    #@ data\n",
    "ytt's own comment": "#! not code\n" + POD,
}


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_template_is_skipped_or_refused(name: str, command: str, tmp_path: Path) -> None:
    text = TEMPLATES[name]
    (tmp_path / "template.yaml").write_text(text)
    (tmp_path / "other.yaml").write_text(POD.replace("name: p", "name: q"))
    ran = run(command, ".", cwd=tmp_path)
    skipped = "info: template.yaml: skipped, a ytt template; pipe what `ytt -f` renders through yurt-hostnet instead.\n"
    assert skipped in ran.stderr
    assert "Passed over: 1 ytt template" in ran.stderr
    assert (tmp_path / "template.yaml").read_text() == text
    named = run(command, "template.yaml", cwd=tmp_path)
    assert (named.code, named.stdout) == (2, "")
    assert named.stderr.startswith(
        "yurt-hostnet: template.yaml: This is a template of ytt, whose comments make values."
    )
    assert (tmp_path / "template.yaml").read_text() == text


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_template_is_looked_at(name: str, tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_text(OTHERS[name])
    ran = run("fix", ".", cwd=tmp_path)
    assert (ran.code, "ytt" in ran.stderr) == (0, False)
    assert "operator: NotIn" in (tmp_path / "pod.yaml").read_text()
