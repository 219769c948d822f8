"""Options and Response: what a host door is given beside the input, and what it gives back."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.krm.input import Piece
    from yurt_hostnet.krm.result import Result, Severity

DONE, FAILED, BAD_INPUT, BUG = 0, 1, 2, 3
"""Exit codes: done; an error result; bad input or configuration; a bug of ours."""


class Options:
    """What the command line says: configuration, failOn, Helm 4's ways, --baseline ("" without), whether infos show.

    `config` is functionConfig as plain data or as the KubeObject of a file, None without; see settings.configured.
    `allow_empty` accepts a --baseline without entries.
    """

    __slots__ = ("allow_empty", "baseline", "config", "fail_on", "helm4", "tells_infos")

    def __init__(
        self, config: object = None, fail_on: Severity | None = None, helm4: bool = False, baseline: str = ""
    ) -> None:
        self.allow_empty = False
        self.baseline = baseline
        self.config = config
        self.fail_on = fail_on
        self.helm4 = helm4
        self.tells_infos = True


class Response:
    """What goes out: pieces of stdout, results for stderr and reports, a sentence for a fatal error, the exit code.

    With a fatal error, its result is the only one, and `trace` a traceback to tell in front of it. `transform` says
    whether edits were wanted, which a failed run does not make.
    """

    __slots__ = ("code", "error", "fail_on", "results", "stdout", "trace", "transform")

    def __init__(
        self,
        code: int,
        stdout: Sequence[Piece],
        results: list[Result] | None = None,
        error: str = "",
        fail_on: Severity = "error",
        transform: bool = False,
        trace: str = "",
    ) -> None:
        self.code = code
        self.stdout = stdout
        self.results = results or []
        self.error = error
        self.fail_on: Severity = fail_on
        self.trace = trace
        self.transform = transform
