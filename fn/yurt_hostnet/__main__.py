"""Starts the program; the one place that catches what nobody expected."""

from __future__ import annotations

import gc
import os
import sys


def main() -> int:
    """Run the program and return its exit code: 3 for a bug of ours, with its traceback."""
    gc.disable()  # one short run that makes no cycles; the collector would double the time of a parse
    from yurt_hostnet.cli import run  # noqa: PLC0415 - after the collector is off

    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    except Exception:  # noqa: BLE001 - this is the end of the line
        from traceback import print_exc  # noqa: PLC0415 - only for a bug

        print_exc()
        report = "https://github.com/openyurtio/yurt-hostnet/issues"
        sys.stderr.write(f"yurt-hostnet: This is a bug of ours. Nothing was applied. Please report it at {report}.\n")
        return 3


def start() -> None:
    """Run the program and end the process at once: taking the interpreter down in order would cost a tenth of a run."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # noqa: PERF203 - closed; the exit code has it already
            continue
    os._exit(code)


if __name__ == "__main__":
    start()
