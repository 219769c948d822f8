"""docs/baseline.md says what is so: its example can be read, its rules exist with their severity."""

from __future__ import annotations

from pathlib import Path

from yurt_hostnet.analysis.conditions import with_baseline
from yurt_hostnet.baseline.document import document, read_document
from yurt_hostnet.krm.resource_list import parse_objects
from yurt_hostnet.validators.rules import RULES

TEXT = Path(__file__).parents[2].joinpath("docs", "baseline.md").read_text()


def test_the_example_is_what_would_be_written() -> None:
    example = TEXT.split("```yaml\n")[1].split("```")[0]
    data = parse_objects(example.encode())[0].data
    assert document(read_document(data, "docs")) == data


def test_the_rules_and_their_severities() -> None:
    rows = [line.split("|") for line in TEXT.splitlines() if line.startswith("| `") and "-changed`" in line]
    assert {row[1].strip(" `"): row[2].strip() for row in rows} == {
        rule: row[0] for rule, row in RULES.items() if row[1] is with_baseline
    }
