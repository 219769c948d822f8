"""functionConfig from the command line, `--config FILE` or `--set key=value`, and reading it wherever it is from."""

from __future__ import annotations

from yurt_hostnet.config.config import Config, ConfigError
from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.resource_list import RepeatedKeys, parse_objects
from yurt_hostnet.textedit.errors import InputError, together
from yurt_hostnet.validators.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def read_settings(file: str, settings: Mapping[str, str]) -> object:
    """Return functionConfig, to be read by `configured`: the object in `file`, or `settings`; None without both.

    Raises ConfigError where both are given, the file cannot be read or does not hold one object.
    """
    if file and settings:
        raise ConfigError("--config and --set exclude each other. Put the settings into the file.")
    if settings:
        return {"apiVersion": "v1", "kind": "ConfigMap", "data": dict(settings)}
    if not file:
        return None
    try:
        with open(file, "rb") as stream:
            text = stream.read()
    except OSError as error:
        raise ConfigError(f"The configuration cannot be read: {error.strerror}.", file=file) from None
    try:
        objects = parse_objects(text, file)
    except InputError as error:
        raise ConfigError(error.message, (), error.line, error.file) from None
    if len(objects) != 1:
        raise ConfigError(f"The configuration holds {len(objects)} objects. Give one YurtHostNet.", file=file)
    return objects[0]


def configured(given: object) -> Config:
    """Return the Config of a functionConfig: an object of a file, or plain data as a host sends it; None has none.

    Raises ConfigError, with the line of the field if it stands in a file.
    """
    if given is None:  # the common case, which needs no grammar
        return Config()
    from yurt_hostnet.config.load import load_config

    if not isinstance(given, KubeObject):
        return load_config(given, RULES, given.duplicates if isinstance(given, RepeatedKeys) else ())
    try:
        return load_config(given.data, RULES, given.duplicate_keys)
    except ConfigError as error:
        mistakes = [each for each in error.every() if isinstance(each, ConfigError)]
        placed = [ConfigError(each.message, each.path, given.line_of(each.path), given.input.file) for each in mistakes]
        raise together(placed) from None
