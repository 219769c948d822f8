"""Several mistakes of one run, told together: who mends the first should not meet the next only in the next run."""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class SeveralInputErrors(InputError):  # noqa: N818 - the plural is the point
    """Bad input in several places (exit code 2).

    `errors` are all of them, in order; message, line and file are those of the first, for who can tell one only.
    """

    def __init__(self, errors: Sequence[InputError]) -> None:
        first = errors[0]
        super().__init__(first.message, first.line, first.file)
        self.errors = tuple(errors)

    def __str__(self) -> str:
        """Return every sentence with its place, each on a line that begins as the first one will."""
        return "\nyurt-hostnet: ".join(map(str, self.errors))


def raise_all(errors: Sequence[InputError]) -> None:
    """Raise the errors as one, if there are any."""
    if len(errors) > 1:
        raise SeveralInputErrors(errors)
    if errors:
        raise errors[0]
