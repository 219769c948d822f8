"""explain has a bound: it looks at each workload in each pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yurt_hostnet.analysis import placements
from yurt_hostnet.commands import explain
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: p}
spec: {type: Edge}
---
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  tolerations: [{operator: Exists}]
  containers: [{name: a, image: a}]
"""
REFUSED = (
    "explain looks at each workload in each of 1 pools, and these files have too many of both, or too much node "
    "affinity. Give it fewer files; check has no such bound."
)


@pytest.mark.parametrize(("name", "most"), [("MOST", 2), ("LOOKS", 4)])
def test_explain_has_a_bound(name: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(TEXT)
    monkeypatch.setattr(placements, name, most)
    assert explain.run([str(file)]) == 0
    monkeypatch.setattr(placements, name, most - 1)
    with pytest.raises(InputError) as raised:
        explain.run([str(file)])
    assert raised.value.message == REFUSED
