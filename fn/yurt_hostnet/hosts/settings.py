"""functionConfig from the command line: `--config FILE` or `--set key=value`."""

from __future__ import annotations

from yurt_hostnet.krm.resource_list import parse_objects
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def read_settings(file: str, settings: Mapping[str, str]) -> object:
    """Return functionConfig as plain data: the object in `file`, or a ConfigMap of `settings`; None without both.

    Raises InputError where both are given, the file cannot be read or does not hold one object.
    """
    if file and settings:
        raise InputError("--config and --set exclude each other. Put the settings into the file.")
    if settings:
        return {"apiVersion": "v1", "kind": "ConfigMap", "data": dict(settings)}
    if not file:
        return None
    try:
        with open(file, "rb") as stream:
            text = stream.read()
    except OSError as error:
        raise InputError(f"The configuration cannot be read: {error.strerror}.", file=file) from None
    objects = parse_objects(text, file)
    if len(objects) != 1:
        raise InputError(f"The configuration holds {len(objects)} objects. Give one YurtHostNet.", file=file)
    return objects[0].data
