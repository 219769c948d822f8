"""Where an object begins is told without reading it, and told as reading it would."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.source import Source
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.read.locate import first_key, locate

KNOWN = {
    "at once": "kind: A\nb: c\n",
    "behind a marker": "---\nkind: A\n",
    "behind a marker with a comment": "--- # one\nkind: A\n",
    "behind comments": "# a\n\n  # b\n  kind:\n    a: b\n",
    "CRLF": "---\r\n# a\r\nkind: A\r\n",
    "no line feed at the end": "# a\nkind: A",
}
IN_DOUBT = {
    "JSON": '{"kind": "A"}\n',
    "a quoted key": '"kind": A\n',
    "on the marker's line": "--- {kind: A}\n",
    "an anchor": "&a\nkind: A\n",
    "a tag": "!!map\nkind: A\n",
    "a directive": "%YAML 1.1\n---\nkind: A\n",
    "a comment that ends at NEL": "# a\x85kind: A\n",
    "a comment that ends at a carriage return": "# a\rkind: A\n",
    "null": "# a\nnull\n",
    "nothing": "# a\n",
}


def item_of(text: str) -> KubeObject:
    raw = text.encode()
    (span,) = split_documents(raw)
    return KubeObject(Source(raw), span)


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN)
def test_the_first_key_is_where_the_root_begins(text: str) -> None:
    item = item_of(text)
    assert item.root is not None
    assert first_key(item.input.text, item.span.start, item.span.end) == item.byte_of(locate(item.root, ()))


@pytest.mark.parametrize("text", IN_DOUBT.values(), ids=IN_DOUBT)
def test_in_doubt_the_text_is_read(text: str) -> None:
    item = item_of(text)
    assert first_key(item.input.text, item.span.start, item.span.end) is None
