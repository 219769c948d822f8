"""Read any YAML through PyYAML's events (libyaml) into a tree, and turn its errors into sentences."""

from __future__ import annotations

import yaml

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Alias, Mapping, Scalar, Sequence, Tree
from yurt_hostnet.textedit.write.patch import LINE_BREAKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node


def parse_events(text: str, line: int = 1, anchors: dict[str, Node] | None = None) -> Tree:
    """Parse `text` as `tree.parse` does, always by PyYAML."""
    if text.count("%TAG") > _MOST_TAGS and f"\n{text}".count("\n%TAG") > _MOST_TAGS:
        message = f"More than {_MOST_TAGS} lines begin with %TAG here. Write the tags out where they stand."
        raise InputError(message, line)
    unmask: Callable[[str, str], str] | None = None
    if "\\ud" in text or "\\uD" in text:
        from yurt_hostnet.textedit.read import surrogates

        text, unmask = surrogates.mask(text), surrogates.unmask
    try:
        parser = PARSER(text)
        tree = _build(parser.get_event, text, anchors, unmask)
    except yaml.YAMLError as error:
        raise _input_error(error, text, line) from None
    except _TooDeepError as error:
        message = f"YAML is nested deeper than {MAX_DEPTH} levels; no Kubernetes object is. Flatten it"
        raise InputError(message + ".", line + error.line) from None
    if "\r\r\n" in text or "\ufeff" in text or text.startswith("---"):
        _require_one_reading(text, line)
    return tree


def _require_one_reading(text: str, line: int) -> None:
    """Raise InputError for what kubectl and kustomize would read differently, or both otherwise than libyaml."""
    marker = text.partition("\n")[0].removesuffix("\r") if text.startswith("---") else ""
    if any(sign in marker for sign in LINE_BREAKS):
        message = "This document separator has something else on its line. Put a line break behind the ---."
        raise InputError(message, line)
    position = text.find("\r\r\n")
    if position >= 0:
        message = "This line ends in two carriage returns, which kubectl and kustomize count differently. Take one out."
        raise InputError(message, line + text.count("\n", 0, position))
    position = text.find("\ufeff", 1)
    while position > 0:
        if text[position - 1] in LINE_BREAKS:
            raise InputError(_MARK_WITHIN, line + text.count("\n", 0, position))
        position = text.find("\ufeff", position + 1)


_MARK_WITHIN = (
    "A byte order mark (U+FEFF), which you cannot see, begins this line, where a document goes on. Take it out."
)


_MOST_TAGS = 256
"""libyaml looks at every %TAG directive of a document for each further one."""


class _TooDeepError(Exception):
    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


def _build(
    get_event: Any, text: str, foreign: dict[str, Node] | None, unmask: Callable[[str, str], str] | None
) -> Tree:
    tree = Tree()
    anchors = tree.anchors
    if foreign:
        anchors.update(foreign)
    stack: list[tuple[Mapping | Sequence | None, Node | None]] = []
    container: Mapping | Sequence | None = None
    key: Node | None = None  # the key of the container that waits for its value
    node: Node
    while True:
        event = get_event()
        kind = type(event)
        if kind is _SCALAR:
            mark = event.start_mark
            node = Scalar(
                mark.index, event.end_mark.index, mark.column, event.value, event.style or "", event.tag, event.anchor
            )
            if unmask is not None:
                node.value = unmask(node.value, node.style)
        elif kind is _MAPPING_END or kind is _SEQUENCE_END:
            assert container is not None  # noqa: S101 - libyaml pairs its events
            node = container
            _close(node, event.end_mark.index, text)
            container, key = stack.pop()
            if container is None:
                continue
            if isinstance(container, Mapping):
                if key is None:
                    key = node
                else:
                    container.pairs.append((key, node))
                    key = None
            else:
                container.items.append(node)
            continue
        elif kind is _MAPPING_START or kind is _SEQUENCE_START:
            mark = event.start_mark
            new = (Mapping if kind is _MAPPING_START else Sequence)(
                mark.index, mark.column, bool(event.flow_style), event.tag, event.anchor
            )
            if event.anchor:
                anchors[event.anchor] = new
            if container is None:
                tree.roots.append(new)
            elif len(stack) >= MAX_DEPTH:
                raise _TooDeepError(mark.line)
            stack.append((container, key))
            container = new
            key = None
            continue
        elif kind is _ALIAS:
            mark = event.start_mark
            node = Alias(mark.index, event.end_mark.index, mark.column, event.anchor, anchors.get(event.anchor))
            tree.aliases.append(node)
        elif kind is _STREAM_END:
            return tree
        elif kind is _DOCUMENT_START:
            if tree.roots:
                anchors.clear()  # anchors live within one document
            continue
        else:
            continue
        if node.anchor:
            anchors[node.anchor] = node
        if container is None:
            tree.roots.append(node)
        elif isinstance(container, Mapping):
            if key is None:
                key = node
            else:
                container.pairs.append((key, node))
                key = None
        else:
            container.items.append(node)


def _close(node: Mapping | Sequence, end: int, text: str) -> None:
    """Set the tight end of a finished collection, and the column of a block mapping behind an anchor or tag."""
    if node.flow:
        node.end = end
    elif isinstance(node, Mapping):
        if node.pairs:
            node.end = node.pairs[-1][1].end
            if node.anchor or node.tag:
                node.column = _first_column(node.pairs[0][0], text)
    elif node.items:
        node.end = max(node.items[-1].end, node.start)


def _first_column(key: Node, text: str) -> int:
    """Return the column of the first key of a block mapping that begins its line, or of the question mark before it."""
    mark = key.start - 1
    while text[mark] == " ":
        mark -= 1
    return key.column - (key.start - mark) if text[mark] == "?" else key.column


def _input_error(error: yaml.YAMLError, text: str, line: int) -> InputError:
    """Turn PyYAML's error into a sentence with the line in the input."""
    if isinstance(error, yaml.MarkedYAMLError):
        problem = error.problem or error.context or "it cannot be read"
        where = error.problem_mark or error.context_mark
        mark = text.rfind("\ufeff", 0, where.index) if where else -1
        if mark > 0 and text[mark - 1] in LINE_BREAKS:
            return InputError(_MARK_WITHIN, line + text.count("\n", 0, mark))
        line += where.line if where else 0
        if "<document start>" in problem:
            message = "The document has ended before this line, and no line of --- begins another."
            return InputError(f"{message} Add it, or fix the indentation.", line)
        return InputError(f"This is not valid YAML: {problem}. Fix it there.", line)
    if isinstance(error, yaml.reader.ReaderError):
        code = error.character if isinstance(error.character, int) else ord(error.character)
        line += text.count("\n", 0, error.position)
        return InputError(f"This is not valid YAML: character U+{code:04X} is not allowed. Escape it.", line)
    return InputError(f"This is not valid YAML: {error}.", line)


def _parser() -> Any:
    """Return libyaml's parser, or PyYAML's own where PyYAML was built without libyaml: same events, slower."""
    try:
        from yaml._yaml import CParser  # absent without libyaml
    except ImportError:  # pragma: no cover - depends on how PyYAML was built
        return yaml.Loader
    return CParser


PARSER = _parser()
"""What reads events and tokens."""

_SCALAR = yaml.ScalarEvent
_ALIAS = yaml.AliasEvent
_MAPPING_START = yaml.MappingStartEvent
_MAPPING_END = yaml.MappingEndEvent
_SEQUENCE_START = yaml.SequenceStartEvent
_SEQUENCE_END = yaml.SequenceEndEvent
_DOCUMENT_START = yaml.DocumentStartEvent
_STREAM_END = yaml.StreamEndEvent
