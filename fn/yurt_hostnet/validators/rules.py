"""The rules: id -> severity and the words without which a rule cannot apply.

The module of a rule has its id as its name, with underscores, and a function `check(context)`. It is
imported only when the input holds one of the words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity

RULES: dict[str, tuple[Severity, tuple[bytes, ...]]] = {}
