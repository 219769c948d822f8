"""Starts the program; the one place that catches what nobody expected."""

from __future__ import annotations

import gc
import os
import sys

ISSUES = "https://github.com/openyurtio/yurt-hostnet/issues"
NO_MEMORY = "yurt-hostnet: There is too little memory, even for a report. Raise the memory limit.\n"
REFUSAL = "yurt-hostnet refused this release, there is too little memory\n---\n*yurt-hostnet-refused-this-release\n"
"""What hosts.helm4.refusal would say, without anything that has to be loaded for it."""


def main() -> int:
    """Run the program and return its exit code: 3 for a bug of ours, with its traceback."""
    gc.disable()  # one short run that makes no cycles; the collector would double the time of a parse
    try:
        from yurt_hostnet.cli import run  # after the collector is off

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        pass  # first of all, what was read is let go
    except Exception as error:  # noqa: BLE001 - this is the end of the line
        return _bug(error)
    return _no_memory()


def _bug(error: Exception) -> int:
    """Tell of a bug of ours wherever the user looks: stderr, the report, Helm 4."""
    from yurt_hostnet.cli import fail
    from yurt_hostnet.hosts.options import BUG
    from yurt_hostnet.krm.result import BUG_RULE
    from yurt_hostnet.report.trace import cause, trace
    from yurt_hostnet.textedit.errors import InputError

    told = InputError(f"This is a bug of ours: {cause(error)}. Nothing was applied. Please report it at {ISSUES}.")
    told.rule = BUG_RULE
    try:
        return fail(sys.argv[1:], told, BUG, trace(error))
    except MemoryError:
        pass
    except Exception:  # noqa: BLE001 - one bug behind the other: the first is told at least
        if sys.stderr is not None:
            sys.stderr.write(f"{trace(error)}yurt-hostnet: {told}\n")
        return BUG
    return _no_memory()


def _no_memory() -> int:
    """Tell that there is no memory to tell more, as cli.fail would."""
    if sys.stderr is not None:
        sys.stderr.write(NO_MEMORY)
    if "--helm4" not in sys.argv[1:] or sys.stdout is None:
        return 2
    sys.stdout.write(REFUSAL)
    return 0


def start() -> None:
    """Run the program and end the process at once: taking the interpreter down in order would cost a tenth of a run."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue
    os._exit(code)


if __name__ == "__main__":
    start()
