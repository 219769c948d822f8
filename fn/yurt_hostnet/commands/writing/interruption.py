"""Signals that end the program are held back while files are written, so that nothing half done stays."""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any

_NAMES = ("SIGHUP", "SIGINT", "SIGTERM")


class Interrupted(SystemExit):
    """A signal that came while files were written; the exit code is that of a shell for a program that it ended.

    `signal` is its name.
    """

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.signal = signal.Signals(number).name


class Interruption:
    """While it is entered, SIGHUP, SIGINT and SIGTERM raise Interrupted: at once, or (`held`) where `check` is called.

    A signal that is ignored stays so (nohup). Of several that are held, the first counts.
    """

    __slots__ = ("_before", "_held", "_number")

    def __init__(self, *, held: bool = False) -> None:
        self._before: dict[int, Any] = {}
        self._held = held
        self._number = 0

    def __enter__(self) -> Interruption:  # noqa: PYI034 - Self is of Python 3.11
        for name in _NAMES:
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                try:
                    self._before[number] = signal.signal(number, self._note)
                except ValueError:  # in a thread, which gets no signals
                    break
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        """Raise Interrupted if a signal came."""
        if self._number:
            raise Interrupted(self._number)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._number = self._number or number
        if not self._held:
            raise Interrupted(number)
