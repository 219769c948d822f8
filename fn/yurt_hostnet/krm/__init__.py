"""A small SDK for KRM functions: a function looks at KubeObjects and yields edits and results; comments stay.

    from yurt_hostnet.krm import Edit, KubeObject, ResourceList, Result, as_main

`ResourceList` is what the host sends, with its `objects()` and its `function_config`. A `KubeObject` is read only when
somebody asks for a part of it. An `Edit` adds one value at one path. A `Result` tells the user something. `as_main`
turns a function into a program. docs/krm.md has the whole of it, examples/ a function. It knows nothing of OpenYurt.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.edit import Edit as Edit
    from yurt_hostnet.krm.kube_object import KubeObject as KubeObject
    from yurt_hostnet.krm.main import Wishes as Wishes
    from yurt_hostnet.krm.main import as_main as as_main
    from yurt_hostnet.krm.resource_list import ResourceList as ResourceList
    from yurt_hostnet.krm.result import ERROR as ERROR
    from yurt_hostnet.krm.result import INFO as INFO
    from yurt_hostnet.krm.result import WARNING as WARNING
    from yurt_hostnet.krm.result import Result as Result

_HOME = {
    "Edit": "edit",
    "ERROR": "result",
    "INFO": "result",
    "KubeObject": "kube_object",
    "ResourceList": "resource_list",
    "Result": "result",
    "WARNING": "result",
    "Wishes": "main",
    "as_main": "main",
}
"""Name -> the module that has it, which is imported when somebody asks: the filter needs none of them from here."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOME)
