"""The traceback of a bug: as Python prints it, each message on one line that is safe to print, and not too long."""

from __future__ import annotations

import pytest

from yurt_hostnet.report.trace import LONGEST, cause, trace


def first() -> None:
    raise KeyError("first")


def second(message: str) -> None:
    try:
        first()
    except KeyError as error:
        raise ValueError(message) from error


def raised(message: str) -> BaseException:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - any message
        second(message)
    return caught.value


def test_a_cause_is_one_line() -> None:
    assert cause(raised("of\n  the \x1b[31minput")) == "ValueError: of the \\x1b[31minput"


@pytest.mark.parametrize(
    ("length", "expected"), [(LONGEST - 12, "x" * (LONGEST - 12)), (LONGEST, "x" * (LONGEST - 12) + "...")]
)
def test_a_cause_is_not_too_long(length: int, expected: str) -> None:
    assert cause(raised("x" * length)) == f"ValueError: {expected}"


def test_a_trace_is_pythons_with_safe_messages() -> None:
    lines = trace(raised("a\n::error::b\x07")).splitlines()
    this = f'  File "{__file__}", line '
    frames = [line for line in lines if line.startswith("  File ")]
    assert all(frame.startswith(this) for frame in frames)
    assert [frame.rpartition(" ")[2] for frame in frames] == ["second", "first", "raised", "second"]
    assert [line for line in lines if line and not line.startswith("  ")] == [
        "Traceback (most recent call last):",
        "KeyError: 'first'",
        "The above exception was the direct cause of the following exception:",
        "Traceback (most recent call last):",
        "ValueError: a ::error::b\\x07",
    ]
    assert '    raise KeyError("first")' in lines
