"""Holds the quick way to append to plain text to the long one: the same text, which the whole proof accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yurt_hostnet.textedit.read.plain_data import read_places
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.write.append import append
from yurt_hostnet.textedit.write.change import add_all, proves
from yurt_hostnet.textedit.write.splice import splice

if TYPE_CHECKING:
    from yurt_hostnet.textedit.write.splice import Change


def appends_alike(text: str, changes: list[Change]) -> bool:
    """Assert that `append`, if it answers, inserts what `splice` does, and that all of it read anew means the edits.

    Tell whether it did.
    """
    found = read_places(text)
    patch = append(text, *found, changes) if found is not None else None
    if found is None or patch is None:
        return False
    new, patched = patch.apply(), add_all(found[0], changes)
    assert new == splice(text, parse(text).roots[0], changes, patched).apply()
    assert proves(new, patched)
    return True
