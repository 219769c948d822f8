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
    """What the command line says: configuration, failOn, Helm 4's ways, --baseline and --report ("" without).

    `config` is functionConfig as plain data or as the KubeObject of a file, None without; see settings.configured. It
    comes from `config_file` or `settings`, or with a ResourceList. `allow_empty` accepts a --baseline without entries,
    `tells_infos` says whether anybody will see an info, `verbose` that standard error tells them.
    """

    __slots__ = (
        "allow_empty", "baseline", "config", "config_file", "fail_on", "helm4", "report", "settings", "tells_infos",
        "verbose",
    )  # fmt: skip

    def __init__(self, config: object = None) -> None:
        self.allow_empty = False
        self.baseline = ""
        self.config = config
        self.config_file = ""
        self.fail_on: Severity | None = None
        self.helm4 = False
        self.report = ""
        self.settings: dict[str, str] = {}
        self.tells_infos = True
        self.verbose = False


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
