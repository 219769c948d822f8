"""The sentences of ConfigError: they name the field, what it holds, what it may hold and the nearest right word."""

from __future__ import annotations

from yurt_hostnet.config.config import ConfigError
from yurt_hostnet.krm.result import field_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from yurt_hostnet.krm.result import Path


class UnknownFieldError(ConfigError):
    """A key that its mapping does not have. load.py knows the whole table and writes the sentence."""

    def __init__(self, path: Path, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{place(path)} is not a field.", path, predicate=" is not a field.")
        self.allowed = allowed


LIMIT = 100
"""So many mistakes are told; nobody reads more, and each costs the search for the nearest right word."""


class Mistakes:
    """The mistakes of one functionConfig, collected so that one run tells them all, but no more than LIMIT."""

    def __init__(self) -> None:
        self.found: list[ConfigError] = []

    def add(self, error: ConfigError) -> None:
        """Add an error and all that it carries."""
        rest = LIMIT - len(self.found)
        self.found += [each for each in error.every()[:rest] if isinstance(each, ConfigError)]
        error.more = []

    @property
    def are_enough(self) -> bool:
        """Whether no more are told, so that none need be looked for."""
        return len(self.found) >= LIMIT

    def of(self, read: Callable[..., Any], *arguments: object) -> Any:
        """Return what `read(*arguments)` returns; None, and its mistakes are added, where it raises ConfigError."""
        if self.are_enough:
            return None
        try:
            return read(*arguments)
        except ConfigError as error:
            self.add(error)
            return None

    def settle(self) -> None:
        """Raise the first mistake with the others behind it, if there are any."""
        if self.found:
            first = self.found[0]
            first.more = list(self.found[1:])
            raise first


def mapping(value: object, path: Path) -> dict[str, Any]:
    """Return `value` if it is a mapping; raise ConfigError if not."""
    if not isinstance(value, dict):
        raise wrong_type("a mapping", value, path)
    return value


def mistake(path: Path, predicate: str) -> ConfigError:
    """Return the error that says something of the field at `path`: a predicate, with the space or colon before it."""
    return ConfigError(f"{place(path)}{predicate}", path, predicate=predicate)


def place(path: Path) -> str:
    """Return how a sentence names the field at `path`."""
    return f"functionConfig {field_path(path)}" if path else "functionConfig"


def show(value: object) -> str:
    """Return how a sentence names a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value if len(value) <= 60 else value[:57] + "..."}"'
    if isinstance(value, int | float):
        return str(value)
    return "a list" if isinstance(value, list) else "a mapping"


def wrong_type(wanted: str, value: object, path: Path) -> ConfigError:
    """Return the error for a value of another type than `wanted` (a noun phrase)."""
    advice = ""
    if wanted == "a string" and isinstance(value, int | float):
        advice = "; write it in quotes"
    elif wanted == "true or false" and isinstance(value, str) and value in {"true", "false"}:
        advice = "; write it without quotes"
    noun = "the string " if isinstance(value, str) else ""
    return mistake(path, f" must be {wanted}, but it is {noun}{show(value)}{advice}.")


def no_field(error: UnknownFieldError, guess: str = "") -> ConfigError:
    """Return the whole sentence for an unknown field; `guess` says where it belongs, else the nearest field does."""
    near = nearest(str(error.path[-1]), error.allowed)
    guess = guess or (f'; did you mean "{near}"?' if near else ".")
    return mistake(error.path, f" is not a field{guess} Allowed: {', '.join(sorted(error.allowed))}.")


def twice(path: Path) -> ConfigError:
    """Return the error for a key that stands twice in its mapping."""
    return mistake(path, " stands twice, and readers differ in which one counts; keep one.")


def unknown_word(value: str, allowed: Iterable[str], path: Path) -> ConfigError:
    """Return the error for a word that is none of the allowed ones, with the nearest right one."""
    words = list(allowed)
    near = nearest(value, words)
    guess = f'; did you mean "{near}"?' if near else "."
    return mistake(path, f" cannot be {show(value)}{guess} Allowed: {', '.join(words)}.")


def nearest(word: str, allowed: Iterable[str]) -> str:
    """Return the allowed word most like `word`, "" if none is."""
    import difflib

    lower = {candidate.lower(): candidate for candidate in allowed}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=0.45)
    return lower[near[0]] if near else ""
