"""How a functionConfig names the program or image that a host runs: the annotation config.kubernetes.io/function."""

from __future__ import annotations

import os

from yurt_hostnet.commands.wiring.one_object import read_data
from yurt_hostnet.config.config import GROUP, KIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ANNOTATION = "config.kubernetes.io/function"
_ANNOTATIONS = (ANNOTATION, "config.k8s.io/function")
"""kyaml, fn/runtime/runtimeutil/functiontypes.go: functionAnnotationKeys."""
NAME = "yurt-hostnet"


class Program:
    """What runs: an `image` or a program at the path or name `exec`; both are "" where nothing is named."""

    __slots__ = ("exec", "image")

    def __init__(self, *, exec: str = "", image: str = "") -> None:  # noqa: A002 - the hosts' own word
        self.exec = exec
        self.image = image

    def __bool__(self) -> bool:
        return bool(self.exec or self.image)

    @property
    def is_ours(self) -> bool:
        """Whether the name is that of our program or image."""
        return NAME in os.path.basename(self.exec) or NAME in self.image.rpartition("/")[2]

    def annotation(self) -> str:
        """Return the text of the annotation."""
        what, key, value = ("container", "image", self.image) if self.image else ("exec", "path", self.exec)
        return f"{what}:\n  {key}: {value}\n"


def program_of(data: dict[str, Any]) -> Program:
    """Return what the annotation of a functionConfig names."""
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if not isinstance(annotations, dict):
        return Program()
    for name in _ANNOTATIONS:
        if isinstance(text := annotations.get(name), str):
            told = read_data(text)
            return Program(exec=_word(told.get("exec"), "path"), image=_word(told.get("container"), "image"))
    return Program()


def is_config(data: dict[str, Any]) -> bool:
    """Tell whether an object is a YurtHostNet."""
    return data.get("kind") == KIND and str(data.get("apiVersion")).partition("/")[0] == GROUP


def _word(value: Any, key: str) -> str:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""
