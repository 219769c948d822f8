"""Runs yurt-hostnet with counters in it, once a request: a line of JSON in, a line of JSON out.

A request is {"arguments": […], "folder": PATH, "limit": N, "memory": BOOL, "says": TEXT}: the folder is the working
directory, and its file named `stdin` is standard input. The answer is {"code", "steps", "touched", "peak", "written",
"says", "stderr"}: `code` is null where the limit was passed, `peak` the most bytes of Python objects at one time (0
where not asked for), `written` the bytes on stdout, `says` whether stderr holds TEXT. Every request runs in a process
of its own, forked off this one, which has read and compiled all modules.
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
from contextlib import suppress
from importlib import import_module

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ("yurt_hostnet", "yaml", "ruamel", "jsonpatch", "jsonpointer", "difflib", "copy", "json")
"""Where work is counted: the program, and what it hands its input to."""


def load() -> None:
    """Compile and import the program and its libraries."""
    sys.path[0] = os.path.dirname(HERE)  # not this folder, whose modules are named as others are
    from growth.meter import install  # found from here on

    install(PACKAGES)
    import yurt_hostnet  # the counted one

    for module in pkgutil.walk_packages(yurt_hostnet.__path__, "yurt_hostnet."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name in ("yurt_hostnet.__main__", "ruamel.yaml", "jsonpatch", "difflib", "copy"):
        import_module(name)


def run(request: dict[str, object]) -> dict[str, object]:
    """Run the program in this process and return what it did."""
    import resource  # POSIX alone, as fork is

    from growth.meter import METER, TooMuch
    from yurt_hostnet.__main__ import main

    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    os.chdir(str(request["folder"]))
    os.dup2(os.open("stdin", os.O_RDONLY), 0)
    os.dup2(os.open("stdout", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(os.open("stderr", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    sys.argv = ["yurt-hostnet", *request["arguments"]]  # type: ignore[misc]
    METER.steps = METER.touched = 0
    METER.limit = int(str(request["limit"]))
    if request["memory"]:
        import tracemalloc

        tracemalloc.start()
    code: int | None = None
    with suppress(TooMuch):
        code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    counts = {"code": code, "steps": METER.steps, "touched": METER.touched, "peak": 0}
    if request["memory"]:
        counts["peak"] = tracemalloc.get_traced_memory()[1]
    with open("stderr", encoding="utf-8", errors="replace") as stream:
        stderr = stream.read()
    says = str(request["says"]) in stderr
    return {**counts, "written": os.path.getsize("stdout"), "says": says, "stderr": stderr[:1000]}


def serve() -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "r"), os.dup(1)
    load()
    for line in requests:
        child = os.fork()
        if not child:
            status = 1
            try:
                os.write(answers, json.dumps(run(json.loads(line))).encode() + b"\n")
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        if status:
            os.write(answers, json.dumps({"died": status}).encode() + b"\n")


if __name__ == "__main__":
    serve()
