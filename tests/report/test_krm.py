"""Results on a ResourceList: the whole YAML text, and what a YAML parser makes of it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from report.sample import CLEAN, HOSTILE, PLACELESS, REPORT, RESULTS
from yurt_hostnet.krm.result import ERROR, UNSET, ResourceRef, Result
from yurt_hostnet.report.formats import Report
from yurt_hostnet.report.krm import render, results_data

YAML = """\
results:
- message: "It was true and is now false, which the webhook refuses. Set it back to true, or make a new pool."
  severity: error
  resourceRef:
    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    name: beijing
  field:
    path: spec.hostNetwork
    currentValue: false
    proposedValue: true
  file:
    path: pools.yaml
    index: 0
  tags:
    rule: nodepool-hostnetwork-changed
- message: "No code reads {host-network}: 100%. Write hostnetwork, as one word."
  severity: warning
  tags:
    rule: dead-label-key
- message: "Both want port 80. Give one another port."
  severity: warning
  resourceRef:
    apiVersion: v1
    kind: Pod
    name: "端口"
  file:
    path: /abs/pod.yaml
    index: 0
  tags:
    rule: host-port-conflict
- message: "Keeps the pods off host-network pools."
  severity: info
  resourceRef:
    apiVersion: apps/v1
    kind: Deployment
    name: "wéb"
    namespace: shop
  field:
    path: spec.template.spec.affinity
    proposedValue:
      nodeAffinity:
        terms:
        - key: a.b/c
          values:
          - "true"
        weights: []
  file:
    path: "apps/my web.yaml"
    index: 1
  tags:
    rule: exclude-pods
"""


def test_yaml_reads_back_as_the_data() -> None:
    results = [*RESULTS, HOSTILE]
    assert yaml.safe_load(render(Report(results, [])))["results"] == list(results_data(results))


def test_hostile_results_are_what_utf8_can_hold() -> None:
    assert list(results_data([HOSTILE])) == [
        {
            "message": "a\\x1b[31m ::error::b\\u202e \\ud800\\x00]]>&< z\\x7f",
            "severity": "error",
            "resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": 'x"\\', "namespace": "n:s"},
            "field": {
                "path": "metadata.labels[a.b][0]",
                "currentValue": "yes",
                "proposedValue": "- {*a: !t}\n",
            },
            "file": {"path": "a:b,c% \\udcff.yaml", "index": 0},
            "tags": {"rule": "duplicate-key"},
        }
    ]


@pytest.mark.parametrize(
    ("report", "tail"),
    [pytest.param(REPORT, YAML, id="results"), pytest.param(CLEAN, "results: []\n", id="clean")],
)
def test_report_is_a_resource_list(report: Report, tail: str) -> None:
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
    assert render(report) == head + tail


def test_order_within_a_severity_is_kept() -> None:
    second = Result(ERROR, "b", "2.")
    first = Result(ERROR, "a", "1.")
    assert [entry["tags"]["rule"] for entry in results_data([PLACELESS, second, first])] == ["b", "a", "dead-label-key"]


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=12,
)


@given(st.text(st.characters(exclude_categories=["Cs"])), PLAIN)
def test_any_value_survives(message: str, value: object) -> None:
    result = Result(ERROR, "r", message, ResourceRef("v1", "Pod", "p"), ("spec",), current=value, proposed=None)
    text = render(Report([result], []))
    assert yaml.safe_load(text)["results"] == list(results_data([result]))
    assert [type(event) for event in yaml.parse(text) if isinstance(event, yaml.AliasEvent)] == []


def test_results_of_equal_fields_share_one() -> None:
    """A field that is equal is one object, which is written once; one that only looks equal is not."""
    ref = ResourceRef("v1", "Pod", "web")
    values = [True, "True", 1, 1.0, "1", None, UNSET, "UNSET", [1], {"a": 1}]
    results = [
        Result(ERROR, "r", "m", ref, path, value) for path in ((), ("a",), ("a", "b"), ("a.b",)) for value in values
    ]
    alone = [row for result in results for row in results_data([result])]
    together = list(results_data([*results, *results]))
    assert repr(together) == repr([*alone, *alone])
    by_field = {id(row["field"]) for row in together if "field" in row}
    assert len(by_field) == 3 * len(values)
