"""Fuzz: `python -m fuzz [--minutes N] [--seed N] [--keep DIR] [TARGET...]`, each target for its part of the time.

With atheris installed the inputs follow the coverage of the program; without it they are drawn blindly. What
breaks is written to DIR, with the traceback on stderr, and the exit code is 1. Each input may take TIME seconds,
and each process MEMORY.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import re
import resource
import signal
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TIME = 10
MEMORY = 2 << 30
NAMES = ("split", "plain", "splice", "filter", "files")
KEEP = os.path.join(".cache", "fuzz")


def main() -> int:
    """Run each target in a process of its own, print how many inputs it had, and return 1 if one broke."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*NAMES, []], metavar="TARGET", help=", ".join(NAMES))
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--inputs", type=int, default=0, help="draw so many for each target, blindly: the same each time"
    )
    parser.add_argument("--keep", default=KEEP, help="where inputs that break something go")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.targets or list(NAMES)
    os.makedirs(options.keep, exist_ok=True)
    if options.one:
        return _one(names[0], options)
    broken = [name for name in names if not _child(name, options, options.minutes / len(names))]
    return 1 if broken else 0


def _child(name: str, options: argparse.Namespace, minutes: float) -> bool:
    """Run one target; return whether nothing broke."""
    command = [sys.executable, "-m", "fuzz", "--one", "--minutes", str(minutes), "--seed", str(options.seed)]
    command += ["--inputs", str(options.inputs)]
    start = time.monotonic()
    done = subprocess.run(
        [*command, "--keep", options.keep, name],
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    log = done.stderr.decode(errors="replace")
    counts = re.findall(r"number_of_executed_units: (\d+)", log) or ["?"]
    seconds = time.monotonic() - start
    outcome = "broken" if done.returncode else "nothing broke"
    sys.stdout.write(f"{name}: {counts[-1]} inputs in {seconds:.0f} s, {outcome}\n")
    sys.stdout.flush()
    if done.returncode:
        sys.stderr.write("".join(line for line in log.splitlines(keepends=True) if not line.startswith("#")))
    return done.returncode == 0


def _one(name: str, options: argparse.Namespace) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seconds, seed, keep = 60 * options.minutes, options.seed, options.keep
    if not options.inputs and importlib.util.find_spec("atheris") is not None:
        return _with_atheris(importlib.import_module("atheris"), name, seconds, seed, keep)
    return _blindly(name, seconds, seed, keep, options.inputs)


def _with_atheris(atheris: Any, name: str, seconds: float, seed: int, keep: str) -> int:
    with atheris.instrument_imports(include=["yurt_hostnet"]):
        from fuzz.targets import SIZE, TARGETS  # instrumented
    from fuzz.mutation import mutate
    from fuzz.seeds import seeds

    known = seeds()
    folder = os.path.join(keep, f"corpus-{name}")
    os.makedirs(folder, exist_ok=True)
    for number, text in enumerate(known):
        with open(os.path.join(folder, f"seed-{number}"), "wb") as stream:
            stream.write(text)

    def custom_mutator(data: bytes, max_size: int, number: int) -> bytes:
        rnd = Random(number)  # noqa: S311 - no secret
        if rnd.random() < 0.1:
            return bytes(atheris.Mutate(data, max_size))
        return mutate(rnd, bytes(data), known, max_size)

    options = [f"-max_total_time={int(seconds)}", f"-timeout={TIME}", f"-seed={seed}", f"-max_len={SIZE}"]
    options += [f"-rss_limit_mb={MEMORY >> 20}", f"-artifact_prefix={keep}{os.sep}{name}-", "-print_final_stats=1"]
    atheris.Setup(["fuzz", *options, folder], TARGETS[name], custom_mutator=custom_mutator)
    atheris.Fuzz()
    return 0


def _blindly(name: str, seconds: float, seed: int, keep: str, inputs: int) -> int:
    from fuzz.mutation import mutate
    from fuzz.seeds import seeds
    from fuzz.targets import TARGETS

    signal.signal(signal.SIGALRM, _too_long)
    end = time.monotonic() + seconds
    number = 0
    text = b""
    try:
        for text in drawn(Random(seed), seeds(), mutate):  # noqa: S311 - no secret
            number += 1
            if number > inputs if inputs else time.monotonic() > end:
                break
            signal.alarm(TIME)
            TARGETS[name](text)
    except BaseException:
        with open(os.path.join(keep, f"{name}-crash"), "wb") as stream:
            stream.write(text)
        raise
    finally:
        signal.alarm(0)
        sys.stderr.write(f"stat::number_of_executed_units: {number}\n")
    return 0


def drawn(rnd: Random, known: Sequence[bytes], mutate: Callable[[Random, bytes, Sequence[bytes]], bytes]) -> Any:
    """Yield the seeds, then for ever changed ones, and changed ones of those."""
    yield from known
    pool = list(known)
    while True:
        text = mutate(rnd, rnd.choice(pool), known)
        yield text
        if len(pool) < 2 * len(known):
            pool.append(text)
        elif rnd.random() < 0.1:
            pool[rnd.randrange(len(known), len(pool))] = text


def _too_long(_number: int, _frame: object) -> None:
    raise TimeoutError(f"one input took more than {TIME} seconds")


if __name__ == "__main__":
    sys.exit(main())
