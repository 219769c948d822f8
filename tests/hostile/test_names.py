"""Names and values of a stranger's manifests: wherever they stand and however they are told, no line obeys them.

Every hostile string of lines.py, in every place where input reaches a message, through every command and format: no
line of the output is a command to a CI run, drives a terminal, or looks like another line of ours.
"""

from __future__ import annotations

import json
import subprocess
from functools import partial
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
import yaml

from hostile.lines import HOSTILE, MARK, faults, file_name, ran, strings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: %s}
spec: {type: %s, hostNetwork: true}
---
"""
POD = """\
apiVersion: %(apiVersion)s
kind: %(kind)s
metadata:
  name: %(name)s
  namespace: %(namespace)s
  labels: {nodepool.openyurt.io/host-network: %(label)s}
  annotations: {apps.openyurt.io/exclude-host-network-pool: %(annotation)s}
spec:
  nodeSelector: {apps.openyurt.io/nodepool: %(pool)s, nodepool.openyurt.io/hostNetwork: %(selector)s}
  containers:
  - {name: web, image: x, ports: [{containerPort: 80, hostPort: 81}]}
  hostNetwork: true
  %(key)s: {nodepool.openyurt.io/host-network: x}
"""
USUAL = {
    "apiVersion": "v1",
    "kind": "Pod",
    "name": "web",
    "namespace": "shop",
    "label": "x",
    "key": "x",
    "annotation": '"yes"',
    "pool": "quay",
    "selector": "x",
}
NODE = """\
apiVersion: v1
kind: Node
metadata: {name: %s, labels: {apps.openyurt.io/nodepool: %s, nodepool.openyurt.io/hostnetwork: "true"}}
"""
PAIR = "---\napiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: %s\nmetadata: {name: %s}\nspec: {%s}\n"


def quoted(text: str) -> str:
    """Return a string as JSON, which YAML reads as well; what YAML cannot hold is left out."""
    return json.dumps("".join(char for char in text if ord(char) <= 0xFFFF))


def pods(place: str, hostile: str) -> str:
    """Return a package with a hostile string at one place of a Pod."""
    return POOL % ("quay", "Edge") + POD % {**USUAL, place: quoted(hostile)}


def beside(kind: str, spec: str, name: str = "x") -> Callable[[str], str]:
    """Return what makes a package with a YurtHostNet or HostNetBaseline in which HOSTILE is replaced."""
    text = POOL % ("quay", "Edge") + POD % USUAL + PAIR % (kind, name, spec)
    return lambda hostile: text.replace("HOSTILE", quoted(hostile))


MANIFESTS: dict[str, Callable[[str], str]] = {
    **{place: partial(pods, place) for place in USUAL},
    "pool name": lambda hostile: POOL % (quoted(hostile), "Cloud") + POD % USUAL,
    "pool type": lambda hostile: POOL % ("quay", quoted(hostile)) + POD % USUAL,
    "key twice": beside("HostNetBaseline", "HOSTILE: [], HOSTILE: []"),
    "node name": lambda hostile: POOL % ("quay", "Edge") + NODE % (quoted(hostile), "nowhere"),
    "node's pool": lambda hostile: POOL % ("quay", "Edge") + NODE % ("node", quoted(hostile)),
    "field of a setting": beside("YurtHostNet", "HOSTILE: x"),
    "value of a setting": beside("YurtHostNet", "exclude: HOSTILE"),
    "pool of a setting": beside("YurtHostNet", "pools: [{name: HOSTILE, hostNetwork: true}]"),
    "exception": beside("YurtHostNet", "rules: [{rule: dead-label-key, except: [{name: HOSTILE}], reason: x}]"),
    "rule of a setting": beside("YurtHostNet", "rules: [{rule: HOSTILE, severity: Off, reason: x}]"),
    "label of a setting": beside("YurtHostNet", "poolLabel: HOSTILE"),
    "path of a setting": beside("YurtHostNet", "podTemplates: [{group: x, kind: X, paths: [HOSTILE]}]"),
    "baseline entry": beside(
        "HostNetBaseline", "pools: [&a {name: HOSTILE, hostNetwork: true}, {<<: *a, type: Cloud}]"
    ),
    "baseline value": beside("HostNetBaseline", "pools: [{name: x, hostNetwork: HOSTILE}]"),
    "baseline field": beside("HostNetBaseline", "HOSTILE: []"),
    "baseline name": beside("HostNetBaseline", "pool: []", name="HOSTILE"),
}
COMMANDS = (
    ("check", "."),
    ("check", "-v", "."),
    *(("check", "-v", "--format", name, ".") for name in ("json", "sarif", "junit", "github")),
    ("check", "--diff", "."),
    ("check", "--set", "pools=quay", "--report", "../report.txt", "."),
    ("check", "--report", "../report.yaml", "."),
    ("check", "--baseline", "a.yaml", "."),
    ("fix", "--dry-run", "-v", "."),
    ("explain", "."),
    ("explain", "--format", "json", "."),
    ("explain", "--format", "html", "."),
    ("baseline", "."),
    ("fix", "-v", "."),
)
"""Every command and format, on a folder; the last one writes into the files."""


def all_said(home: Path, text: str) -> dict[tuple[str, ...], str]:
    """Run every command on the folder, and the filter on `text`; return what each said, faults asserted to be none."""
    said = {}
    for command in COMMANDS:
        report = home.parent / "report.txt"
        report.with_suffix(".yaml").unlink(missing_ok=True)
        report.unlink(missing_ok=True)
        done = ran(*command)
        assert done.code in (0, 1, 2)
        out = done.stdout
        if "--diff" in command:  # a file: its lines are those of the manifests
            out = "\n".join(line for line in out.split("\n") if line.startswith(("--- a/", "+++ b/")))
        reports = [path.read_text() for path in (report, report.with_suffix(".yaml")) if path.exists()]
        for part in (out, done.stderr, *reports):
            assert faults(part, commands="github" in command) == [], command
        said[command] = "\n".join([out, done.stderr, *reports])
        if done.code < 2:
            require_format(command, done.stdout)
    for options in ((), ("-v",), ("--helm4",)):
        done = ran(*options, text=text)
        assert faults(done.stderr) == [], options
        if options == ("--helm4",) and "yurt-hostnet refused" in done.stdout:
            shown = yaml.safe_load(done.stdout.partition("\n---\n*")[0])
            assert faults(shown) == []
        said[options] = done.stderr
    return said


def require_format(command: tuple[str, ...], text: str) -> None:
    """Assert that a format for programs is whole: what it tells is data, and no part of its grammar."""
    if "json" in command or "sarif" in command:
        json.loads(text)
    elif "junit" in command:
        tags = {node.tag for node in ET.fromstring(text).iter()}  # noqa: S314 - our own
        assert tags <= {"testsuites", "testsuite", "testcase", "failure", "system-out"}
    elif "html" in command:
        assert "<script" not in text


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("place", MANIFESTS)
def test_in_a_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, name: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    text = MANIFESTS[place](HOSTILE[name])
    (home / "a.yaml").write_text(text, encoding="utf-8", newline="")
    said = all_said(home, text)
    assert any(MARK in part for part in said.values())


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("place", ["file", "folder"])
def test_in_a_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, name: str) -> None:
    home = tmp_path / "home"
    path = home / f"{file_name(HOSTILE[name])}.yaml"
    if place == "folder":
        path = path / "web.yaml"
    path.parent.mkdir(parents=True)
    monkeypatch.chdir(home)
    text = pods("name", "web")
    path.write_text(text)
    said = all_said(home, text)
    assert MARK in said["check", "."]
    path.write_text("kind: Pod\napiVersion: v1\nmetadata: [}")
    assert MARK in all_said(home, text)["check", "."]
    path.write_text("apiVersion: v1\nkind: Pod\nmetadata: {{ x }}\n")
    (home / "other.yaml").write_text(text)
    assert MARK in all_said(home, text)["check", "-v", "."]


@pytest.mark.parametrize("name", HOSTILE)
def test_in_a_resource_list(name: str) -> None:
    """What kpt prints of a result: apiVersion, kind, namespace, name, field and message, as they are."""
    for place in ("apiVersion", "kind", "name", "namespace", "key", "annotation", "pool"):
        items = "".join(
            f"- {document.strip()}\n".replace("\n", "\n  ").rstrip(" ")
            for document in pods(place, HOSTILE[name]).split("---\n")
        )
        for settings in (
            "",
            f"functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  data: {{{quoted(HOSTILE[name])}: x}}\n",
        ):
            text = f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n{settings}items:\n{items}"
            done = ran(text=text)
            assert faults(done.stderr) == []
            results = yaml.safe_load(done.stdout)["results"]
            assert results
            for result in results:
                told = {key: value for key, value in result.items() if key != "field"}
                told["path"] = result.get("field", {}).get("path", "")
                for part in strings(told):
                    assert faults(part) == []
                    assert "\n" not in part


FILES = (("check", "."), ("fix", "."), ("explain", "."), ("--helm4",))
OPTIONS: dict[str, Callable[[str], list[tuple[str, ...]]]] = {
    "option": lambda hostile: [(f"--{hostile}",), ("check", f"--{hostile}"), (hostile,)],
    "value of --set": lambda hostile: [(*given, "--set", f"exclude={hostile}") for given in FILES],
    "key of --set": lambda hostile: [(*given, "--set", f"{hostile}=x") for given in FILES],
    "no key": lambda hostile: [("--set", hostile), ("check", "--set", hostile, ".")],
    "--fail-on": lambda hostile: [("--fail-on", hostile), ("check", "--fail-on", hostile, ".")],
    "--format": lambda hostile: [("check", "--format", hostile, "."), ("explain", "--format", hostile, ".")],
    "--report": lambda hostile: [("--report", hostile), ("check", "--report", hostile, ".")],
    "report in no folder": lambda hostile: [
        ("--report", f"{file_name(hostile)}/no.json"),
        ("check", "--report", f"{file_name(hostile)}/no.json", "."),
    ],
    "--config": lambda hostile: [("--config", hostile), ("check", "--config", hostile, ".")],
    "--baseline": lambda hostile: [("--baseline", hostile), ("check", "--baseline", hostile, ".")],
    "a revision": lambda hostile: [
        ("--baseline", f"git:{MARK}{hostile}:a.yaml"),
        ("check", "--baseline", f"git:{MARK}{hostile}", "."),
    ],
    "a path at a revision": lambda hostile: [("--baseline", f"git:HEAD:{file_name(hostile)}")],
    "a file": lambda hostile: [(command, hostile) for command in ("check", "fix", "explain", "baseline")],
    "-o": lambda hostile: [("baseline", ".", "-o", f"{file_name(hostile)}/no")],
    "--name": lambda hostile: [("baseline", ".", "--name", hostile)],
    "a rule": lambda hostile: [("rules", hostile)],
    "an argument": lambda hostile: [("schema", hostile), ("rules", "duplicate-key", hostile)],
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("place", OPTIONS)
def test_in_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    if "revision" in place:
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.com")
        subprocess.run(["git", "init", "-q"], check=True)
        subprocess.run(["git", *identity, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    text = pods("name", "web")
    (tmp_path / "a.yaml").write_text(text)
    told = ""
    for arguments in OPTIONS[place](HOSTILE[name].replace("\x00", "")):
        done = ran(*arguments, text=text)
        out = "" if done.stdout.startswith(text) else done.stdout
        if arguments[0] == "--helm4":
            out = yaml.safe_load(out.partition("\n---\n*")[0])
        assert faults(done.stderr) + faults(out) == [], arguments
        told += done.stderr + out
    assert MARK in told
