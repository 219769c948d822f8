"""The command line: options in, exit code out; the only place that reads stdin and writes stdout and stderr."""

from __future__ import annotations

import os
import sys

from yurt_hostnet.hosts.options import BAD_INPUT, DONE, FAILED, Options, Response
from yurt_hostnet.terminal import note, told, write_out
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.commands.writing.report_file import ReportFile
    from yurt_hostnet.krm.result import Severity

COMMANDS: dict[str, str] = {
    "baseline": "yurt_hostnet.commands.baseline",
    "check": "yurt_hostnet.commands.check",
    "fix": "yurt_hostnet.commands.fix",
    "explain": "yurt_hostnet.commands.explain",
    "rules": "yurt_hostnet.commands.rules",
    "schema": "yurt_hostnet.commands.schema",
    "init": "yurt_hostnet.commands.init",
    "doctor": "yurt_hostnet.commands.doctor",
}
"""Subcommand -> module with a function `run(options) -> exit code`."""

OUT_OF_MEMORY = "The input needs more memory than there is. Raise the memory limit, or split the package."
TOO_DEEP = "The input is nested deeper than can be read. Write it flatter."


def run(argv: list[str]) -> int:
    """Run the command with `argv` (without the program's name) and return its exit code."""
    try:
        return _run(argv)
    except InputError as error:
        failed = error
    except MemoryError:
        failed = InputError(OUT_OF_MEMORY)
    except RecursionError:
        failed = InputError(TOO_DEEP)
    failed.__traceback__ = None  # first of all, what was read is let go
    return fail(argv, failed, BAD_INPUT)


def fail(argv: list[str], error: InputError, code: int, trace: str = "") -> int:
    """Tell why a run stopped, on stderr behind `trace`, in the report, and to Helm 4. Return `code`, 0 for Helm 4."""
    from yurt_hostnet.commands.failure import failed_run

    command = argv[0] if argv and argv[0] in COMMANDS else ""
    options = Options()
    options.helm4 = not command and "--helm4" in argv
    return _answer(*failed_run(command, argv, error, code, trace), options)


def _run(argv: list[str]) -> int:
    if argv and argv[0] in COMMANDS:
        return _command(argv)
    if argv[:1] == ["help"] or "-h" in argv or "--help" in argv:
        from yurt_hostnet.help import HELP

        return _print(HELP)
    if "-V" in argv or "--version" in argv:
        from yurt_hostnet import __version__

        return _print(f"yurt-hostnet {__version__}\n")
    options = _parse(argv)
    if sys.stdin is not None and sys.stdin.isatty():
        from yurt_hostnet.help import HELP

        return _print(HELP)
    report_file = None
    if options.report:  # looked at before anything is read
        from yurt_hostnet.commands.writing.report_file import ReportFile as _ReportFile

        report_file = _ReportFile(argv, stdin=True)
    return _answer(_filter(_read(), options), report_file, options)


def _read() -> bytes:
    """Return what stdin holds. Raises InputError where it is closed or cannot be read."""
    if sys.stdin is None:
        raise InputError("Standard input is closed. Pipe manifests or a ResourceList in.")
    if hasattr(os, "set_blocking"):
        for descriptor in (0, 1):  # a pause of the other side must not read as the end, nor stop the output
            try:
                os.set_blocking(descriptor, True)
            except OSError:
                continue
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise InputError(f"Standard input cannot be read: {error.strerror or error}.") from None


def _command(argv: list[str]) -> int:
    """Run a subcommand, which does its own writing. Raises InputError."""
    from importlib import import_module

    from yurt_hostnet.commands.asked import Asked
    from yurt_hostnet.commands.writing.same_file import require_other_stream

    require_other_stream(Asked(argv[1:]).inputs)
    return int(import_module(COMMANDS[argv[0]]).run(argv[1:]))


_FLAGS = {"-v": "--verbose", "--verbose": "--verbose", "--helm4": "--helm4", "--allow-empty": "--allow-empty"}
_OPTIONS = ("--baseline", "--config", "--fail-on", "--report", "--set")
_SEE = "See yurt-hostnet --help."


def _parse(argv: list[str]) -> Options:
    """Read the filter's options.

    Raises InputError for one that does not exist, lacks its value, is empty, stands twice or would do nothing.
    """
    options = Options()
    if not argv:
        return options
    from yurt_hostnet.hosts import option_errors

    rest = list(argv)
    given: set[str] = set()
    pairs: list[tuple[str, str]] = []
    while rest:
        name, mark, value = rest.pop(0).partition("=")
        full = _FLAGS.get(name, name)
        if full in given and full != "--set":
            raise option_errors.twice(name, _SEE)
        given.add(full)
        if name in _FLAGS:
            if mark:
                raise option_errors.takes_no_value(name, value, _SEE)
            setattr(options, full[2:].replace("-", "_"), True)
        elif name in _OPTIONS:
            if not mark:
                if not rest or (rest[0].startswith("-") and rest[0] != "-"):
                    raise InputError(f"The option {name} needs a value. {_SEE}")
                value = rest.pop(0)
            if not value:
                raise option_errors.empty(name, _SEE)
            if name == "--set":
                pairs.append(option_errors.setting(value))
            else:
                _set(options, name, value)
        elif name in COMMANDS:
            raise InputError(f"The command comes first: yurt-hostnet {name} [options]. See yurt-hostnet {name} --help.")
        else:
            raise InputError(_unknown(name))
    options.settings = option_errors.settings(pairs)
    option_errors.require_one_limit(options.settings, options.fail_on)
    if options.allow_empty and not options.baseline:
        raise InputError("--allow-empty accepts a --baseline without entries, and there is none. Leave it out.")
    return options


def _set(options: Options, name: str, value: str) -> None:
    if name == "--baseline":
        options.baseline = value
    elif name == "--config":
        options.config_file = value
    elif name == "--report":
        options.report = value
    else:
        severities: dict[str, Severity] = {"error": "error", "warning": "warning"}
        if value.lower() not in severities:
            raise InputError(f"--fail-on takes error or warning, not {value!r}.")
        options.fail_on = severities[value.lower()]


def _unknown(name: str) -> str:
    import difflib

    options = [*_OPTIONS, *(flag for flag in _FLAGS if flag.startswith("--")), "--help", "--version"]
    near = difflib.get_close_matches(name, [*sorted(options), *COMMANDS], 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"There is no option or command {name!r}.{hint} {_SEE}"


def _filter(text: bytes, options: Options) -> Response:
    """Send the input through the door that fits it."""
    if not text.isascii():
        from yurt_hostnet.hosts.encoding import require_utf8

        require_utf8(text)
    if options.config_file or options.settings:
        from yurt_hostnet.hosts.settings import read_settings  # hosts send it with the list

        options.config = read_settings(options.config_file, options.settings)
    options.tells_infos = options.verbose or bool(options.report)
    from yurt_hostnet.krm.resource_list import is_resource_list

    if is_resource_list(text):
        from yurt_hostnet.hosts import resource_list
        from yurt_hostnet.krm.resource_list import parse_resource_list

        found = parse_resource_list(text)
        if found is not None:
            return resource_list.serve(found, options)
    from yurt_hostnet.hosts import manifests

    return manifests.serve(text, options)


def _answer(response: Response, report_file: ReportFile | None, options: Options) -> int:
    """Write the response where it belongs and return the exit code."""
    message = _message(response, options)
    code = response.code
    if report_file is not None:
        try:
            report_file.write_response(response)
        except InputError as error:
            also = told(str(error))
            message, code = message if also in message else message + also, code or BAD_INPUT
    stdout = response.stdout
    if options.helm4 and code != DONE:
        from yurt_hostnet.hosts.helm4 import refusal
        from yurt_hostnet.report.characters import log_text

        stdout, code = [refusal(log_text(message))], DONE
    elif code != DONE and response.code == DONE:
        stdout = []
    note(message)
    return write_out(stdout, code)


def _message(response: Response, options: Options) -> str:
    """Return what stderr says."""
    if response.error:
        return response.trace + told(response.error)
    if not any(options.verbose or result.severity != "info" for result in response.results):
        return ""
    from yurt_hostnet.report.text import findings, wants_colour

    shown = sys.stderr is not None and sys.stderr.isatty() and not options.helm4
    colour = shown and wants_colour(sys.stderr, os.environ)
    end = "Nothing was edited." if response.code == FAILED and response.transform else ""
    return findings(response.results, verbose=options.verbose, colour=colour, fail_on=response.fail_on, end=end)


def _print(text: str) -> int:
    return write_out([text.encode()], DONE)
