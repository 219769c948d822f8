"""Asks the oracle, a Go program made of OpenYurt's and Kubernetes' own code (see main.go)."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = Path(os.environ.get("ORACLE", ROOT / ".cache" / "oracle" / "oracle"))
OLDER = PROGRAM.with_name("older")
"""The same of older code, see older/main.go."""
REQUIRED = os.environ.get("ORACLE_REQUIRED") == "1"


class Oracle:
    """One running oracle; questions go in and answers come out in order."""

    def __init__(self, program: Path = PROGRAM) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to one question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, **fields}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the oracle has died"
        answer: dict[str, Any] = json.loads(line)
        assert "fault" not in answer, answer["fault"]
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        assert self.process.wait(10) == 0
        self.process.stdout.close()
