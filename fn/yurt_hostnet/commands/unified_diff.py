"""The unified diff between a source and what its edits make of it, hunk by hunk, without comparing whole files."""

from __future__ import annotations

import os
from difflib import SequenceMatcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.commands.files import Source

    Opcode = tuple[str, int, int, int, int]

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
    """Return a file name as git writes it in a diff (quote_c_style in quote.c): quoted if it holds odd characters."""
    escaped = "".join(
        _ESCAPES.get(char) or (f"\\{ord(char):03o}" if char < " " or char == "\x7f" else char) for char in name
    )
    end = "\t" if " " in name else ""  # for patch, which would take the name to end at the space
    return f'"{escaped}"{end}' if escaped != name else name + end


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

    done = 0
    for start, end, replacement in _whole_lines(text, source.input.edited()):
        equal(text[done:start])
        before, after = _split(text[start:end]), _split(replacement)
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            opcodes.append((tag, len(old) + i1, len(old) + i2, len(new) + j1, len(new) + j2))
        old += before
        new += after
        done = end
    if opcodes:
        equal(text[done:])
    return old, new, _merged(opcodes)


def _whole_lines(text: bytes, edited: list[tuple[int, int, bytes]]) -> Iterator[tuple[int, int, bytes]]:
    """Yield the edits with what else stands on their first and last lines; edits that share a line become one."""
    pieces: list[tuple[int, int, bytes]] = []
    for start, end, new in edited:
        first = text.rfind(b"\n", 0, start) + 1
        last = end if text[end - 1 : end] == b"\n" else (text.find(b"\n", end) + 1 or len(text))
        if pieces and first < pieces[-1][1]:
            begin, stop, whole = pieces.pop()
            tail = stop - start
            pieces.append((begin, last, whole[:-tail] + new + text[end:last]))
        else:
            pieces.append((first, last, text[first:start] + new + text[end:last]))
    return iter(pieces)


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
