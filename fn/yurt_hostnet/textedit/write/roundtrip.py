"""The careful slow path: a ruamel.yaml round trip of one document, with shared parts copied out.

It may re-indent and re-wrap the one object it is given; the caller makes sure that meaning, comments and all that is
outside of the change are kept. Used where text cannot be inserted: a tagged empty value, nothing behind a complex key.
"""

from __future__ import annotations

import copy
import io
import re
import warnings

from yurt_hostnet.textedit.read.json_text import read_json
from yurt_hostnet.textedit.write.patch import LINE_BREAKS, any_line_end, break_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.write.splice import Change

_WIDE = 1 << 20

_MOST_MERGES = 256
"""ruamel.yaml looks at every merge of a mapping for each further one."""

_DOCUMENT_END = re.compile(rf"(?<=[{LINE_BREAKS}])\.\.\.(?=[ \t{LINE_BREAKS}]|\Z)")

_ODD_INPUT = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What ruamel.yaml raises, beside its own errors, for input that it was not made for."""


def round_trip(text: str, changes: list[Change]) -> str | None:
    """Return the document in `text` with `changes` made by ruamel.yaml, or None where it cannot read or write it.

    JSON is not rewritten either: it would no longer be JSON. Nor is a document that would take ruamel.yaml the square
    of its length.

    The first line's leading spaces, a first `---` line, a last `...` line, line ends and a missing final line end are
    kept.
    """
    from ruamel.yaml import YAML  # slow to import, and rare
    from ruamel.yaml.error import YAMLError

    if text.count("<<") > _MOST_MERGES or _is_json(text):
        return None
    newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    start, end = 0, _document_end(text)
    if text.startswith("---"):
        mark, start = any_line_end(text, 0)
        if text[3:mark].strip() and not text[3:mark].strip().startswith("#"):
            return None
    head, lines, tail = text[:start], text[start:end].replace("\r\n", "\n"), text[end:]
    column = len(lines) - len(lines.lstrip(" "))
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = _WIDE
    yaml.allow_duplicate_keys = True
    dash = _dash_offset(lines)
    yaml.indent(mapping=2, sequence=2 + dash, offset=dash)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a name that is given again; the proof sees what becomes of it
            data = yaml.load(lines)
        copies = _Copies(len(text))
        for path, value in changes:
            _add(data, path, value, copies)
        out = io.StringIO()
        yaml.dump(data, out)
    except (YAMLError, *_ODD_INPUT):
        return None  # ruamel.yaml raises all of these for odd input; the caller reports it
    pad = " " * column
    new = "".join(pad + line if line.strip("\n") else line for line in out.getvalue().splitlines(keepends=True))
    if not tail and not break_before(text, len(text)):
        new = new.rstrip("\n")
    return head + new.replace("\n", newline) + tail


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith("{"):
        return False
    return read_json(text) is not None


def _document_end(text: str) -> int:
    """Return where the line `...` begins that ends a document, the text's length without one."""
    match = _DOCUMENT_END.search(text)
    return match.start() if match else len(text)


def _dash_offset(text: str) -> int:
    """Return how far dashes stand behind their map key in the first list that tells: 0 or 2."""
    previous = ""
    for line in text.splitlines():
        if line.lstrip(" ").startswith("- ") and previous.rstrip().endswith(":"):
            indent = len(line) - len(line.lstrip(" "))
            return 2 if indent > len(previous) - len(previous.lstrip(" -")) else 0
        previous = line
    return 0


def _add(data: Any, path: tuple[str | int, ...], value: Any, copies: _Copies) -> None:
    """Add a copy of `value` at `path`; every anchored collection on the way gets a copy of its own, without anchors."""
    for step in path[:-1]:
        child = data[step]
        if getattr(getattr(child, "anchor", None), "value", None) is not None:
            child = copies.make(child)
            _unshare(child, {id(child)}, copies)
            data[step] = child
        data = child
    if isinstance(data, list):
        data.append(copy.deepcopy(value))
    else:
        data[path[-1]] = copy.deepcopy(value)


def _unshare(node: Any, seen: set[int], copies: _Copies) -> None:
    """Take the anchors out of a copy, and write out what its aliases stand for: the anchors are in the original."""
    node.yaml_set_anchor(None)
    for key, child in list(node.items() if isinstance(node, dict) else enumerate(node)):
        if not hasattr(child, "yaml_set_anchor"):
            continue
        if not isinstance(child, dict | list):  # an anchored scalar
            child.yaml_set_anchor(None)
            continue
        own = copies.make(child) if id(child) in seen else child
        if own is not child:
            node[key] = own
        seen.add(id(own))
        _unshare(own, seen, copies)


class _Copies:
    """Makes copies of parts of one document, as many as take little in comparison with its text."""

    __slots__ = ("_left",)

    def __init__(self, size: int) -> None:
        self._left = 2 * size + 2000

    def make(self, node: Any) -> Any:
        """Return a deep copy. Raises ValueError where it is one too many."""
        stack = [node]
        while stack and self._left >= 0:
            current = stack.pop()
            self._left -= 1
            if isinstance(current, dict):
                stack += current.values()
            elif isinstance(current, list):
                self._left -= len(current) ** 2  # CommentedSeq.__deepcopy__ of ruamel.yaml copies attributes per item
                stack += current
        if self._left < 0:
            raise ValueError("too much would have to be copied")
        return copy.deepcopy(node)
