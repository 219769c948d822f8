"""Signs in a text of a directory that it is meant to be read as objects, told from its bytes alone."""

from __future__ import annotations

import re

from yurt_hostnet.krm.hiding import hides_words

_LONGEST_TAG = 64
_KEYS = [re.compile(rb"""(?<![\w./-])%b["']?\s*:""" % key) for key in (b"apiVersion", b"kind")]
_ESCAPE = re.compile(
    rb"\\(?:x([0-9a-fA-F]{2})|u00([0-9a-fA-F]{2})|U000000([0-9a-fA-F]{2})|"
    rb"(?:\r\n|\r|\n|\xc2\x85|\xe2\x80[\xa8\xa9])[ \t]*)"
)
_TAG = re.compile(rb"!\S{0,%d}" % (_LONGEST_TAG - 1))
_CONFLICT = re.compile(rb"(?m)^<{7}(?: |\r?$)")


def may_hold_objects(text: bytes) -> bool:
    """Tell whether a text has the words of an object, or what can hide them; False only where no reader finds one."""
    if b"kind" in text and (b"apiVersion" in text or b"metadata" in text):
        return True
    return hides_words(text, 0, len(text))


def ends_whole(text: bytes) -> bool:
    """Tell whether the last line of a text has a line break, or ends as JSON does; what renders manifests writes both.

    A stream that was cut off in the middle of a line may well be read, as something that nobody meant.
    """
    return not text.strip() or text.endswith((b"\n", b"\r")) or text.rstrip().endswith((b"}", b"]"))


def has_object_keys(text: bytes) -> bool:
    """Tell whether a text that cannot be read has the keys of an object in any place and spelling; True in doubt."""
    plain = _ESCAPE.sub(lambda match: bytes([int(match[match.lastindex], 16)]) if match.lastindex else b"", text)
    return _has_odd_tag(text) or all(key.search(plain) for key in _KEYS)


def _has_odd_tag(text: bytes) -> bool:
    """Tell whether a tag may make a key out of other letters: see krm.hiding."""
    tags = (match.group() for match in _TAG.finditer(text))
    return b"%TAG" in text or any(b"binary" in tag or b"%" in tag or len(tag) == _LONGEST_TAG for tag in tags)


def has_conflict(text: bytes) -> bool:
    """Tell whether a line begins as git begins a merge conflict."""
    return _CONFLICT.search(text) is not None
