"""Arguments of the subcommands: argparse, with the options they share and our sentences for mistakes."""

from __future__ import annotations

import argparse
import os
from difflib import get_close_matches

from yurt_hostnet.commands.option_or_file import refuse_files_like_options
from yurt_hostnet.hosts import option_errors
from yurt_hostnet.report.formats import format_of
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from yurt_hostnet.krm.result import Severity


class _Once(argparse.Action):
    """Stores the value of an option, or that a flag is there; a second time it raises InputError."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Store the value; argparse calls this for every option and operand that it meets."""
        if option is not None and isinstance(parser, Parser):
            parser.require_filled(values, option)
            parser.require_first(self.dest, option)
        setattr(namespace, self.dest, self.const if self.nargs == 0 else values)


class _Append(_Once):
    """Stores the values of an option that may stand several times, as a list."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Add the value to the list."""
        if option is not None and isinstance(parser, Parser):
            parser.require_filled(values, option)
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), values])


class _Flag(_Once):
    """An option without a value."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, const=True, default=False, help=help)


class Parser(argparse.ArgumentParser):
    """The parser of one subcommand. What it cannot read raises InputError, so the exit code is 2.

    An option that is empty or stands twice is a mistake; only --set may stand twice, with another key.
    """

    def __init__(self, command: str, operands: str, description: str) -> None:
        self._takes_files = bool(operands)
        super().__init__(
            prog=f"yurt-hostnet {command}",
            usage=f"yurt-hostnet {command} [options]{operands and ' '}{operands}",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._given: set[str] = set()
        for action, own in ((None, _Once), ("append", _Append), ("store_true", _Flag)):
            self.register("action", action, own)

    def add_argument(self, *names: str, **settings: Any) -> argparse.Action:
        """Add an option or operand; the value of an option must not be empty."""
        if names[0].startswith("-") and settings.get("action") in (None, "append"):
            settings["type"] = _unless_empty(settings.get("type", str))
        return super().add_argument(*names, **settings)

    def has_option(self, option: str) -> bool:
        """Tell whether the parser knows an option."""
        return option in self._option_string_actions

    def require_filled(self, value: object, option: str) -> None:
        """Raise InputError for the value of an option that is empty."""
        if value == "":
            raise option_errors.empty(option, self._see)

    def require_first(self, dest: str, option: str) -> None:
        """Raise InputError if the option, in any spelling, was there before."""
        if dest in self._given:
            raise option_errors.twice(option, self._see)
        self._given.add(dest)

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the arguments read; operands may stand before, behind and between options."""
        self._given.clear()
        if self._takes_files:
            refuse_files_like_options(arguments)
        try:
            known, rest = self.parse_known_args(list(arguments))
        except argparse.ArgumentError as error:
            if (flag := self._flag_with_value(arguments)) is not None:
                raise option_errors.takes_no_value(*flag, self._see) from None
            raise InputError(f"The option {error.argument_name} is wrong: {error.message}. {self._see}") from None
        for word in rest:
            if word.startswith("-") and word != "-":
                raise InputError(self._unknown(word))
        if rest and not hasattr(known, "paths"):
            raise InputError(f"{self.prog} takes no {rest[0]!r}. {self._see}")
        if rest:
            known.paths += rest
        if "" in getattr(known, "paths", ()) or getattr(known, "rule", None) == "":
            raise InputError(f"An operand of {self.prog} is empty. Is a variable unset? {self._see}")
        return known

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse says that it never returns
        """Raise InputError for what argparse itself finds wrong."""
        raise InputError(f"{message[:1].upper()}{message[1:]}. {self._see}")

    def need_paths(self, options: argparse.Namespace) -> list[str]:
        """Return the operands; raise InputError if there are none."""
        paths: list[str] = options.paths
        if not paths and os.environ.get("PRE_COMMIT"):
            raise InputError(
                f"{self.prog} needs files or directories. pre-commit gives the hook none: name the package's folder "
                "in args, at the end, as in args: [--baseline, git:HEAD, deploy]."
            )
        if not paths:
            raise InputError(f"{self.prog} needs files or directories. {self._see}")
        return paths

    @property
    def _see(self) -> str:
        return f"See {self.prog} --help."

    def _flag_with_value(self, arguments: Sequence[str]) -> tuple[str, str] | None:
        """Return the first flag that was given a value by an equals sign, and the value."""
        for word in arguments:
            name, mark, value = word.partition("=")
            action = self._option_string_actions.get(name)
            if mark and action is not None and action.nargs == 0:
                return name, value
        return None

    def _unknown(self, word: str) -> str:
        name = word.partition("=")[0]
        options = [option for option in self._option_string_actions if option.startswith("--")]
        near = get_close_matches(name, options, 1)
        guess = f" Did you mean {near[0]}?" if near else ""
        return f"{self.prog} has no option {name!r}.{guess} {self._see}"


def _unless_empty(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return `read` for values that are not empty; those are refused later, as argparse reads defaults so as well."""
    return lambda value: read(value) if value else value


def one_of(option: str, words: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of one of `words`; another word raises InputError."""

    def read(word: str) -> str:
        if word not in words:
            near = get_close_matches(word, words, 1)
            guess = f" Did you mean {near[0]}?" if near else ""
            raise InputError(f"{option} takes {', '.join(words[:-1])} or {words[-1]}, not {word!r}.{guess}")
        return word

    return read


def add_paths(parser: Parser, text: str) -> None:
    """Add the operands: files and directories, as `paths`."""
    parser.add_argument("paths", nargs="*", metavar="FILES|DIRS", help=text)


def add_exclude(parser: Parser) -> None:
    """Add --exclude, as the list `exclude`."""
    parser.add_argument(
        "--exclude",
        metavar="GLOB",
        action="append",
        default=[],
        help="pass over what a pattern as in .gitignore matches in the directories, such as tests/; may be repeated",
    )


def add_allow_empty(parser: Parser) -> None:
    """Add --allow-empty, as `allow_empty`; once, for whatever part of a command asks for it."""
    if parser.has_option("--allow-empty"):
        return
    parser.add_argument(
        "--allow-empty",
        action="store_true",
        help="accept an input without Kubernetes objects, or a baseline without entries",
    )


def add_report(parser: Parser) -> None:
    """Add --report, whose suffix is looked at before anything is done."""
    parser.add_argument(
        "--report",
        metavar="FILE",
        type=_report_file,
        help="write the findings to a file as well, in the format of its suffix",
    )


def add_settings(parser: Parser) -> None:
    """Add the options that make the configuration: --config, --set, --fail-on, --baseline; and -v."""
    parser.add_argument(
        "--config", metavar="FILE", default="", help="functionConfig; else the package's own YurtHostNet"
    )
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        type=option_errors.setting,
        help="one field of functionConfig, flat",
    )
    parser.add_argument("--fail-on", metavar="SEVERITY", type=_severity, help="error (the default) or warning")
    parser.add_argument(
        "--baseline",
        metavar="FILE|git:REV",
        default="",
        help="compare with the state before an edit: a HostNetBaseline, manifests, or these files at a git revision",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show infos too")


def _report_file(file: str) -> str:
    format_of(file)
    return file


def _severity(text: str) -> Severity:
    severities: dict[str, Severity] = {"error": "error", "warning": "warning"}
    if text.lower() not in severities:
        raise InputError(f"--fail-on takes error or warning, not {text!r}.")
    return severities[text.lower()]
