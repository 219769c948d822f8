"""The unified diff between a source and what its edits make of it, hunk by hunk, without comparing whole files."""

from __future__ import annotations

import os
from collections import Counter
from difflib import SequenceMatcher

from yurt_hostnet.report.characters import is_shown, without_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.commands.discovery.files import Source
    from yurt_hostnet.krm.kube_object import KubeObject

    Opcode = tuple[str, int, int, int, int]
    Edited = tuple[int, int, bytes, KubeObject | None]

CONTEXT = 3
_NO_NEWLINE = b"\\ No newline at end of file\n"


def unified_diff(source: Source) -> bytes:
    """Return the diff of a source's edits, b"" without any; `patch -p1` and `git apply` read it.

    The name of a file outside of the working directory stays whole, which fits `patch -p0`.
    """
    old, new, opcodes = _opcodes(source)
    if not opcodes:
        return b""
    name = os.path.normpath(source.path) if source.path != "-" else "stdin"
    inside = not os.path.isabs(name) and not name.startswith("..")
    names = (f"a/{name}", f"b/{name}") if inside else (name, name)
    out = [
        f"{mark} {_quoted(label)}\n".encode("utf-8", "surrogateescape")
        for mark, label in zip(("---", "+++"), names, strict=True)
    ]
    for group in _Steps(opcodes).get_grouped_opcodes(CONTEXT):
        out.append(_header(group))
        out += _lines(group, old, new)
    return b"".join(out)


def _quoted(name: str) -> str:
    """Return a file name as git writes it in a diff (quote_c_style in quote.c): quoted if it holds odd characters.

    Those are what does not print; git would quote all but ASCII. A runner's `##[` loses its second sign.
    """
    escaped = without_command(
        "".join(_ESCAPES.get(char) or (char if is_shown(char) else _octal(char)) for char in name), "\\043"
    )
    end = "\t" if " " in name else ""  # for patch, which would take the name to end at the space
    return f'"{escaped}"{end}' if escaped != name else name + end


def _octal(char: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))


_ESCAPES = dict(zip('\a\b\t\n\v\f\r"\\', (f"\\{sign}" for sign in 'abtnvfr"\\'), strict=True))


class _Steps(SequenceMatcher[str]):
    """Steps that were found object by object; only difflib's grouping into hunks is wanted."""

    def __init__(self, opcodes: list[Opcode]) -> None:
        super().__init__()
        self._opcodes = opcodes

    def get_opcodes(self) -> list[Any]:
        return self._opcodes


def _opcodes(source: Source) -> tuple[list[bytes], list[bytes], list[Opcode]]:
    """Return the old lines, the new lines, and the steps from one to the other."""
    text = source.input.text
    old: list[bytes] = []
    new: list[bytes] = []
    opcodes: list[Opcode] = []

    def equal(piece: bytes) -> None:
        lines = _split(piece)
        if lines:
            opcodes.append(("equal", len(old), len(old) + len(lines), len(new), len(new) + len(lines)))
            old.extend(lines)
            new.extend(lines)

    def step(before: list[bytes], after: list[bytes], codes: Iterable[Opcode]) -> None:
        for tag, i1, i2, j1, j2 in codes:
            opcodes.append((tag, len(old) + i1, len(old) + i2, len(new) + j1, len(new) + j2))
        old.extend(before)
        new.extend(after)

    done = 0
    edited: list[Edited] = [
        (item.span.start, item.span.end, item.new_text or b"", item) for item in source.input.edited_objects()
    ]
    for start, end, replacement, items in _whole_lines(text, edited):
        equal(text[done:start])
        before, after = _split(text[start:end]), _split(replacement)
        if _is_quick(before, after, items):
            step(before, after, SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
            done = end
            continue
        done = start
        for first, last, lines, _ in _whole_lines(text, [piece for item in items for piece in _pieces(item)]):
            equal(text[done:first])
            before, after = _split(text[first:last]), _split(lines)
            step(before, after, _ends_compared(before, after))
            done = last
        equal(text[done:end])
        done = end
    if opcodes:
        equal(text[done:])
    return old, new, _merged(opcodes)


_STEPS = 256
_FEW_STEPS = 50_000
_SHORT = 2000


def _is_quick(before: list[bytes], after: list[bytes], items: list[KubeObject]) -> bool:
    """Tell whether difflib compares two texts in no more than _STEPS steps a line; it may take their square.

    It looks at every pair of equal lines, and does that anew on both sides of every piece that is different.
    """
    lines = len(before) + len(after)
    pieces = sum(len(item.pieces or ()) or _SOME for item in items)
    if any(item.pieces is None for item in items) and lines > _SHORT:
        return False
    often = Counter(after)
    pairs = sum(number * often[line] for line, number in Counter(before).items())
    return (pairs + lines) * (pieces + 1) <= _STEPS * lines + _FEW_STEPS


_SOME = 4
"""How many pieces of a short object are taken to be different."""


def _pieces(item: KubeObject) -> list[Edited]:
    """Return what was put into the text of an object, or its whole text if that is not known."""
    if item.pieces is None:
        return [(item.span.start, item.span.end, item.new_text or b"", None)]
    return [(item.byte_of(start), item.byte_of(end), new.encode(), None) for start, end, new in item.pieces]


def _ends_compared(before: list[bytes], after: list[bytes]) -> Iterator[Opcode]:
    """Yield the steps from one text to another that differ by one piece of it."""
    head, most = 0, min(len(before), len(after))
    while head < most and before[head] == after[head]:
        head += 1
    tail, most = 0, most - head
    while tail < most and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old, new = len(before) - tail, len(after) - tail
    if head:
        yield "equal", 0, head, 0, head
    if head < old or head < new:
        yield "replace" if head < old and head < new else "delete" if head < old else "insert", head, old, head, new
    if tail:
        yield "equal", old, len(before), new, len(after)


def _whole_lines(text: bytes, edited: list[Edited]) -> Iterator[tuple[int, int, bytes, list[KubeObject]]]:
    """Yield the edits with what else stands on their first and last lines; edits that share a line become one."""
    begin = stop = done = 0
    parts: list[bytes] = []
    items: list[KubeObject] = []
    for start, end, new, item in edited:
        if not parts or start > stop or (start == stop and text[stop - 1 : stop] == b"\n"):
            if parts:
                yield begin, stop, b"".join([*parts, text[done:stop]]), items
            begin = done = text.rfind(b"\n", stop, start) + 1 or stop
            parts, items = [], []
        parts += [text[done:start], new]
        items += [item] if item is not None else []
        done = end
        if text[end - 1 : end] == b"\n":
            stop = end
        elif end >= stop:
            stop = text.find(b"\n", end) + 1 or len(text)
    if parts:
        yield begin, stop, b"".join([*parts, text[done:stop]]), items


def _merged(opcodes: list[Opcode]) -> list[Opcode]:
    """Join neighbouring equal steps."""
    out: list[Opcode] = []
    for code in opcodes:
        if out and out[-1][0] == code[0] == "equal":
            out[-1] = ("equal", out[-1][1], code[2], out[-1][3], code[4])
        else:
            out.append(code)
    return out


def _split(text: bytes) -> list[bytes]:
    """Split at line feeds alone, keeping them."""
    lines = text.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _header(group: list[Opcode]) -> bytes:
    def extent(start: int, stop: int) -> str:
        length = stop - start
        begin = start + 1 if length else start
        return f"{begin}" if length == 1 else f"{begin},{length}"

    first, last = group[0], group[-1]
    return f"@@ -{extent(first[1], last[2])} +{extent(first[3], last[4])} @@\n".encode()


def _lines(group: list[Opcode], old: list[bytes], new: list[bytes]) -> Iterator[bytes]:
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            for line in old[i1:i2]:
                yield _marked(b" ", line)
            continue
        for line in old[i1:i2]:
            yield _marked(b"-", line)
        for line in new[j1:j2]:
            yield _marked(b"+", line)


def _marked(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + b"\n" + _NO_NEWLINE
