"""What another program fills in is told from what only looks like it."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.unknown_values import MARKS, is_sealed, is_unknown

UNKNOWN = (
    *("${A}", "${A:=true}", "${A:-x y}", "a-${A}-b", "${A}${B}", "$(A)", "{{ .Values.a }}", "{{inputs.parameters.x}}"),
    *("a{{b}}c", "ENC[AES256_GCM,data:a=,iv:b=,tag:c==,type:bool]", "<path:secret/data/a#b>", "<pool>"),
)
KNOWN: tuple[Any, ...] = (
    *("", "true", "$A", "${A", "A}", "}${", "{{", "{{ a", "a }}", "$(A", "$)", "ENC[a", "ENC", "a ENC[b]", "<", "<>"),
    *("a<b>", "<b>a", "<a\nb>", None, True, 0, 1.5, [], {}, ["${A}"], {"a": "${A}"}),
)


@pytest.mark.parametrize("value", UNKNOWN)
def test_unknown(value: str) -> None:
    assert is_unknown(value)
    assert any(mark in value.encode() for mark in MARKS)


@pytest.mark.parametrize("value", KNOWN, ids=repr)
def test_known(value: Any) -> None:
    assert not is_unknown(value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"sops": {"mac": "ENC[a]"}}, True),
        ({"sops": {"mac": "ENC[a]", "mac_only_encrypted": False}}, True),
        ({"sops": {"mac": "ENC[a]", "mac_only_encrypted": True}}, False),
        ({"sops": {"mac": ""}}, False),
        ({"sops": {}}, False),
        ({"sops": "x"}, False),
        ({"spec": {"sops": {"mac": "a"}}}, False),
        ({}, False),
    ],
)
def test_sealed(data: dict[str, Any], expected: bool) -> None:
    assert is_sealed(data) is expected
