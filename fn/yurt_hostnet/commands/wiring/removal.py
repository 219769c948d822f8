"""Takes an entry out of a YAML file that was put in there, whatever else has been edited since."""

from __future__ import annotations

from copy import deepcopy

from yurt_hostnet.commands.wiring.one_object import one_object_input, only_object
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import Mapping, Sequence
from yurt_hostnet.textedit.read.values import key_of
from yurt_hostnet.textedit.write.patch import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.commands.wiring.addition import Addition, Keys
    from yurt_hostnet.textedit.read.nodes import Node


def undone(addition: Addition, text: bytes, path: str) -> bytes:
    """Return the text of the file `path` without an entry, and as it is where the entry is gone already.

    Where the lines stand as they were written, the old ones come back; else the lines of the entry are cut out.
    Either way what is left must read as the same without the entry. Raises InputError where that cannot be done, or
    where the entry has been edited.
    """
    data = only_object(text, path).data
    allowed = _data_without(addition, data, path)
    if not allowed:
        return text
    for new in (_put_back(addition, text), _cut_out(addition, text, path)):
        if new is not None and _reads_as(new, path, allowed):
            return new
    line = only_object(text, path).line_of(addition.keys)
    raise InputError(f"What init wrote into {addition.field} cannot be cut out. Remove it by hand.", line, path)


def _data_without(addition: Addition, data: dict[str, Any], path: str) -> list[dict[str, Any]]:
    """Return each way in which the data may read without the entry, none where the entry is not there."""
    keys, value = addition.keys, addition.value
    found = _value_at(data, keys)
    if not addition.listed:
        if found is None:
            return []
        if found != value:
            raise InputError(f"{addition.field} has been edited since init wrote it. Remove it by hand.", file=path)
        return _emptied(data, keys)
    if not isinstance(found, list) or value not in found:
        return []
    left = list(found)
    left.remove(value)
    if value in left:
        raise InputError(f"{addition.field} lists the same entry twice. Remove one of them.", file=path)
    return [_with(data, keys, left)] if left else [_with(data, keys, []), *_emptied(data, keys)]


def _emptied(data: dict[str, Any], keys: Keys) -> list[dict[str, Any]]:
    """Return the data with null at `keys`, without the key, and so on upwards as long as nothing else is there."""
    out = [_with(data, keys, None)]
    rest = deepcopy(data)
    for depth in range(len(keys) - 1, -1, -1):
        above = _value_at(rest, keys[:depth])
        del above[keys[depth]]
        out.append(deepcopy(rest))
        if above or not depth:
            break
        out.append(_with(rest, keys[:depth], None))
    return out


def _put_back(addition: Addition, text: bytes) -> bytes | None:
    """Return the text with the old lines where the new ones stand, None unless they stand there once."""
    old, new = addition.old.encode(), addition.new.encode()
    return text.replace(new, old) if new and text.count(new) == 1 else None


def _cut_out(addition: Addition, text: bytes, path: str) -> bytes | None:
    """Return the text without the lines of the entry; of the keys above it as well that hold nothing else."""
    source = one_object_input(text, path)
    item = next(iter(source.objects()))
    lines = Lines(item.text)
    node: Node | None = item.root
    start, end = 0, 0
    alone = False
    for key in addition.keys:
        if not isinstance(node, Mapping) or node.flow:
            return None
        pair = next((each for each in node.pairs if key_of(each[0]) == key), None)
        if pair is None:
            return None
        if not (alone and len(node.pairs) == 1):
            start = lines.start(pair[0].start)
        alone, node = True, pair[1]
    if node is None:
        return None
    if addition.listed and isinstance(node, Sequence) and len(node.items) > 1:
        index = _value_at(item.data, addition.keys).index(addition.value)
        start, end = _extent(node, index, lines)
    else:
        end = lines.end(max(node.start, node.end - 1))[1]
    first, last = item.byte_of(start), item.byte_of(end)
    return text[:first] + text[last:]


def _extent(node: Sequence, index: int, lines: Lines) -> tuple[int, int]:
    """Return from where to where an item of a list of several is to be cut."""
    entry = node.items[index]
    if not node.flow:
        return lines.start(entry.start), lines.end(max(entry.start, entry.end - 1))[1]
    return (node.items[index - 1].end, entry.end) if index else (entry.start, node.items[1].start)


def _value_at(data: Any, keys: Keys) -> Any:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _with(data: dict[str, Any], keys: Keys, value: Any) -> dict[str, Any]:
    out = deepcopy(data)
    _value_at(out, keys[:-1])[keys[-1]] = value
    return out


def _reads_as(text: bytes, path: str, allowed: list[dict[str, Any]]) -> bool:
    try:
        return only_object(text, path).data in allowed
    except InputError:
        return False
