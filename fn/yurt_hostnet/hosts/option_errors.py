"""Options that are given wrongly: one sentence for each way, the same in the filter and in the commands.

An option that is empty, stands twice or changes nothing is more often an unset variable of CI than a wish,
and a run that passes because of it has not looked at what it was asked to look at.
"""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

EMPTY_IS_A_VALUE = ("isolate",)
"""Keys of --set whose empty list says something else than leaving them out."""


def empty(name: str, see: str) -> InputError:
    """Return the error for an option without content; `see` names the help to look into."""
    if name == "--baseline":
        return InputError(f"--baseline names a file, not nothing. {see}")
    return InputError(f"The option {name} is empty. Give it a value or leave it out; is a variable unset? {see}")


def twice(name: str, see: str) -> InputError:
    """Return the error for an option that stands twice."""
    return InputError(f"The option {name} is given twice, and only one can count. Give it once. {see}")


def takes_no_value(name: str, value: str, see: str) -> InputError:
    """Return the error for a flag that was given a value."""
    return InputError(f"The option {name} takes no value, but it was given {value!r}. Write {name} alone. {see}")


def setting(text: str) -> tuple[str, str]:
    """Return key and value of `--set TEXT`. Raises InputError for what has none, or an empty one."""
    key, mark, value = text.partition("=")
    if not mark or not key:
        raise InputError(f"--set takes key=value, not {text!r}, as in --set exclude=NonHostNetwork.")
    if not value.strip() and key not in EMPTY_IS_A_VALUE:
        message = f"--set {key}= has no value. Give it one or leave it out; is a variable unset?"
        raise InputError(message)
    return key, value


def settings(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return what several --set say together. Raises InputError for a key that stands twice."""
    found: dict[str, str] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"--set {key} is given twice, and only one can count. Give it once.")
        found[key] = value
    return found


def require_one_limit(given: Mapping[str, str], fail_on: str | None) -> None:
    """Raise InputError where --fail-on and --set failOn= are both given."""
    if fail_on is not None and "failOn" in given:
        raise InputError("--fail-on and --set failOn= say the same, and only one can count. Give one of them.")
