"""A pytest plugin for mutation runs: a package's own tests first, and no search for a smaller failing example."""
# ruff: noqa: INP001 - goes into a folder of its own

from __future__ import annotations

from hypothesis import Phase, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest

QUICK = ("tests/kube", "tests/openyurt", "tests/transformers", "tests/textedit", "tests/krm", "tests/validators")


def pytest_collection() -> None:
    """Before the first test module is read."""
    settings.register_profile("mutation", settings(), phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests, those that make up many examples last."""
    items.sort(key=lambda item: (hasattr(getattr(item, "obj", None), "hypothesis"), not item.nodeid.startswith(QUICK)))
