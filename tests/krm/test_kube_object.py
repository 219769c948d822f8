"""KubeObject: the identity of an object, whatever its text looks like."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.resource_list import parse_objects

NAMES = {
    "text": ("{name: web, namespace: shop}", ("web", "shop")),
    "quoted": ("{name: \"12\", namespace: 'no'}", ("12", "no")),
    "boolean to YAML 1.1": ("{name: n, namespace: off}", ("n", "off")),
    "number": ("{name: 012, namespace: 1e3}", ("012", "1e3")),
    "null": ("{name: null, namespace: }", ("", "")),
    "none": ("{}", ("", "")),
    "no scalar": ("{name: {}, namespace: [a]}", ("", "")),
    "alias": ("{labels: {x: &y 12}, name: *y}", ("12", "")),
    "no mapping": ("text", ("", "")),
}


@pytest.mark.parametrize(("metadata", "expected"), NAMES.values(), ids=NAMES)
def test_name_and_namespace(metadata: str, expected: tuple[str, str]) -> None:
    (found,) = parse_objects(f"apiVersion: v1\nkind: Pod\nmetadata: {metadata}\n".encode())
    assert (found.name, found.namespace) == expected
    assert (found.ref.name, found.ref.namespace) == expected
