"""Tells a template, which another program has yet to write out, from a manifest that is broken."""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.textedit.errors import InputError

MARK = b"{{"
YTT = b"#@"
_YTT = re.compile(rb"#@(?:[ \t]|(?:data|overlay|yaml|schema|library|template|assert)/)")
"""How a comment begins that ytt runs (carvel.dev/ytt, "Syntax"); `#@todo` and the like are somebody's own."""
_BLOCK = re.compile(rb"(?:^|[\s:-])[|>][-+0-9]*[ \t]*(?:\s#.*)?$")
_TOKEN = re.compile(
    rb"""(?sm)(?:^|:(?=[ \t]))([ \t\-\[{]*)"""
    rb"""|(?:^|(?<=[\s\[{,:]))(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'|#[^\n]*)"""
)
"""What begins a line or a value, and what is skipped; in time that grows with the text and no faster."""
_NO_YAML = ("This is not valid YAML", "A map key here is null", "The document has ended")
"""How the errors begin about what no reader of YAML or JSON takes; others are about bounds of ours."""


def in_chart_templates(path: str) -> bool:
    """Tell whether a file is under the templates directory of a Helm chart."""
    return bool(chart_of(path))


def chart_of(path: str) -> str:
    """Return the directory of the Helm chart, seen from here, under whose templates directory a file is; "" if none."""
    place = os.path.dirname(os.path.abspath(path))
    while place != os.path.dirname(place):
        place, name = os.path.split(place)
        if name == "templates" and os.path.isfile(os.path.join(place, "Chart.yaml")):
            return os.path.relpath(place)
    return ""


def is_template(document: bytes, error: InputError) -> bool:
    """Tell whether a document that cannot be read, for `error`, is one for its template marks.

    They must begin a line or a value, outside of quotes, block scalars and comments: elsewhere a mark hurts no parser,
    so that something else must be wrong. What begins as JSON is no template: kubectl reads object after object, and
    would apply those in front of the mark. Neither is what passes a bound that other readers do not have.
    """
    if MARK not in document or _begins_as_json(document) or not error.message.startswith(_NO_YAML):
        return False
    text = b"\n".join(_outside_blocks(document))
    return any(MARK in (match.group(1) or b"") for match in _TOKEN.finditer(text))


def is_ytt(text: bytes) -> bool:
    """Tell whether a file is a template of ytt: a comment outside of quotes and block scalars that ytt runs."""
    if YTT not in text:
        return False
    lines = b"\n".join(_outside_blocks(text))
    return any(_YTT.match(match.group()) for match in _TOKEN.finditer(lines))


def _begins_as_json(document: bytes) -> bool:
    for line in map(bytes.strip, document.split(b"\n")):
        content = line.removeprefix(b"---").lstrip()
        if content and not content.startswith(b"#"):
            return content.startswith(b"{") and not content.startswith(MARK)
    return False


def _outside_blocks(document: bytes) -> Iterator[bytes]:
    """Yield the lines that are not the text of a block scalar (YAML 1.2, section 8.1)."""
    block = -1  # the column of the line that opened the block scalar, -1 outside of one
    for line in document.split(b"\n"):
        column = len(line) - len(line.lstrip(b" "))
        if block >= 0 and (column > block or not line.strip()):
            continue
        block = column if _BLOCK.search(line) else -1
        yield line
