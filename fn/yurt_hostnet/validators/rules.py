"""The rules: id -> default severity, and the words without which a rule cannot apply.

The module of a rule has its id as its name, with underscores; its docstring is the rule's documentation
and its function `check(context)` returns the findings. It is imported only when the input holds a word
of each group in the rule's row: a rule must cost nothing where it has nothing to say. BASELINE_WORDS and
POOL_NAMES stand for more than words: functionConfig and options count as well.
"""

from __future__ import annotations

from yurt_hostnet.context import BASELINE_WORDS
from yurt_hostnet.krm.result import ERROR, WARNING
from yurt_hostnet.openyurt.pools import POOL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from yurt_hostnet.krm.result import Severity

    Words = tuple[bytes, ...]
    Row = tuple[Severity, Unpack[tuple[Words, ...]]]

POOL_NAMES: Words = (*POOL_WORDS, b"openyurt.io/nodepool", b"openyurt.io/desired-nodepool", b"nodepool.openyurt.io/")
"""Words of a package that has to do with pools; pools and a poolLabel of functionConfig count as well."""

WHILE_EDITING: Words = ()
"""In place of words, for what the transformers find: no package has them, so nothing is checked twice."""

HOST_NETWORK: Words = (b"hostNetwork: true", b'hostNetwork": true', b'hostNetwork":true', b"hostNetwork: True")
"""A PodSpec that uses the host network, as opposed to a CRD that describes the field."""

RULES: dict[str, Row] = {
    # Edits of what must not change.
    "nodepool-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "nodepool-type-changed": (ERROR, BASELINE_WORDS),
    "nodepool-interconnectivity-changed": (ERROR, BASELINE_WORDS),
    "node-pool-changed": (ERROR, BASELINE_WORDS),
    "node-hostnetwork-label-changed": (ERROR, BASELINE_WORDS),
    "pod-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "workload-hostnetwork-changed": (WARNING, BASELINE_WORDS),
    # Pools and nodes.
    "nodepool-cloud-hostnetwork": (ERROR, POOL_WORDS),
    "nodepool-labels-hostnetwork": (ERROR, POOL_WORDS, (b"nodepool.openyurt.io/hostnetwork",)),
    "nodepool-hostnetwork-version": (WARNING, POOL_WORDS, (b"hostNetwork", b"nodepool.openyurt.io/hostnetwork")),
    "node-pool-unknown": (WARNING, POOL_NAMES),
    "node-hostnetwork-label-mismatch": (ERROR, POOL_NAMES, (b"nodepool.openyurt.io/hostnetwork",)),
}
