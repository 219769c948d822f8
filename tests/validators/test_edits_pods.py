"""Rules about edits of Pods and workloads: what fires, whole, and what must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import compare, finding

if TYPE_CHECKING:
    from pathlib import Path

LEAVE_OUT = "leave it out of this rule in functionConfig (spec.rules[].except), with a reason"
POOLS = """\
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: beijing}
spec: {hostNetwork: true}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
"""


def pod(host_network: str, more: str = "", namespace: str = "shop") -> str:
    return f"""\
apiVersion: v1
kind: Pod
metadata: {{name: probe, namespace: {namespace}}}
spec:
  hostNetwork: {host_network}
  containers: [{{name: a, image: b}}]
{more}"""


def workload(host_network: str, more: str = "", api: str = "apps/v1", kind: str = "Deployment") -> str:
    return f"""\
apiVersion: {api}
kind: {kind}
metadata: {{name: web, namespace: shop}}
spec:
  template:
    spec:
      hostNetwork: {host_network}
      containers: [{{name: a, image: b}}]
{more}"""


def cron_job(host_network: str) -> str:
    return f"""\
apiVersion: batch/v1
kind: CronJob
metadata: {{name: web, namespace: shop}}
spec:
  jobTemplate:
    spec:
      template:
        spec:
          hostNetwork: {host_network}
          containers: []
"""


def warned(
    old: str,
    new: str,
    consequence: str,
    *,
    api: str = "apps/v1",
    kind: str = "Deployment",
    path: str = "spec.template.spec.hostNetwork",
    line: int = 7,
    remedy: str = "If it is meant, {0}; if not, write hostNetwork: {1} again.",
) -> dict[str, Any]:
    reference = {"apiVersion": api, "kind": kind, "name": "web", "namespace": "shop"}
    message = f"hostNetwork of its pods was {old} (old.yaml) and would become {new}. {consequence} "
    message += remedy.format(LEAVE_OUT, old)
    values = {"true": True, "false": False}
    severity = "error" if kind == "Job" else "warning"
    return finding(severity, "workload-hostnetwork-changed", reference, path, values[new], values[old], message, line)


ROLLOUT = "A rollout replaces its pods."
REFUSED = "Volcano refuses the change: of a Job only the numbers of its pods may change."
REMEDY_JOB = "Write hostNetwork: {1} again, or delete the Job and create it anew."
PINNED = "      nodeSelector: {apps.openyurt.io/nodepool: beijing}\n"
ELSEWHERE = "      nodeSelector: {apps.openyurt.io/nodepool: shanghai}\n"
FIRES = [
    pytest.param(
        pod("true"),
        pod("false"),
        [
            finding(
                "error",
                "pod-hostnetwork-changed",
                {"apiVersion": "v1", "kind": "Pod", "name": "probe", "namespace": "shop"},
                "spec.hostNetwork",
                False,
                True,
                "hostNetwork of this Pod was true (old.yaml) and would become false; Kubernetes refuses the change. "
                "Write hostNetwork: true again, or delete the Pod and create it anew.",
                5,
            )
        ],
        id="Pod",
    ),
    pytest.param(workload("true"), workload("false"), [warned("true", "false", ROLLOUT)], id="Deployment"),
    pytest.param(
        workload("true"),
        workload("true").replace("      hostNetwork: true\n", ""),
        [warned("true", "false", ROLLOUT, line=6)],
        id="field removed",
    ),
    pytest.param(
        workload("true"),
        workload("false", PINNED + POOLS),
        [
            warned(
                "true",
                "false",
                f"{ROLLOUT} They are made for host-network pool beijing, where a pod without hostNetwork has no "
                "network.",
            )
        ],
        id="pinned to a host-network pool",
    ),
    pytest.param(
        workload("true"),
        workload("false", POOLS),
        [
            warned(
                "true",
                "false",
                f"{ROLLOUT} They may run in host-network pool beijing, where a pod without hostNetwork has no network.",
            )
        ],
        id="may land on a host-network pool",
    ),
    pytest.param(
        workload("true"),
        workload("false", ELSEWHERE + POOLS),
        [warned("true", "false", ROLLOUT)],
        id="pinned to an ordinary pool",
    ),
    pytest.param(
        workload("false"), workload("true", POOLS), [warned("false", "true", ROLLOUT)], id="to the host network"
    ),
    pytest.param(
        workload("true"),
        workload("false", "      affinity: {nodeAffinity: 1}\n" + POOLS),
        [warned("true", "false", ROLLOUT)],
        id="affinity that cannot be read",
    ),
    pytest.param(
        workload("true", api="batch/v1", kind="Job"),
        workload("false", api="batch/v1", kind="Job"),
        [
            warned(
                "true",
                "false",
                "Kubernetes refuses the change: the pod template of a Job is immutable.",
                api="batch/v1",
                kind="Job",
                remedy=REMEDY_JOB,
            )
        ],
        id="Job",
    ),
    pytest.param(
        cron_job("true"),
        cron_job("false"),
        [
            warned(
                "true",
                "false",
                "Its next Jobs run with the new network.",
                api="batch/v1",
                kind="CronJob",
                path="spec.jobTemplate.spec.template.spec.hostNetwork",
                line=9,
            )
        ],
        id="CronJob",
    ),
    pytest.param(
        workload("true", api="apps/v1beta1"),
        workload("false"),
        [warned("true", "false", ROLLOUT)],
        id="another version of the group",
    ),
    pytest.param(
        workload("true", api="extensions/v1beta1"),
        workload("false"),
        [warned("true", "false", ROLLOUT)],
        id="the group that it had before",
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), FIRES)
def test_fires(
    old: str, new: str, expected: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == expected


NEAR_MISSES = [
    pytest.param(pod("false"), pod("null"), id="false and absent are the same"),
    pytest.param(pod("true"), pod("true", "  nodeName: edge-1\n"), id="another field"),
    pytest.param(pod("true"), pod("false", namespace="other"), id="another namespace"),
    pytest.param(pod("true"), pod("false").replace("name: probe", "generateName: probe-"), id="a Pod without a name"),
    pytest.param(workload("true"), workload("true"), id="workload as it was"),
    pytest.param(workload("true"), workload("false", kind="StatefulSet"), id="another kind"),
    pytest.param(workload("true"), workload("false", api="apps.kruise.io/v1"), id="another group"),
    pytest.param(workload("true"), workload("false").replace("web", "new"), id="a new workload"),
]


@pytest.mark.parametrize(("old", "new"), NEAR_MISSES)
def test_does_not_fire(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == []


VOLCANO = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: web, namespace: shop}
spec:
  tasks:
"""


def test_templates_are_told_apart_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    driver = "  - name: driver\n    template: {spec: {hostNetwork: true, containers: []}}\n"
    worker = "  - name: worker\n    template: {spec: {containers: []}}\n"
    assert compare(tmp_path, VOLCANO + driver + worker, VOLCANO + worker + driver) == []
    off = driver.replace("true", "false")

    def expected(task: int, line: int) -> list[dict[str, Any]]:
        path = f"spec.tasks[{task}].template.spec.hostNetwork"
        api = "batch.volcano.sh/v1alpha1"
        return [warned("true", "false", REFUSED, api=api, kind="Job", path=path, line=line, remedy=REMEDY_JOB)]

    assert compare(tmp_path, VOLCANO + driver + worker, VOLCANO + worker + off) == expected(1, 9)
    assert compare(tmp_path, VOLCANO + driver, VOLCANO + worker + off) == expected(1, 9)
    assert compare(tmp_path, VOLCANO + driver + worker, VOLCANO + off) == expected(0, 7)
    assert compare(tmp_path, VOLCANO + worker, VOLCANO + worker.replace("worker", "other")) == []
    assert compare(tmp_path, VOLCANO + driver, VOLCANO + off.replace("driver", "other")) == expected(0, 7)
    assert compare(tmp_path, VOLCANO + driver + worker, VOLCANO + off.replace("driver", "other")) == []


BY_HAND = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: old}
spec:
  workloads:
  - {group: batch.volcano.sh, kind: Job, namespace: shop, name: web, hostNetwork: true}
"""


@pytest.mark.parametrize("template", ["spec.tasks.b.template", "spec.tasks[b].template"])
def test_an_entry_by_hand_names_a_template(template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    task = "  - name: {}\n    template: {{spec: {{containers: []}}}}\n"
    named = BY_HAND.replace("name: web,", f'name: web, template: "{template}",')
    found = compare(tmp_path, named, VOLCANO + task.format("a") + task.format("b"))
    assert [row["field"]["path"] for row in found] == ["spec.tasks[1].template.spec.hostNetwork"]


def test_an_entry_by_hand_need_not_name_the_only_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    task = "  - name: {}\n    template: {{spec: {{containers: []}}}}\n"
    one, two = VOLCANO + task.format("a"), VOLCANO + task.format("a") + task.format("b")
    assert [row["field"]["path"] for row in compare(tmp_path, BY_HAND, one)] == [
        "spec.tasks[0].template.spec.hostNetwork"
    ]
    assert compare(tmp_path, BY_HAND, two) == []


def test_many_workloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many that their names are not searched for."""
    monkeypatch.chdir(tmp_path)
    old = "---\n".join(workload("true").replace("name: web", f"name: web-{number}") for number in range(70))
    new = old.replace("      hostNetwork: true\n", "")
    assert [row["resourceRef"]["name"] for row in compare(tmp_path, old, new)] == [f"web-{n}" for n in range(70)]


def test_what_is_meant_can_be_written_into_a_baseline_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A HostNetBaseline can be written anew; a revision, a render and the cluster's own word cannot."""
    monkeypatch.chdir(tmp_path)
    entry = "{group: apps, kind: Deployment, namespace: shop, name: web, hostNetwork: true}"
    head = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: HostNetBaseline\nmetadata: {name: before}\n"
    (found,) = compare(tmp_path, f"{head}spec: {{workloads: [{entry}]}}\n", workload("false"))
    place = "spec.workloads[0] of HostNetBaseline before in old.yaml"
    assert found["message"] == (
        f"hostNetwork of its pods was true ({place}) and would become false. {ROLLOUT} If it is meant, write "
        f"hostNetwork: false into {place}; if not, write hostNetwork: true again."
    )
