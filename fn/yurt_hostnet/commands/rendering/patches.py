"""Patches of kustomizations: for which objects they are, and on which line they set a field.

Sources: kustomize api/types/patch.go and selector.go (fields), RFC 6901 and 6902 (JSON Patch).
"""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.commands.discovery.pool_patches import FIELDS
from yurt_hostnet.commands.rendering.steps import MISSING, value_of
from yurt_hostnet.krm.input import Input
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.locate import locate
from yurt_hostnet.textedit.read.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

_LITERAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class Patch:
    """One document of a patch: its real `file`, what it says (`value`), and its lines there, from `above` on.

    `target` is what it selects, None where it names its object itself. `is_inline` tells one that stands in a
    kustomization, in a style in which its own lines are not those of the file.
    """

    __slots__ = ("_above", "_fixed", "_item", "_target", "file", "value")

    def __init__(
        self, item: KubeObject, file: str, target: dict[str, Any] | None, above: int = 0, fixed: int = 0
    ) -> None:
        self._item = item
        self._target = target
        self._above = above
        self._fixed = fixed
        self.file = file
        root = item.root
        self.value: Any = None if root is None else Reader(item.line_at).read(root)

    def line_setting(self, path: Path, built: KubeObject, source: KubeObject | None, *, created: bool) -> int | None:
        """Return the line of the file on which it sets the field at `path` of a built object, None if it does not.

        `source` is the object before all patches; `created` tells that it lacks the field, so that a mapping which is
        written here is the patch's.
        """
        if not self._is_for(built, source):
            return None
        found = self._operation(path) if isinstance(self.value, list) else self._merged(path, built.data, created)
        return None if found is None else self._line(found)

    def _merged(self, path: Path, built: Any, created: bool) -> Path | None:
        """Return the path, in a strategic merge patch, of what sets a field."""
        value: Any = self.value
        out: list[str | int] = []
        for step in path:
            entry = value_of(built, (step,))
            if isinstance(value, list):
                number = next((n for n, each in enumerate(value) if _is_entry(each, entry)), None)
                if number is None:
                    return None
                out.append(number)
                value = value[number]
            elif isinstance(value, dict):
                if step not in value:
                    return tuple(out) if value.get("$patch") in ("replace", "delete") and out else None
                out.append(step)
                value = value[step]
            else:
                return tuple(out)  # a scalar or null in place of what was there
            built = entry
        return tuple(out) if created or not isinstance(value, dict) else None

    def _operation(self, path: Path) -> Path | None:
        """Return the path of the last operation of a JSON Patch that sets a field, or one above it."""
        for number in range(len(self.value) - 1, -1, -1):
            row = self.value[number]
            pointer = row.get("path") if isinstance(row, dict) and row.get("op") != "test" else None
            if isinstance(pointer, str) and _is_at(pointer, path):
                return (number, "path")
        return None

    def _line(self, path: Path) -> int:
        if self._fixed:
            return self._fixed
        root = self._item.root
        if root is None:
            return self._above + self._item.line
        return self._above + self._item.line_at(locate(root, path, self._item.tree.keys))

    def _is_for(self, built: KubeObject, source: KubeObject | None) -> bool:
        names = {each.name for each in (built, source) if each is not None}
        if self._target is None:
            own = mapping(self.value)
            name = mapping(own.get("metadata")).get("name")
            group = str(own.get("apiVersion")).rpartition("/")[0]
            return (group, own.get("kind")) == (built.group, built.kind) and _is_called(name, names, built, source)
        wanted = {"kind": built.kind, "group": built.group, "version": built.version}
        if any(_differs(self._target.get(field), {value}) for field, value in wanted.items()):
            return False
        name = self._target.get("name")
        return not isinstance(name, str) or not _differs(name, names) or (source is None and name in built.name)


def patches_of(kustomization: KubeObject) -> Iterator[Patch]:
    """Yield the patches of a kustomization that can be read, in the order in which it applies them."""
    file = kustomization.input.file
    for field in (FIELDS[1], FIELDS[0], FIELDS[2]):
        entries = kustomization.data.get(field)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            path: Path = (field, number)
            target = None
            if isinstance(entry, dict):
                target = mapping(entry.get("target")) or None
                path = (*path, "patch" if "patch" in entry else "path")
                entry = entry.get(path[-1])  # noqa: PLW2901  # the text of the patch, or its file
            if not isinstance(entry, str) or not entry:
                continue
            if path[-1] == "patch" or "\n" in entry:
                line = kustomization.line_of(path)
                is_block = _opens_block(kustomization.input.text, line)
                yield from _read(entry.encode(), file, target, line if is_block else 0, 0 if is_block else line)
            else:
                yield from _in_file(os.path.normpath(os.path.join(os.path.dirname(file), entry)), target)


def _in_file(path: str, target: dict[str, Any] | None) -> Iterator[Patch]:
    try:
        text, _ = read_file(path, found=True)
    except (InputError, OSError):
        return
    yield from _read(text, path, target)


def _read(text: bytes, file: str, target: dict[str, Any] | None, above: int = 0, fixed: int = 0) -> Iterator[Patch]:
    try:
        for item in Input(text, split_documents(text)).objects():
            yield Patch(item, file, target, above, fixed)
    except (InputError, UnicodeDecodeError):
        return


def _opens_block(text: bytes, line: int) -> bool:
    """Tell whether a line ends in the sign of a block scalar, whose text begins on the next one."""
    row = text.split(b"\n", line)[line - 1].split(b" #")[0].rstrip()
    return row.rstrip(b"+-0123456789")[-1:] in (b"|", b">")


def _is_at(pointer: str, path: Path) -> bool:
    """Tell whether a JSON pointer leads to a field or to what holds it."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    if len(steps) > len(path):
        return False
    return all(
        step == str(other) or (step == "-" and isinstance(other, int)) for step, other in zip(steps, path, strict=False)
    )


def _is_entry(patched: Any, built: Any) -> bool:
    """Tell whether an entry of a patch's list speaks of an entry of the built one."""
    if isinstance(patched, dict) and isinstance(built, dict):
        return all(
            value_of(built, (key,)) == value
            for key, value in patched.items()
            if key in ("name", "key", "containerPort", "port", "mountPath") and built.get(key, MISSING) is not MISSING
        )
    return bool(patched == built)


def _is_called(name: Any, names: set[str], built: KubeObject, source: KubeObject | None) -> bool:
    return name in names or (source is None and isinstance(name, str) and name in built.name)


def _differs(wanted: Any, values: set[str]) -> bool:
    """Tell whether a field of a target, a regular expression, is for none of the values; more than letters may be."""
    return (
        isinstance(wanted, str)
        and bool(wanted)
        and _LITERAL.issuperset(wanted.replace(".", ""))
        and wanted not in values
    )
