"""Editing: edits made in the text of an object."""

from __future__ import annotations

from yurt_hostnet.textedit.write.append import append

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.write.patch import Piece

_LONG = 1 << 13
"""Characters of a text from which on it is worth keeping what was put into it; see commands/unified_diff."""


def edit(item: KubeObject, edits: Sequence[Edit]) -> None:
    """Make `edits` in an object: its `new_text` is then its new bytes, proved to mean what was asked.

    Its `pieces` are what was put into a long text. Raises InputError where the text cannot be edited safely; nothing
    has changed then.
    """
    if not edits:
        return
    changes = [(edit.path, edit.value) for edit in edits]
    if (
        item.is_plain
        and item.plain_places is not None
        and (patch := append(item.text, item.data, item.plain_places, changes)) is not None
    ):
        new = patch.apply()
        item.new_text = new[item.span.lead :].encode()
        item.pieces = patch.pieces if len(item.text) > _LONG else None
        return
    if item.root is None:
        return
    from yurt_hostnet.textedit.write.change import change_text

    anchors = None
    listed = item.span.parent is not None
    if listed and (item.tree.anchors or item.tree.aliases):
        from yurt_hostnet.krm.shared_parts import anchors_for_edit

        anchors = anchors_for_edit(item)
    root = item.tree.roots[0]
    pieces: list[Piece] | None = [] if len(item.text) > _LONG else None
    new, _ = item.in_file(lambda: change_text(item.text, root, item.data, changes, anchors, pieces, listed=listed))
    item.new_text, item.pieces = new[item.span.lead :].encode(), pieces or None
