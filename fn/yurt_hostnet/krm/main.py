"""as_main: a function over a ResourceList as a program that kustomize and kpt can run."""

from __future__ import annotations

import sys

from yurt_hostnet.krm.editing import edit
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.krm.result import ERROR, INPUT_RULE, Result, sort_results
from yurt_hostnet.krm.shared_parts import first_conflict
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn, TypeAlias

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.resource_list import ResourceList

Wishes: TypeAlias = "Iterator[tuple[KubeObject, Edit] | Result]"
"""What a function yields: an object with an edit that it is to get, or a result for the user."""

DONE, FAILED, BAD_INPUT = 0, 1, 2


def as_main(function: Callable[[ResourceList], Wishes]) -> NoReturn:
    """Run `function` as a program: a ResourceList on stdin, the edited one with results on stdout; then exit.

    The exit code is 0; 1 where a result is an error; 2 where the input cannot be read or an edit cannot be made
    safely. Unless it is 0 nothing is edited: the list comes back as it came, with the results. A ConfigMap in
    `function_config` has what its user sets under `data`. Raises what `function` raises.
    """
    code, pieces, message = run(sys.stdin.buffer.read(), function)
    if message:
        sys.stderr.write(f"{message}\n")
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    sys.exit(code)


def run(text: bytes, function: Callable[[ResourceList], Wishes]) -> tuple[int, list[bytes | memoryview], str]:
    """Return exit code, stdout as pieces, and what is to be said on stderr, "" for nothing; see `as_main`."""
    try:
        resources = parse_resource_list(text)
    except InputError as error:
        return BAD_INPUT, [], str(error)
    if resources is None:
        return BAD_INPUT, [], "This is no ResourceList. Run the function by kustomize or kpt, or pipe one in."
    try:
        resources.require_whole()
        results = _apply(resources, function)
    except InputError as error:
        refused = Result(ERROR, INPUT_RULE, str(error))
        return BAD_INPUT, resources.render([refused.to_dict()], edited=False), str(error)
    failed = any(result.severity == ERROR for result in results)
    stdout = resources.render([result.to_dict() for result in sort_results(results)], edited=not failed)
    return (FAILED if failed else DONE), stdout, ""


def _apply(resources: ResourceList, function: Callable[[ResourceList], Wishes]) -> list[Result]:
    """Make the edits that a function wants, each object's at once, and return its results.

    Raises InputError where an edit cannot be made safely.
    """
    results: list[Result] = []
    wanted: dict[int, tuple[KubeObject, list[Edit]]] = {}
    for wish in function(resources):
        if isinstance(wish, Result):
            results.append(wish)
        else:
            item, change = wish
            wanted.setdefault(id(item), (item, []))[1].append(change)
    for item, changes in wanted.values():
        edit(item, changes)
    conflict = first_conflict(resources.source)
    if conflict is not None:
        raise InputError(conflict.message, conflict.line)
    return results
