"""What doctor finds: each with its severity, and what to type."""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity


class Finding:
    """One finding: `check` names what was looked at, `command` is what to type, "" where nothing is to be done."""

    __slots__ = ("check", "command", "message", "severity")

    def __init__(self, check: str, severity: Severity, message: str, command: str = "") -> None:
        self.check = check
        self.severity = severity
        self.message = message
        self.command = command


def good(check: str, message: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(check, INFO, message)


def note_of(check: str, message: str, command: str) -> Finding:
    """Return a finding that the user should know of, though nothing is wrong here."""
    return Finding(check, INFO, message, command)


def doubt(check: str, message: str, command: str) -> Finding:
    """Return a finding about what may go wrong, though the function would run."""
    return Finding(check, WARNING, message, command)


def fault(check: str, message: str, command: str) -> Finding:
    """Return a finding about what keeps the function from running, or from doing its work."""
    return Finding(check, ERROR, message, command)
