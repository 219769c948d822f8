"""A file with one object: a kustomization, a Kptfile, a Chart.yaml, the configuration of a CI service."""

from __future__ import annotations

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject


class OneObject:
    """The object in the file `path`; `status` is what fstat said before it was read.

    Raises InputError for a file that cannot be read, or does not hold one mapping.
    """

    __slots__ = ("item", "path", "status", "text")

    def __init__(self, path: str) -> None:
        self.path = path
        self.text, self.status = _read(path)
        self.item = only_object(self.text, path)

    @property
    def data(self) -> dict[str, Any]:
        """The object as plain data."""
        return self.item.data


def only_object(text: bytes, path: str) -> KubeObject:
    """Return the object of a text, of the file `path`. Raises InputError unless it is one mapping."""
    return next(iter(one_object_input(text, path).objects()))


def one_object_input(text: bytes, path: str) -> Input:
    """Return a text that holds one mapping, and nothing else, to be edited. Raises InputError for any other."""
    source = Input(text, split_documents(text), path)
    objects = list(source.objects())
    if len(objects) != 1 or not objects[0].data:
        raise InputError("This file must hold one mapping, in one YAML document.", file=path)
    return source


def read_data(text: str) -> dict[str, Any]:
    """Return a mapping that stands as text in another document; {} for what is none."""
    try:
        return only_object(text.encode(), "").data
    except InputError:
        return {}


def _read(path: str) -> tuple[bytes, os.stat_result]:
    try:
        return read_file(path, found=True)
    except OSError as error:
        raise InputError(f"The file cannot be read: {error.strerror}.", file=path) from None
