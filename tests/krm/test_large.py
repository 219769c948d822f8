"""What large inputs do otherwise, to need less memory and time, changes nothing in what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from properties.in_process import filtered
from yurt_hostnet.krm import input as input_module
from yurt_hostnet.krm import kube_object
from yurt_hostnet.textedit.cut import open_ends, split_items

CASES = Path(__file__).parent.parent / "cases"
NAMES = sorted(folder.name for folder in CASES.iterdir() if (folder / "input.yaml").exists())


@pytest.mark.parametrize("name", NAMES)
def test_a_case_as_if_it_were_large(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nothing that was read is kept, lines are collected, patterns look for quotes and brackets."""
    folder = CASES / name
    text, args = (folder / "input.yaml").read_bytes(), folder / "args"
    arguments = args.read_text().splitlines() if args.exists() else []
    monkeypatch.chdir(folder)
    expected = filtered(text, *arguments)
    monkeypatch.setattr(kube_object, "LARGE", 0)
    monkeypatch.setattr(input_module, "KEPT", 0)
    monkeypatch.setattr(input_module, "KEPT_PART", 1 << 40)
    monkeypatch.setattr(input_module, "_REPETITIVE", 0)
    monkeypatch.setattr(open_ends, "SMALL", 0)
    monkeypatch.setattr(split_items, "SMALL", 0)
    assert filtered(text, *arguments) == expected
