"""Results: which are the same, and that telling so stays cheap."""

from __future__ import annotations

from yurt_hostnet.krm.result import INFO, Origin, ResourceRef, Result


def result(line: int, message: str = "m") -> Result:
    return Result(INFO, "rule", message, ResourceRef("v1", "Pod", ""), ("spec",), origin=Origin("", 0, line))


def test_the_same_finding_is_told_once() -> None:
    assert len({result(1), result(1), result(2), result(2, "n")}) == 3


def test_findings_of_objects_without_a_name_have_hashes_of_their_own() -> None:
    """Pods with generateName are alike in all but their place; one hash for all makes a large package quadratic."""
    assert len({hash(result(line)) for line in range(1000)}) > 990
