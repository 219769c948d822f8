"""Results that hold everything a report has to show: all severities, places, values and odd characters."""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, INFO, WARNING, Origin, ResourceRef, Result
from yurt_hostnet.report.formats import Report, RuleInfo

EDIT = Result(
    INFO,
    "exclude-pods",
    "Keeps the pods off host-network pools.",
    ResourceRef("apps/v1", "Deployment", "wéb", "shop"),
    ("spec", "template", "spec", "affinity"),
    proposed={"nodeAffinity": {"terms": [{"key": "a.b/c", "values": ["true"]}], "weights": []}},
    origin=Origin("apps/my web.yaml", 1, 12),
)
PLACELESS = Result(
    WARNING, "dead-label-key", "No code reads {host-network}: 100%.", remedy="Write hostnetwork,\nas one word."
)
REFUSED = Result(
    ERROR,
    "nodepool-hostnetwork-changed",
    "It was true and is now false, which the webhook refuses.",
    ResourceRef("apps.openyurt.io/v1beta2", "NodePool", "beijing"),
    ("spec", "hostNetwork"),
    current=False,
    proposed=True,
    origin=Origin("pools.yaml", 0, 3),
    remedy="Set it back to true, or make a new pool.",
)
LINELESS = Result(
    WARNING,
    "host-port-conflict",
    "Both want port 80.",
    ResourceRef("v1", "Pod", "端口"),
    origin=Origin("/abs/pod.yaml"),
    remedy="Give one another port.",
)
RESULTS = [EDIT, PLACELESS, REFUSED, LINELESS]

RULES = [
    RuleInfo("dead-label-key", WARNING, "A label key that nothing reads.", "Write `hostnetwork`.\n\n**Bad**: `{}`"),
    RuleInfo("nodepool-cloud-hostnetwork", ERROR, "A cloud pool with host network."),
]
REPORT = Report(RESULTS, RULES)
CLEAN = Report([], RULES)

HOSTILE = Result(
    ERROR,
    "duplicate-key",
    "a\x1b[31m\r\n::error::b\u202e\x85\ud800\x00]]>&<",
    ResourceRef("v1", "Pod", 'x"\\\u2028', "n:s"),
    ("metadata", "labels", "a.b", 0),
    current="yes",
    proposed="- {*a: !t}\n",
    origin=Origin("a:b,c%\n\udcff.yaml", 0, 1),
    remedy="z\x7f",
)
