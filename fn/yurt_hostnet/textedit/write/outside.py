"""What stands outside of the places where a document changes, which a rewritten text has to keep byte for byte."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Mapping, Sequence
from yurt_hostnet.textedit.read.values import key_of
from yurt_hostnet.textedit.write.patch import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.read.nodes import Node
    from yurt_hostnet.textedit.write.splice import Change
    from yurt_hostnet.textedit.write.splice import Step as PathStep


def keeps_outside(text: str, new: str, root: Node, changes: list[Change]) -> bool:
    """Tell whether `new` has all of `text`, whose node is `root`, that is outside of where `changes` change something.

    A new entry stands between the last one of its collection and what follows that; a new value between its key and
    what follows.
    """
    first, *between, last = _outside(text, root, [path for path, _ in changes])
    if not new.startswith(first) or not new.endswith(last):
        return False
    place, end = len(first), len(new) - len(last)
    for part in between:
        found = new.find(part, place, end)
        if found < 0:
            return False
        place = found + len(part)
    return place <= end


def _outside(text: str, root: Node, paths: list[tuple[PathStep, ...]]) -> list[str]:
    """Return the parts of a text in front of, between and behind the places to which `paths` lead: two or more."""
    parts: list[str] = []
    done = 0
    spans = _Spans(Lines(text))
    for start, end in sorted(spans.of(root, path) for path in paths):
        if start >= done:
            parts.append(text[done:start])
        done = max(done, end)
    return [*parts, text[done:]]


class _Spans:
    """Tells which spans of one text changes may rewrite, each collection on their ways looked at once."""

    __slots__ = ("_entries", "_lines", "_numbers")

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._entries: dict[int, list[tuple[Node, Node]]] = {}  # by collection
        self._numbers: dict[int, dict[PathStep | None, int]] = {}  # by collection, then by what a path calls an entry

    def of(self, root: Node, path: tuple[PathStep, ...]) -> tuple[int, int]:
        """Return from where to where a change at `path` may rewrite the text."""
        text = self._lines.text
        node, start, end = root, 0, len(text)
        for step in path:
            entries = self._look_at(node)
            number = self._numbers[id(node)].get(step)
            if number is None:
                return (max(start, entries[-1][1].end) if entries else start), end
            first, node = entries[number]
            start = first.start if first is node else first.end
            if number + 1 < len(entries):
                end = entries[number + 1][0].start
                line = self._lines.start(end)
                if not text[line:end].strip(" -?"):
                    end = line
        return start, end

    def _look_at(self, node: Node) -> list[tuple[Node, Node]]:
        """Return the entries of a collection, each as its key, or the item, and its value."""
        if id(node) not in self._entries:
            pairs: list[tuple[Node, Node]] = []
            names: list[PathStep | None] = []
            if isinstance(node, Mapping):
                pairs, names = node.pairs, [key_of(key) for key, _ in node.pairs]
            elif isinstance(node, Sequence):
                pairs, names = [(item, item) for item in node.items], list(range(len(node.items)))
            self._entries[id(node)] = pairs
            self._numbers[id(node)] = {name: number for number, name in enumerate(names)}
        return self._entries[id(node)]
