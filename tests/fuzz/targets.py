"""What is fuzzed, and what has to hold: each target takes any bytes and raises only if the program is wrong."""

from __future__ import annotations

import os
import tempfile
import zlib
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import jsonpatch
import yaml

from fuzz.reading import files
from fuzz.seeds import SEPARATOR
from properties.in_process import filtered
from properties.manifests import edits
from properties.plain_append import appends_alike
from properties.plain_reader import agrees
from properties.plain_yaml import compose, value
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.lists import is_whole
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.textedit.cut.split import BOM, Span, split_documents
from yurt_hostnet.textedit.cut.split_items import split_items
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.write.change import CannotChangeError, change_text
from yurt_hostnet.textedit.write.comments import lost_comments
from yurt_hostnet.textedit.write.patch import LINE_BREAKS
from yurt_hostnet.textedit.write.same import same
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from yurt_hostnet.krm.kube_object import KubeObject

SIZE = 1 << 15
"""Longer inputs are cut: what is wrong with long ones is the business of tests/faults."""


def split(case: bytes) -> None:
    """Spans cover the text; documents and items are cut where libyaml sees them begin and end."""
    text = _utf8(case)
    spans = split_documents(text)
    edges = [0, *(span.end for span in spans)]
    outside = [text[edge : span.start] for edge, span in zip(edges, spans, strict=False)]
    assert outside[:1] in ([], [b""], [BOM])
    marked = [between for between in outside[1:] if between]
    assert all(between.startswith(b"---") and between.endswith(b"\n" + BOM) for between in marked)
    assert edges[-1] == len(text) or not spans
    if marked:
        return  # libyaml does not know the mark there
    whole = _events(text)
    if whole is None:
        return
    parts = [_events(text[span.start : span.end]) for span in spans]
    if None in parts and any(f"{sign}%" in text.decode() for sign in LINE_BREAKS):
        return  # libyaml, but no specification, takes directives behind an open document
    assert [event for part in parts for event in (["not YAML"] if part is None else part)] == whole
    for span in spans:
        _split_items(text, span)


def _split_items(text: bytes, span: Span) -> None:
    """Check the items of one document that is valid YAML."""
    source = Input(text, [span])
    layout = split_items(text, span, lambda part: is_whole(source, part))
    if layout is None or b"*" in text[span.start : span.end] or b"&" in text[span.start : span.end]:
        return  # an item may use another one's anchors, and PyYAML's composer takes each name but once
    roots = compose(text[span.start : span.end].decode())
    items = [node for key, node in roots[0].value if key.value == "items"] if len(roots) == 1 and roots[0] else []
    assert len(items) == 1
    seen = [_node(node) for node in items[0].value] if isinstance(items[0], yaml.SequenceNode) else []
    cut = [compose((b" " * part.lead + text[part.start : part.end]).decode()) for part in layout.spans]
    assert [[_node(node) for node in nodes] or [None] for nodes in cut] == [[node] for node in seen]


def plain(case: bytes) -> None:
    """The quick reader gives the tree that libyaml's events give, places and all, and its data; or None."""
    agrees(_utf8(case).decode())


def splice(case: bytes) -> None:
    """Edits of a document mean what JSON Patch means to another reader, or are refused with a sentence."""
    rnd = Random(zlib.crc32(case))  # noqa: S311 - no secret
    text = _utf8(case)
    for span in split_documents(text)[:4]:
        with suppress(InputError):
            for item in Input(text, [span]).objects():
                _splice(rnd, item)


def _splice(rnd: Random, item: KubeObject) -> None:
    if item.root is None:
        return
    data = _unshared(item.data)
    if not _is_read_alike(item):
        return
    changes = edits(rnd, data)
    expected = data
    for path, new in changes:
        if path[-1] == "new" or path[-1] == "-" or _get(expected, path) is None:
            expected = _patched(expected, [Edit(path, new)])
    with suppress(CannotChangeError):
        for number in range(len(changes) + 1):
            appends_alike(item.text, changes[number : number + 1] or changes)
        new_text, patched = change_text(item.text, item.root, data, changes)
        assert same(patched, expected)
        assert same(_value(new_text), expected)
        assert not lost_comments(item.text, new_text)


def whole_filter(case: bytes) -> None:
    """The whole program, its functionConfig and baseline: see `_holds`."""
    package, _, rest = case[:SIZE].partition(SEPARATOR)
    config, _, baseline = rest.partition(SEPARATOR)
    with tempfile.TemporaryDirectory() as folder:
        arguments: list[str] = []
        for option, text in (("--config", config), ("--baseline", baseline)):
            if text:
                file = os.path.join(folder, option[2:] + ".yaml")
                with open(file, "wb") as stream:
                    stream.write(text)
                arguments += [option, file]
        _holds(package, arguments)
    _patches(package)


def _holds(package: bytes, arguments: list[str]) -> None:
    """Errors have sentences; what was not edited keeps its bytes; edits only add; a second run changes nothing."""
    done = filtered(package, *arguments)
    helm4 = filtered(package, *arguments, "--helm4")
    assert helm4.code == 0
    if done.code:
        assert done.code in (1, 2)
        assert done.stderr.startswith("yurt-hostnet: ") or "error: " in done.stderr or "warning: " in done.stderr
        assert done.stderr.endswith("\n")
        assert helm4.stdout != package or not package
        return
    assert helm4.stdout == done.stdout or not package.strip()
    again = filtered(done.stdout, *arguments)
    if again.code == 2 and _events(_utf8(done.stdout)) is None:
        return  # broken objects that nobody had to read were passed on; later runs have to find their own results
    assert (again.stdout, again.code) == (done.stdout, 0)
    if b"ResourceList" in package:
        return
    before, after = split_documents(package), split_documents(done.stdout)
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        old_text, new_text = package[old.start : old.end], done.stdout[new.start : new.end]
        if old_text != new_text and b"!!binary" not in old_text:  # the other reader takes it for the text it stands in
            assert grown(_value(old_text.decode()), _value(new_text.decode()))


def _patches(package: bytes) -> None:
    """Each object's edits, as a JSON Patch, give the data of its new text, and keep its comments; in lists too."""
    with suppress(InputError):
        found = parse_resource_list(package) if b"ResourceList" in package else None
        source = found.source if found is not None else read_manifests(package)
        config = load_config(found.function_config if found is not None else None, RULES)
        outcome = process(Context(Package([source]), config))
        for item, changes in outcome.edits:
            assert item.new_text is not None
            new_text = " " * item.span.lead + item.new_text.decode()
            if _is_read_alike(item):
                assert same(_value(new_text), _patched(_unshared(item.data), changes))
            assert not lost_comments(item.text, new_text)
        source.render()


def grown(old: Any, new: Any) -> bool:
    """Tell whether `new` is `old` with keys and list ends added, and values in the place of null."""
    if old is None or same(old, new):
        return True
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and grown(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) <= len(new) and all(grown(a, b) for a, b in zip(old, new[: len(old)], strict=True))
    return False


def _utf8(case: bytes) -> bytes:
    """Return the case as UTF-8: other bytes do not reach the layers below the command line."""
    return case[:SIZE].decode("utf-8", "replace").encode()


def _value(text: str) -> Any:
    """Return the plain data of one document, to a reader that is not ours."""
    nodes = [node for node in compose(text) if node is not None and node.start_mark.index != node.end_mark.index]
    assert len(nodes) == 1
    return value(nodes[0])


def _events(text: bytes) -> list[Any] | None:
    """Return the content of libyaml's events, None where it reads none; an empty document counts for nothing."""
    found: list[Any] = []
    try:
        for event in yaml.parse(text.decode(), Loader=yaml.CLoader):
            if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
                names = ("anchor", "tag", "value", "style", "flow_style")
                found.append([type(event).__name__, *(getattr(event, name, None) for name in names)])
            elif isinstance(event, yaml.DocumentStartEvent) and found and found[-1] == _NOTHING:
                found.pop()
    except yaml.YAMLError:
        return None
    if found and found[-1] == _NOTHING:
        found.pop()
    return found


_NOTHING = ["ScalarEvent", None, None, "", "", None]


def _node(node: yaml.Node | None) -> Any:
    if node is None or (isinstance(node, yaml.ScalarNode) and node.value == "" and not node.style):
        return None
    if isinstance(node, yaml.ScalarNode):
        return (node.tag, node.style or "", node.value)
    if isinstance(node, yaml.MappingNode):
        return (node.tag, [(_node(key), _node(child)) for key, child in node.value])
    return (node.tag, [_node(child) for child in node.value])


def _is_read_alike(item: KubeObject) -> bool:
    """Tell whether the other reader can judge an object.

    It knows no floats, no numbers as keys and no merging in order, which tests/oracle compares with what
    Kubernetes reads, nor anchors of other items.
    """
    try:
        return same(_value(item.text), item.data)
    except yaml.composer.ComposerError:
        return False


def _patched(data: Any, changes: list[Edit]) -> Any:
    operations: list[Any] = [edit.to_patch() for edit in changes]
    return jsonpatch.apply_patch(data, operations)


def _unshared(data: Any) -> Any:
    """Return a copy in which nothing stands twice, as aliases make it."""
    if isinstance(data, dict):
        return {key: _unshared(child) for key, child in data.items()}
    return [_unshared(child) for child in data] if isinstance(data, list) else data


def _get(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step] if not isinstance(data, dict) else data.get(str(step))
    return data


TARGETS: dict[str, Callable[[bytes], None]] = {
    "split": split,
    "plain": plain,
    "splice": splice,
    "filter": whole_filter,
    "files": files,
}
