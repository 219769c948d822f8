"""Places: the file and line that set a field of a built object: a patch of a kustomization, else the resource."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.commands.rendering.patches import patches_of
from yurt_hostnet.commands.rendering.steps import MISSING, shifted, value_of
from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.commands.rendering.marks import Marks
    from yurt_hostnet.commands.rendering.patches import Patch
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

PATCHING = {"PatchTransformer", "PatchStrategicMergeTransformer", "PatchJson6902Transformer"}
"""Kinds of kustomize's own transformers that patch (kustomize api/internal/builtins)."""
_GENERATED = {"ConfigMap": "configMapGenerator", "Secret": "secretGenerator"}
_CHARTS = "helmCharts"


class Places:
    """Finds where the fields of built objects were set, in files that are read once.

    `base` is the directory, a real path, that the paths of marks are relative to; `folder` the directory that is built,
    as the user named it.
    """

    def __init__(self, base: str, folder: str) -> None:
        self._base = base
        self._folder = folder
        self._here = None if os.path.isabs(folder) else os.path.realpath(os.curdir)
        self._objects: dict[str, list[KubeObject]] = {}
        self._patches: dict[str, list[Patch]] = {}
        self._sources: dict[int, tuple[KubeObject, KubeObject | None]] = {}  # each built object with its source

    def place(self, item: KubeObject, marks: Marks, path: Path) -> tuple[str, int]:
        """Return the file and the line (0 if unknown) of the field at `path` of a built object, () for the object."""
        source = self.source(item, marks)
        data = item.data
        files = [file for file in self.patching(marks) if path]
        for end in range(len(path), 0, -1):
            field = path[:end]
            moved = None if source is None else shifted(field, data, source.data)
            was_there = moved is not None and source is not None and value_of(source.data, moved) is not MISSING
            for file in reversed(files):
                for patch in reversed(self._patches_in(file)):
                    line = patch.line_setting(field, item, source, created=not was_there)
                    if line is not None:
                        return self.shown(patch.file), line
            if was_there and source is not None and moved is not None:
                return self.shown(source.input.file), source.line_of(moved)
        if source is not None:
            return self.shown(source.input.file), source.line_of(())
        return self._maker(item, marks)

    def source(self, item: KubeObject, marks: Marks) -> KubeObject | None:
        """Return the object as it stands in the file that it was read from, None if it was made otherwise."""
        known = self._sources.get(id(item))
        if known is None:
            found = self._source(item, marks) if marks.path and not marks.repository else None
            known = self._sources[id(item)] = (item, found)
        return known[1]

    def patching(self, marks: Marks) -> list[str]:
        """Return the real paths of the kustomizations that may have patched an object, in the order of the build."""
        return list(dict.fromkeys(self.real(file) for file, kind in marks.changes if file and kind in PATCHING))

    def real(self, path: str) -> str:
        """Return the real path of a file that a mark names."""
        return os.path.normpath(os.path.join(self._base, path))

    def shown(self, real: str) -> str:
        """Return a file as users name it: from where they stand, unless they named the directory absolutely."""
        return real if self._here is None else os.path.relpath(real, self._here)

    def objects_in(self, file: str) -> list[KubeObject]:
        """Return the objects of a file, none for one that cannot be read."""
        if file not in self._objects:
            try:
                text, _ = read_file(file, found=True)
                self._objects[file] = list(Input(text, split_documents(text), file).objects())
            except (InputError, OSError):
                self._objects[file] = []
        return self._objects[file]

    def _source(self, item: KubeObject, marks: Marks) -> KubeObject | None:
        alike = [each for each in self.objects_in(self.real(marks.path)) if _is_alike(each, item)]
        alike.sort(key=lambda each: (len(each.name), each.namespace == item.namespace), reverse=True)
        return alike[0] if alike else None

    def _patches_in(self, file: str) -> list[Patch]:
        if file not in self._patches:
            self._patches[file] = [patch for found in self.objects_in(file)[:1] for patch in patches_of(found)]
        return self._patches[file]

    def _maker(self, item: KubeObject, marks: Marks) -> tuple[str, int]:
        """Return the place of what made an object that stands in no file: a generator, a chart, a remote base."""
        if marks.repository:
            return self._folder, 0
        told = marks.configured_in or marks.path
        if not told:
            return self._folder, 0
        file = self.real(told)
        for found in self.objects_in(file)[:1]:
            return self.shown(file), found.line_of(_maker_path(found.data, item))
        return self.shown(file), 0


def _is_alike(source: KubeObject, built: KubeObject) -> bool:
    """Tell whether a built object may be one of a file: prefixes and suffixes are put around its name."""
    try:
        return (source.group, source.kind) == (built.group, built.kind) and source.name in built.name
    except InputError:
        return False


def _maker_path(data: dict[str, Any], item: KubeObject) -> Path:
    """Return the path, in a kustomization, of the generator of an object, () if it has none of its kind."""
    field = _GENERATED.get(item.kind, "")
    rows = data.get(field)
    for number, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and str(row.get("name")) in item.name:
            return (field, number)
    return (_CHARTS, 0) if isinstance(data.get(_CHARTS), list) else ()
