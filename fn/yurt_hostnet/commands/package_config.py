"""The configuration of a subcommand: from its options, else from the package's own YurtHostNet."""

from __future__ import annotations

from yurt_hostnet.config.config import GROUP, KIND, ConfigError
from yurt_hostnet.hosts.option_errors import require_one_limit, settings
from yurt_hostnet.hosts.settings import configured, read_settings
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from yurt_hostnet.commands.files import Files
    from yurt_hostnet.config.config import Config, Mode
    from yurt_hostnet.krm.kube_object import KubeObject


def package_config(files: Files, options: Namespace, mode: Mode) -> Config:
    """Return the configuration for `mode`; a mode that functionConfig names is not looked at.

    --config or --set count before what the package holds: its YurtHostNet objects, or the
    functionConfig of a ResourceList that comes alone. Raises ConfigError where several objects of the
    package ask for different things.
    """
    given_settings = settings(options.set)
    require_one_limit(given_settings, options.fail_on)
    if "mode" in given_settings:
        raise InputError("--set mode= changes nothing here, since the command is the mode. Leave it out.")
    given = read_settings(options.config, given_settings)
    config = _own(files, mode) if given is None else configured(given)
    config.mode = mode
    if options.fail_on is not None:
        config.fail_on = options.fail_on
    return config


def _own(files: Files, mode: Mode) -> Config:
    if len(files.sources) == 1 and files.sources[0].function_config is not None:
        return configured(files.sources[0].function_config)
    found: list[tuple[KubeObject, Config]] = []
    mistakes: list[InputError] = []
    for source in files.sources:
        for item in source.input.mentioning((KIND.encode(),)):
            if item.kind == KIND and item.group == GROUP:
                try:
                    config = configured(item)
                except InputError as error:
                    mistakes += error.every()
                    continue
                config.mode = mode
                found.append((item, config))
    if mistakes:
        for each in mistakes:
            each.more = []
        mistakes[0].more = mistakes[1:]
        raise mistakes[0]
    if not found:
        return configured(None)
    first = found[0][1]
    other = next((item for item, config in found if config != first), None)
    if other is not None:
        places = " and ".join(f"{item.origin.file}:{item.origin.line}" for item in (found[0][0], other))
        message = f"The {KIND} objects of this package differ ({places}). Name the one that counts with --config."
        raise ConfigError(message)
    return first
