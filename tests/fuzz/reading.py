"""The fuzz target of the commands' file handling: what another reader takes for an object is read, or refused."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import yaml

from fuzz.seeds import SEPARATOR
from properties.plain_yaml import documents
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.commands.discovery.left_out import KUSTOMIZE_INPUT, PARTIAL_OBJECT
from yurt_hostnet.textedit.errors import InputError

SIZE = 1 << 15
NAMES = ("x.yaml", "kustomization.yaml", ".b.json")


def files(case: bytes) -> None:
    """Read a directory of up to three files, the first by its name as well."""
    parts = case[:SIZE].split(SEPARATOR, len(NAMES) - 1)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(NAMES, parts, strict=False):
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(text)
        try:
            found = read_files([folder])
        except InputError as error:
            assert str(error).endswith((".", "-"))  # noqa: PT017 - it need not raise
            return
        texts = {os.path.join(folder, name): text for name, text in zip(NAMES, parts, strict=False)}
        read = {source.path: source for source in found.sources}
        excused = {
            info.origin.file
            for info in found.skipped
            if info.origin is not None and info.rule in (KUSTOMIZE_INPUT, PARTIAL_OBJECT)
        }
        for path, text in texts.items():
            assert path not in read or read[path].render() == text
            assert path in read or path in excused or not _holds_objects(text)
        path = os.path.join(folder, NAMES[0])
        if path in read:
            assert [source.render() for source in read_files([path], allow_empty=True).sources] == [parts[0]]


def _holds_objects(text: bytes) -> bool:
    """Tell whether another reader finds a document with apiVersion and kind."""
    try:
        found = documents(text)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError):
        return False
    return any(map(_is_object, found))


def _is_object(data: Any) -> bool:
    """Tell whether data is an object, or a list that holds one."""
    if not isinstance(data, dict) or not all(isinstance(data.get(key), str) and data[key] for key in _KEYS):
        return False
    items = data.get("items", data)
    return any(map(_is_object, items)) if isinstance(items, list) else True


_KEYS = ("apiVersion", "kind")
