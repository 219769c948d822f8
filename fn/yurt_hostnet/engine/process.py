"""The function itself: package and configuration in, edits and results out. No I/O, no text."""

from __future__ import annotations

from sys import intern

from yurt_hostnet.analysis.context import BASELINE_WORDS
from yurt_hostnet.config.config import OFF, TRANSFORM
from yurt_hostnet.krm.result import ERROR, INFO, SEVERITIES, Origin, Result, sort_results
from yurt_hostnet.openyurt.names import NODEPOOL_LABEL, in_live_key, in_requirement
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.registry import TRANSFORMERS
from yurt_hostnet.validators.rules import DEAD_KEYS, MISSING, OPENYURT, POOL_NAMES, RULES, TYPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.krm.shared_parts import Conflict

CANNOT_EDIT = "cannot-edit"
DUPLICATE_KEY = "duplicate-key"
WRONG_TYPE = "wrong-field-type"


class Outcome:
    """What one run found and wants: results, worst first, and for each object its edits, in order.

    Where the run fails no edit takes effect, so `results` then says nothing of edits.
    """

    __slots__ = ("edits", "results")

    def __init__(self, results: list[Result], edits: list[tuple[KubeObject, list[Edit]]]) -> None:
        self.results = results
        self.edits = edits

    def fails(self, context: Context) -> bool:
        """Whether a result is as bad as failOn or worse."""
        return _fails(context, self.results)


def _fails(context: Context, results: list[Result]) -> bool:
    limit = SEVERITIES.index(context.config.fail_on)
    return any(SEVERITIES.index(result.severity) <= limit for result in results)


def process(context: Context) -> Outcome:
    """Run the transformers and the rules over the package.

    In mode Transform the edits are made in the objects (their `new_text`), each with an info result;
    in the other modes what is missing becomes error results and there are no edits. An object with
    an error of its own is not edited.
    """
    results: list[Result] = []
    wanted: dict[int, _Wanted] = {}
    transform = context.config.mode == TRANSFORM
    for name, transformer in TRANSFORMERS.items():
        last: _Wanted | None = None
        for wish in transformer(context):
            if isinstance(wish, Change):
                want = wanted.setdefault(id(wish.item), _Wanted(wish.item))
                if last is not None and last is not want:
                    last.settle(transform, context.fix_command)  # at once, so that what the edit was made from can go
                want.add(name, wish)
                last = want
            else:
                results.append(wish)
        if last is not None:
            last.settle(transform, context.fix_command)
    edits: list[tuple[KubeObject, list[Edit]]] = []
    if wanted and transform:
        results += _conflicts(context)
    for want in wanted.values():
        if transform and all(result.severity == INFO for result in want.found):
            edits.append((want.item, [edit for _, edit, _ in want.edits]))
        results += want.found
    results += _check(context)
    results = _told_once(list(dict.fromkeys(results)))
    if context.config.rules:
        from yurt_hostnet.engine.severities import apply_severities

        results = apply_severities(context, results)
    if _fails(context, results):
        results = [result for result in results if result.severity != INFO or result.rule not in TRANSFORMERS]
    for result in results:
        if result.origin is not None and result.path:
            result.origin = result.origin.at(result.path)
    return Outcome(sort_results(results), edits)


def _told_once(results: list[Result]) -> list[Result]:
    """Return the results without a wrong type where another rule has an error of the same field, which says more."""
    if all(result.rule != WRONG_TYPE for result in results):
        return results
    others = {(str(r.ref), r.path) for r in results if r.severity == ERROR and r.rule != WRONG_TYPE}
    return [result for result in results if result.rule != WRONG_TYPE or (str(result.ref), result.path) not in others]


def _conflicts(context: Context) -> Iterator[Result]:
    """Yield an error for each list in which an edit of one object would change another."""
    for source in context.package.inputs:
        if source.shared:
            from yurt_hostnet.krm.shared_parts import first_conflict

            conflict = first_conflict(source)
            if conflict is not None:
                yield _conflicting(source, conflict)


def _conflicting(source: Input, conflict: Conflict) -> Result:
    item, origin = conflict.item, Origin(source.file, line=conflict.line)
    if item is not None and not source.file:
        origin = item.origin  # which a host's annotations may tell
    return Result(ERROR, CANNOT_EDIT, conflict.message, None if item is None else item.ref, origin=origin)


class _Wanted:
    """All edits that transformers want of one object, each once, with who wants it and why; and what was found."""

    __slots__ = ("_known", "edits", "found", "item")

    def __init__(self, item: KubeObject) -> None:
        self._known: set[tuple[Path, Any]] = set()
        self.item = item
        self.edits: list[tuple[str, Edit, str]] = []
        self.found: list[Result] = []

    def add(self, name: str, change: Change) -> None:
        for edit in change.edits:
            mark = edit.mark()
            if mark not in self._known:
                self._known.add(mark)
                self.edits.append((name, edit, change.reason))

    def settle(self, transform: bool, command: str) -> None:
        """Make the edits so far, or report them with the `command` that makes them.

        Where another transformer adds to them, all are made anew.
        """
        if transform:
            self.found = _make(self)
        else:
            self.found = _duplicates(self) or [
                _missing(self.item, *row, path, command) for row, path in zip(self.edits, _ends(self), strict=True)
            ]
        self.item.let_go()


def _duplicates(want: _Wanted) -> list[Result]:
    """Return an error for the first key on the way to an edit that stands twice."""
    item = want.item
    duplicates = item.duplicate_keys
    ways = {edit.path[:depth] for _, edit, _ in want.edits for depth in range(len(edit.path) + 1)} if duplicates else ()
    for duplicate in duplicates:
        if duplicate in ways:
            message = f"The key {duplicate[-1]} stands twice here; YAML readers differ in which one counts."
            remedy = "Remove one of them; the object is not edited until then."
            return [Result(ERROR, DUPLICATE_KEY, message, item.ref, duplicate, origin=item.origin, remedy=remedy)]
    return []


def _make(want: _Wanted) -> list[Result]:
    """Make the edits of one object: an info result for each, or the error that stopped them all."""
    item = want.item
    item.new_text = None
    if found := _duplicates(want):
        return found
    try:
        from yurt_hostnet.krm.editing import edit

        edit(item, [wanted for _, wanted, _ in want.edits])
    except InputError as error:
        return [Result(ERROR, CANNOT_EDIT, error.message, item.ref, origin=item.origin)]
    ref, origin = item.ref, item.origin
    return [
        Result(INFO, name, _added(reason), ref, path, None, edit.value, origin)
        for (name, edit, reason), path in zip(want.edits, _ends(want), strict=True)
    ]


def _added(reason: str) -> str:
    return intern(f"Added, because {reason}.")  # the same few, told of many objects


def _missing(item: KubeObject, name: str, edit: Edit, reason: str, path: Path, command: str) -> Result:
    message = f"This is missing, because {reason}."
    from yurt_hostnet.krm.proposal import shown

    value = shown(edit.value)
    remedy = f"Add {value}, or let yurt-hostnet do it: in mode Transform, or by its command fix."
    if command:
        remedy = f"Run `{command}`, or add {value}."
    return Result(ERROR, MISSING.get(name, name), message, item.ref, path, None, edit.value, item.origin, remedy=remedy)


def _ends(want: _Wanted) -> list[Path]:
    """Return the path of each edit, a last "-" replaced by the index that the new list entry gets."""
    paths: list[Path] = []
    lengths: dict[Path, int] = {}
    for _, edit, _ in want.edits:
        path = edit.path
        if path[-1] == "-":
            if path not in lengths:
                value = want.item.data
                for step in path[:-1]:
                    value = value[step]  # type: ignore[index]  # the edit's path exists, so lists take ints here
                lengths[path] = len(value)
            lengths[path] += 1
            path = (*path[:-1], lengths[path] - 1)
        paths.append(path)
    return paths


def _check(context: Context) -> list[Result]:
    """Run each rule that is not switched off and whose row the package meets."""
    results: list[Result] = []
    each: list[Any] = []
    known: dict[tuple[tuple[bytes, ...], bool], bool] = {}
    for rule, (severity, *groups) in RULES.items():
        if context.config.severity(rule, severity) == OFF:
            continue
        if not all(_has(context, words, known, groups) for words in groups):
            continue
        from importlib import import_module

        module = import_module(f"yurt_hostnet.validators.{rule.replace('-', '_')}")
        if hasattr(module, "check_item"):
            each.append(module)
        else:
            results += module.check(context)
    return [*results, *_check_items(context, each)]


def _check_items(context: Context, rules: list[Any]) -> Iterator[Result]:
    """Run the rules that look at one object by itself, all of them on an object before the next one is read.

    A rule's `items` are objects in the order of the package; in a large one most are read anew for each pass.
    """
    order = {id(source): number for number, source in enumerate(context.package.inputs)}
    waiting = [(rule, items, next(items, None)) for rule, items in ((rule, rule.items(context)) for rule in rules)]
    while heads := [item for _, _, item in waiting if item is not None]:
        first = min(heads, key=lambda item: (order[id(item.input)], item.number, item.span.start))
        for rule, _, item in waiting:
            if item is first:
                yield from rule.check_item(context, first)
        waiting = [(rule, items, next(items, None) if item is first else item) for rule, items, item in waiting]


def _has(
    context: Context,
    words: tuple[bytes, ...],
    known: dict[tuple[tuple[bytes, ...], bool], bool],
    groups: Sequence[tuple[bytes, ...]],
) -> bool:
    """Whether the package holds one of `words`, or configuration and options stand for them; `known` keeps answers.

    For a rule about pools, whose `groups` have POOL_NAMES, what is left of an earlier run counts for nothing.
    """
    about_pools = POOL_NAMES in groups
    if (words, about_pools) not in known:
        config, sources = context.config, context.package.inputs
        if words is BASELINE_WORDS:
            found = context.has_baseline
        elif words == DEAD_KEYS:
            found = any(source.mentions_beside(words, in_live_key) for source in sources)
        elif words == TYPED and _has(
            context, OPENYURT, known, (POOL_NAMES,)
        ):  # what our edits brought counts for nothing
            found = True
        elif words in (OPENYURT, POOL_NAMES):
            found = bool(config.pools) or config.pool_label != NODEPOOL_LABEL
            found = found or (words == OPENYURT and context.excludes_all)
            if about_pools:
                found = found or any(source.mentions_beside(words, in_requirement) for source in sources)
            else:
                found = found or any(source.may_mention(words) for source in sources)
        else:
            found = bool(words) and any(source.may_mention(words) for source in sources)
        known[words, about_pools] = found
    return known[words, about_pools]
