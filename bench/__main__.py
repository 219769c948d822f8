"""The bench's command line: python -m bench [--full] [--huge] [--limit SECONDS] [NAME...]."""

from __future__ import annotations

import argparse
import sys
import time

from bench import BENCH, CACHE, run
from bench.contenders import contenders
from bench.inputs import inputs
from bench.report import report

RESULTS = BENCH / "RESULTS.md"


def main() -> int:
    """Build, write the inputs, check, measure, report; exit 1 if a contender's output means something else."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="0 and 3 terms and all annotated at every size")
    parser.add_argument("--huge", action="store_true", help="100,000 Deployments too")
    parser.add_argument(
        "--limit", type=float, default=60, metavar="SECONDS", help="CPU time after which a process is cut (60)"
    )
    parser.add_argument("--write", action="store_true", help="write RESULTS.md although only some inputs are measured")
    parser.add_argument("names", nargs="*", metavar="NAME", help="inputs whose names begin so; all if none is given")
    arguments = parser.parse_args()
    (CACHE / "inputs").mkdir(parents=True, exist_ok=True)
    programs, missing = contenders()
    starter = run.Starter()
    measured = []
    wrong = 0
    names = tuple(arguments.names) or ("",)
    write = arguments.write or not arguments.names
    for source in inputs(huge=arguments.huge, full=arguments.full):
        if not source.name.startswith(names):
            continue
        started = time.monotonic()
        path = source.write(CACHE / "inputs")
        rows = run.measure(source, path, programs, starter, arguments.limit)
        measured.append((source, path.stat().st_size, rows))
        print(f"{source.title} ({time.monotonic() - started:.0f} s)", flush=True)
        for row in rows:
            print(f"  {row.contender:31} {row.note or f'{1000 * row.seconds:,.1f} ms, {row.runs} runs'}", flush=True)
            wrong += bool(row.note and not row.cut)
        if write:  # each time: who stops the bench early keeps what there is
            RESULTS.write_text(report(measured, missing, arguments.limit), encoding="utf-8")
    starter.close()
    print(f"Written: {RESULTS}" if write else report(measured, missing, arguments.limit))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
