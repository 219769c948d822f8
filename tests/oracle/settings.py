"""functionConfig for properties that look at some rules only: rules that people add later do not concern them."""

from __future__ import annotations

from typing import Any

from yurt_hostnet.validators.rules import RULES

CANNOT_EDIT = ("node-selector-term-malformed", "duplicate-key", "cannot-edit")


def only(*rules: str, **spec: Any) -> dict[str, Any]:
    """Return a functionConfig with all rules off but `rules` and those that say why something was not edited."""
    off = [
        {"rule": rule, "severity": "Off", "reason": "not what is looked at"}
        for rule in RULES
        if rule not in (*rules, *CANNOT_EDIT)
    ]
    return {
        "apiVersion": "fn.yurt-hostnet.dev/v1alpha1",
        "kind": "YurtHostNet",
        "metadata": {"name": "oracle"},
        "spec": {"rules": off, **spec},
    }
