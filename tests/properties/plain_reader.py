"""Holds the quick reader of the plain style to libyaml: the same tree, the same data, or no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yurt_hostnet.textedit.read.events import parse_events
from yurt_hostnet.textedit.read.nodes import Mapping, Scalar
from yurt_hostnet.textedit.read.plain import EMPTY, read
from yurt_hostnet.textedit.read.plain_data import read_data
from yurt_hostnet.textedit.read.values import Reader, resolve
from yurt_hostnet.textedit.write.same import same

if TYPE_CHECKING:
    from yurt_hostnet.textedit.read.nodes import Node


def agrees(text: str) -> bool:
    """Assert that both ways to read `text` quickly agree with libyaml's events; tell whether they gave an answer."""
    found, data = read(text), read_data(text)
    if found is None:
        assert data is None
        return False
    roots = parse_events(text).roots
    if found is EMPTY:
        assert [root for root in roots if root.start != root.end] == []
        assert data is None
        return True
    assert [shape(root) for root in roots] == [shape(found)]
    if data is None:
        assert not (isinstance(found, Mapping) and has_plain_keys(found))
    else:
        reader = Reader()
        assert same(reader.read(roots[0]), data)
        assert reader.duplicates == []
    return True


def shape(node: Node) -> Any:
    """Return everything that a node holds, as plain data."""
    fields = [getattr(node, name) for name in ("start", "end", "column", "tag", "anchor")]
    fields.append(getattr(node, "style", None))
    children = [[shape(key), shape(value)] for key, value in getattr(node, "pairs", ())]
    children += [shape(item) for item in getattr(node, "items", ())]
    return [type(node).__name__, *fields, getattr(node, "value", getattr(node, "flow", None)), children]


def has_plain_keys(node: Node) -> bool:
    """Tell whether each key of each mapping from `node` down is a word, and none stands twice in one."""
    if isinstance(node, Mapping):
        keys = [key for key, _ in node.pairs if isinstance(key, Scalar)]
        return (
            len({key.value for key in keys}) == len(node.pairs)
            and all(key.style or (isinstance(resolve(key.value), str) and key.value[0].isalpha()) for key in keys)
            and all(has_plain_keys(value) for _, value in node.pairs)
        )
    return all(map(has_plain_keys, getattr(node, "items", [])))
