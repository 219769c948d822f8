"""The guard's command line: python -m bench.guard [--accept]."""

from __future__ import annotations

import argparse
import sys

from bench.guard.figures import ACCEPTED, OTHER_MODULES, accept, grown, measure, read, shrunk, version


def main() -> int:
    """Measure, print every figure, and compare; exit 1 where something has grown or this Python has no figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.guard", description=__doc__)
    parser.add_argument("--accept", action="store_true", help="write the figures as the accepted ones of this Python")
    arguments = parser.parse_args()
    figures, others = measure()
    for title, units in figures.items():
        print(f"{title}: " + ", ".join(f"{unit} {figure:,}" for unit, figure in units.items()))
    print(f"{OTHER_MODULES}: {' '.join(others)}")
    if arguments.accept:
        accept(figures, others)
        print(f"Accepted for Python {version()}: {ACCEPTED}")
        return 0
    known = read().get(version())
    if known is None:
        print(f"No figures are accepted for Python {version()}: make guard-accept")
        return 1
    worse = grown(figures, known["figures"])
    if worse:
        new = sorted(set(others) - set(known[OTHER_MODULES]))
        worse += [f"New among the other modules: {' '.join(new)}."] if new else []
        print("Grown by more than a tenth:", *worse, "If it is worth it: make guard-accept", sep="\n  ")
        return 1
    better = shrunk(figures, known["figures"])
    if better:
        print("Smaller by more than a tenth; make guard-accept keeps it so:", *better, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
