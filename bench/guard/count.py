"""Runs the filter once and counts what it does: bytecode instructions, calls into C, modules. The same in every run.

    python -S -s bench/guard/count.py PATH...    a manifest stream or ResourceList on stdin, one JSON object on stdout

The PATHs go to the front of sys.path: the program, and the folder that PyYAML is in. PYTHONHASHSEED must be set.
What the import system does by itself is left out, since it depends on where Python is installed.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

LONG = 64 << 10
"""A call of a method of bytes or str as long as this counts as a pass over the text."""
_TOOL = 4
_IMPORTS = "<frozen importlib"


class Counter:
    """Counts of one run, between `start` and `stop`."""

    def __init__(self) -> None:
        self.instructions = 0
        self.calls = 0
        self.passes = 0

    def start(self) -> None:
        """Count from here on."""
        sys.setprofile(self._profile)
        if sys.version_info < (3, 12):
            sys.settrace(self._trace)
        else:  # whose settrace leaves instructions out
            sys.monitoring.use_tool_id(_TOOL, "guard")
            sys.monitoring.register_callback(_TOOL, sys.monitoring.events.INSTRUCTION, self._monitor)
            sys.monitoring.set_events(_TOOL, sys.monitoring.events.INSTRUCTION)

    def stop(self) -> None:
        """Count no longer."""
        if sys.version_info < (3, 12):
            sys.settrace(None)
        else:
            sys.monitoring.set_events(_TOOL, 0)
        sys.setprofile(None)

    def _monitor(self, code: CodeType, _offset: int) -> Any:
        if code.co_filename.startswith(_IMPORTS):
            return sys.monitoring.DISABLE  # type: ignore[attr-defined,unused-ignore]  # Python 3.12
        self.instructions += 1
        return None

    def _trace(self, frame: FrameType, _event: str, _arg: Any) -> Any:
        if frame.f_code.co_filename.startswith(_IMPORTS):
            return None
        frame.f_trace_lines = False
        frame.f_trace_opcodes = True
        return self._instruction

    def _instruction(self, _frame: FrameType, event: str, _arg: Any) -> Any:
        if event == "opcode":
            self.instructions += 1
        return self._instruction

    def _profile(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call" and not frame.f_code.co_filename.startswith(_IMPORTS):
            self.calls += 1
            text = getattr(arg, "__self__", None)
            if isinstance(text, (bytes, str)) and len(text) >= LONG:
                self.passes += 1


def run(paths: list[str]) -> dict[str, Any]:
    """Run the filter from stdin to nowhere and return the counts, the modules that it loaded, and its exit code."""
    sys.path[:1] = paths
    sys.argv = ["yurt-hostnet"]
    known = set(sys.modules)
    counter = Counter()
    counter.start()
    try:
        from yurt_hostnet.__main__ import main  # to load it is part of the run

        code = main()
    finally:
        counter.stop()
    return {
        "code": code,
        "instructions": counter.instructions,
        "calls into C": counter.calls,
        "passes over the text": counter.passes,
        "modules": sorted(set(sys.modules) - known),
    }


if __name__ == "__main__":
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    counts = run(sys.argv[1:])
    import json  # not before: it would hide that the program loads it

    os.write(answer, json.dumps(counts).encode())
