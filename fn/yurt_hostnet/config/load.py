"""Reads functionConfig by table.py, checks what one field alone cannot show, and writes its JSON Schema."""

from __future__ import annotations

from yurt_hostnet.config.config import API_VERSION, KIND, Config, ConfigError
from yurt_hostnet.config.errors import (
    Mistakes,
    UnknownFieldError,
    mapping,
    mistake,
    nearest,
    no_field,
    show,
    twice,
    unknown_word,
)
from yurt_hostnet.config.grammar import Block, Field
from yurt_hostnet.config.table import ROOTS, SPEC
from yurt_hostnet.krm.result import field_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path


def load_config(data: object, known_rules: Collection[str] | None = None, duplicates: Iterable[Path] = ()) -> Config:
    """Read functionConfig, given as plain data: kind YurtHostNet, a ConfigMap, or None for the defaults.

    `known_rules` are the rule ids that `rules` may name; None accepts any. `duplicates` are the paths of keys that
    stood twice in its text, which plain data does not show. Raises ConfigError, which names the field, what it may
    hold and the nearest right word, and carries all further mistakes.
    """
    if data is None:
        return Config()
    root = _root_of(mapping(data, ()))
    mistakes = Mistakes()
    for path in duplicates:
        mistakes.add(twice(path))
    config: Config | None = mistakes.of(root.read, data, ())
    body = _mapping_at(data, "data" if "data" in root.fields else "spec")
    _check_rules(mistakes, body.get("rules"), known_rules)
    _check_pools(mistakes, body, "data" if "data" in root.fields else "spec")
    mistakes.found = [
        _unknown_field(root, error) if isinstance(error, UnknownFieldError) else error for error in mistakes.found
    ]
    mistakes.settle()
    return config or Config()


def _mapping_at(data: Any, key: str) -> dict[str, Any]:
    """Return the mapping at `key`, {} where there is none."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def schema(known_rules: Collection[str] | None = None, baseline: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of functionConfig.

    `known_rules` become the values of `rule`, and `baseline` is the schema of a HostNetBaseline; any are
    valid without them.
    """
    forms = [root.schema() for root in ROOTS]
    fields = forms[0]["properties"]["spec"]["properties"]
    if known_rules is not None:
        known = {"description": "The id of the rule.", "enum": sorted(known_rules)}
        fields["rules"]["items"]["properties"]["rule"] = known
    if baseline is not None:
        fields["baseline"] = {**baseline, **fields["baseline"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "functionConfig of yurt-hostnet",
        "oneOf": forms,
    }


def _root_of(data: dict[str, Any]) -> Block:
    """Return the form that data has; raise ConfigError naming the accepted ones if it has none."""
    given = (data.get("apiVersion"), data.get("kind"))
    names = {}
    for root in ROOTS:
        version, kind = (_only_word(root.fields[name]) for name in ("apiVersion", "kind"))
        if given == (version, kind):
            return root
        names[kind] = f"kind {kind} of {version}"
    allowed = f"Allowed: {', '.join(names.values())}, or none at all."
    if not all(isinstance(word, str) for word in given):
        raise ConfigError(f"functionConfig needs apiVersion and kind. {allowed}")
    near = nearest(str(given[1]), names)
    guess = f"; did you mean {names[near]}?" if near else "."
    raise ConfigError(
        f"functionConfig is kind {given[1]} of {given[0]}, which yurt-hostnet does not read{guess} {allowed}"
    )


def _only_word(field: Field) -> str:
    return str(field.holds.schema()["enum"][0])


def _unknown_field(root: Block, error: UnknownFieldError) -> ConfigError:
    """Return the sentence for an unknown field: its right place, or the nearest field beside it."""
    *parent, name = error.path
    places = [
        path for path in _places(root, ()) if path[-1].lower() == str(name).lower() and path[:-1] != tuple(parent)
    ]
    if places:
        return no_field(error, f"; it belongs at {field_path(places[0])}.")
    if root is ROOTS[1] and name in _structured():
        return no_field(error, f"; it has parts, so write functionConfig as kind {KIND} of {API_VERSION}.")
    return no_field(error)


def _places(block: Block, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the path of every field that is not in a list."""
    for field in block.fields.values():
        at = (*path, field.name)
        yield at
        if isinstance(field.holds, Block):
            yield from _places(field.holds, at)


def _structured() -> set[str]:
    return {path[-1] for path in _places(SPEC, ())}


def _check_rules(mistakes: Mistakes, rules: Any, known_rules: Collection[str] | None) -> None:
    """Add a mistake for each unknown rule, and for each further severity of one rule, to those of the grammar."""
    severities: dict[str, int] = {}
    for index, setting in enumerate(rules if isinstance(rules, list) else ()):
        rule = setting.get("rule") if isinstance(setting, dict) else None
        if not isinstance(rule, str):
            continue
        if mistakes.are_enough:
            break
        path = ("spec", "rules", index, "rule")
        if known_rules is not None and rule not in known_rules:
            mistakes.add(unknown_word(rule, sorted(known_rules), path))
        if setting.get("severity") is not None:
            first = severities.setdefault(rule, index)
            if first != index:
                sets = f"whose severity spec.rules[{first}] sets already; keep one."
                mistakes.add(mistake(path, f" is {show(rule)}, {sets}"))


def _check_pools(mistakes: Mistakes, body: dict[str, Any], root: str) -> None:
    """Add a mistake for each pool that is named twice."""
    names: list[Any] = []
    for key in ("pools", "hostNetworkPools") if root == "data" else ("pools",):
        pools = body.get(key)
        if isinstance(pools, str):
            names += [word.strip(" ") for word in pools.split(",")]
        elif isinstance(pools, list):
            names += [pool.get("name") for pool in pools if isinstance(pool, dict)]
    seen: dict[str, int] = {}
    for name in names:
        if isinstance(name, str) and name:
            seen[name] = seen.get(name, 0) + 1
            if seen[name] == 2:
                path = (root, "pools")
                mistakes.add(mistake(path, f" names the pool {show(name)} twice; keep one."))
