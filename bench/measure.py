"""Measures whole processes: a small server that is told what to run, so that the bench's own memory is not counted.

Linux counts the memory of whoever starts a process into that process's peak until it has called exec.
So a fresh interpreter that has imported next to nothing starts them; its own size is the least that can
be seen.

    python -S -E bench/measure.py    one JSON job a line on stdin, one JSON answer a line on stdout
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time


def run(job: dict[str, object]) -> dict[str, object]:
    """Run `argv` with `stdin` and `stdout` (files), `cwd` and `env`, killed after `limit` seconds of CPU time.

    Returns wall and cpu (seconds), rss (peak, bytes), code (exit code), cut (whether the limit was hit).
    """
    argv = [str(word) for word in job["argv"]]  # type: ignore[attr-defined]
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, str(job["stdin"]), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(job["stdout"]), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, str(job["stderr"]), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    limit = int(job["limit"])  # type: ignore[call-overload]
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))  # both: Go ignores the signal of the soft limit
    started = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, dict(job["env"]), file_actions=actions)  # type: ignore[call-overload]
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - started
    code = os.waitstatus_to_exitcode(status)
    return {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "rss": usage.ru_maxrss * 1024,
        "code": code,
        "cut": code in (-signal.SIGXCPU, -signal.SIGKILL),
    }


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(run(json.loads(line))) + "\n")
        sys.stdout.flush()
