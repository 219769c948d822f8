"""A proposed value as a person reads it; the result that proposes it has it whole."""

from __future__ import annotations

from yurt_hostnet.textedit.write.emit import Style, flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LONGEST = 200
"""Characters up to which a value is shown whole, such as a required node affinity; a cut one is not much shorter."""
_HEAD, _TAIL = 30, 90


def shown(value: Any) -> str:
    """Return plain data in flow style; of a long one its beginning and its end, and where all of it is to be seen."""
    text = flow(value, Style())
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_HEAD]}…{text[-_TAIL:]} (whole in --format json, and as lines in yurt-hostnet fix --diff)"
