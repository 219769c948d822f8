"""Growth of rules and analysis: the work for N objects, terms, ports, pools and nodes is a straight line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth.measure import Measured, Row, grown
from growth.rows_pods import OBJECTS
from growth.rows_pools import POOLS
from growth.rows_ports import AFFINITY, PORTS
from growth.rows_settings import BASELINES, EXPLAINED, SETTINGS
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

MANY_IN_ONE = (
    "host-port-conflict",
    "N ports of 2 pods",
    "N containers with hostPorts that differ",
    "empty-node-selector-term",
    "node-selector-term-malformed",
    "node-selector-term-malformed, N terms",
    "exclude-annotation-value, templates of one object",
    "exclude-annotation-misplaced, templates of one object",
    "exclude-annotation-misplaced, unknown kind",
    "dead-label-key, N in a list",
    "dead-label-key, N in a mapping",
    "node-pool-unknown",
    "node-hostnetwork-label-mismatch",
    "cluster-service-unreachable, N texts",
    "wrong-field-type, N tolerations",
)


def in_file(row: Row) -> Row:
    """Return a row with the same input in a file, of which the line of each finding is told."""
    arguments = ("check", "--fail-on", "warning", "in.yaml")
    return Row(f"{row.name}, in a file", lambda n: {"in.yaml": stdin(row, n)}, row.sizes, arguments, code=1)


def stdin(row: Row, size: int) -> bytes:
    made = row.make(size)
    return made if isinstance(made, bytes) else made["stdin"]


IN_FILES = [in_file(row) for row in [*PORTS, *AFFINITY, *OBJECTS, *POOLS] if row.name in MANY_IN_ONE]

ROWS = [*PORTS, *AFFINITY, *OBJECTS, *POOLS, *SETTINGS, *BASELINES, *EXPLAINED, *IN_FILES]


def test_every_rule_has_a_row() -> None:
    assert [rule for rule in RULES if f"[{rule}]" not in {each.says for each in ROWS}] == []


def test_names_are_unique() -> None:
    assert len({each.name for each in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_growth(row: Row, measured: Measured, tmp_path: Path) -> None:
    assert grown(row, measured, str(tmp_path)) == []
