"""The report formats, in one dict, and what each of them is given: a Report."""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, is_as_bad
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.krm.result import Result, Severity

FORMATS: dict[str, tuple[str, str]] = {
    "text": ("yurt_hostnet.report.text", "render"),
    "json": ("yurt_hostnet.report.json_report", "render"),
    "sarif": ("yurt_hostnet.report.sarif", "render"),
    "junit": ("yurt_hostnet.report.junit", "render"),
    "github": ("yurt_hostnet.report.github", "render"),
    "krm": ("yurt_hostnet.report.krm", "render"),
}
"""Name -> module and its function, Report -> text. A module is imported when its format is asked for."""

SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".sarif": "sarif",
    ".sarif.json": "sarif",
    ".xml": "junit",
    ".yaml": "krm",
    ".yml": "krm",
}
"""End of a report file's name -> format."""


class RuleInfo:
    """What a report says of a rule: its id, default severity, one sentence and its whole documentation (Markdown)."""

    __slots__ = ("documentation", "id", "severity", "summary")

    def __init__(self, rule_id: str, severity: Severity, summary: str, documentation: str = "") -> None:
        self.id = rule_id
        self.severity: Severity = severity
        self.summary = summary
        self.documentation = documentation


class Report:
    """One run: its results, the rules that ran, and the mildest severity that fails it.

    `complete` is False where it stopped before anything was judged. `file` is what to name where a result has no file
    of its own, `root` the absolute path of the repository that files are in, "" if there is none.
    """

    __slots__ = ("complete", "fail_on", "file", "results", "root", "rules")

    def __init__(self, results: Iterable[Result], rules: Iterable[RuleInfo] = (), fail_on: Severity = ERROR) -> None:
        self.results = list(results)
        self.rules = list(rules)
        self.fail_on: Severity = fail_on
        self.complete = True
        self.file = ""
        self.root = ""

    def fails(self, result: Result) -> bool:
        """Whether `result` makes the run fail."""
        return is_as_bad(result.severity, self.fail_on)


def format_of(file: str) -> str:
    """Return the format that a report file's name asks for. Raises InputError for an unknown suffix."""
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        if file.lower().endswith(suffix):
            return SUFFIXES[suffix]
    known = ", ".join(f"{suffix} ({name})" for suffix, name in SUFFIXES.items())
    raise InputError(f"The name of the report file {file!r} does not tell its format. Let it end in one of {known}.")


def render(report: Report, name: str) -> str:
    """Return the report in the format `name`, a key of FORMATS; it ends in a newline or is empty."""
    from importlib import import_module

    module, function = FORMATS[name]
    text: str = getattr(import_module(module), function)(report)
    return text
