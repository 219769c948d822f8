"""The entries of a list that only the parser can cut: in flow style, or in an unusual layout."""

from __future__ import annotations

from yurt_hostnet.textedit.cut.split import Span
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import Mapping, Sequence
from yurt_hostnet.textedit.read.values import is_merge, key_of
from yurt_hostnet.textedit.write.patch import LINE_BREAKS, any_line_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.read.nodes import Node


def items_node(item: KubeObject) -> Node | None:
    """Return the `items` at the top of an object that is a list to kubectl, None for any other object.

    Raises InputError where readers differ, or only some find the items: they stand behind an alias or a merge key, or
    the key stands twice.
    """
    value = item.data.get("items")
    pairs = item.root.pairs if isinstance(item.root, Mapping) else []
    given = [child for key, child in pairs if key_of(key) == "items"]
    if not isinstance(value, list) and len(given) < 2:
        return None
    merged = any(is_merge(key) for key, _ in pairs)
    if len(given) == 1 and isinstance(given[0], Sequence) and not merged:
        return given[0]
    if len(given) < 2 and not any(isinstance(entry, dict) for entry in value or ()):
        return None
    where = "stand twice" if len(given) > 1 else "stand behind an alias or beside a merge key (<<)"
    message = f"To kubectl this is a list, but its items {where}. Write them out once, under a key of their own."
    raise InputError(message, item.line_of(("items",)), item.input.file)


def child_spans(item: KubeObject, items: Node) -> list[Span]:
    """Return the spans of the entries of a sequence node of `item`, as the parser saw them.

    A flow entry's span is exactly its text; a block entry's reaches to the end of its last line.
    """
    text = item.text
    spans: list[Span] = []
    place, byte = item.span.lead, item.span.start  # the same place in characters and in bytes
    before = items.start
    line = _line_start(text, 0, before)
    for node in getattr(items, "items", []):
        start, end = node.start, node.end
        line = _line_start(text, before, start) or line  # all may stand on one line
        lead = start - line
        if getattr(node, "flow", True):
            lead = lead if line > before and not text[line:start].strip(" ") else 0
        elif end < len(text) and text[end - 1] not in LINE_BREAKS:
            end = any_line_end(text, end)[1]
        before = max(node.end - 1, start)
        first = byte + len(text[place:start].encode())
        byte = first + len(text[start:end].encode())
        place = end
        spans.append(Span(first, byte, lead, item.span))
    return spans


def _line_start(text: str, start: int, end: int) -> int:
    """Return where the last line between two places begins, 0 if no line begins there."""
    return max(text.rfind(sign, start, end) for sign in LINE_BREAKS) + 1
