"""Reading: what the tree of one object means, with its aliases written out."""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject


def read_tree(item: KubeObject) -> tuple[dict[str, Any], Reader]:
    """Return the plain data of an object, and what read it. Raises InputError for what is no object, or too much."""
    root = item.root
    reader = Reader(item.line_at)
    data = {} if root is None else item.in_file(lambda: reader.read(root))
    if root is not None and not isinstance(data, dict):
        from yurt_hostnet.textedit.read.locate import written

        shape = "a list" if isinstance(data, list) else f"the text {written(root, ())[:40]!r}"
        message = f"This is {shape}, not a Kubernetes object. Give an object with apiVersion and kind."
        raise InputError(message, item.line_at(root.start), item.input.file)
    if reader.added:
        from yurt_hostnet.krm import aliases

        aliases.of(item).count(item, reader.added)
    return data, reader
