"""A key stands twice on the way to what has to be added.

Programs differ in what they make of it: most take the last, some the first, some refuse the file. An edit
below such a key could end up in the half that nobody reads, so the object is left alone.

Bad:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: web
        image: example.com/web:1
    spec:
      containers:
      - name: web
        image: example.com/web:2

Good:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: web
        image: example.com/web:2

What to do: remove one of the two. Keys that stand twice where nothing is edited are not reported.

*Not a finding:* a key that stands twice where nothing is to be added or judged; the same key in two list items.

*If you follow it:* what is added then stands in the half that counts. See first which of the two the cluster has
(kubectl get -o yaml), since a change of it rolls a live workload out.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.result import Result


def check(context: Context) -> Iterable[Result]:
    """Return nothing: function.py reports it where it makes the edits."""
    return ()
