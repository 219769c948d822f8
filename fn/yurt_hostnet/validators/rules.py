"""The rules: id -> severity and the words without which a rule cannot apply.

The module of a rule has its id as its name, with underscores, and a function `check(context)`. It is
imported only when the input holds one of the words.
"""

from __future__ import annotations

from yurt_hostnet.context import BASELINE_WORDS
from yurt_hostnet.krm.result import ERROR, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity

RULES: dict[str, tuple[Severity, tuple[bytes, ...]]] = {
    # Edits of what must not change.
    "nodepool-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "nodepool-type-changed": (ERROR, BASELINE_WORDS),
    "nodepool-interconnectivity-changed": (ERROR, BASELINE_WORDS),
    "node-pool-changed": (ERROR, BASELINE_WORDS),
    "node-hostnetwork-label-changed": (ERROR, BASELINE_WORDS),
    "pod-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "workload-hostnetwork-changed": (WARNING, BASELINE_WORDS),
}
