"""Text from manifests made safe: what drives a terminal, lies, or commands a CI runner is shown as an escape."""

from __future__ import annotations

import pytest

from yurt_hostnet.report.characters import encodable, escaped, is_shown, log_text, one_line, without_command

ONE_LINE = {
    "a name": "a name",
    "  a  name ": "  a  name ",
    "端口 é": "端口 é",
    "a\n  b\tc": "a b c",
    "a\x1b[31mb": "a\\x1b[31mb",
    "\u202eevil": "\\u202eevil",
    "soft\u00adhyphen": "soft\\xadhyphen",
    "filler\u3164": "filler\\u3164",
    "tag\U000e0041": "tag\\U000e0041",
    "\ud800": "\\ud800",
    "::error::x": "\\x3a:error::x",
    "a ::error::x": "a ::error::x",
    "##[error]x": "#\\x23[error]x",
}


@pytest.mark.parametrize("text", ONE_LINE)
def test_one_line(text: str) -> None:
    assert one_line(text) == ONE_LINE[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("abc", True),
        ("é端", True),
        ("a\n", False),
        ("\u034f", False),
        ("\ufe0f", False),
        ("a\U000dffff", False),  # no character of Unicode
        ("\U000e0100", False),
        ("\U0001f642", True),
    ],
)
def test_is_shown(text: str, expected: bool) -> None:
    assert is_shown(text) is expected


def test_escaped_is_letter_by_letter() -> None:
    assert escaped("a\x07é\u202eb") == "a\\x07é\\u202eb"


COMMANDS = {
    "nothing": "nothing",
    "a # b ## c [d]": "a # b ## c [d]",
    "##[group]": "#\\x23[group]",
    "##vso[task]": "#\\x23vso[task]",
    "##teamcity[x] ##vso[y]": "#\\x23teamcity[x] #\\x23vso[y]",
    "x ###[y]": "x ##\\x23[y]",
    "##a1[x]": "##a1[x]",
    "## vso[x]": "## vso[x]",
    "[##[": "[#\\x23[",
    "a[b]##": "a[b]##",
    "::set-output name=a::b": "\\x3a:set-output name=a::b",
    "  ::debug::b": "  \\x3a:debug::b",
    ": :b": ": :b",
    "a: b": "a: b",
    "::##[a]": "\\x3a:#\\x23[a]",
}


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_are_broken_up(line: str) -> None:
    assert without_command(line) == COMMANDS[line]


def test_commands_are_broken_up_as_asked() -> None:
    assert without_command("::##[a]", "S", "C") == "C:#S[a]"


@pytest.mark.parametrize(
    ("text", "colour", "expected"),
    [
        ("a\nb\n", False, "a\nb\n"),
        ("\x1b[1;31ma\x1b[0m", True, "\x1b[1;31ma\x1b[0m"),
        ("\x1b[1;31ma\x1b[0m", False, "\\x1b[1;31ma\\x1b[0m"),
        ("\x1b[2Ja\x1b[2mb", True, "\\x1b[2Ja\x1b[2mb"),
        ("a\x07b\x1b]0;t\x1b[0m\x08", True, "a\\x07b\\x1b]0;t\x1b[0m\\x08"),
        ("ok\n::warning::x\r\n##[x]", False, "ok\n\\x3a:warning::x\\r\n#\\x23[x]"),
    ],
)
def test_a_log_keeps_its_lines_and_our_colours(text: str, colour: bool, expected: str) -> None:
    assert log_text(text, colour=colour) == expected


def test_a_log_has_no_colour_unless_asked() -> None:
    assert log_text("\x1b[0m") == "\\x1b[0m"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "a"), ("é\U0001f642", "é\U0001f642"), ("é\ud800b", "é\ufffdb"), ("\ud83d\ude42", "\U0001f642")],
)
def test_encodable(text: str, expected: str) -> None:
    assert encodable(text) == expected
