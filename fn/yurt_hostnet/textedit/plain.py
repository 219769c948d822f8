"""Read the plain style that nearly all manifests are written in, without PyYAML, or say that it is another.

Block mappings and sequences, keys and one-line scalars that are plain or quoted without escapes,
literal block scalars, one-line flow collections of such scalars, comments. All in printable ASCII.
For text in this style the tree is exactly that of `events`, which tests hold over the corpus, random
documents and the YAML test suite; for anything else the answer is None, never a guess. It is several
times faster, and a run that meets no other style never imports PyYAML.
"""

from __future__ import annotations

from yurt_hostnet.textedit.nodes import MAX_DEPTH, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.plain_value import KEY, LETTERS, Open, is_rest, one_line, scalar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.nodes import Node

_LONGEST_KEY = 500  # libyaml looks no further than 1,024 characters for the colon of a key

_EMPTY_LINES = "\n" * 1024  # krm puts one for each line of a list's items, which it reads apart

EMPTY = Scalar(0, 0, 0, "", "", None, None)
"""What `read` returns for text that holds nothing but comments."""


def read(text: str) -> Mapping | Sequence | Scalar | None:
    """Return the root node of `text`, EMPTY if there is none, None if it holds anything but this module's style.

    The text is one document, with or without a `---` line in front.
    """
    if not text.isascii() or not text.replace("\n", "").isprintable():
        return None
    size = len(text)
    position = 0
    if text.startswith("---"):
        position = text.find("\n") + 1 or size
        if not is_rest(text, 3, position):
            return None
    stack: list[Open] = []
    root: Mapping | Sequence | None = None
    while position < size:
        line = position
        end = text.find("\n", line)
        position = end + 1
        if end < 0:
            position = end = size
        content = text[line:end].lstrip(" ")
        if not content or content[0] == "#":
            while text.startswith(_EMPTY_LINES, position):
                position += len(_EMPTY_LINES)
            continue
        at = end - len(content)  # where the content begins
        column = at - line
        while stack and stack[-1].column > column:
            stack.pop().close()
        top = stack[-1] if stack else None
        dashed = content[0] == "-" and content[1:2] in ("", " ")
        if top is not None and top.column == column and not dashed and isinstance(top.node, Sequence):
            stack.pop().close()  # a list at the column of its key ends where the next key stands
            top = stack[-1] if stack else None
            if top is None or top.column != column:
                return None
        opens = top is None or top.column < column or (dashed and isinstance(top.node, Mapping))
        if opens and (root is not None if top is None else top.waits < 0):
            return None
        while dashed:
            if opens or top is None:
                top = _open(stack, top, Sequence(at, at - line, False, None, None), at - line)
                root = root or top.node
            top.settle()
            top.waits, top.waits_column = at + 1, at + 1 - line
            content = content[1:].lstrip(" ")
            at = end - len(content)
            dashed = content[:1] == "-" and content[1:2] in ("", " ")
            opens = True
        if not content or content[0] == "#":
            if content and text[at - 1] != " ":
                return None
            continue
        colon = _key_end(content)
        if colon:
            if opens:
                top = _open(stack, top, Mapping(at, at - line, False, None, None), at - line)
                root = root or top.node
            if top is None:
                return None
            top.settle()
            top.key = scalar_of(content[:colon], at, at - line)
            at += colon + 1
            top.waits, top.waits_column = at, at - line
            content = content[colon + 1 :].lstrip(" ")
            at = end - len(content)
            if not content or content[0] == "#":
                continue
        elif top is None or not opens:
            return None
        if len(stack) > MAX_DEPTH:
            return None
        node: Node | None
        if content[0] == "|":
            node, position = _literal(text, content, at, at - line, position, top.column)
        else:
            node = one_line(content, at, at - line)
        if node is None:
            return None
        top.add(node)
    while stack:
        stack.pop().close()
    return root or EMPTY


def _open(stack: list[Open], top: Open | None, node: Mapping | Sequence, column: int) -> Open:
    """Make a block collection the value of what waits in `top`, and open it."""
    if top is not None:
        top.add(node)
    new = Open(node, column)
    stack.append(new)
    return new


def _key_end(content: str) -> int:
    """Return where the colon of a key stands that `content` begins with, 0 if it begins with none."""
    first = content[0]
    if first in "\"'":
        end = content.find(first, 1) + 1
        if end == 0 or content[end : end + 1] != ":" or content[end + 1 : end + 2] not in ("", " "):
            return 0
        return end if end <= _LONGEST_KEY and (first == "'" or "\\" not in content[:end]) else 0
    end = content.find(":")
    if end <= 0 or end > _LONGEST_KEY or content[end + 1 : end + 2] not in ("", " ") or first not in LETTERS:
        return 0
    key = content[:end]
    return end if key.isidentifier() or KEY.issuperset(key) else 0


def _literal(text: str, header: str, start: int, column: int, position: int, outer: int) -> tuple[Scalar | None, int]:
    """Read a literal block scalar whose lines begin at `position`; return its node, None if in doubt, and its end.

    `header` is the rest of its first line, `outer` the column of the collection that holds it.
    """
    chomping = header[1:2] if header[1:2] in ("-", "+") else ""
    if not is_rest(header, 1 + len(chomping), len(header)):
        return None, position
    lines: list[str] = []
    indent = -1
    while position < len(text):
        end = text.find("\n", position)
        if end < 0:
            return None, position
        line = text[position:end]
        content = line.lstrip(" ")
        if indent < 0:
            if content:
                indent = len(line) - len(content)
                if indent <= outer:
                    return None, position
            elif line:
                return None, position
        elif content and len(line) - len(content) < indent:
            break
        lines.append(line[indent:] if indent >= 0 else "")
        position = end + 1
    if indent < 0:
        return None, position
    value = "\n".join(lines) + "\n"
    if chomping != "+":
        value = value.rstrip("\n") + ("" if chomping else "\n")
    return Scalar(start, position, column, value, "|", None, None), position
