"""Random plain data: trees of the keys and strings that trip YAML up, and objects that look like Kubernetes'."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

STRINGS = (
    *("a", "true", "no", "0755", "x: y", "#c", "it's", 'say "hi"', "multi\nline\n", "two\nlines", "é🙂", "", "key"),
    *("- x", "a #b", "keep\n\n", "tab\tx", "y", "~", "1e3", "=", "2001-12-14", "a: ", "[a", "{a", "*a", "&a", "!a"),
)
_PLAIN = {"a", "b", "spec", "metadata", "app.kubernetes.io/name", "k8s-app", "apiVersion", "kind", "items", "w"}
_PLAIN |= {"functionConfig"}
KEYS = ("a", "b", "spec", "metadata", "app.kubernetes.io/name", "k8s-app", "é", "on", "x y", "'q'")
VALUES: tuple[Any, ...] = (
    *(1, True, "true", "x", [], {}, [{"a": 1, "b": ["c"]}], {"key": "k", "values": ["true"]}),
    {"nodeAffinity": {"required": {"terms": [{"expressions": [{"key": "k", "operator": "NotIn"}]}]}}},
)
Path = tuple["str | int", ...]


def data(rnd: Random, depth: int = 0) -> Any:
    """Return a random value, a deep one more often near the root."""
    choice = rnd.random()
    if depth < 5 and choice < (0.85 if depth < 2 else 0.35):
        return {key: data(rnd, depth + 1) for key in rnd.sample(KEYS, rnd.randint(min(depth, 1) ^ 1, 4))}
    if depth < 5 and choice < 0.92:
        return [data(rnd, depth + 1) for _ in range(rnd.randint(0, 3))]
    return rnd.choice((None, True, False, 1, -5, *STRINGS))


def simple(value: Any) -> Any:
    """Return a value with keys that need no quotes, and words for strings of several lines or with odd letters."""
    if isinstance(value, dict):
        plain = (key if key in _PLAIN else f"k{number}" for number, key in enumerate(value))
        return {key: simple(item) for key, item in zip(plain, value.values(), strict=True)}
    if isinstance(value, list):
        return [simple(item) for item in value]
    return value if not isinstance(value, str) or (value.isascii() and value.isprintable()) else "word"


def mapping(rnd: Random) -> dict[str, Any]:
    """Return a random mapping that is not empty."""
    found = data(rnd)
    return found if isinstance(found, dict) and found else {"a": found}


def manifest(rnd: Random, word: str = "") -> dict[str, Any]:
    """Return a random object with apiVersion and kind; `word` stands in some of them."""
    found = {"apiVersion": "v1", "kind": rnd.choice(("A", "B")), **mapping(rnd)}
    if word and rnd.random() < 0.5:
        found["w"] = rnd.choice((word, {word: 1}, f"x {word}", [f"{word}\n"]))
    return found


def edits(rnd: Random, tree: Any) -> list[tuple[Path, Any]]:
    """Return up to three edits of `tree`: new keys, values for null, list ends."""
    places = list(_places(tree, ()))
    return [(path, rnd.choice(VALUES)) for path in rnd.sample(places, min(len(places), rnd.randint(1, 3)))]


def _places(tree: Any, path: Path) -> Iterator[Path]:
    if isinstance(tree, dict):
        yield (*path, "new")
        for key, value in tree.items():
            if value is None:
                yield (*path, key)
            yield from _places(value, (*path, key))
    elif isinstance(tree, list):
        yield (*path, "-")
        for index, value in enumerate(tree):
            yield from _places(value, (*path, index))
