"""Embedded manifests: whole objects within another one, as data or as text, of which nobody but its reader knows.

Only those count that would be looked at if they stood by themselves: what has pod templates, NodePools and Nodes. Texts
are untrusted: each is parsed once, an alias may not make more of it than it is, and what is no YAML is no manifest.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.config import CHECK
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import ERROR, field_path
from yurt_hostnet.kube.look_alikes import below, declared_row, is_manifest, without_items
from yurt_hostnet.kube.pod_template import NORMAL
from yurt_hostnet.kube.renderers import PATCH_KEYS, RENDERERS
from yurt_hostnet.kube.workloads import group_of, pod_templates
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.openyurt.pools import is_node_pool
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.workloads import DeclaredPaths

RESOURCE_SET = "addons.cluster.x-k8s.io/resource-set"
"""The type of a Secret whose data is manifests (kubernetes-sigs/cluster-api, ClusterResourceSetSecretType)."""

LONGEST_TEXT = 3 << 20
"""Characters of a text that is read: no API server takes a larger object, see textedit.read.values.MAX_ALIAS_TEXT."""

MAX_TEXTS = 2
"""Texts within texts that are read: a ConfigMap in a ConfigMap."""

_WORDS = ("containers", "NodePool", "Node")


class Embedded:
    """A manifest within an object: where it stands, or the text that holds it, and its plain data.

    `templates` are its pod templates, by their paths from the outer object's root; () for one in a text.
    """

    __slots__ = ("in_text", "manifest", "path", "templates")

    def __init__(self, path: Path, manifest: dict[str, Any], templates: list[PodTemplate], *, in_text: bool) -> None:
        self.path = path
        self.manifest = manifest
        self.in_text = in_text
        self.templates = templates

    @property
    def can_be_declared(self) -> bool:
        """Whether a row of podTemplates makes all of it read."""
        return bool(self.templates) and all(template.effect == NORMAL for template in self.templates)


def embedded(context: Context, item: KubeObject) -> list[Embedded]:
    """Return the manifests within an object that nobody reads, in its order."""
    data = without_items(item.data)
    read = {template.path for template in context.templates(item)}
    found = [*_in_data(data, context.declared_paths), *_in_secret(item, context.declared_paths)]
    if (item.group, item.kind) in RENDERERS:
        found = [each for each in found if PATCH_KEYS.isdisjoint(each.path)]
    return [each for each in found if not (each.templates and all(one.path in read for one in each.templates))]


def row_for(item: KubeObject, found: list[Embedded]) -> str:
    """Return the row of podTemplates that makes read what can be, "" where none can.

    Where the row would lead to what is no pod template as well, or must not be edited, there is none.
    """
    wanted = [one.path for each in found if each.can_be_declared for one in each.templates]
    return declared_row(item.group, item.kind, item.data, wanted)


def _in_data(data: Any, declared: DeclaredPaths, texts: int = 0) -> Iterator[Embedded]:
    """Yield what stands below `data`, as data or as text; `texts` counts the texts that `data` itself stands in."""
    for path, value in below(data, lambda step, value: _is_text(step, value) or _is_read(value, declared)):
        if not isinstance(value, str):
            yield _embedded(path, value, declared, in_text=texts > 0)
        elif texts < MAX_TEXTS and "annotations" not in path:  # such as what kubectl applied last
            yield from _in_text(value, declared, path, texts + 1)


def _in_text(text: str, declared: DeclaredPaths, at: Path, texts: int) -> Iterator[Embedded]:
    for manifest in manifests_in(text):
        if _is_read(manifest, declared):
            yield _embedded(at, manifest, declared, in_text=True)
        else:
            for each in _in_data(manifest, declared, texts):
                each.path = at
                yield each


def _in_secret(item: KubeObject, declared: DeclaredPaths) -> Iterator[Embedded]:
    data = item.data.get("data")
    if item.kind != "Secret" or item.data.get("type") != RESOURCE_SET or not isinstance(data, dict):
        return
    from binascii import Error, a2b_base64

    for key, value in data.items():
        if isinstance(value, str) and len(value) <= LONGEST_TEXT:
            try:
                text = a2b_base64(value).decode()
            except (Error, ValueError):
                continue
            if _is_text(key, text):
                yield from _in_text(text, declared, ("data", key), 1)


def _embedded(path: Path, manifest: dict[str, Any], declared: DeclaredPaths, *, in_text: bool) -> Embedded:
    templates = [] if in_text else _templates(manifest, declared)
    for template in templates:
        template.path = (*path, *template.path)
    return Embedded(path, manifest, templates, in_text=in_text)


def _templates(manifest: dict[str, Any], declared: DeclaredPaths) -> list[PodTemplate]:
    return pod_templates(group_of(manifest["apiVersion"]), manifest["kind"], manifest, declared)


def _is_read(value: Any, declared: DeclaredPaths) -> bool:
    """Whether a value is a manifest that would be looked at if it stood by itself."""
    if not is_manifest(value) or value["kind"].endswith("List"):
        return False
    group, kind = group_of(value["apiVersion"]), value["kind"]
    return is_node_pool(group, kind) or (group, kind) == ("", "Node") or bool(_templates(value, declared))


def _is_text(_step: str | int, value: Any) -> bool:
    """Whether a value is a text in which manifests may stand, by its words."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or "apiVersion" not in value or "kind" not in value:
        return False
    return any(word in value for word in _WORDS)


def manifests_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield, as plain data, the objects in a text of YAML or JSON: those that can be read, of any kind.

    None any more once aliases have added as many characters as the text has.
    """
    raw = text.encode("utf-8", "replace")
    source, left = Input(raw, split_documents(raw)), len(raw)
    for number in range(len(source.units)):
        try:
            objects = [item for item in source.objects_of(number) if is_manifest(item.data)]
        except InputError:
            continue
        for item in objects:
            left -= item.alias_characters
            if left >= 0:
                yield item.data


def judged(context: Context, found: list[Embedded]) -> list[str]:
    """Return what would not pass of some manifests, checked by themselves: each object with the rule, in their order.

    The configuration is that of the package, its pools included; what the package declares counts for nothing.
    """
    if not found or context.judge is None:
        return []
    from copy import copy
    from json import dumps

    config = copy(context.config)
    config.mode, config.baseline = CHECK, None
    text = "\n---\n".join(dumps(each.manifest) for each in found).encode()
    alone = Context(Package([Input(text, split_documents(text))]), config)
    alone.tells_infos = False
    try:
        results = context.judge(alone)
    except InputError:  # what no run could read, such as an annotation of kubectl's: nobody asked to read it
        return []
    errors = [result for result in results if result.severity == ERROR and result.ref is not None]
    errors.sort(key=lambda result: result.origin.index if result.origin is not None else 0)
    return list(dict.fromkeys(f"{result.ref} ({result.rule})" for result in errors))


def remedy_for(item: KubeObject, found: list[Embedded]) -> str:
    """Return what to do about manifests that are not read: the row that makes them read, and what to check apart."""
    row = row_for(item, found)
    rest = [each for each in found if not (row and each.can_be_declared)]
    remedy = f"List it in functionConfig: {row}." if row else ""
    if rest:
        places = listed(list(dict.fromkeys(field_path(each.path) for each in rest)))
        apart = f"what stands at {places} as a file of its own: yurt-hostnet check FILE"
        remedy += f" Check also {apart}" if row else f"Check {apart}"
    return remedy.strip()
