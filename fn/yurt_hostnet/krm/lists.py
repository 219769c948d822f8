"""The objects in what may be a list: a List, a PodList, any kind that has items, lists in lists."""

from __future__ import annotations

from yurt_hostnet.krm.child_spans import child_spans, items_node
from yurt_hostnet.krm.envelope import envelope
from yurt_hostnet.krm.hiding import may_be_list
from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.textedit.cut.split_items import split_items
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import Alias, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.krm.source import Source
    from yurt_hostnet.textedit.cut.split import Span


def objects_in(item: KubeObject) -> Iterator[KubeObject]:
    """Yield the objects of a list, or `item` itself if it is none; nothing for an empty document.

    To kubectl and Helm whatever has `items` is a list (IsList in unstructured.go of k8s.io/apimachinery), to kustomize
    and kpt only what has a kind that ends in List: of any other kind, both `item` and what it holds are yielded.
    Kubernetes has lists of objects only, so that any other item of one raises InputError, as kubectl refuses it (in a
    list of one kind it takes null for an object without a name, which no server takes). A custom resource may have
    items that are no mappings, all of them, or none: it is one object.
    """
    source = item.input
    head, spans = _layout(item)
    if spans is None or not (spans or head.kind.endswith("List")):
        if not item.is_empty:
            yield item
        return
    _require_shallow(item)
    children = [KubeObject(source, child, item.number, _lent_by(head)) for child in spans]
    others = [child for child in children if not _is_mapping(child)]
    if others:
        custom = "." in head.group.removesuffix(".k8s.io") or not head.kind.endswith("List")
        if head.kind != "List" and custom and len(others) == len(children):
            yield item
            return
        _ = others[0].data  # raises for what is not null
        message = "This item of the list is null, not a Kubernetes object. Take it out."
        raise InputError(message, others[0].line, source.file)
    is_list = head.kind.endswith("List")
    item.forget(always=True)  # it has been read, and so will be what lies in it: not everything at the same time
    if not is_list:
        yield item  # to kustomize and kpt it is one object all the same
    for child in children:
        if may_be_list(source.text, child.span):
            yield from objects_in(child)
        else:
            yield child


MAX_LISTS = 8
"""Lists within lists that are read: each is cut by itself, so that more of them would be read many times over."""


def _require_shallow(item: KubeObject) -> None:
    """Raise InputError for a list that lies in MAX_LISTS others."""
    depth, span = 0, item.span
    while span.parent is not None:
        depth, span = depth + 1, span.parent
    if depth > MAX_LISTS:
        message = f"Lists are nested deeper than {MAX_LISTS} levels here. Put their items into one list."
        raise InputError(message, item.line, item.input.file)


def _layout(item: KubeObject) -> tuple[KubeObject, list[Span] | None]:
    """Return what knows the apiVersion and kind of a list, and where its items are; None for what is no list."""
    source, span = item.input, item.span
    layout = split_items(source.text, span, lambda part: is_whole(source, part))
    if layout is not None:
        return envelope(source, span, layout), layout.spans
    items = items_node(item)
    return item, None if items is None else child_spans(item, items)


def is_whole(source: Source, span: Span) -> bool:
    """Tell whether a span parses, by itself, as exactly one document."""
    try:
        return len(KubeObject(source, span).tree.roots) == 1
    except InputError:
        return False


def _is_mapping(item: KubeObject) -> bool:
    if item.is_plain:
        return True
    root = item.root
    while isinstance(root, Alias):
        root = root.target
    return isinstance(root, Mapping)


def _lent_by(item: KubeObject) -> tuple[str, str]:
    """Return apiVersion and kind of the items of a list that have none: a List lends nothing, a PodList `v1`, `Pod`.

    A list of another kind's name lends that name (decodeToList in unstructured/helpers.go of k8s.io/apimachinery).
    """
    return (item.api_version, item.kind.removesuffix("List")) if item.kind != "List" else ("", "")
