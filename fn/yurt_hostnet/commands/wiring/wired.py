"""Where a package lists the function, and what else is listed there."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.commands.wiring.one_object import OneObject, read_data
from yurt_hostnet.commands.wiring.package import KPT, KUSTOMIZE
from yurt_hostnet.commands.wiring.program import Program, is_config, program_of
from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.commands.wiring.package import Package

TRANSFORMERS = "transformers"
VALIDATORS = "validators"
GENERATORS = "generators"
MUTATORS = "pipeline.mutators"
PIPELINE_VALIDATORS = "pipeline.validators"

_DEPTH = 32
"""So many kustomizations may lead from one to the next."""


class Wired:
    """One entry that leads to our function.

    `field` is the list that it stands in, of the file `path`, on `line`; `behind` are the entries that run after it,
    as they are written. `program` is what runs, `config` the path of the file with the functionConfig, "" where it
    stands inline or there is none, `data` that functionConfig.
    """

    __slots__ = ("behind", "config", "data", "field", "line", "path", "program")

    def __init__(self, field: str, path: str, line: int, behind: list[str]) -> None:
        self.field = field
        self.path = path
        self.line = line
        self.behind = behind
        self.program = Program()
        self.config = ""
        self.data: dict[str, Any] = {}

    @property
    def runs_in_order(self) -> bool:
        """Whether the list is one that edits, and nothing of it runs later."""
        return self.field in (TRANSFORMERS, MUTATORS) and not self.behind


def find_wired(package: Package) -> list[Wired]:
    """Return the entries of a package itself that lead to our function, in order. Raises InputError."""
    if package.host == KUSTOMIZE:
        return list(_of_kustomization(package.file))
    return list(_of_kptfile(package)) if package.host == KPT else []


def find_wired_below(package: Package) -> list[Wired]:
    """Return the entries of the bases and components that a kustomization takes in: they run before its patches."""
    if package.host != KUSTOMIZE:
        return []
    found: list[Wired] = []
    for file in _below(package.file, set(), 0):
        found += _of_kustomization(file)
    return found


def objects_at(path: str, depth: int = 0) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the objects to which an entry of a kustomization leads, each with its file; an unreadable one has none."""
    if os.path.isdir(path):
        file = kustomization_in(path)
        if file is not None and depth < _DEPTH:
            for entry in _entries(file.data, "resources"):
                if "\n" not in entry:
                    yield from objects_at(os.path.join(path, entry), depth + 1)
        return
    try:
        with open(path, "rb") as stream:
            text = stream.read()
        for item in Input(text, split_documents(text), path).objects():
            if isinstance(item.data, dict):
                yield item.data, os.path.normpath(path)
    except (OSError, InputError):
        return


def kustomization_in(folder: str) -> OneObject | None:
    """Return the kustomization of a folder, None without one that can be read."""
    for name in NAMES:
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(path):
            try:
                return OneObject(path)
            except InputError:
                return None
    return None


def _of_kustomization(file: OneObject) -> Iterator[Wired]:
    folder = os.path.dirname(file.path)
    for field in (GENERATORS, TRANSFORMERS, VALIDATORS):
        entries = _entries(file.data, field)
        order = [*(entry for entry in entries if "\n" in entry), *(entry for entry in entries if "\n" not in entry)]
        for index, entry in enumerate(entries):
            inline = [(read_data(entry), "")] if "\n" in entry else objects_at(os.path.join(folder, entry))
            for data, config in inline:
                program = program_of(data)
                if is_config(data) or program.is_ours:
                    behind = order[len(order) - order[::-1].index(entry) :]
                    found = Wired(field, file.path, file.item.line_of((field, index)), behind)
                    found.program, found.config, found.data = program, config, data
                    yield found


def _of_kptfile(package: Package) -> Iterator[Wired]:
    pipeline = package.data.get("pipeline")
    if not isinstance(pipeline, dict):
        return
    for field in (MUTATORS, PIPELINE_VALIDATORS):
        key = field.rpartition(".")[2]
        listed = pipeline.get(key)
        functions = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        names = [str(each.get("image") or each.get("exec") or "") for each in functions]
        for index, function in enumerate(functions):
            program = Program(exec=_first_word(function.get("exec")), image=str(function.get("image") or ""))
            config = str(function.get("configPath") or "")
            objects = list(objects_at(package.place(config))) if config else []
            if program.is_ours or any(is_config(data) for data, _ in objects):
                line = package.file.item.line_of(("pipeline", key, index))
                found = Wired(field, package.file.path, line, names[index + 1 :])
                found.program, found.config = program, package.place(config) if config else ""
                found.data = objects[0][0] if objects else {}
                yield found


def _below(file: OneObject, seen: set[str], depth: int) -> Iterator[OneObject]:
    folder = os.path.dirname(file.path)
    for field in ("resources", "bases", "components"):
        for entry in _entries(file.data, field):
            place = os.path.realpath(os.path.join(folder, entry))
            if "\n" in entry or place in seen or depth > _DEPTH or not os.path.isdir(place):
                continue
            seen.add(place)
            found = kustomization_in(os.path.join(folder, entry))
            if found is not None:
                yield found
                yield from _below(found, seen, depth + 1)


def _entries(data: dict[str, Any], field: str) -> list[str]:
    value = data.get(field)
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


def _first_word(command: Any) -> str:
    words = command.split() if isinstance(command, str) else []
    return words[0] if words else ""
