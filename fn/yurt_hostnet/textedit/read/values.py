"""Turn nodes into plain data exactly as Kubernetes reads YAML (sigs.k8s.io/yaml on go.yaml.in/yaml/v2).

`yes` is true, `0755` is 493, `08` is 8.0, `2001-12-14` is a string, a later duplicate key wins, merge
keys are merged where they stand, and every key becomes a string.
"""

from __future__ import annotations

from sys import intern

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import Alias, Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node
    from yurt_hostnet.textedit.read.sizes import Sizes

MAX_ALIAS_VALUES = 100_000
"""How many values aliases may add to one object, so that a few hundred bytes cannot fill the memory."""

MAX_ALIAS_TEXT = 3 << 20
"""How many characters: a Kubernetes API server takes no request beyond 3 MiB (MaxRequestBodyBytes in k8s.io/apiserver,
pkg/server/config.go)."""

# resolveMap and resolveTable of go.yaml.in/yaml/v2 resolve.go.
_CONSTANTS: dict[str, Any] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
_INFINITE = (float("inf"), float("-inf"))
_NUMBER_START = frozenset("+-.0123456789")
_STANDARD = "tag:yaml.org,2002:"
_MERGE = "<<"


def resolve(text: str) -> Any:
    """Return the value of a plain scalar: None, bool, int, float or str, as resolve.go of go.yaml.in/yaml/v2 does."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] in _NUMBER_START and text.isascii():
        number = _number(text)
        if number is not None:
            return number
    return text


def _number(text: str) -> int | float | None:
    if text[0] == ".":
        return _float(text, "_.eE+-0123456789")  # strconv.ParseFloat allows _ between digits, as float does
    plain = text.replace("_", "")
    number = _integer(plain)
    if number is None and plain.startswith(("0b+", "0b-")):
        return _integer(plain[2] + "0b" + plain[3:])  # the library looks past its own prefix
    return number if number is not None else _float(plain)


def _integer(plain: str) -> int | None:
    """Return what strconv.ParseInt or ParseUint with base 0 return, None where both fail."""
    digits = plain.lstrip("+-")
    if len(plain) - len(digits) > 1 or not digits or not digits.isalnum():
        return None
    base = 10
    if digits[0] == "0" and len(digits) > 1:
        base = {"x": 16, "b": 2, "o": 8}.get(digits[1].lower(), 0 if digits[1].isalpha() else 8)
        digits = digits[2:] if digits[1].isalpha() else digits[1:]
    if not digits or not set(digits.lower()) <= set("0123456789abcdef"[:base]) or (base == 10 and len(digits) > 20):
        return None
    number = int(digits, base)
    if plain[0] == "-":
        number = -number
    if plain[0] in "+-":
        return number if -(2**63) <= number < 2**63 else None
    return number if number < 2**64 else None


def _float(plain: str, allowed: str = ".eE+-0123456789") -> float | None:
    r"""Match `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`; what overflows stays a string."""
    if not all(c in allowed for c in plain):
        return None
    try:
        number = float(plain)
    except ValueError:
        return None
    return None if number in _INFINITE else number


def scalar_value(node: Scalar) -> Any:
    """Return the plain value of one scalar node, its tag honoured."""
    tag = node.tag
    if tag is None:
        return node.value if node.style else resolve(node.value)
    name = _standard_name(tag)
    if not name:
        return node.value
    if name == "binary":
        return _binary(node.value)
    if name in ("bool", "int", "float", "null"):
        value = resolve(node.value)
        return float(value) if name == "float" and type(value) is int else value
    return node.value


def _standard_name(tag: str) -> str:
    """Return the name of a tag of YAML's own, "" for any other; go-yaml knows binary by its short name too."""
    if tag.startswith(_STANDARD):
        return tag[len(_STANDARD) :]
    return "binary" if tag == "!!binary" else ""


def _binary(text: str) -> str:
    import binascii

    try:
        text = binascii.a2b_base64(text).decode("utf-8", "surrogateescape")
        return "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)  # one for each bad byte
    except ValueError:  # no base64: binascii.Error, or not even ASCII
        return text


def key_of(node: Node) -> str | None:
    """Return a map key as the string that JSON would hold, None for a key that no JSON object can have."""
    while type(node) is Alias and node.target is not None:
        node = node.target
    if type(node) is not Scalar:
        return None
    value = scalar_value(node)
    if type(value) is str:
        return value
    if type(value) is bool:
        return "true" if value else "false"
    return None if value is None else _float_key(value) if type(value) is float else str(value)


def _float_key(value: float) -> str:
    """Return a float as sigs.k8s.io/yaml writes it for a key: the shortest text of the nearest 32-bit float."""
    import struct

    if value != value:  # noqa: PLR0124 - NaN
        return ".nan"
    (nearest,) = struct.unpack("f", struct.pack("f", value))  # infinite where 32 bits do not hold it
    if nearest in _INFINITE:
        return str(nearest).replace("inf", ".inf")
    texts = (f"{nearest:.{digits}e}" for digits in range(9))
    text = next(text for text in texts if struct.unpack("f", struct.pack("f", float(text))) == (nearest,))
    mantissa, _, exponent = text.partition("e")
    if -4 <= int(exponent) < 6:
        return f"{nearest:.{max(0, len(mantissa.lstrip('-').replace('.', '')) - 1 - int(exponent))}f}"
    return text


def is_word(text: str) -> bool:
    """Tell whether a plain scalar is the string that it looks like, and no merge key."""
    return text not in _CONSTANTS and text[0] not in _NUMBER_START and text != _MERGE


def is_null(node: Node) -> bool:
    """Tell whether a node is a plain scalar that means null."""
    if type(node) is not Scalar or node.style or node.tag not in (None, _STANDARD + "null"):
        return False
    return resolve(node.value) is None


def is_merge(key: Node) -> bool:
    """Tell whether a key node is the merge key `<<`."""
    return type(key) is Scalar and key.value == _MERGE and not key.style and key.tag in (None, "!", _STANDARD + "merge")


class Reader:
    """Turns the nodes of one text into plain data, each anchored node once.

    `duplicates` collects the paths of keys that stand twice in one mapping; `added` counts the characters that aliases
    add where they are written out. Raises InputError for aliases that add more than MAX_ALIAS_VALUES values or
    MAX_ALIAS_TEXT characters, that nest deeper than MAX_DEPTH, that contain themselves or stand for nothing.
    """

    __slots__ = ("_known", "_sizes", "_values", "added", "duplicates", "line_of")

    def __init__(self, line_of: Any = None) -> None:
        self.line_of = line_of or (lambda _: 0)
        self.duplicates: list[tuple[str | int, ...]] = []
        self.added = 0
        self._known: dict[int, Any] = {}  # by node; _OPEN while it is being read
        self._sizes: Sizes | None = None
        self._values = 0

    def read(self, node: Node, path: tuple[str | int, ...] = ()) -> Any:
        """Return the plain data of `node`, which stands at `path`."""
        kind = type(node)
        if kind is Alias:
            node = self._target(node, len(path))  # type: ignore[arg-type]
            kind, path = type(node), ()
        if kind is Scalar:
            return scalar_value(node)  # type: ignore[arg-type]
        if node.anchor:
            known = self._known.get(id(node))
            if known is not None:
                return known
            self._known[id(node)] = _OPEN
        value: Any
        if kind is Mapping:
            value = self._mapping(node, path)  # type: ignore[arg-type]
        else:
            value = []
            for index, item in enumerate(node.items):  # type: ignore[union-attr]
                value.append(self.read(item, (*path, index)))
        if node.anchor:
            self._known[id(node)] = value
        return value

    def _mapping(self, node: Mapping, path: tuple[str | int, ...]) -> dict[str, Any]:
        """Read keys in their order: what a merge key brings in is replaced by keys below it.

        Where a key stands above it as well readers differ: to kubectl it is replaced, to kustomize it is not.
        """
        value: dict[str, Any] = {}
        own: set[str] = set()
        for key, child in node.pairs:
            name: str | None
            if type(key) is Scalar and key.tag is None and (key.style or is_word(key.value)):
                name = intern(key.value)  # nearly every key; the same few in every object
            elif is_merge(key):
                known = len(self.duplicates)
                data = self.read(child, (*path, _MERGE))
                for merged in reversed(data) if type(child) is Sequence else (data,):
                    if type(merged) is not dict:
                        raise InputError("A merge key << here stands for no mapping.", self.line_of(node.start))
                    if not own.isdisjoint(merged) or known < len(self.duplicates):
                        message = "A merge key << brings a key in here that stands twice; YAML readers differ in which "
                        raise InputError(message + "one counts. Write out what you mean.", self.line_of(key.start))
                    value.update(merged)
                continue
            else:
                name = key_of(key)
            if name is None:
                message = "A map key here is null, a list or a mapping; Kubernetes objects have only string keys."
                raise InputError(message, self.line_of(key.start))
            if type(key) is Scalar and key.tag is not None and _standard_name(key.tag) == "binary":
                message = (
                    "A map key here is tagged !!binary, which kubectl and kustomize read differently. Write it out."
                )
                raise InputError(message, self.line_of(key.start))
            if name in own:
                self.duplicates.append((*path, name))
            own.add(name)
            if type(child) is Scalar and child.tag is None:
                value[name] = child.value if child.style else resolve(child.value)
            else:
                value[name] = self.read(child, (*path, name))
        return value

    def _target(self, node: Alias, depth: int) -> Node:
        """Return what an alias at `depth` stands for, once it is known that it may be written out there."""
        target = node.target
        if target is None:
            message = f"The alias *{node.name} stands for no anchor above it. Define &{node.name} or write it out."
            raise InputError(message, self.line_of(node.start))
        if self._known.get(id(target)) is _OPEN:
            raise InputError(f"The alias *{node.name} contains itself.", self.line_of(node.start))
        if self._sizes is None:
            from yurt_hostnet.textedit.read.sizes import Sizes

            self._sizes = Sizes(self.line_of)
        values, text = self._sizes.of(target, depth, node)
        self._values += values
        self.added += text
        if self._values > MAX_ALIAS_VALUES:
            message = f"Aliases here expand to more than {MAX_ALIAS_VALUES:,} values. Write out what you need."
            raise InputError(message, self.line_of(node.start))
        if self.added > MAX_ALIAS_TEXT:
            message = f"Aliases here expand to more than {MAX_ALIAS_TEXT >> 20} MiB, which no Kubernetes API server"
            raise InputError(f"{message} takes. Write out what you need.", self.line_of(node.start))
        return target


_OPEN: Any = object()
