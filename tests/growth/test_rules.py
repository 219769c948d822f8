"""Growth of rules and analysis: the work for N objects, terms, ports, pools and nodes is a straight line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth.measure import Measured, Row, grown

if TYPE_CHECKING:
    from pathlib import Path


def pool(number: int, spec: str = "{type: Edge, hostNetwork: true}") -> str:
    return f"---\napiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {{name: p{number}}}\nspec: {spec}\n"


def daemon_set(name: str, rest: str, ports: str = "{containerPort: 80}") -> str:
    return (
        f"---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {{name: {name}}}\nspec: {{template: {{spec: "
        f"{{hostNetwork: true, {rest}, containers: [{{name: a, ports: [{ports}]}}]}}}}}}\n"
    )


def pools(count: int) -> bytes:
    return "".join(map(pool, range(count))).encode()


def three_daemon_sets(count: int) -> bytes:
    sets = "".join(daemon_set(f"d{number}", f"nodeSelector: {{disk: v{number}}}") for number in range(3))
    return sets.encode() + pools(count)


ROWS = [
    Row("NodePools", pools, (200, 400)),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_growth(row: Row, measured: Measured, tmp_path: Path) -> None:
    assert grown(row, measured, str(tmp_path)) == []
