"""The configuration of a subcommand: from its options, else from the package's own YurtHostNet."""

from __future__ import annotations

from yurt_hostnet.commands.discovery.files import STDIN
from yurt_hostnet.config.config import CHECK, GROUP, KIND, ConfigError
from yurt_hostnet.hosts.option_errors import require_one_limit, settings
from yurt_hostnet.hosts.settings import configured, read_settings
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError, raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from yurt_hostnet.commands.discovery.files import Files
    from yurt_hostnet.config.config import Config, Mode
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package


def package_config(files: Files, package: Package, options: Namespace, mode: Mode) -> Config:
    """Return the configuration for `mode` of the objects of `files`, which are `package`.

    A mode that functionConfig names is not looked at.

    --config or --set count before what the package holds: its YurtHostNet objects, or the
    functionConfig of a ResourceList that comes alone. Raises ConfigError where several objects of the
    package ask for different things.
    """
    given_settings = settings(options.set)
    require_one_limit(given_settings, options.fail_on)
    if "mode" in given_settings:
        raise InputError("--set mode= changes nothing here, since the command is the mode. Leave it out.")
    given = read_settings(options.config, given_settings)
    config = _own(files, package, mode) if given is None else configured(given)
    config.mode = mode
    if options.fail_on is not None:
        config.fail_on = options.fail_on
    return config


def told_config(files: Files, package: Package, options: Namespace) -> str:
    """Return the line that says what the package's own configuration changes in this run; "" where it has none.

    Whoever writes the manifests writes that as well: a run for people who do not trust them shows it, or
    is given a configuration of its own.
    """
    if options.config or options.set:
        return ""
    place, config = _found(files, package)
    changes = _changes(config)
    if not changes:
        return ""
    told = f"{place} is configuration of the package itself and counts here; it sets {'; '.join(changes)}."
    return f"yurt-hostnet: {one_line(told)} --config FILE would count instead.\n"


def _found(files: Files, package: Package) -> tuple[str, Config]:
    """Return where the package's own configuration stands, and what it says; "" and the defaults without one."""
    if len(files.sources) == 1 and files.sources[0].function_config is not None:
        path = files.sources[0].path
        return f"The functionConfig of {'standard input' if path == STDIN else path}", _own(files, package, CHECK)
    for item in package.mentioning(KIND.encode()):
        if item.kind == KIND and item.group == GROUP:
            place = f"{item.origin.file}:{item.origin.line}" if item.origin.file else "standard input"
            return f"{item.ref} ({place})", configured(item)
    return "", configured(None)


_FIELDS = {
    "exclude": "exclude",
    "isolate": "infrastructure.isolate",
    "extra": "infrastructure.extra",
    "pools": "pools",
    "pool_label": "poolLabel",
    "pod_templates": "podTemplates",
    "baseline": "baseline",
}
"""Attributes of Config that are told by the name of their field alone."""


def _changes(config: Config) -> list[str]:
    """Return what a configuration changes, rules first."""
    out = []
    for setting in config.rules:
        if setting.severity is not None:
            out.append(f"rule {setting.rule} to {setting.severity}")
        if setting.exceptions:
            out.append(f"exceptions of rule {setting.rule}: {', '.join(map(str, setting.exceptions))}")
    if config.keep:
        out.append(f"infrastructure.keep: {', '.join(map(str, config.keep))}")
    usual = configured(None)
    if config.fail_on != usual.fail_on:
        out.append(f"failOn to {config.fail_on}")
    out += [told for name, told in _FIELDS.items() if getattr(config, name) != getattr(usual, name)]
    return out


def _own(files: Files, package: Package, mode: Mode) -> Config:
    if len(files.sources) == 1 and files.sources[0].function_config is not None:
        return configured(files.sources[0].function_config)
    found: list[tuple[KubeObject, Config]] = []
    mistakes: list[InputError] = []
    for item in package.mentioning(KIND.encode()):
        if item.kind == KIND and item.group == GROUP:
            try:
                config = configured(item)
            except InputError as error:
                mistakes += error.every()
                continue
            config.mode = mode
            found.append((item, config))
    raise_all(mistakes)
    if not found:
        return configured(None)
    first = found[0][1]
    other = next((item for item, config in found if config != first), None)
    if other is not None:
        places = " and ".join(f"{item.origin.file}:{item.origin.line}" for item in (found[0][0], other))
        message = f"The {KIND} objects of this package differ ({places}). Name the one that counts with --config."
        raise ConfigError(message)
    return first
