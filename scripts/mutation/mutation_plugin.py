"""A pytest plugin for mutation runs: no test finds what another left behind, and the quick tests come first."""
# ruff: noqa: INP001 - goes into a folder of its own

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hypothesis import Phase, settings

import yurt_hostnet

if TYPE_CHECKING:
    import pytest

QUICK = ("tests/kube", "tests/openyurt", "tests/transformers", "tests/textedit", "tests/krm", "tests/validators")

_AS_IMPORTED: list[tuple[Any, Any]] = []
"""Each dict, list and set of a module, and a copy of it as it was before the first test."""


def pytest_collection() -> None:
    """Before the first test module is read: no search for a smaller example; mutmut makes three calls of one."""
    sys.setrecursionlimit(4 * sys.getrecursionlimit())
    settings.register_profile("mutation", settings(), phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests, those that make up many examples last."""
    items.sort(key=lambda item: (hasattr(getattr(item, "obj", None), "hypothesis"), not item.nodeid.startswith(QUICK)))


def pytest_collection_finish() -> None:
    """Import every module, and keep what modules will fill as they remember things."""
    for module in pkgutil.walk_packages(yurt_hostnet.__path__, "yurt_hostnet."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name, loaded in list(sys.modules.items()):
        if name.startswith("yurt_hostnet."):
            held = [value for value in vars(loaded).values() if type(value) in {dict, list, set}]
            _AS_IMPORTED.extend((value, value.copy()) for value in held)


def pytest_runtest_setup() -> None:
    """Forget what earlier tests had remembered, so that mutmut sees each test call all that it depends on."""
    for value, copy in _AS_IMPORTED:
        if len(value) != len(copy):
            value.clear()
            value.extend(copy) if isinstance(value, list) else value.update(copy)
