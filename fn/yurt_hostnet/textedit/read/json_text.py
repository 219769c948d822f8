"""Read JSON that stands in a text, such as an annotation: nothing for what is no JSON, or nested too deeply."""

from __future__ import annotations

import json

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_json(text: str) -> Any:
    """Return the data of a JSON text; None for null, for what is not JSON and for nesting beyond MAX_DEPTH."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # how deep json reads differs from Python to Python
        return None
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        level = [value for value in level if isinstance(value, dict | list)]
        if not level:
            return data
        level = [child for value in level for child in (value.values() if isinstance(value, dict) else value)]
    return None
