"""An independent reader: PyYAML's own composer and a few lines of resolving, nothing of yurt_hostnet."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_TRUE = frozenset(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"))
_FALSE = frozenset(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"))
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_SURROGATES = re.compile(r"(?<!\\)\\u([dD])([89abAB][0-9a-fA-F]{2})\\u([dD])([c-fC-F][0-9a-fA-F]{2})")
_MOVED = re.compile(r"\\u([eE])([89abAB][0-9a-fA-F]{2})\\u([fF])([c-fC-F][0-9a-fA-F]{2})")
_LETTERS = {"d": ("e", "f"), "D": ("E", "F")}
_OLD_LETTERS = {"e": "d", "E": "D", "f": "d", "F": "D"}


class _Loader(yaml.CBaseLoader):
    """Composes nodes; every plain scalar keeps its text."""


class _AnchorsAgain(yaml.composer.Composer, yaml.resolver.BaseResolver):
    """Composes the same nodes of libyaml's events, slowly, and lets a name be given again, as YAML does."""

    def __init__(self, text: str) -> None:
        yaml.composer.Composer.__init__(self)
        yaml.resolver.BaseResolver.__init__(self)
        self._events = deque(yaml.parse(text, Loader=yaml.CLoader))

    def peek_event(self) -> yaml.Event:
        """Return the next event."""
        return self._events[0]

    def get_event(self) -> yaml.Event:
        """Return the next event and go on."""
        return self._events.popleft()

    def check_event(self, *kinds: type[yaml.Event]) -> bool:
        """Tell whether the next event is one of `kinds`."""
        return isinstance(self.peek_event(), kinds)

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Forget an anchor of the name that comes again."""
        event = self.peek_event()
        if not isinstance(event, yaml.AliasEvent):
            self.anchors.pop(getattr(event, "anchor", None), None)
        return super().compose_node(parent, index)

    def nodes(self) -> Iterator[yaml.Node | None]:
        """Yield the node of each document."""
        while self.check_node():
            yield self.get_node()


def documents(text: bytes) -> list[Any]:
    """Return the documents of a stream as plain data, empty ones as None."""
    return [value(node) for node in compose(text.decode())]


def document(text: bytes) -> Any:
    """Return the one document of a stream as plain data."""
    (data,) = documents(text)
    return unshared(data)


def unshared(data: Any) -> Any:
    """Return a copy in which nothing stands twice, as aliases make it."""
    if isinstance(data, dict):
        return {key: unshared(child) for key, child in data.items()}
    return [unshared(child) for child in data] if isinstance(data, list) else data


def compose(text: str) -> list[yaml.Node | None]:
    """Return the nodes of a stream's documents; escaped surrogate pairs are read, at the same offsets."""
    text = _SURROGATES.sub(lambda pair: f"\\u{_LETTERS[pair[1]][0]}{pair[2]}\\u{_LETTERS[pair[3]][1]}{pair[4]}", text)
    try:
        return list(yaml.compose_all(text, Loader=_Loader))
    except yaml.composer.ComposerError:
        return list(_AnchorsAgain(text).nodes())


def value(node: yaml.Node | None, known: dict[int, Any] | None = None) -> Any:
    """Return a node's plain data; of two equal keys the last counts, and merge keys are merged.

    What aliases stand for is read once and shared, so that a few of them cannot fill the memory.
    """
    known = {} if known is None else known
    if node is not None and not isinstance(node, yaml.ScalarNode):
        if id(node) not in known:
            known[id(node)] = _collection(node, known)
        return known[id(node)]
    return _scalar(node)


def _collection(node: yaml.Node, known: dict[int, Any]) -> Any:
    if isinstance(node, yaml.MappingNode):
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        for key, child in node.value:
            if key.value == "<<" and not key.style:
                values = value(child, known)
                for given in values if isinstance(values, list) else [values]:
                    merged = {**given, **merged}
            else:
                own[str(value(key, known))] = value(child, known)
        return {**merged, **own}
    return [value(item, known) for item in node.value]


def _scalar(node: yaml.Node | None) -> Any:
    if node is None:
        return None
    text = str(node.value)
    if isinstance(node, yaml.ScalarNode) and node.style != '"':  # which knows no escapes
        text = _MOVED.sub(lambda pair: f"\\u{_OLD_LETTERS[pair[1]]}{pair[2]}\\u{_OLD_LETTERS[pair[3]]}{pair[4]}", text)
    if isinstance(node, yaml.ScalarNode) and node.style:
        return re.sub("[\ue800-\uebff][\ufc00-\uffff]", _character, text)
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if text in _NULL:
        return None
    return int(text) if text.lstrip("-").isdecimal() else text


def _character(pair: re.Match[str]) -> str:
    high, low = (ord(char) & 0x3FF for char in pair[0])
    return chr(0x10000 + high * 0x400 + low)
