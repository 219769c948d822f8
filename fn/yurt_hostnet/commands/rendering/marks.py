"""The marks that kustomize puts on what it builds, when it is asked to: where an object is from, and who changed it.

Fields of buildMetadata (kustomize api/types/kustomization.go: originAnnotations, transformerAnnotations), seen in
kustomize 5.8 and kubectl 1.32. Every document is in block style, with two spaces a step.
"""

from __future__ import annotations

import json

import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ORIGIN = b"    config.kubernetes.io/origin:"
CHANGES = b"    alpha.config.kubernetes.io/transformations:"
_METADATA, _ANNOTATIONS = b"metadata:", b"  annotations:"
_DEEPER = b"     "


class Marks:
    """What is told of one object; all paths are relative to the kustomization that was built, with slashes.

    `path` is the file that it was read from, `configured_in` the file that made it otherwise, each "" if not told;
    `repository` is that of a remote base. `changes` are the file and the kind of each transformer, in order.
    """

    __slots__ = ("changes", "configured_in", "path", "repository")

    def __init__(self, origin: Any = None, changes: Any = None) -> None:
        told = origin if isinstance(origin, dict) else {}
        self.path, self.configured_in, self.repository = (
            str(told.get(key) or "") for key in ("path", "configuredIn", "repo")
        )
        rows = [row for row in changes if isinstance(row, dict)] if isinstance(changes, list) else []
        self.changes = [
            (str(row.get("configuredIn") or ""), str((row.get("configuredBy") or {}).get("kind")))
            for row in rows
            if isinstance(row.get("configuredBy") or {}, dict) and not row.get("repo")
        ]


def kustomization(folder: str) -> str:
    """Return the text of a kustomization that builds the directory `folder`, and has its objects marked."""
    return json.dumps({"resources": [folder], "buildMetadata": ["originAnnotations", "transformerAnnotations"]})


def take_marks(built: bytes) -> tuple[bytes, list[Marks]]:
    """Return what was built without its marks, and the marks of each document."""
    texts, marks = [], []
    known: dict[bytes, Any] = {}
    for document in built.split(b"\n---\n"):
        text, told = _taken(document)
        for value in told.values():
            if value not in known:
                known[value] = yaml.load(value, yaml.BaseLoader)  # noqa: S506 - strings, lists and mappings only
        texts.append(text)
        marks.append(Marks(*(known.get(told.get(key, b"")) for key in (ORIGIN, CHANGES))))
    return b"\n---\n".join(texts), marks


def _taken(document: bytes) -> tuple[bytes, dict[bytes, bytes]]:
    """Return a document without its marks, and the texts of these by the beginning of their lines."""
    out: list[bytes] = []
    told: dict[bytes, list[bytes]] = {}
    above = inside = b""  # the key at the first column, and the mark whose lines these are
    head = -1  # where in `out` the key of the annotations stands
    for line in document.split(b"\n"):
        if line[:1].strip():
            above, head, inside = line, _alone(out, head), b""
        elif above == _METADATA:
            if inside and (line.startswith(_DEEPER) or not line.strip()):
                told[inside].append(line[len(_DEEPER) + 1 :])
                continue
            inside = next((key for key in (ORIGIN, CHANGES) if head >= 0 and line.startswith(key)), b"")
            if inside:
                told[inside] = []
                continue
            if line[:3].strip():
                head = _alone(out, head)
                head = len(out) if line == _ANNOTATIONS else -1
        out.append(line)
    _alone(out, head)
    return b"\n".join(out), {key: b"\n".join(lines) for key, lines in told.items()}


def _alone(out: list[bytes], head: int) -> int:
    """Drop the key of annotations, the last line of `out`, if nothing is left below it; return -1."""
    if head >= 0 and head == len(out) - 1:
        out.pop()
    return -1
