"""Growth of reading, cutting, editing and comparing text: a straight line, or refused at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth import texts
from growth.measure import Measured, Row, grown
from growth.texts import HEAD, MAP, WEB, web

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXPANDS = "Aliases here expand to more than 3 MiB"
DIFF = ("fix", "--diff", "in.yaml")


def lines(head: str, line: str, tail: str = "") -> Callable[[int], bytes]:
    """Return what makes a text of `head`, `line` once for each number (its {n}), and `tail`."""
    return lambda count: (head + "".join(line.replace("{n}", str(n)) for n in range(count)) + tail).encode()


def repeated(head: str, part: str, tail: str = "") -> Callable[[int], bytes]:
    return lambda count: (head + part * count + tail).encode()


def in_file(make: Callable[[int], bytes]) -> Callable[[int], dict[str, bytes]]:
    return lambda count: {"in.yaml": make(count)}


def odd(make: Callable[[int], bytes], newline: str) -> Callable[[int], bytes]:
    """Return what makes the same text with other line ends, and a comment that is not ASCII."""
    return lambda count: ("# \u00e9\n" + make(count).decode()).replace("\n", newline).encode()


comments = repeated(WEB, "      # comment\n")
flows = repeated(HEAD + "    spec:\n      containers: []\n      x: [", "{a: 1}, ", "]\n")

ROWS = [
    Row("escaped quotes in one line", repeated(WEB + '      x: "', '\\"', '"\n'), (2000, 8000)),
    Row("backslashes in one line", repeated(WEB + '      x: "', "\\\\", '"\n'), (2000, 8000)),
    Row(
        "backslashes beside a surrogate",
        repeated(WEB + '      y: "\\ud83d\\ude00"\n      x: "', "\\\\", '"\n'),
        (500, 2000),
    ),
    Row("dashes in one line", repeated(MAP + "x:\n", "- ", "1\n"), (8000, 32000), code=2),
    Row("quoted words in one line", repeated(WEB + "      x: [", "'a', ", "'']\n"), (1000, 4000)),
    Row("comments behind the edit", comments, (1000, 4000)),
    Row("comments behind the edit, CRLF", odd(comments, "\r\n"), (1000, 4000)),
    Row("comments behind the edit, CR", odd(comments, "\r"), (1000, 4000)),
    Row("comments behind the edit, beyond ASCII", odd(comments, "\n"), (1000, 4000)),
    Row("comments in front", repeated("", "# x\n", WEB), (1000, 4000)),
    Row("empty lines", repeated(WEB, "\n"), (4000, 16000)),
    Row("empty lines in a text", repeated(WEB + "      x: |\n        a\n", "\n", "      y: 1\n"), (4000, 16000)),
    Row("empty documents", repeated("", "---\n", WEB), (500, 2000)),
    Row("documents with a glued separator in quotes", texts.glued, (250, 1000)),
    Row("directives", lines("", "%TAG !a{n}! tag:x\n", "---\n" + WEB), (500, 2000), code=2, says="begin with %TAG"),
    Row("tags", repeated(MAP + "x:\n", "- !binary eA==\n"), (500, 2000)),
    Row("a word over many lines", repeated(WEB + "      x: a\n", "       b\n"), (1000, 4000)),
    Row("quotes over many lines", repeated(WEB + '      x: "a\n', "       b\n", '       "\n'), (1000, 4000)),
    Row("a long key", repeated(WEB + "      ? ", "k", "\n      : 1\n"), (8000, 32000)),
    Row("flow collections side by side", flows, (500, 2000)),
    Row("a flow collection a line", lines(WEB, "      k{n}: {a: [b]}\n"), (500, 2000)),
    Row("a number", repeated(MAP + "x: 0.", "1", "e-9\n"), (8000, 32000)),
    Row("anchors", lines(WEB, "      k{n}: &a{n} 1\n"), (500, 2000)),
    Row("aliases", lines("x: &x 1\n" + WEB, "      k{n}: *x\n"), (500, 2000)),
    Row("merge keys", repeated(MAP + "b: &b {a: 1}\nx:\n  <<: [", "*b, ", "*b]\n"), (500, 2000)),
    Row("a long text by aliases", texts.long_text_by_aliases, (600, 1200), code=2, memory=50, says=EXPANDS),
    Row("an affinity by aliases", texts.affinity_by_aliases, (600, 1200), code=2, memory=50, says=EXPANDS),
    Row(
        "one affinity for many pods",
        texts.one_affinity_for_many_pods,
        (600, 1200),
        code=2,
        says="Aliases make this",
    ),
    Row("nested by aliases", texts.nested_by_aliases, (5, 20), code=2, says="nested deeper here than 256 levels"),
    Row("List, aliases of another item, beyond ASCII", texts.aliases_of_another_item, (100, 400)),
    Row("List, anchors", texts.own_anchors, (200, 800)),
    Row("List, anchors that their item uses", texts.own_anchors_used, (200, 800)),
    Row("List, one anchor given anew", texts.one_name_given_anew, (200, 800)),
    Row("Lists in Lists", texts.lists_in_lists, (100, 400), memory=200),
    Row(
        "JSON Lists 120 deep",
        lambda count: texts.nested_json(120, count),
        (200, 800),
        code=2,
        memory=200,
        says="deeper than 8 levels",
    ),
    Row("JSON Lists 8 deep", lambda count: texts.nested_json(8, count), (400, 1600), memory=200),
    Row("JSON List in one line", lambda count: texts.json_list(count).encode(), (100, 400)),
    Row("results given", texts.results_given, (100, 400)),
    Row(
        "last-applied: brackets", lambda count: texts.last_applied("[" * count), (1000, 100_000), code=2, says="as JSON"
    ),
    Row(
        "last-applied: levels",
        lambda count: texts.last_applied("[" * count + "]" * count),
        (300, 900),
        code=2,
        says="as JSON",
    ),
    Row(
        "keys that stand twice",
        in_file(lines(WEB, "      a{n}: 1\n      a{n}: 1\n")),
        (200, 800),
        ("check", "in.yaml"),
        code=1,
    ),
    Row(
        "diff of equal lines",
        in_file(
            repeated(
                HEAD + "    spec:\n      containers:\n      - name: a\n        image: a:1\n        args:\n",
                "        - x\n",
            )
        ),
        (500, 2000),
        DIFF,
    ),
    Row("diff of comments", in_file(comments), (500, 2000), DIFF),
    Row("diff of JSON in one line", in_file(lambda count: texts.json_list(count).encode()), (100, 400), DIFF),
    Row(
        "diff of many objects",
        in_file(lambda count: "---\n".join(web(number=n) for n in range(count)).encode()),
        (100, 400),
        DIFF,
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_growth(row: Row, measured: Measured, tmp_path: Path) -> None:
    assert grown(row, measured, str(tmp_path)) == []
