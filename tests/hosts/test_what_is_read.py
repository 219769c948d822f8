"""Real kubectl and kustomize: what they read of a directory, the commands read, refuse, or name as passed over."""

from __future__ import annotations

import os
from itertools import cycle, product
from random import Random
from textwrap import indent
from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import package
from commands.test_discovery import READ
from hosts.programs import Hosts, tree
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.kube.node_affinity import matches
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

KUBECTL = ("annotate", "--local", "-o", "name", "-R", "-f", ".", "probe=1")


def names_applied(hosts: Hosts, folder: Path) -> set[str]:
    """Return `kind/name` of what `kubectl apply -R -f` or `kubectl apply -k` would read in a directory."""
    applied = set(hosts.run("kubectl", *KUBECTL, cwd=folder).stdout.split())
    if any((folder / name).exists() for name in ("kustomization.yaml", "kustomization.yml", "Kustomization")):
        built = hosts.run("kustomize", "build", cwd=folder)
        if built.code == 0:
            applied |= {f"{kind(item)}/{item['metadata']['name']}" for item in yaml.safe_load_all(built.stdout) if item}
    return applied


def kind(item: dict[str, str]) -> str:
    group, _, _ = item.get("apiVersion", "").rpartition("/")
    return f"{item['kind'].lower()}.{group}" if group else item["kind"].lower()


ONLY_OURS = {"suffix in capitals", "manifest by a kustomization's name"}
"""What neither of them reads, and no harm is done by reading it."""


@pytest.mark.parametrize("case", READ)
def test_what_they_read_we_read(hosts: Hosts, tmp_path: Path, case: str) -> None:
    package(tmp_path, READ[case][0])
    assert ("deployment.apps/web" in names_applied(hosts, tmp_path)) == (case not in ONLY_OURS)


POD = "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{}}\n"
STYLES = [
    POD,
    '"apiVersi\\x6fn": v1\n"kin\\u0064": Pod\nmetadata: {{name: {name}}}\n',
    "apiVersion: v1\n!!binary a2luZA==: Pod\nmetadata: {{name: {name}}}\n",
    '{{"apiVersion": "v1", "kind": "Pod", "metadata": {{"name": "{name}"}}}}\n',
    '{{"apiVersion": "v1", "kind": "Pod", "metadata": {{"name": "{name}"}}}}{{"a": 1}}',
    '{{"apiVersion": "v1", "kind": "Pod", "metadata": {{"name": "{name}"}}}}\n{{{{ x }}}}\n',
    "# {{{{ x }}}}\n" + POD,
    POD + "---\n{{{{ x }}}}\na: b\n",
    POD + "---\na: b: c\n",
    POD + "---\ntext: |\n  {{{{ x }}}}\nmore: [\n",
    "{{{{- if x }}}}\n" + POD,
    "a: 1\n---\n" + POD,
    "a: 1\n",
    "kind: Pod\nmetadata: {{name: {name}}}\n",
    "apiVersion: v1\nkind: List\nitems:\n- {{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}}}\n",
    "- op: add\n  path: /kind\n  value: {{apiVersion: v1}}\n",
    "<<<<<<< ours\n" + POD,
    "",
]
FOLDERS = ["", "", "a/", ".h/", "a/.h/", "templates/", "a/templates/"]
FILES = ["{}.yaml", "{}.yml", "{}.json", ".{}.yaml", "{}.YAML", "{}.txt", "{}"]
FIELDS = ["resources", "resources", "patchesStrategicMerge", "configurations", "crds", "components"]


def draw(rnd: Random, folder: Path) -> None:
    """Write a small tree of manifests in all disguises, with links, charts and kustomizations."""
    paths = []
    for number in range(rnd.randint(1, 5)):
        path = rnd.choice(FOLDERS) + rnd.choice(FILES).format(f"n{number}")
        package(folder, {path: rnd.choice(STYLES).format(name=f"o{number}")})
        paths.append(path)
    if rnd.random() < 0.2:
        package(folder, {rnd.choice(["Chart.yaml", "a/Chart.yaml"]): "apiVersion: v2\nname: c\n"})
    if rnd.random() < 0.6:
        wanted = rnd.sample([*paths, "a", ".h", "link", "gone.yaml"], k=rnd.randint(1, 2))
        name = rnd.choice(["", "a/"]) + rnd.choice(["kustomization.yaml", "kustomization.yml", "Kustomization"])
        package(folder, {name: f"{rnd.choice(FIELDS)}: {wanted}\n"})
    if rnd.random() < 0.2 and not (folder / "link").exists():
        (folder / "link").symlink_to(rnd.choice(["a", ".h", "../out"]))
    if rnd.random() < 0.2 and not (folder / "l.yaml").exists():
        (folder / "l.yaml").symlink_to(rnd.choice([*paths, "../out/w.txt", "nowhere"]))


@pytest.mark.parametrize("seed", range(60))
def test_whatever_they_read_is_read_refused_or_named(
    hosts: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    package(tmp_path / "out", {"w.txt": POD.format(name="out"), "kustomization.yaml": "resources: [w.txt]\n"})
    folder = package(tmp_path / "in", {"z.yaml": POD.format(name="z")})
    draw(Random(seed), folder)  # noqa: S311 - the same trees each time
    applied = {name.partition("/")[2] for name in names_applied(hosts, folder)}
    monkeypatch.chdir(folder)
    try:
        files = read_files(["."])
    except InputError:
        return
    read = {item.name for source in files.sources for item in source.input.objects()}
    named = [skipped.origin.file for skipped in files.skipped if skipped.origin is not None]
    for name in applied - read:
        places = [path for path, text in tree(folder).items() if name in text] or ["link"]
        assert any(covers(place, path) for place in named for path in places), (name, tree(folder), named)


def covers(place: str, path: str) -> bool:
    """Tell whether the info about `place` tells of the file at `path`: by its name, its directory or a link."""
    return path == place or path.startswith(f"{place}/") or os.path.islink(place)


BASE = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata:
      labels: {app: agent}
    spec:
%s
      containers:
      - {name: agent, image: agent:1}
"""
NODES = "nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [%s]}}"
SSD = "{matchExpressions: [{key: disk, operator: In, values: [ssd]}]}"
HDD = "{matchExpressions: [{key: disk, operator: In, values: [hdd]}]}"
BASES = {
    "free": "",
    "host network": "      hostNetwork: true",
    "one term": f"      affinity: {{{NODES % SSD}}}",
    "two terms": f"      affinity: {{{NODES % f'{SSD}, {HDD}'}}}",
}
HEAD = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec: {template: %s}\n"
MERGES = {
    "image": HEAD % "{spec: {containers: [{name: agent, image: 'agent:2'}]}}",
    "annotation": HEAD % '{metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}}',
    "annotation and limits": HEAD
    % (
        '{metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}, '
        "spec: {containers: [{name: agent, resources: {}}]}}"
    ),
    "host network": HEAD % "{spec: {hostNetwork: true}}",
    "affinity": HEAD % f"{{spec: {{affinity: {{{NODES % HDD}}}}}}}",
}
TARGET = "target: {group: apps, version: v1, kind: DaemonSet, name: agent}"
FORMS = {
    "path": ("patches: [{path: patch.yaml}]\n", "kind: Kustomization"),
    "merge": ("patchesStrategicMerge: [patch.yaml]\n", "kind: Kustomization"),
    "target": (f"patches: [{{path: patch.yaml, {TARGET}}}]\n", "kind: Kustomization"),
    "json 6902": (f"patchesJson6902: [{{path: patch.yaml, {TARGET}}}]\n", "kind: Kustomization"),
    "component": ("patches: [{path: patch.yaml}]\n", "kind: Component"),
    "inline": ("patches:\n- patch: |\n", "kind: Kustomization"),
}
OPERATION = "- {op: add, path: /spec/template/spec/priorityClassName, value: high}\n"


CASES = list(zip(product(FORMS, MERGES), cycle(BASES), strict=False))
"""Every patch in every form, each over one of the bases in turn."""


@pytest.mark.parametrize(("form", "patch", "base"), [(*pair, base) for pair, base in CASES])
def test_fix_leaves_patches_alone_and_no_more_nodes(
    hosts: Hosts, tmp_path: Path, form: str, patch: str, base: str
) -> None:
    fields, head = FORMS[form]
    text = OPERATION if form == "json 6902" else MERGES[patch]
    component = form == "component"
    version = "v1alpha1" if component else "v1beta1"
    resources = "" if component else "resources: [../base]\n"
    overlay = f"apiVersion: kustomize.config.k8s.io/{version}\n{head}\n{resources}"
    if form == "inline":
        fields += indent(text, "    ")
    files = {
        "base/kustomization.yaml": "resources: [ds.yaml]\n",
        "base/ds.yaml": BASE % BASES[base],
        "overlay/kustomization.yaml": f"{overlay}{fields}",
        "overlay/patch.yaml": text,
        "top/kustomization.yaml": "resources: [../base]\ncomponents: [../overlay]\n",
    }
    if form == "inline":
        del files["overlay/patch.yaml"]
    package(tmp_path, files)
    top = "top" if component else "overlay"
    before = pod(hosts.run("kustomize", "build", top, cwd=tmp_path).ok())
    done = hosts.run("yurt-hostnet", "fix", "base", "overlay", "--set", "exclude=NonHostNetwork", cwd=tmp_path)
    assert done.code == 0, done.stderr
    parts = "" if form == "inline" else ", 1 patch (-v names them)"
    assert f"Passed over: 1 kustomization{parts}" in done.stderr
    assert {name: text for name, text in tree(tmp_path).items() if name != "base/ds.yaml"} == {
        name: text for name, text in files.items() if name != "base/ds.yaml"
    }
    after = pod(hosts.run("kustomize", "build", top, cwd=tmp_path).ok())
    for disk in ("ssd", "hdd", "none"):
        for pool in ({}, {"nodepool.openyurt.io/hostnetwork": "true"}):
            assert matches(before, {"disk": disk, **pool}) or not matches(after, {"disk": disk, **pool})


def pod(built: str) -> dict[str, object]:
    """Return the pod spec of the one workload that was built."""
    spec = yaml.safe_load(built)["spec"]["template"]["spec"]
    assert isinstance(spec, dict)
    return spec
