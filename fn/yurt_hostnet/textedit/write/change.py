"""Apply changes to the text of one object and prove the result; the one way in for everybody else."""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.plain_data import read_data
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write.patch import CannotSpliceError, TooLongError
from yurt_hostnet.textedit.write.same import same
from yurt_hostnet.textedit.write.splice import splice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node
    from yurt_hostnet.textedit.write.patch import Patch, Piece
    from yurt_hostnet.textedit.write.splice import Change


class CannotChangeError(InputError):
    """The changes cannot be made in this text without touching more than they may."""


def change_text(
    text: str,
    root: Node,
    data: Any,
    changes: list[Change],
    anchors: dict[str, Node] | None = None,
    pieces: list[Piece] | None = None,
    *,
    listed: bool = False,
) -> tuple[str, Any]:
    """Return the text with `changes` made, and its data, both proved.

    `root` and `data` are the node and the plain data of the one document in `text`; `changes` are
    RFC 6902 `add` operations as (path, value), "-" appending to a list; `anchors` are those defined
    in front of the text; `pieces` receives what was put into the text, in order, if no more than that was done;
    `listed` says that the text is an item of a list, see splice.
    First text is spliced in. Where its proof fails, aliases of what changes are parted from it. Where that cannot be
    done, the document goes through a ruamel.yaml round trip, which may rewrite what changes and nothing else. Where
    that fails too, CannotChangeError is raised.
    """
    patched = add_all(data, changes)
    new, reason, found = _spliced(text, root, changes, patched, anchors, listed)
    if reason == _OTHERWISE and not anchors:
        from yurt_hostnet.textedit.write.unshare import unshare

        def first(patch: Patch) -> None:
            unshare(patch, root, changes)

        new, reason, found = _spliced(text, root, changes, patched, anchors, listed, first=first)
    if not reason:
        if pieces is not None:
            pieces += found
        return new, patched
    if len(text) > LONGEST_ROUND_TRIP:
        raise CannotChangeError(_UNSAFE.format(reason))
    from yurt_hostnet.textedit.write.comments import lost_comments  # slow to import, and rare
    from yurt_hostnet.textedit.write.outside import keeps_outside
    from yurt_hostnet.textedit.write.roundtrip import round_trip

    round_tripped = None if anchors else round_trip(text, changes)
    if round_tripped is not None and proves(round_tripped, patched):
        lost = lost_comments(text, round_tripped)
        if not lost and keeps_outside(text, round_tripped, root, changes):
            return round_tripped, patched
        reason += f"; the comment {lost[0]} would get lost" if lost else "; what stands around it would be rewritten"
    raise CannotChangeError(_UNSAFE.format(reason))


def _spliced(
    text: str,
    root: Node,
    changes: list[Change],
    patched: Any,
    anchors: dict[str, Node] | None,
    listed: bool,
    *,
    first: Callable[[Patch], None] | None = None,
) -> tuple[str, str, list[Piece]]:
    """Return the text with changes spliced in, why that could not be done ("" if it could), and the pieces."""
    try:
        patch = splice(text, root, changes, patched, listed=listed, first=first)
        new = patch.apply()
    except TooLongError as error:
        raise CannotChangeError(_UNSAFE.format(error)) from None
    except CannotSpliceError as error:
        return "", str(error), []
    return new, "" if proves(new, patched, anchors) else _OTHERWISE, patch.pieces


_OTHERWISE = "the edited text would mean something else"

_UNSAFE = "This object cannot be edited safely ({}). Write that part in plain block style."

LONGEST_ROUND_TRIP = 1 << 20
"""Characters of an object up to which ruamel.yaml, which reads some ten thousand in a second, may try."""


def proves(text: str, expected: Any, anchors: dict[str, Node] | None = None) -> bool:
    """Tell whether `text` is one YAML document that means exactly `expected`."""
    data = read_data(text)
    if data is not None:
        return same(data, expected)
    try:
        tree = parse(text, anchors=anchors)
        return len(tree.roots) == 1 and same(Reader().read(tree.roots[0]), expected)
    except InputError:
        return False


def add(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """Return `data` with `value` added at `path`, as `add_all` does."""
    return add_all(data, [(path, value)])


def add_all(data: Any, changes: Iterable[Change]) -> Any:
    """Return `data` with each value added at its path (RFC 6902 `add`); what is on no path is shared, not copied.

    Each collection is copied once, however many changes it has. Raises CannotChangeError where a path leads nowhere.
    """
    whole = [data]
    own: dict[int, Any] = {id(whole): whole}  # the copies, which may be changed

    for path, value in changes:
        holder: Any = whole
        place: Any = 0  # of the collection in its holder
        end = len(path) - 1
        for number, step in enumerate(path):
            data = holder[place]
            last = number == end
            if type(data) is list:
                found = (step == "-") if last else isinstance(step, int) and 0 <= step < len(data)
            else:
                found = type(data) is dict and (last or step in data)
            if not found:
                raise CannotChangeError(f"An edit leads to {step}, which is not there.")
            if id(data) not in own:
                data = holder[place] = data.copy()
                own[id(data)] = data
            holder, place = data, step
        if type(holder) is list and holder is not whole:
            holder.append(value)
        else:
            holder[place] = value
    return whole[0]
