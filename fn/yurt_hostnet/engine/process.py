"""The function itself: package and configuration in, edits and results out. No I/O, no text."""

from __future__ import annotations

from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.engine.edits import WantedEdits, conflicts
from yurt_hostnet.engine.running import running_rules
from yurt_hostnet.krm.result import ERROR, INFO, Result, is_as_bad, sort_results
from yurt_hostnet.kube.unknown_values import is_sealed
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.registry import FOR_PACKAGES, TRANSFORMERS, VISITORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.kube_object import KubeObject

ENCRYPTED, WRONG_TYPE = "encrypted-manifest", "wrong-field-type"


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


def process(context: Context) -> Outcome:
    """Run the transformers and the rules over the package.

    In mode Transform the edits are made in the objects (their `new_text`), each with an info result;
    in the other modes what is missing becomes error results and there are no edits. An object with
    an error of its own is not edited.
    """
    context.judge = lambda other: process(other).results
    found, wanted = _look(context)
    transform = context.config.mode == TRANSFORM
    results = [result for name in TRANSFORMERS for result in found.pop(name)]
    if wanted and transform:
        results += conflicts(context.package.inputs)
    edits = [(want.item, [edit for _, edit, _ in want.edits]) for want in wanted if transform and want.made]
    results += [result for want in wanted for result in want.results]
    results += [result for rows in found.values() for result in rows]
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


def _look(context: Context) -> tuple[dict[str, list[Result]], list[WantedEdits]]:
    """Return what each transformer and rule finds, and what edits are wanted.

    First who needs the whole package is asked. Then the objects are gone through, once: all that somebody wants to look
    at is looked at, edited and forgotten before the next one is read.
    """
    found: dict[str, list[Result]] = {name: [] for name in TRANSFORMERS}
    wanted: dict[int, WantedEdits] = {}
    visitors: list[tuple[str, Any, Any]] = list(VISITORS)
    for name, module in running_rules(context):
        if hasattr(module, "check_item"):
            visitors.append((name, module.words, module.check_item))
            found[name] = []
        else:
            found[name] = [finding.result(name) for finding in module.check(context)]
    for item, whose in context.package.visiting([words(context) for _, words, _ in visitors]):
        for index in whose:
            name, _, look = visitors[index]
            for wish in look(context, item):
                if isinstance(wish, Change) and is_sealed(item.data):
                    from yurt_hostnet.validators.encrypted_manifest import finding

                    sealed = finding(item, wish.edits[0].path, wish.reason)
                    found.setdefault(ENCRYPTED, []).append(sealed.result(ENCRYPTED))
                elif isinstance(wish, Change):
                    wanted.setdefault(id(item), WantedEdits(item)).add(name, wish)
                else:
                    found[name].append(wish.result(name))
        if id(item) in wanted:
            _settle(context, wanted[id(item)])
    for name, wishes in FOR_PACKAGES.items():
        changed: dict[int, WantedEdits] = {}
        for wish in wishes(context):
            if isinstance(wish, Change):
                want = changed[id(wish.item)] = wanted.setdefault(id(wish.item), WantedEdits(wish.item))
                want.add(name, wish)
            else:
                found[name].append(wish.result(name))
        for want in changed.values():
            _settle(context, want)
    return found, list(wanted.values())


def _settle(context: Context, want: WantedEdits) -> None:
    """Make the edits that are wanted so far, or report them; where another transformer adds to them, all anew."""
    if context.config.mode == TRANSFORM:
        want.make()
    else:
        want.report(context.fix_command)
    want.item.forget()


def _fails(context: Context, results: list[Result]) -> bool:
    limit = context.config.fail_on
    return any(is_as_bad(result.severity, limit) for result in results)


def _told_once(results: list[Result]) -> list[Result]:
    """Return the results without a wrong type where another rule has an error of the same field, which says more."""
    if all(result.rule != WRONG_TYPE for result in results):
        return results
    others = {(str(r.ref), r.path) for r in results if r.severity == ERROR and r.rule != WRONG_TYPE}
    return [result for result in results if result.rule != WRONG_TYPE or (str(result.ref), result.path) not in others]
