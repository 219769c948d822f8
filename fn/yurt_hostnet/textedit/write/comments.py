"""The comments of a text, which a rewritten text has to have as well."""

from __future__ import annotations

import re
from collections import Counter

import yaml

from yurt_hostnet.textedit.read import surrogates
from yurt_hostnet.textedit.read.events import PARSER
from yurt_hostnet.textedit.write.patch import LINE_BREAKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(rf"#[^{LINE_BREAKS}]*")
_LINE_BREAK = re.compile(f"[{LINE_BREAKS}]")


def lost_comments(old: str, new: str) -> list[str]:
    """Return the comments of the YAML text `old` that `new` does not have, or not as often, in their order."""
    return list((Counter(comments(old)) - Counter(comments(new))).elements())


def comments(text: str) -> list[str]:
    """Return the comments of YAML text, each from its `#`, without white space behind it, in their order.

    Raises yaml.YAMLError for what is not YAML.
    """
    text = surrogates.mask(text)
    return [match.group().rstrip() for start, end in _gaps(text) for match in _COMMENT.finditer(text, start, end)]


def _gaps(text: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of text that belong to no token, and the headers of block scalars."""
    end = 0
    for token in yaml.scan(text, Loader=PARSER):
        start = token.start_mark.index
        yield end, start
        end = max(end, token.end_mark.index)
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            header = _LINE_BREAK.search(text, start, end)
            yield start, header.start() if header else end
    yield end, len(text)
