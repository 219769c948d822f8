"""Rendered directories: each built once, two at a time, with what is known of where its objects come from."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from yurt_hostnet.commands.rendering.build import build
from yurt_hostnet.commands.rendering.built import BuiltInput
from yurt_hostnet.commands.rendering.marks import kustomization, take_marks
from yurt_hostnet.commands.rendering.places import Places
from yurt_hostnet.commands.rendering.programs import stop_all
from yurt_hostnet.textedit.errors import InputError, raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from yurt_hostnet.commands.rendering.build import BuildOptions
    from yurt_hostnet.commands.rendering.programs import Program

    Row = TypeVar("Row")
    Made = TypeVar("Made")

AT_ONCE = 2
"""Builds at a time: each takes a processor and the memory of all its objects."""


class Rendered:
    """What a directory builds. `folder` is its name as it was given, `places` knows its files."""

    __slots__ = ("folder", "input", "places")

    def __init__(self, folder: str, built: BuiltInput, places: Places) -> None:
        self.folder = folder
        self.input = built
        self.places = places


def render_all(program: Program, folders: Sequence[str], options: BuildOptions) -> list[Rendered]:
    """Build directories and return what they build, in order.

    Raises InputError for all that cannot be built, together.
    """
    work = temporary_directory()
    try:
        numbered = [(os.path.join(work, str(number)), folder) for number, folder in enumerate(folders)]
        return in_twos(lambda row: _render(program, *row, options), numbered)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def in_twos(make: Callable[[Row], Made], rows: Sequence[Row]) -> list[Made]:
    """Call `make` for each row, two at a time, with the progress on a terminal. Raises their InputErrors together."""
    mistakes: list[InputError] = []
    made: list[Made] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        waiting = [pool.submit(make, row) for row in rows]
        try:
            for number, each in enumerate(waiting):
                _tell(number, len(rows))
                try:
                    made.append(each.result())
                except InputError as error:
                    mistakes += error.every()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            stop_all()
            raise
        finally:
            _tell(len(rows), len(rows))
    raise_all(mistakes)
    return made


def temporary_directory() -> str:
    """Return a new directory for this run alone, a real path. Raises InputError where none can be made."""
    try:
        return os.path.realpath(tempfile.mkdtemp(prefix="yurt-hostnet-"))
    except OSError as error:
        message = f"No temporary directory can be made for the build: {error.strerror}. Set TMPDIR to one that can be"
        raise InputError(f"{message} written.") from None


def _render(program: Program, work: str, folder: str, options: BuildOptions) -> Rendered:
    """Build a kustomization in the new directory `work` that names `folder`: none of the user's files is touched."""
    where = os.path.relpath(os.path.realpath(folder), work)
    try:
        os.mkdir(work)
        with open(os.path.join(work, "kustomization.yaml"), "w", encoding="utf-8") as stream:
            stream.write(kustomization(where))
    except OSError as error:
        raise InputError(f"The build cannot be prepared: {error.strerror}.", file=folder) from None
    try:
        built = build(program, work, options, folder)
    except InputError as error:
        error.message = error.message.replace(where, folder)
        raise
    text, marks = take_marks(built)
    places = Places(work, folder)
    return Rendered(folder, BuiltInput(text, marks, places), places)


def _tell(done: int, all_of_them: int) -> None:
    if all_of_them > AT_ONCE and sys.stderr is not None and sys.stderr.isatty():
        end = "\r\x1b[K" if done == all_of_them else ""
        sys.stderr.write(end or f"\ryurt-hostnet: {done} of {all_of_them} packages")
        sys.stderr.flush()
