"""Encoding: what is read must be UTF-8; who sends something else is told where and what to do."""

from __future__ import annotations

from codecs import getincrementaldecoder

from yurt_hostnet.textedit.errors import InputError


def require_utf8(text: bytes, file: str = "") -> None:
    """Raise InputError for text that is not UTF-8, with its line; no decoded copy of it is kept."""
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = "The input is UTF-16. Save it as UTF-8 (in PowerShell: Out-File -Encoding utf8)."
        raise InputError(message, file=file)
    decoder = getincrementaldecoder("utf-8")()
    size = 1 << 20
    view = memoryview(text)
    done = 0
    try:
        for done in range(0, len(text), size):
            decoder.decode(view[done : done + size], final=done + size >= len(text))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, done + error.start) + 1
        raise InputError("This is not UTF-8. Save the file as UTF-8.", line, file) from None
