"""What a function tells the user: Result, ResourceRef, Severity, their order and their exit code.

The shapes follow the KRM Functions Specification (kubernetes-sigs/kustomize,
cmd/config/docs/api-conventions/functions-spec.md).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Literal

    from yurt_hostnet.textedit.errors import InputError

    Severity = Literal["error", "warning", "info"]
    Path = tuple[str | int, ...]
    Place = tuple["ResourceRef | None", Path, "Origin | None"]

ERROR: Severity = "error"
WARNING: Severity = "warning"
INFO: Severity = "info"

SEVERITIES: tuple[Severity, ...] = (ERROR, WARNING, INFO)
"""Worst first: hosts show only the first few results."""


INPUT_RULE, CONFIG_RULE, BUG_RULE = "input", "config", "bug"
"""What stands for a rule in the one result of a run that failed before it had others: exit code 2, 2 and 3."""


class ResourceRef:
    """The identity of one object: apiVersion, kind, name and namespace ("" where there is none)."""

    __slots__ = ("api_version", "kind", "name", "namespace")

    def __init__(self, api_version: str, kind: str, name: str, namespace: str = "") -> None:
        self.api_version = api_version
        self.kind = kind
        self.name = name
        self.namespace = namespace

    def to_dict(self) -> dict[str, str]:
        """Return the `resourceRef` of the specification; an empty namespace is left out."""
        ref = {"apiVersion": self.api_version, "kind": self.kind, "name": self.name}
        if self.namespace:
            ref["namespace"] = self.namespace
        return ref

    def __str__(self) -> str:
        """Return `Kind namespace/name`, as kubectl users write it."""
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind or 'object'} {name or '(no name)'}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ResourceRef) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"ResourceRef{self.key()!r}"

    def key(self) -> tuple[str, str, str, str]:
        """Return (apiVersion, kind, namespace, name): what identifies and sorts a reference."""
        return (self.api_version, self.kind, self.namespace, self.name)


class Origin:
    """Where an object was read: file ("" if unknown), index in it, 1-based line of its first line (0 if unknown).

    `line` may be given as a function, which is called when somebody asks. `locate` finds the line of a field
    of the object, None where the lines of the file are not known.
    """

    __slots__ = ("_line", "file", "index", "locate")

    def __init__(
        self,
        file: str = "",
        index: int = 0,
        line: int | Callable[[], int] = 0,
        locate: Callable[[Path], int] | None = None,
    ) -> None:
        self.file = file
        self.index = index
        self._line = line
        self.locate = locate

    @property
    def line(self) -> int:
        """The 1-based line, 0 if it is not known."""
        if callable(self._line):
            self._line = self._line()
        return self._line

    def at(self, path: Path) -> Origin:
        """Return the place of the field at `path`, or of the nearest field above it that exists."""
        locate = self.locate
        return self if locate is None else Origin(self.file, self.index, lambda: locate(path))

    def __repr__(self) -> str:
        return f"Origin({self.file!r}, {self.index}, {self.line})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origin) and (self.file, self.index, self.line) == (other.file, other.index, other.line)

    def __hash__(self) -> int:
        return hash((self.file, self.index, self.line))


UNSET: Any = type("Unset", (), {"__repr__": lambda _: "UNSET", "__bool__": lambda _: False})()
"""Marks a current or proposed value that a result does not speak of; None would mean null."""


class Result:
    """One finding or one edit, told to the user.

    `message` says what is wrong and `remedy` what to do, each a whole sentence; an edit needs no
    remedy (""). Neither repeats the object or the field path: hosts and reports put both in front.
    Hosts know one message, so `text()` joins the two. `rule` is the rule id (or, for an edit,
    the transformer's name) and becomes the tag `rule`. `ref` is the object, `path` the field within
    it (keys and 0-based list indices), `current` and `proposed` its plain values, UNSET where they
    do not apply. `origin` is where the object was read. `related` are further objects that the result is
    about, or all of them where `ref` is None, each with its place.
    """

    __slots__ = ("current", "message", "origin", "path", "proposed", "ref", "related", "remedy", "rule", "severity")

    def __init__(
        self,
        severity: Severity,
        rule: str,
        message: str,
        ref: ResourceRef | None = None,
        path: Path = (),
        current: Any = UNSET,
        proposed: Any = UNSET,
        origin: Origin | None = None,
        *,
        remedy: str = "",
        related: tuple[tuple[ResourceRef, Origin], ...] = (),
    ) -> None:
        self.severity: Severity = severity
        self.rule = rule
        self.message = message
        self.ref = ref
        self.path = path
        self.current = current
        self.proposed = proposed
        self.origin = origin
        self.remedy = remedy
        self.related = related

    def text(self) -> str:
        """Return the message and its remedy as one text."""
        return f"{self.message} {self.remedy}" if self.remedy else self.message

    def to_dict(self, field: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the result as the specification's plain data; `field` only where there is a path.

        A `field` that is given is what `field_data` has returned, or stands for it.
        """
        out: dict[str, Any] = {"message": self.text(), "severity": self.severity}
        if self.ref is not None:
            out["resourceRef"] = self.ref.to_dict()
            if self.path:
                out["field"] = self.field_data() if field is None else field
        if self.origin is not None and self.origin.file:
            out["file"] = {"path": self.origin.file, "index": self.origin.index}
        out["tags"] = {"rule": self.rule}
        return out

    def field_data(self) -> dict[str, Any]:
        """Return the specification's `field`: path and values."""
        field: dict[str, Any] = {"path": field_path(self.path)}
        if self.current is not UNSET:
            field["currentValue"] = self.current
        if self.proposed is not UNSET:
            field["proposedValue"] = self.proposed
        return field

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.severity, self.rule, self.message, self.ref, self.path, self.origin))

    def _key(self) -> tuple[object, ...]:
        return (self.to_dict(), self.message, self.origin, self.related)

    def __repr__(self) -> str:
        return f"Result({self.to_dict()!r})"


def failure(error: InputError, rule: str = "") -> Result:
    """Return the result of a run that `error` stopped, under its own rule or another one, without further mistakes.

    Where no file is known, as on standard input, the message names the line: no report has another place for it.
    """
    message = error.message if error.file else str(error)
    return Result(ERROR, rule or error.rule, message, origin=Origin(error.file, line=error.line))


def field_path(path: Path) -> str:
    """Write a path as the specification does: `spec.containers[0].ports`.

    A key that holds a dot, a bracket or nothing stands in brackets, as kubectl writes it:
    `metadata.labels[apps.openyurt.io/nodepool]`.
    """
    out = ""
    for step in path:
        if isinstance(step, int) or not step or any(c in step for c in ".[]"):
            out += f"[{step}]"
        else:
            out += f".{step}" if out else step
    return out


def is_as_bad(severity: Severity, limit: Severity) -> bool:
    """Whether a severity is `limit` or worse."""
    return SEVERITIES.index(severity) <= SEVERITIES.index(limit)


def sort_results(results: Iterable[Result]) -> list[Result]:
    """Return results with errors first, then warnings, then infos; within one severity the order is kept."""
    return sorted(results, key=lambda result: SEVERITIES.index(result.severity))
