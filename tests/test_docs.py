"""The pages tell the truth about the layers, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from test_layers import LAYERS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/*.md"))]


def test_architecture_names_every_layer_in_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    table = page.partition("\n| layer |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    told = [{*re.findall(r"`([a-z_]+)/?`", row)} for row in rows]
    assert told == [{*names} for names in LAYERS]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", re.sub(r"(?s)```.*?```|`[^`\n]*`", "", page.read_text()))
    missing = [
        f"{file}#{place}"
        for file, place in links
        if "://" not in file and not _is_there(page.parent / file if file else page, place)
    ]
    assert missing == []


def _is_there(file: Path, place: str) -> bool:
    """Tell whether a file is there, with a heading that GitHub gives the anchor `place`."""
    if not place or not file.exists():
        return file.exists()
    headings = re.findall(r"(?m)^#+ (.*)$", file.read_text())
    return place in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_each_line_of_security_names_a_test_that_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| what is defended")]
    assert len(rows) > 50
    missing = []
    for row in rows:
        named = re.findall(r"`(tests/[\w/.]+)?(?:::(\w+))?`", row.rpartition("|")[0].rpartition("|")[2])
        assert named, row
        file = ""
        for path, function in named:
            file = path or file
            text = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
            if not text or (function and f"def {function}(" not in text):
                missing.append(f"{file}::{function}")
    assert missing == []
