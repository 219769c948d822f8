"""The words a configuration table is written in. Each knows how to read a value and its own JSON Schema.

`read(value, path)` takes plain data and returns what Config holds, or raises ConfigError with a sentence
that names the field; the first mistake of a list or mapping carries the others. `schema()` returns the JSON
Schema (draft 2020-12) of the values that `read` takes.
"""

from __future__ import annotations

from yurt_hostnet.config.errors import (
    Mistakes,
    UnknownFieldError,
    mapping,
    mistake,
    nearest,
    show,
    unknown_word,
    wrong_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Protocol

    from yurt_hostnet.krm.result import Path

    class Grammar(Protocol):
        """What every word of a table can do."""

        def read(self, value: object, path: Path) -> Any:
            """Return what Config holds for `value`."""

        def schema(self) -> dict[str, Any]:
            """Return the JSON Schema of the values that `read` takes."""

    class ItemGrammar(Grammar, Protocol):
        """A word of one string, which a comma-separated text may hold."""

        def pattern_text(self) -> str:
            """Return the regular expression of the whole string."""


class Text:
    """A string that matches `pattern` as a whole; `meaning` completes "must be …".

    `check`, where given, raises ValueError with a sentence for what the pattern cannot see.
    """

    def __init__(self, meaning: str, pattern: str, check: Callable[[str], object] | None = None) -> None:
        self.meaning = meaning
        self.pattern = pattern
        self.check = check

    def read(self, value: object, path: Path) -> str:
        """Return the string."""
        if not isinstance(value, str):
            raise wrong_type("a string", value, path)
        if self.check is not None:
            try:
                self.check(value)
            except ValueError as error:
                raise mistake(path, f": {error}") from error
        import re

        if re.fullmatch(self.pattern, value) is None:
            raise mistake(path, f" must be {self.meaning}, but it is {show(value)}.")
        return value

    def pattern_text(self) -> str:
        """Return the pattern."""
        return self.pattern

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


class Choice:
    """One of a few words; `words` maps each to what Config holds.

    `false` is the word that YAML 1.1 reads as the boolean false, where there is one.
    """

    def __init__(self, words: Mapping[str, str], false: str = "") -> None:
        self.words = words
        self.false = false

    def read(self, value: object, path: Path) -> str:
        """Return what Config holds for the word."""
        if value is False and self.false:
            return self.words[self.false]
        if isinstance(value, str) and value in self.words:
            return self.words[value]
        if not isinstance(value, str):
            raise wrong_type(f"one of {', '.join(self.words)}", value, path)
        raise unknown_word(value, self.words, path)

    def pattern_text(self) -> str:
        """Return the words as alternatives."""
        return "|".join(self.words)

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"enum": [*self.words, False] if self.false else [*self.words]}


class Flag:
    """True or false."""

    def read(self, value: object, path: Path) -> bool:
        """Return the boolean."""
        if not isinstance(value, bool):
            raise wrong_type("true or false", value, path)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"type": "boolean"}


class Flags:
    """A mapping of names to true or false."""

    def read(self, value: object, path: Path) -> dict[str, bool]:
        """Return the mapping."""
        flags = mapping(value, path)
        mistakes = Mistakes()
        for name, flag in flags.items():
            if not isinstance(flag, bool):
                mistakes.add(wrong_type("true or false", flag, (*path, name)))
        mistakes.settle()
        return flags

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"type": "object", "additionalProperties": {"type": "boolean"}}


class AnyMapping:
    """A mapping whose content somebody else reads."""

    def read(self, value: object, path: Path) -> dict[str, Any]:
        """Return the mapping as it is."""
        return mapping(value, path)

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"type": "object"}


class Labels:
    """A mapping of at least one label to its value."""

    def read(self, value: object, path: Path) -> dict[str, str]:
        """Return the labels."""
        labels = mapping(value, path)
        if not labels:
            raise mistake(path, " is empty, which would match every pod; name at least one label.")
        mistakes = Mistakes()
        for key, label in labels.items():
            if not isinstance(label, str):
                mistakes.add(wrong_type("a string", label, (*path, key)))
        mistakes.settle()
        return labels

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        return {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}}


class Listing:
    """A list of values of one kind."""

    def __init__(self, item: Grammar, at_least: int = 0) -> None:
        self.item = item
        self.at_least = at_least

    def read(self, value: object, path: Path) -> tuple[Any, ...]:
        """Return what Config holds for each item, in order."""
        if not isinstance(value, list):
            raise wrong_type("a list", value, path)
        if len(value) < self.at_least:
            raise mistake(path, " is empty; it needs at least one entry.")
        mistakes = Mistakes()
        items = tuple(mistakes.of(self.item.read, item, (*path, index)) for index, item in enumerate(value))
        mistakes.settle()
        return items

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        minimum = {"minItems": self.at_least} if self.at_least else {}
        return {"type": "array", "items": self.item.schema(), **minimum}


class Words:
    """The values of a list as one string with commas between them, for a ConfigMap; "" is the empty list."""

    def __init__(self, item: ItemGrammar) -> None:
        self.item = item

    def read(self, value: object, path: Path) -> tuple[Any, ...]:
        """Return what Config holds for each word, in order."""
        if not isinstance(value, str):
            raise wrong_type("a string", value, path)
        words = value.split(",") if value.strip(" ") else []
        mistakes = Mistakes()
        items = tuple(mistakes.of(self.item.read, word.strip(" "), path) for word in words)
        mistakes.settle()
        return items

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        item = f"(?:{self.item.pattern_text()})"
        return {"type": "string", "pattern": f"^ *(?:{item}(?: *, *{item})*)? *$"}


class Field:
    """A named field: what it holds, where Config keeps it and what it means in one sentence."""

    def __init__(self, name: str, holds: Grammar, meaning: str, attribute: str = "") -> None:
        self.name = name
        self.holds = holds
        self.meaning = meaning
        self.attribute = attribute or name


class Block:
    """A mapping with named fields, read into `make(**values)`.

    A field is optional where it has a default: in the keyword-only parameters of `make`, or in
    `defaults` instead, by attribute. null counts as absent. `any_of` names fields of which at least
    one must be there.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        *fields: Field,
        defaults: Mapping[str, Any] | None = None,
        any_of: tuple[str, ...] = (),
    ) -> None:
        self.make = make
        self.fields = {field.name: field for field in fields}
        self.defaults = defaults_of(make) if defaults is None else defaults
        self.any_of = any_of

    def read(self, value: object, path: Path) -> Any:
        """Return what `make` returns for the fields."""
        given = mapping(value, path)
        mistakes = Mistakes()
        values = {}
        for name, entry in given.items():
            field = self.fields.get(name)
            if field is None:
                mistakes.add(UnknownFieldError((*path, name), tuple(self.fields)))
            elif entry is not None:
                values[field.attribute] = mistakes.of(field.holds.read, entry, (*path, name))
        meant = {nearest(str(name), self.fields) for name in given if name not in self.fields}
        for field in self.fields.values():
            if field.attribute not in values and field.attribute not in self.defaults and field.name not in meant:
                mistakes.add(mistake(path, f" lacks the field {field.name}; add it."))
        if self.any_of and all(given.get(name) is None for name in self.any_of):
            mistakes.add(mistake(path, f" changes nothing; give it {' or '.join(self.any_of)}."))
        mistakes.settle()
        return self.make(**values)

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        out: dict[str, Any] = {"type": "object", "additionalProperties": False}
        if required := [field.name for field in self.fields.values() if field.attribute not in self.defaults]:
            out["required"] = required
        if self.any_of:
            out["anyOf"] = [
                {"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in self.any_of
            ]
        out["properties"] = {name: self._property(field) for name, field in self.fields.items()}
        return out

    def _property(self, field: Field) -> dict[str, Any]:
        out: dict[str, Any] = {"description": field.meaning, **field.holds.schema()}
        if field.attribute in self.defaults:
            if "enum" in out:
                out["enum"] = [*out["enum"], None]
            else:
                out["type"] = [out["type"], "null"]
            default = self.defaults[field.attribute]
            if default is not None and default != ():
                out["default"] = _written(default, field.holds)
        return out


def defaults_of(make: Callable[..., Any]) -> dict[str, Any]:
    """Return the defaults of a function's, or a class's, keyword-only parameters."""
    function = vars(make)["__init__"] if isinstance(make, type) and "__init__" in vars(make) else make
    return getattr(function, "__kwdefaults__", None) or {}


def _written(default: object, holds: Grammar) -> object:
    """Return a default of Config as a user would write it."""
    if isinstance(default, tuple) and isinstance(holds, Words):
        return ",".join(str(_written(item, holds.item)) for item in default)
    if isinstance(default, tuple) and isinstance(holds, Listing):
        return [_written(item, holds.item) for item in default]
    if isinstance(holds, Choice):
        return next(word for word, kept in holds.words.items() if kept == default)
    return default
