"""KubeObject: one object of the input, its own text, read only when somebody asks."""

from __future__ import annotations

from yurt_hostnet.krm.result import Origin, ResourceRef
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path, Place
    from yurt_hostnet.krm.source import Source
    from yurt_hostnet.textedit.cut.split import Span
    from yurt_hostnet.textedit.read.nodes import Node, Tree
    from yurt_hostnet.textedit.read.offsets import Offsets
    from yurt_hostnet.textedit.read.plain_data import Places
    from yurt_hostnet.textedit.read.values import Reader
    from yurt_hostnet.textedit.write.patch import Piece

PATH_ANNOTATIONS = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
INDEX_ANNOTATIONS = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
HELM_FILE_ANNOTATION = "postrenderer.helm.sh/postrender-filename"
HIDING = (b"\\", b"*", b"!")  # signs of an escape, an alias and a tag
_SOURCE = b"# Source: "
LARGE = 1 << 20
"""Bytes of input from which on memory is looked after."""


class KubeObject:
    """One object as Kubernetes would read it, and the span of the input that holds it.

    `data` is its plain data; an object that is no mapping raises InputError where it is first asked for. `new_text` is
    None until `editing.edit` has made a change; `pieces` are then what was put into a long `text`, if only that was
    done. `plain_places` are where the collections of plain text that has been read begin; see plain_data.
    `default_type` holds the apiVersion and kind that its list lends it, such as DeploymentList, whose items need none
    of their own.
    """

    __slots__ = (
        "_data", "_kept", "_offsets", "_plain", "_reader", "_text", "_tree",
        "default_type", "input", "new_text", "number", "pieces", "plain_places", "span",
    )  # fmt: skip

    def __init__(self, source: Source, span: Span, number: int = 0, default_type: tuple[str, str] = ("", "")) -> None:
        self.input = source
        self.default_type = default_type
        self.span = span
        self.number = number
        self.new_text: bytes | None = None
        self.pieces: list[Piece] | None = None
        self.plain_places: Places | None = None
        self._text: str | None = None
        self._tree: Tree | None = None
        self._plain: bool | None = None
        self._kept: bool | None = None
        self._data: dict[str, Any] | None = None
        self._reader: Reader | None = None
        self._offsets: Offsets | None = None

    @property
    def text(self) -> str:
        """The object's text, its first line at its own column; offsets in nodes count its characters."""
        if self._text is None:
            try:
                self._text = " " * self.span.lead + self.input.text[self.span.start : self.span.end].decode("utf-8")
            except UnicodeDecodeError as error:
                line = self.input.line_of(self.span.start + error.start)
                raise InputError("This is not UTF-8. Save the file as UTF-8.", line, self.input.file) from None
        return self._text

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        if self._tree is None:
            self._require_memory()
            self._tree = self._parse()
            if self.span.parent is not None and any(alias.target is None for alias in self._tree.aliases):
                self._tree = self._parse(self.input.anchors_before(self.span))
        return self._tree

    @property
    def root(self) -> Node | None:
        """The root node, None for an empty document; kubectl, kustomize and Helm pass over one that is null, too."""
        roots = self.tree.roots
        if len(roots) > 1:
            message = "Two documents stand here without a line of --- between them. Add it."
            raise InputError(message, self.line, self.input.file)
        from yurt_hostnet.textedit.read.values import is_null

        return None if not roots or roots[0].start == roots[0].end or is_null(roots[0]) else roots[0]

    @property
    def is_empty(self) -> bool:
        """Whether the document holds nothing but comments and null."""
        return not self.is_plain and self.root is None

    @property
    def is_plain(self) -> bool:
        """Whether the text is in the style that is read without a tree, which only edits and lines of fields need."""
        if self._plain is None:
            from yurt_hostnet.textedit.read.plain_data import read_places

            self._require_memory()
            found = read_places(self.text)
            self._plain = found is not None and type(found[0]) is dict
            if found is not None and self._plain:
                self._data, self.plain_places = found
        return self._plain

    @property
    def data(self) -> dict[str, Any]:
        """The object as plain data."""
        if self._data is None and not self.is_plain:
            root = self.root
            if root is None:
                self._data = {}
            else:
                from yurt_hostnet.krm.reading import read_root, require_small

                data, reader = self.in_file(lambda: read_root(root, self.line_at))
                require_small(self.input, self.span.start, self.tree, reader.added, self.line_at)
                self._data, self._reader = data, reader
        return self._data  # type: ignore[return-value]  # it has been read

    @property
    def duplicate_keys(self) -> list[Path]:
        """The paths of keys that stand twice in one mapping."""
        _ = self.data
        return self._reader.duplicates if self._reader is not None else []

    @property
    def alias_characters(self) -> int:
        """How many characters aliases add to the data where they are written out."""
        _ = self.data
        return self._reader.added if self._reader is not None else 0

    @property
    def line(self) -> int:
        """The 1-based line of the input on which the object's text begins."""
        return self.input.line_of(self.span.start)

    def line_at(self, offset: int) -> int:
        """Return the 1-based input line of an offset in `text`."""
        return self.input.line_of(self.byte_of(offset))

    def line_of(self, path: Path) -> int:
        """Return the 1-based input line of the field at `path`, or of the nearest field above it that exists."""
        from yurt_hostnet.textedit.read.locate import first_key, locate

        if not path and (place := first_key(self.input.text, self.span.start, self.span.end)) is not None:
            return self.input.line_of(place)
        root = self.root
        return self.line if root is None else self.line_at(locate(root, path, self.tree.keys))

    def byte_of(self, offset: int) -> int:
        """Return the byte offset in the input of a character offset in `text`."""
        if self.text.isascii():
            return self.span.start + max(0, offset - self.span.lead)
        return self.span.start + self.offsets.byte_of(offset) - self.span.lead

    @property
    def offsets(self) -> Offsets:
        """Where the characters of `text` stand among its bytes."""
        if self._offsets is None:
            from yurt_hostnet.textedit.read.offsets import Offsets

            self._offsets = Offsets(self.text)
        return self._offsets

    def mentions(self, *words: bytes) -> bool:
        """Tell whether the object's bytes hold one of `words`, or its data, behind an escape, an alias or a tag.

        What its list lends it counts too: an item of a NodePoolList need not say that it is a NodePool.
        Raises InputError where the data has to be read and cannot be.
        """
        text, span = self.input.text, self.span
        lent = "\n".join(self.default_type).encode()
        if any(text.find(word, span.start, span.end) >= 0 or word in lent for word in words):
            return True
        hides = any(text.find(sign, span.start, span.end) >= 0 for sign in HIDING)
        data = repr(self.data).encode() if hides else b""
        return any(word in data for word in words)

    def places(self, word: bytes) -> Iterator[int]:
        """Yield the byte offsets in the input at which the object's text holds a word."""
        position = self.input.text.find(word, self.span.start, self.span.end)
        while position >= 0:
            yield position
            position = self.input.text.find(word, position + 1, self.span.end)

    @property
    def api_version(self) -> str:
        """`apiVersion`, "" if there is none."""
        return _string(self.data.get("apiVersion")) or self.default_type[0]

    @property
    def group(self) -> str:
        """The API group, "" for the core group."""
        return self.api_version.rpartition("/")[0]

    @property
    def version(self) -> str:
        """The API version without its group."""
        return self.api_version.rpartition("/")[2]

    @property
    def kind(self) -> str:
        """`kind`, "" if there is none."""
        return _string(self.data.get("kind")) or self.default_type[1]

    @property
    def name(self) -> str:
        """`metadata.name`, "" if there is none; one that is no string, such as `n` or `12`, as it is written."""
        return self._identity("name")

    @property
    def namespace(self) -> str:
        """`metadata.namespace`, "" if there is none; read as `name` is."""
        return self._identity("namespace")

    @property
    def labels(self) -> dict[str, Any]:
        """`metadata.labels`, empty if there are none."""
        labels = self._metadata().get("labels")
        return labels if isinstance(labels, dict) else {}

    @property
    def annotations(self) -> dict[str, Any]:
        """`metadata.annotations`, empty if there are none."""
        annotations = self._metadata().get("annotations")
        return annotations if isinstance(annotations, dict) else {}

    def get(self, *path: str | int, default: Any = None) -> Any:
        """Return the plain value at a path of map keys and 0-based list indices, `default` where there is none."""
        value: Any = self.data
        for step in path:
            if isinstance(step, str):
                if not isinstance(value, dict) or step not in value:
                    return default
            elif not isinstance(value, list) or not 0 <= step < len(value):
                return default
            value = value[step]
        return value

    @property
    def ref(self) -> ResourceRef:
        """The object's identity."""
        return ResourceRef(self.api_version, self.kind, self.name, self.namespace)

    def at(self, path: Path = ()) -> Place:
        """Return the place of a field of this object, or of the whole, for a finding: (ref, path, origin)."""
        return self.ref, path, self.origin

    @property
    def origin(self) -> Origin:
        """Where the object came from: the file and line read, the host's annotations, or Helm's `# Source:` line."""
        if self.input.file:
            return Origin(self.input.file, self.number, lambda: self.line_of(()), self.line_of)
        notes = self.annotations
        for path, index in zip(PATH_ANNOTATIONS, INDEX_ANNOTATIONS, strict=True):
            if isinstance(notes.get(path), str):
                number = str(notes.get(index, "0"))
                return Origin(notes[path], int(number) if number.isdigit() else 0)
        if isinstance(notes.get(HELM_FILE_ANNOTATION), str):
            return Origin(notes[HELM_FILE_ANNOTATION])
        head = self.input.text[self.span.start : self.span.start + 1024]
        for line in head.splitlines()[:3]:
            if line.startswith(_SOURCE):
                return Origin(line[len(_SOURCE) :].decode("utf-8", "replace").strip())
        return Origin("", self.number, lambda: self.line)

    def forget(self, *, always: bool = False) -> None:
        """Forget, in a large input or always, what was read: it takes many times the bytes, and can be read again."""
        if self._text is not None and (always or len(self.input.text) >= LARGE):
            self._text = self._tree = self._offsets = self.plain_places = None
            if always or not self.stays_parsed:
                self._data = self._plain = self._reader = None

    @property
    def stays_parsed(self) -> bool:
        """Whether the data stays once it has been read: that of as many objects as Input.keep allows."""
        if self._kept is None:
            self._kept = self.input.keep(self.span.end - self.span.start)
        return self._kept

    def _parse(self, anchors: dict[str, Node] | None = None) -> Tree:
        from yurt_hostnet.textedit.read.tree import parse

        try:
            return parse(self.text, anchors=anchors)
        except InputError as error:
            error.file = self.input.file
            error.line += self.line - 1  # counted only now: the place may be megabytes into the input
            raise

    def _require_memory(self) -> None:
        """Raise MemoryError in a large input if there may be too little to read this object."""
        if len(self.input.text) >= LARGE:
            from yurt_hostnet.krm.memory import require_memory

            require_memory(self.span.end - self.span.start)

    def _identity(self, key: str) -> str:
        value = self._metadata().get(key)
        if isinstance(value, str) or value is None or self.root is None:
            return value or ""
        from yurt_hostnet.textedit.read.locate import written

        return written(self.root, ("metadata", key))

    def _metadata(self) -> dict[str, Any]:
        metadata = self.data.get("metadata")
        return metadata if isinstance(metadata, dict) else {}

    def in_file(self, read: Any) -> Any:
        """Call `read`; an InputError that it raises gets the name of the file and at least the object's line."""
        try:
            return read()
        except InputError as error:
            error.file = error.file or self.input.file
            error.line = error.line or self.line
            raise


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""
