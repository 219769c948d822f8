"""docs/function-config.md: its tables are those of the schema, and its examples load."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

from yurt_hostnet.config.config import KIND
from yurt_hostnet.config.load import load_config, schema

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).parents[2] / "docs" / "function-config.md").read_text(encoding="utf-8")
EXAMPLES = [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)]
RULES = {"host-port-conflict", "dead-label-key"}


def values(field: dict[str, Any]) -> str:
    """What a field may hold, in words."""
    if "enum" in field:
        return ", ".join(f"`{word}`" for word in field["enum"] if isinstance(word, str))
    kinds = [field["type"]] if isinstance(field["type"], str) else [kind for kind in field["type"] if kind != "null"]
    if kinds == ["array"]:
        inner = field["items"]
        return "list" if inner.get("type") == "object" else f"list of {values(inner)}"
    return {"object": "mapping", "boolean": "`true`, `false`"}.get(kinds[0], kinds[0])


def default(field: dict[str, Any], *, required: bool) -> str:
    if required:
        return "required"
    if "default" not in field or field["default"] == "":
        return ""
    given = field["default"]
    return "all" if isinstance(given, list) else f"`{str(given).lower() if isinstance(given, bool) else given}`"


def rows(block: dict[str, Any], at: str = "") -> Iterator[str]:
    """One row of a Markdown table for each field, depth first."""
    for name, field in block["properties"].items():
        told = default(field, required=name in block.get("required", []))
        yield f"| `{at}{name}` | {values(field)} | {told} | {field['description']} |"
        if "properties" in field:
            yield from rows(field, f"{at}{name}.")
        elif "properties" in field.get("items", {}):
            yield from rows(field["items"], f"{at}{name}[].")


@pytest.mark.parametrize(
    ("form", "part"), [pytest.param(0, "spec", id="YurtHostNet"), pytest.param(1, "data", id="ConfigMap")]
)
def test_table(form: int, part: str) -> None:
    table = ["| field | values | default | meaning |", "|---|---|---|---|"]
    table += rows(schema()["oneOf"][form]["properties"][part])
    assert "\n".join(table) in PAGE


def test_examples_load() -> None:
    kinds = [example["kind"] for example in EXAMPLES]
    assert kinds == [KIND, KIND, "ConfigMap"]
    for example in EXAMPLES:
        load_config(example, RULES)
        jsonschema.validate(example, schema(RULES))
