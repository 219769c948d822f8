"""The record of what init did in a package, by which --undo takes it back: the file .yurt-hostnet-init beside it."""

from __future__ import annotations

import hashlib
import json
import os

from yurt_hostnet.commands.wiring.addition import Addition
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = ".yurt-hostnet-init"
"""Without a suffix, so that no host takes it for a manifest."""
_VERSION = 1


class Made:
    """A file that init made, by its path from the record's folder, and the SHA-256 of its text."""

    __slots__ = ("path", "sha256")

    def __init__(self, path: str, sha256: str) -> None:
        self.path = path
        self.sha256 = sha256

    def is_as_made(self, text: bytes) -> bool:
        """Tell whether a text is what init wrote."""
        return digest(text) == self.sha256


class Entered:
    """An entry that init put into the file `path`, counted from the record's folder."""

    __slots__ = ("addition", "path")

    def __init__(self, path: str, addition: Addition) -> None:
        self.path = path
        self.addition = addition


class Lined:
    """A line that init put at the end of the file `path`; `text` holds the line end in front of it if it made that."""

    __slots__ = ("path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    def undone(self, now: bytes) -> bytes:
        """Return the text of the file without the line, as it is where the line is gone."""
        line = self.text.strip("\n").encode()
        if now.endswith(self.text.encode()):
            return now[: -len(self.text.encode())]
        lines = now.split(b"\n")
        if line in lines:
            lines.remove(line)
        return b"\n".join(lines)


class Record:
    """The steps of init in a package, in order, and the folders that it made, the outermost first."""

    __slots__ = ("folders", "steps")

    def __init__(self) -> None:
        self.steps: list[Made | Entered | Lined] = []
        self.folders: list[str] = []

    def text(self) -> bytes:
        """Return the record as it is written."""
        steps = ",\n".join(f"  {json.dumps(_step_data(step))}" for step in self.steps)
        head = f'{{"version": {_VERSION},\n "folders": {json.dumps(self.folders)},\n "steps": ['
        return f"{head}\n{steps}\n]}}\n".encode()


def digest(text: bytes) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text).hexdigest()


def read_record(text: bytes, path: str) -> Record:
    """Return the record in a text. Raises InputError for what init did not write; a path that leads away is none."""
    out = Record()
    try:
        data = json.loads(text)
        if data["version"] != _VERSION:
            raise InputError("Another release of yurt-hostnet wrote this record. Use that one.", file=path)
        out.folders = [_inner(each, str) for each in data["folders"]]
        out.steps = [_step(each) for each in data["steps"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = "This is no record of init, or it has been edited. Take it from git again, or undo by hand."
        raise InputError(message, file=path) from None
    return out


def _step_data(step: Made | Entered | Lined) -> dict[str, Any]:
    if isinstance(step, Made):
        return {"made": step.path, "sha256": step.sha256}
    if isinstance(step, Lined):
        return {"lined": step.path, "text": step.text}
    each = step.addition
    place = {"edited": step.path, "keys": list(each.keys), "listed": each.listed}
    return {**place, "value": each.value, "old": each.old, "new": each.new}


def _step(data: dict[str, Any]) -> Made | Entered | Lined:
    if "made" in data:
        return Made(_inner(data["made"], str), _inner(data["sha256"], str))
    if "lined" in data:
        return Lined(_inner(data["lined"], str), _inner(data["text"], str))
    keys = tuple(_inner(key, str) for key in data["keys"])
    texts = {name: _inner(data[name], str) for name in ("old", "new")}
    addition = Addition(keys, data["value"], listed=_inner(data["listed"], bool), **texts)
    return Entered(_inner(data["edited"], str), addition)


def _inner(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (isinstance(value, str) and os.path.isabs(value)):
        raise TypeError
    return value
