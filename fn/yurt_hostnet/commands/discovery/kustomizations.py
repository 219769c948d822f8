"""What kustomizations say of files: which are whole resources, whatever their names, and which are only parts."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject

NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
"""File names that kustomize looks for (konfig.RecognizedKustomizationFileNames); two in one directory are an error."""
_WHOLES = ("resources", "bases", "components", "generators", "transformers", "validators")
_PATHS = {
    "patchesStrategicMerge": "patch",
    "configurations": "transformer configuration",
    "crds": "CRD schema",
}
"""Fields that are lists of files."""
_PATH_OF = {"patches": "patch", "patchesJson6902": "patch", "replacements": "replacement"}
"""Fields that are lists of objects with a `path`."""


class Kustomization:
    """One kustomization as far as it names files: `path` is its own, `entries` what it takes in whole.

    `item` is all of it, `wholes` are the real paths of those entries that are files, `parts` the other files that it
    names, by their real paths, each with what it is to kustomize.
    """

    __slots__ = ("entries", "folder", "item", "parts", "path", "wholes")

    def __init__(self, path: str, item: KubeObject) -> None:
        self.path = path
        self.item = item
        data = item.data
        self.folder = os.path.dirname(path)
        self.entries = [word for field in _WHOLES for word in _words(data.get(field)) if "\n" not in word]
        self.wholes = {os.path.realpath(os.path.join(self.folder, entry)) for entry in self.entries}
        self.parts = {
            os.path.realpath(os.path.join(self.folder, word)): noun for word, noun in _parts(data) if "\n" not in word
        }


class Kustomizations:
    """The kustomizations of directories, each read once when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Kustomization | None] = {}
        self._above: dict[str, tuple[Kustomization, ...]] = {}

    def at(self, folder: str) -> Kustomization | None:
        """Return the kustomization in a directory, None without one, or if it cannot be read as one."""
        if folder not in self._known:
            self._known[folder] = _read(folder)
        return self._known[folder]

    def known(self) -> list[Kustomization]:
        """Return those that somebody has asked for."""
        return [found for found in self._known.values() if found is not None]

    def is_whole(self, real: str) -> bool:
        """Tell whether a kustomization beside or above the file `real` (a real path) takes it in as resources."""
        chain = self.above(os.path.dirname(real))
        return bool(chain) and any(real in found.wholes for found in chain)

    def part(self, path: str, real: str, *, is_link: bool) -> tuple[str, str] | None:
        """Return what a file is to a kustomization beside or above it that names it, and the path of that one.

        None for a file that none names, and for one that is taken in whole as well. kustomize reads no file that is
        not in or below the directory of its kustomization, so that none elsewhere counts.
        """
        chain = self.above(os.path.dirname(real))
        if is_link:
            chain += self.above(os.path.dirname(os.path.abspath(path)))
        if not chain or any(real in found.wholes for found in chain):
            return None
        return next(((found.parts[real], found.path) for found in chain if real in found.parts), None)

    def above(self, folder: str) -> tuple[Kustomization, ...]:
        """Return the kustomizations in a directory and in those above it, the nearest first."""
        if (known := self._above.get(folder)) is not None:
            return known
        unknown = []
        while folder not in self._above and os.path.dirname(folder) != folder:
            unknown.append(folder)
            folder = os.path.dirname(folder)
        higher = self._above.setdefault(folder, ())
        for lower in reversed(unknown):
            found = self.at(lower)
            higher = self._above[lower] = higher if found is None else (found, *higher)
        return higher


def _read(folder: str) -> Kustomization | None:
    for name in NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            try:
                text, _ = read_file(path, found=True)
                item = next(iter(Input(text, split_documents(text), path).objects()), None)
                return None if item is None else Kustomization(path, item)
            except (InputError, OSError):
                return None
    return None


def _words(value: Any) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []


def _maps(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _parts(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each file that a kustomization (kustomize api/types/kustomization.go) names, and what it is there."""
    for field, noun in _PATHS.items():
        yield from ((word, noun) for word in _words(data.get(field)))
    for field, noun in _PATH_OF.items():
        yield from ((word, noun) for item in _maps(data.get(field)) for word in _words([item.get("path")]))
    openapi = data.get("openapi")
    if isinstance(openapi, dict):
        yield from ((word, "OpenAPI schema") for word in _words([openapi.get("path")]))
    for field in ("configMapGenerator", "secretGenerator"):
        for item in _maps(data.get(field)):
            files = [word.partition("=")[2] or word for word in _words(item.get("files"))]
            for word in [*files, *_words(item.get("envs")), *_words([item.get("env")])]:
                yield word, "generator source"
    for item in _maps(data.get("helmCharts")):
        for word in [*_words([item.get("valuesFile")]), *_words(item.get("additionalValuesFiles"))]:
            yield word, "Helm values file"
    for item in _maps(data.get("helmChartInflationGenerator")):
        yield from ((word, "Helm values file") for word in _words([item.get("values")]))
