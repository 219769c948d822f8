"""Results as a ResourceList carries them: plain data for one that came in, or a ResourceList of their own.

The shape is that of the KRM Functions Specification. kpt loses all results when one of them holds an
alias or a tag, so there is neither; and it shows the first few only, so errors come first.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import sort_results
from yurt_hostnet.report.characters import encodable, log_text, one_line
from yurt_hostnet.textedit.write.emit import Style, block_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Result
    from yurt_hostnet.report.formats import Report


def results_data(results: Iterable[Result]) -> Iterator[dict[str, Any]]:
    """Yield each of `results` as plain data that UTF-8 can hold, errors first.

    Messages, names and paths are each on one line without control characters, since kpt writes them to the terminal
    as they are (ResultItem.String in pkg/api/fnresult/v1/types.go). Values it does not show.
    """
    fields: dict[str, dict[str, Any]] = {}
    for result in sort_results(results):
        mark = repr((result.path, result.current, result.proposed))
        field = fields.get(mark)
        if field is None:
            field = _encodable_data(_on_one_line(result.field_data()))
            if len(fields) < _MOST:
                fields[mark] = field
        data = result.to_dict(field)
        data["message"] = encodable(one_line(data["message"]))
        for part in ("resourceRef", "file", "tags"):
            if part in data:
                data[part] = _encodable_data(_on_one_line(data[part]))
        yield data


def render(report: Report) -> str:
    """Return a ResourceList without items that carries the results of a report."""
    results = list(results_data(report.results))
    data = {"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [], "results": results}
    return log_text("\n".join(block_pairs(data, "", Style())) + "\n")  # YAML's double quotes know its escapes


_MOST = 256
"""So many fields are remembered, each one object for all results that have it: many edits add the same."""


def _on_one_line(part: dict[str, Any]) -> dict[str, Any]:
    return {
        key: one_line(value) if isinstance(value, str) and not key.endswith("Value") else value
        for key, value in part.items()
    }


def _encodable_data(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {_encodable_data(key): _encodable_data(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_encodable_data(item) for item in value]
    return value
