"""ResourceList: what kustomize, kpt and Porch send to a function and expect back.

KRM Functions Specification, config.kubernetes.io/v1 and v1beta1, in YAML or JSON.
"""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.krm.envelope import envelope
from yurt_hostnet.krm.input import Input, pieced
from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.lists import is_whole
from yurt_hostnet.textedit.cut.split import Span, split_documents
from yurt_hostnet.textedit.cut.split_items import has_odd_breaks, split_items
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.input import Piece
    from yurt_hostnet.krm.result import Path

API_VERSIONS = ("config.kubernetes.io/v1", "config.kubernetes.io/v1beta1")
KUSTOMIZE_ID = "kustomize.config.k8s.io/id"
"""Annotation of every resource that kustomize sends to a function (api/internal/plugins/utils)."""


def _result_lines(results: Iterable[dict[str, Any]], newline: bytes) -> Iterator[bytes]:
    """Yield the key `results` and its items, each with its line ends; nothing without results."""
    from yurt_hostnet.textedit.write.emit import Style, block_pairs

    head, style = b"results:" + newline, Style()
    known: dict[int, tuple[Any, list[str]]] = {}  # the values of `field` and their lines: many rows may share one
    for row in results:
        lines: list[str] = []
        for key, value in row.items():
            if key == "field" and isinstance(value, dict) and value:
                if id(value) not in known:
                    if len(known) >= _MOST:
                        known.clear()
                    known[id(value)] = value, block_pairs(value, "    ", style)
                lines += ["  field:", *known[id(value)][1]]
            else:
                lines += block_pairs({key: value}, "  ", style)
        lines[0] = f"- {lines[0][2:]}"
        yield head + "\n".join(lines).encode().replace(b"\n", newline) + newline
        head = b""


def _apart(new: bytes) -> bytes:
    """Put an empty line behind a comment that ends an edited item: without one kpt prints the comment twice.

    Where a block scalar may keep its last line breaks, which another one would change, nothing is put there.
    """
    last = new[new.rfind(b"\n", 0, len(new) - 1) + 1 :]
    if not (last.endswith(b"\n") and last.lstrip(b" ").startswith(b"#")) or b"+" in new:
        return new
    return new + (b"\r\n" if last.endswith(b"\r\n") else b"\n")


_MOST = 256
"""So many fields of results are remembered as lines."""
_NAME = b"ResourceList"


class RepeatedKeys(dict[str, object]):
    """Plain data of a text in which keys stand twice, at the paths `duplicates`."""

    duplicates: Iterable[Path] = ()


class ResourceList:
    """A list of items with their functionConfig.

    `source` is the Input whose units are the items; `function_config` its plain data, None if absent; it is a
    RepeatedKeys where keys stand twice in it.
    """

    __slots__ = ("_broken", "_document", "_envelope", "_insert_at", "api_version", "function_config", "source")

    def __init__(
        self, source: Input, document: Span, head: KubeObject, insert_at: int | None, broken: Iterable[Span] = ()
    ) -> None:
        self.source = source
        self._document = document
        self._broken = broken
        self.api_version = head.api_version
        self.function_config: Any = head.data.get("functionConfig")
        repeated = [path[1:] for path in head.duplicate_keys if path[0] == "functionConfig" and len(path) > 1]
        if repeated and isinstance(self.function_config, dict):
            self.function_config = RepeatedKeys(self.function_config)
            self.function_config.duplicates = repeated
        self._envelope = head
        self._insert_at = insert_at  # the line where `results:` may stand as a block key; None: let splice find it

    def objects(self) -> Iterator[KubeObject]:
        """Yield every item, in order; an item that is itself a List yields its own items."""
        return self.source.objects()

    def mentioning(self, *words: str) -> Iterator[KubeObject]:
        """Yield each item whose text may hold one of `words` (ASCII), without reading the others."""
        return self.source.mentioning(word.encode() for word in words)

    def require_whole(self) -> None:
        """Raise InputError for an item that leaves a bracket open; such a list may have been cut off."""
        for span in self._broken:
            _ = KubeObject(self.source, span).tree

    def render(self, results: Iterable[dict[str, Any]], edited: bool = True) -> list[Piece]:
        """Return the list's text as pieces, its items edited (or as they came), with `results` (plain data) added.

        Without results and edits it is the input. Results that the input already carries are kept in front.
        """
        pieces = [(start, end, _apart(new)) for start, end, new in self.source.edited()] if edited else []
        added = self._result_pieces(results)
        return pieced(self.source.text, sorted([*pieces, *added], key=lambda piece: piece[:2]) if added else pieces)

    def _result_pieces(self, results: Iterable[dict[str, Any]]) -> list[tuple[int, int, bytes]]:
        """Return what to insert for the results."""
        text = self.source.text
        given = self._envelope.data.get("results")
        if given is None and "results" not in self._envelope.data and self._insert_at is not None:
            newline = b"\r\n" if text[: text.find(b"\n") + 1].endswith(b"\r\n") else b"\n"
            lines = _result_lines(results, newline)
            added: list[tuple[int, int, bytes]] = []
            above = text[text.rfind(b"\n", 0, max(self._insert_at - 1, 0)) + 1 : self._insert_at]
            if above.lstrip(b" ").startswith(b"#") and (first := next(lines, b"")):
                added.append((self._insert_at, self._insert_at, newline + first))  # else kpt prints the comment twice
            while chunk := b"".join(islice(lines, 1000)):  # never all of them twice
                added.append((self._insert_at, self._insert_at, chunk))
            return added
        rows = list(results)
        if isinstance(given, list):
            from json import dumps

            known = {dumps(row, sort_keys=True) for row in given}
            rows = [row for row in rows if dumps(row, sort_keys=True) not in known]  # a second run tells the same
        from yurt_hostnet.textedit.write.change import add_all
        from yurt_hostnet.textedit.write.patch import CannotSpliceError
        from yurt_hostnet.textedit.write.splice import splice

        whole = KubeObject(self.source, self._document)
        root = whole.root
        if root is None or not rows:
            return []
        if isinstance(given, list):
            changes: list[Any] = [(("results", "-"), row) for row in rows]
        else:
            changes = [(("results",), rows)]
        patched = add_all(self._envelope.data, changes)
        try:
            pieces = splice(whole.text, root, changes, patched).pieces
        except CannotSpliceError:
            return []  # `results` is something odd; stderr tells the results too
        return [(whole.byte_of(start), whole.byte_of(end), new.encode()) for start, end, new in pieces]


def is_resource_list(text: bytes) -> bool:
    """Tell whether a stream looks like a ResourceList, from its bytes alone."""
    position = text.find(_NAME)
    while position >= 0:
        behind = text[position + len(_NAME) : position + len(_NAME) + 1]
        if not behind.isalnum() and behind != b"_" and _is_kind(text[max(0, position - _LONGEST_LEAD) : position]):
            return True
        position = text.find(_NAME, position + 1)
    return False


_LONGEST_LEAD = 4096  # bytes between a kind's key and its value that are looked at


def _is_kind(text: bytes) -> bool:
    """Tell whether a text ends in the key `kind`, quoted or not, with its colon, at the start of a line or of a map."""
    text = text.rstrip(b" \t\r\n\"'")
    if not text.endswith(b":"):
        return False
    text = text[:-1].rstrip(b"\"'")
    if not text.endswith(b"kind"):
        return False
    text = text[: -len(b"kind")].rstrip(b"\"'").rstrip(b" \t")
    return not text or text.endswith(_IN_FRONT)


_IN_FRONT = (b"\n", b"{", b",", b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")
"""What may stand in front of a key at the start of its line: a line end of YAML 1.1, or a map's sign."""


def parse_resource_list(text: bytes, file: str = "") -> ResourceList | None:
    """Read a stream as a ResourceList, None if its first object is something else.

    Raises InputError where it is one but cannot be used: unknown version, no items, more than one
    document.
    """
    documents = split_documents(text)
    plain = Input(text, documents, file)
    contents = [number for number, span in enumerate(documents) if _has_content(text, span)]
    if not contents:
        return None
    span = documents[contents[0]]
    layout = split_items(text, span, lambda part: is_whole(plain, part))
    head = envelope(plain, span, layout) if layout is not None else KubeObject(plain, span)
    if head.kind != "ResourceList":
        return None
    if head.api_version not in API_VERSIONS:
        message = f"ResourceList has apiVersion {head.api_version or '(none)'}; send {API_VERSIONS[0]}."
        raise InputError(message, head.line_of(("apiVersion",)), file)
    if len(contents) > 1:
        line = plain.line_of(documents[contents[1]].start)
        raise InputError("A second document follows the ResourceList. Send one ResourceList.", line, file)
    for key in (path for path in head.duplicate_keys if len(path) == 1):
        raise InputError(f"The ResourceList has the key {key[0]} twice. Keep one.", head.line_of(key), file)
    inline = getattr(head.root, "flow", True) or head.root.column > 0  # type: ignore[union-attr]  # a mapping
    if layout is not None:
        behind: int | None = layout.stop
        if text[layout.stop : span.end].strip() or not text.endswith(b"\n", 0, layout.stop):
            behind = _behind(text, Span(layout.stop, span.end))
        if behind is None:
            behind = max(span.start, text.rfind(b"\n", 0, layout.begin - 1) + 1)  # in front of `items`
        return ResourceList(Input(text, layout.spans, file), span, head, None if inline else behind, layout.broken)
    items = _items(head, file)
    return ResourceList(Input(text, items, file), span, head, None if inline else _behind(text, span))


def parse_objects(text: bytes, file: str = "") -> list[KubeObject]:
    """Return all objects of a ResourceList, of a manifest stream, or of Lists in one."""
    found = parse_resource_list(text, file) if is_resource_list(text) else None
    source = found.source if found is not None else Input(text, split_documents(text), file)
    return list(source.objects())


def _items(head: KubeObject, file: str) -> list[Span]:
    from yurt_hostnet.krm.child_spans import child_spans, items_node

    items = items_node(head)
    if items is None:
        state = "no items" if head.data.get("items") is None else "items that are no list"
        message = f"The ResourceList has {state}. Send `items: []` for an empty package."
        raise InputError(message, head.line_of(("items",)), file)
    return child_spans(head, items)


def _has_content(text: bytes, span: Span) -> bool:
    """Tell whether a document holds more than comments and its markers; True in doubt."""
    if has_odd_breaks(text, span):
        return True  # a comment may end where no line feed is
    position = span.start
    while position < span.end:
        end = text.find(b"\n", position, span.end)
        end = span.end if end < 0 else end
        content = text[position:end].strip()
        if text.startswith((b"---", b"..."), position):
            content = content[3:].strip()
        if content and not content.startswith((b"#", b"%")):
            return True
        position = end + 1
    return False


def _behind(text: bytes, span: Span) -> int | None:
    """Return where a further top-level key of a block document may be inserted: behind its last line of content.

    None where that line is cut off or empty lines follow it: if it is a block scalar's, its value would change.
    """
    lines = text[span.start : span.end].splitlines(keepends=True)
    end, marked = span.end, True
    while lines and (lines[-1].startswith(b"...") or not lines[-1].strip()):
        marked = lines[-1].startswith(b"...")
        end -= len(lines.pop())
    return end if marked and text.endswith(b"\n", 0, end) else None
