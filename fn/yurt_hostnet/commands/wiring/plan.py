"""What init does to a package: the function's file, the entry that lists it, a baseline, the CI configuration."""

from __future__ import annotations

import os

from yurt_hostnet.commands.wiring import ci
from yurt_hostnet.commands.wiring.addition import Addition
from yurt_hostnet.commands.wiring.changes import Changes
from yurt_hostnet.commands.wiring.one_object import only_object
from yurt_hostnet.commands.wiring.package import KPT, KUSTOMIZE
from yurt_hostnet.commands.wiring.program import ANNOTATION, is_config, program_of
from yurt_hostnet.commands.wiring.record import NAME, Entered, Lined, Made, Record, digest, read_record
from yurt_hostnet.commands.wiring.wired import objects_at
from yurt_hostnet.config.config import API_VERSION, KIND
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.write.emit import Style, block_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.commands.wiring.package import Package
    from yurt_hostnet.commands.wiring.program import Program

FUNCTION_FILE = "yurt-hostnet.yaml"
BASELINE_FILE = "hostnet-baseline.yaml"
LOCAL = "config.kubernetes.io/local-config"
"""Annotation by which kustomize drops an object at the end of a build, and kpt does not apply it."""


class Plan:
    """The changes that init makes to a package, and the record of them, which is one of the changes."""

    __slots__ = ("_folder", "_package", "changes", "record")

    def __init__(self, package: Package) -> None:
        self._package = package
        self._folder = package.folder
        self.changes = Changes()
        path = package.place(NAME)
        old = self.changes.text(path)
        self.record = Record() if old is None else read_record(old, path)

    def add_function(self, program: Program) -> None:
        """Write the function's file and list it last. Raises InputError where something is in the way."""
        name = self._config_file()
        path = self._package.place(name)
        text = self.changes.text(path)
        if text is None:
            self._make(path, _function_text(program, local=self._package.host == KPT))
        elif self._package.host == KUSTOMIZE and not program_of(only_object(text, path).data):
            self._enter(path, Addition(("metadata", "annotations", ANNOTATION), program.annotation(), listed=False))
        if self._package.host == KUSTOMIZE:
            self._enter(self._package.file.path, Addition(("transformers",), name))
        else:
            what = {"image": program.image} if program.image else {"exec": program.exec}
            self._enter(self._package.file.path, Addition(("pipeline", "mutators"), {**what, "configPath": name}))

    def add_baseline(self, text: str) -> None:
        """Write the baseline; kustomize is told of it, kpt takes all files of the folder."""
        path = self._package.place(BASELINE_FILE)
        if self.changes.text(path) is not None:
            raise InputError("There is such a file already. Remove it, or give --no-baseline.", file=path)
        self._make(path, text.encode())
        if self._package.host == KUSTOMIZE:
            self._enter(self._package.file.path, Addition(("resources",), BASELINE_FILE))

    def add_ci(self, service: str, root: str, lines: list[str], place: str) -> None:
        """Write what has a CI service run these commands; `root` is the repository, `place` the package in it."""
        path = os.path.join(root, ci.file_of(service, place))
        if self._package.host == KPT:
            self._hide(path)
        if service == ci.GITHUB:
            if self.changes.text(path) is None:
                self._make(path, ci.github_text(lines, place).encode())
            return
        if service == ci.GITLAB:
            job = ci.gitlab_job(self._package, lines)
            self._enter_or_make(path, Addition((ci.slug(place),), job, listed=False))
            return
        repository = ci.pre_commit_repository(self._package, lines, place)
        self._enter_or_make(path, Addition(("repos",), repository))

    def finish(self) -> Changes:
        """Return the changes, with those of the record."""
        if self.changes:
            self.changes.put(self._package.place(NAME), self.record.text())
        return self.changes

    def _config_file(self) -> str:
        """Return the name of the file of the function: the YurtHostNet that the folder has, else a new one."""
        found = []
        for name in sorted(os.listdir(self._folder)):
            path = self._package.place(name)
            if name.endswith((".yaml", ".yml")) and os.path.isfile(path) and path != self._package.file.path:
                objects = [data for data, _ in objects_at(path)]
                if any(map(is_config, objects)):
                    found.append(name)
                    if len(objects) > 1:
                        message = f"The {KIND} must stand in a file of its own to be listed. Move it into one."
                        raise InputError(message, file=path)
                elif name == FUNCTION_FILE:
                    message = f"This file is in the way, since it holds no {KIND}. Give it another name."
                    raise InputError(message, file=path)
        if len(found) > 1:
            message = f"There are several {KIND} objects here: {', '.join(found)}. Keep the one that counts."
            raise InputError(message, file=self._folder)
        return found[0] if found else FUNCTION_FILE

    def _enter_or_make(self, path: str, addition: Addition) -> None:
        """Put an entry into a file, or make the file with it; nothing where the entry is there."""
        text = self.changes.text(path)
        if text is None:
            value: Any = [addition.value] if addition.listed else addition.value
            for key in reversed(addition.keys):
                value = {key: value}
            self._make(path, ("\n".join(block_pairs(value, "", Style())) + "\n").encode())
            return
        found: Any = only_object(text, path).data
        for key in addition.keys:
            found = found.get(key) if isinstance(found, dict) else None
        there = addition.value in found if addition.listed and isinstance(found, list) else found == addition.value
        if not there:
            self._enter(path, addition)

    def _hide(self, path: str) -> None:
        """Have kpt pass over a file of its package, which it would refuse, since that is no manifest."""
        name = self._relative(path)
        ignoring = self._package.place(".krmignore")
        if name.startswith(os.pardir):
            return
        text = self.changes.text(ignoring)
        if text is None:
            self._make(ignoring, f"{name}\n".encode())
            return
        parts = name.split(os.sep)
        known = {os.sep.join(parts[:length]) for length in range(1, len(parts) + 1)}
        if known.isdisjoint(line.strip().strip("/") for line in text.decode("utf-8", "replace").split("\n")):
            line = ("" if text.endswith(b"\n") or not text else "\n") + f"{name}\n"
            self.changes.put(ignoring, text + line.encode())
            self.record.steps.append(Lined(self._relative(ignoring), line))

    def _make(self, path: str, text: bytes) -> None:
        self.changes.put(path, text)
        above = os.path.dirname(os.path.normpath(path))
        folders: list[str] = []
        while above and not os.path.lexists(above):
            folders.insert(0, above)
            above = os.path.dirname(above)
        self.changes.made_folders += folders
        self.record.folders += [self._relative(folder) for folder in folders]
        self.record.steps.append(Made(self._relative(path), digest(text)))

    def _enter(self, path: str, addition: Addition) -> None:
        self.changes.put(path, addition.made(self.changes.text(path) or b"", path))
        self.record.steps.append(Entered(self._relative(path), addition))

    def _relative(self, path: str) -> str:
        return os.path.relpath(os.path.realpath(path), os.path.realpath(self._folder))


def _function_text(program: Program, *, local: bool) -> bytes:
    """Return the file of the function: what runs it under kustomize or, where it is `local`, that nobody applies it."""
    lines = [f"apiVersion: {API_VERSION}", f"kind: {KIND}", "metadata:", "  name: hostnet", "  annotations:"]
    if local:
        lines.append(f'    {LOCAL}: "true"')
    else:
        lines += [f"    {ANNOTATION}: |", *(f"      {line}" for line in program.annotation().splitlines())]
    return ("\n".join(lines) + "\n").encode()
