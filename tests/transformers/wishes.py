"""Runs one transformer over a text and tells what it wants, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from validators.comparing import package
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.registry import FOR_PACKAGES, VISITORS
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from types import ModuleType

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.result import Path, Result
    from yurt_hostnet.transformers.change import Wishes

    Wanted = tuple[str, list[Edit], str]
    Found = tuple[str, str, Path, str]


def told(transformer: ModuleType, text: str, spec: dict[str, Any] | None = None) -> list[Wanted | Found]:
    """Return each change as (object, edits, reason), each finding as (object, rule, path, message), in order."""
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": spec or {}}
    context = Context(package(text), load_config(data, RULES))
    return [
        (wish.item.name, wish.edits, wish.reason) if isinstance(wish, Change) else said(wish.result(""))
        for wish in wishes_of(transformer, context)
    ]


def wishes_of(transformer: ModuleType, context: Context) -> Wishes:
    """Yield what a transformer wants of each object that it looks at."""
    if transformer.NAME in FOR_PACKAGES:
        yield from FOR_PACKAGES[transformer.NAME](context)
    for name, words, look in VISITORS:
        if name == transformer.NAME:
            for item in context.package.mentioning_each(*words(context)):
                yield from look(context, item)


def said(result: Result) -> Found:
    """Return object, rule, path and message of a finding."""
    return result.ref.name if result.ref else "", result.rule, result.path, result.message
