"""The image itself: what is in it, what it says of itself, and that it is built the same twice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml

from container.engine import BASE, FIXTURES, IMAGE, STRICT, Engine
from hosts.programs import OURS, ROOT, Hosts

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

INSIDE = (*STRICT, "--entrypoint", "python3")

IMPORTS = """
import ast, importlib, pathlib, sys
sys.path.insert(0, "/opt/yurt-hostnet")
names = set()
for path in sorted(pathlib.Path("/opt/yurt-hostnet/yurt_hostnet").rglob("*.py")):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module)
for name in sorted(names - {"typing_extensions"}):
    importlib.import_module(name)
print(len(names) > 50)
"""
"""Imports every module that ours name anywhere; typing_extensions is named for type checkers only."""

WITHOUT_A_CURRENT_PYC = """
import importlib.util, pathlib, sys
for folder in (sys.prefix, "/opt/yurt-hostnet"):
    for path in pathlib.Path(folder).rglob("*.py"):
        compiled = pathlib.Path(importlib.util.cache_from_source(str(path)))
        if not compiled.exists() or int.from_bytes(compiled.read_bytes()[4:8], "little") != 1:
            print(path)
"""
"""Prints the modules that lack a compiled file of the kind that is never checked (PEP 552: flags 0b01)."""


def resource_list(case: str, *, config: bool = True) -> str:
    """Return a fixture as a ResourceList."""
    folder = FIXTURES / case
    items = list(yaml.safe_load_all((folder / "resources.yaml").read_text()))
    found = {"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": items}
    if config:
        found["functionConfig"] = yaml.safe_load((folder / "yurt-hostnet.yaml").read_text())
    return str(yaml.safe_dump(found, sort_keys=False))


@pytest.mark.parametrize(("case", "code"), [("good", 0), ("refused-edit", 1), ("broken-config", 2)])
def test_the_image_does_what_the_program_does(engine: Engine, hosts: Hosts, case: str, code: int) -> None:
    stdin = resource_list(case)
    here = hosts.run("yurt-hostnet", function=OURS, stdin=stdin)
    inside = engine.run(stdin=stdin)
    assert (inside.code, inside.stdout, inside.stderr) == (here.code, here.stdout, here.stderr)
    assert inside.code == code
    edited = {"good": 2, "refused-edit": 0}  # objects that came back different; nothing comes back of a bad config
    if case in edited:
        pairs = zip(yaml.safe_load(stdin)["items"], yaml.safe_load(inside.stdout)["items"], strict=True)
        assert sum(before != after for before, after in pairs) == edited[case]


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("rules",), ("schema",)], ids=" ".join)
def test_commands_in_the_image(engine: Engine, hosts: Hosts, arguments: tuple[str, ...]) -> None:
    here = hosts.run("yurt-hostnet", *arguments)
    inside = engine.run(*arguments)
    assert (inside.ok(), inside.stderr) == (here.ok(), here.stderr)
    assert inside.stdout


def test_every_module_that_ours_can_ask_for_is_there(engine: Engine) -> None:
    assert engine.run("-I", "-c", IMPORTS, options=INSIDE).ok() == "True\n"


def test_everything_is_compiled(engine: Engine) -> None:
    assert engine.run("-I", "-c", WITHOUT_A_CURRENT_PYC, options=INSIDE).ok() == ""


def test_nothing_but_the_interpreter_and_the_package(engine: Engine) -> None:
    listing = 'import json, os; print(json.dumps([os.listdir("/opt/yurt-hostnet"), os.listdir("/usr/local/bin")]))'
    package, programs = json.loads(engine.run("-I", "-c", listing, options=INSIDE).ok())
    names = sorted(name.partition("-")[0].lower() for name in package if name.endswith(".dist-info"))
    assert names == ["jsonpatch", "jsonpointer", "pathspec", "pyyaml", "ruamel_yaml", "yurt_hostnet"]
    assert programs == ["python3"]
    no_shell = engine.run("-c", "true", options=(*STRICT, "--entrypoint", "sh"))
    assert no_shell.code == 127
    assert engine.inspect(IMAGE)["Size"] < engine.inspect(BASE)["Size"]


def test_what_the_image_says_of_itself(engine: Engine) -> None:
    image = engine.inspect(IMAGE)
    config = image["Config"]
    labels = {name: text for name, text in config["Labels"].items() if name.startswith("org.opencontainers.image.")}
    assert (config["User"], config.get("Cmd")) == ("nobody", None)
    assert config["Entrypoint"] == ["python3", "-I", "-S", "-B", "-X", "utf8", "/opt/yurt-hostnet"]
    assert {name.rpartition(".")[2] for name in labels} == {"title", "description", "licenses", "version", "revision"}
    version = engine.run("--version").ok().split()[-1]
    assert labels["org.opencontainers.image.version"] == version
    who = "import os; print(os.getuid(), os.getgid(), open('/etc/passwd').read().splitlines()[-1])"
    assert (
        engine.run("-I", "-c", who, options=INSIDE).ok() == "65534 65534 nobody:x:65534:65534:nobody:/:/sbin/nologin\n"
    )


def test_two_builds_give_the_same_image(engine: Engine, checkout: Path) -> None:
    again = f"{IMAGE}-again"
    engine.build(again, checkout, "--no-cache")
    first, second = engine.inspect(IMAGE), engine.inspect(again)
    engine.podman("rmi", "--force", again).ok()
    assert (second["RootFS"]["Layers"], second["Id"]) == (first["RootFS"]["Layers"], first["Id"])
    assert len(first["RootFS"]["Layers"]) == 1


def test_requirements_are_locked_as_pyproject_asks(engine: Engine) -> None:
    """The image's package would not start without what it asks for; here each is what its metadata asks for."""
    script = """
import importlib.metadata as m, json, sys
sys.path.insert(0, "/opt/yurt-hostnet")
print(json.dumps({"asked": m.requires("yurt-hostnet"), "have": {d.name.lower(): d.version for d in m.distributions()}}))
"""
    found = json.loads(engine.run("-I", "-c", script, options=INSIDE).ok())
    locked = {}
    for line in (ROOT / "scripts" / "image" / "requirements.txt").read_text().splitlines():
        if "==" in line:
            name, _, version = line.rstrip(" \\").partition("==")
            locked[name.lower().replace("-", ".")] = version.split(" ")[0]
    have = {name.replace("-", "."): version for name, version in found["have"].items()}
    assert {name: have.get(name) for name in locked} == locked
    asked = {requirement.split(">")[0].strip().lower().replace("-", ".") for requirement in found["asked"]}
    assert asked <= set(locked)
