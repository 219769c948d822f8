"""Every rule is documented, and its documentation is true: the bad example is found, the good one is not."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from inspect import cleandoc, signature
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from validators.running import found
from yurt_hostnet import validators
from yurt_hostnet.validators.rules import RULES

LONGEST = 90
"""Lines of a rule's module without its documentation, which should not be kept short for a count."""
CONTRACT = ("check", "words", "check_item")
FOLDER = Path(validators.__file__).parent
EDITS = [rule for rule in RULES if rule.endswith("-changed")]
"""They compare with a baseline, which their own tests bring."""
ALL_PODS = {"pod-template-unknown"}
CHECK_ONLY = {"pod-not-excluded", "infrastructure-not-isolated"}


def documentation(rule: str) -> str:
    return cleandoc(import_module(f"yurt_hostnet.validators.{rule.replace('-', '_')}").__doc__ or "")


def example(rule: str, word: str) -> str:
    block = re.search(rf"^{word}\b[^\n]*:\n\n((?:    [^\n]*\n|\n)+)", documentation(rule), re.MULTILINE)
    assert block is not None, f"{rule} has no example {word}"
    return dedent(block[1])


def test_every_module_is_a_rule_and_every_rule_a_module() -> None:
    modules = {file.stem.replace("_", "-") for file in FOLDER.glob("*.py")} - {"--init--", "finding", "rules"}
    assert modules == set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_documented_and_small(rule: str) -> None:
    text = documentation(rule)
    summary, _, rest = text.partition("\n\n")
    assert re.fullmatch(r"[A-Z](?:(?!\. ).)+\.", summary), "one sentence on one line"
    assert "What to do: " in rest
    assert re.search(r"Not\s+a\s+finding:", rest), "what looks alike and is none"
    assert "If you follow it:" in rest, "what the remedy does to a new and to a live object"
    assert example(rule, "Bad") != example(rule, "Good")
    module = import_module(f"yurt_hostnet.validators.{rule.replace('-', '_')}")
    functions = {
        name: [parameter.lstrip("_") for parameter in signature(getattr(module, name)).parameters]
        for name in CONTRACT
        if hasattr(module, name)
    }
    assert functions in (
        {"check": ["context"]},
        {"words": ["context"], "check_item": ["context", "item"]},
    )
    assert getattr(module, "RULE", rule) == rule
    assert len(inspect.getsource(module).splitlines()) - len((module.__doc__ or "").splitlines()) <= LONGEST


def spec(rule: str) -> dict[str, Any]:
    return {"exclude": "NonHostNetwork"} if rule in ALL_PODS else {"mode": "Check"} if rule in CHECK_ONLY else {}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in EDITS])
def test_the_bad_example_is_found_and_the_good_one_is_not(rule: str) -> None:
    severities = {finding["severity"] for finding in found(rule, example(rule, "Bad"), spec(rule))}
    assert severities == {RULES[rule][0]}
    assert found(rule, example(rule, "Good"), spec(rule)) == []
