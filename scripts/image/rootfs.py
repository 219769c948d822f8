"""Lays out the image's file system: this interpreter with its standard library, the package, and nothing else.

python3 rootfs.py PACKAGE ROOT: PACKAGE is the folder with yurt-hostnet and its dependencies, ROOT the new root.
Works in any image with glibc's or musl's ldd; the interpreter keeps its paths, so it finds its library as before.
"""
# ruff: noqa: INP001 - a script that the Dockerfile copies

from __future__ import annotations

import compileall
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from py_compile import PycInvalidationMode

LEFT_OUT = (
    "__pycache__",
    "config-*",
    "dist-packages",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "pydoc_data",
    "site-packages",
    "test",
    "tests",
    "tkinter",
    "turtle.py",
    "turtledemo",
    "venv",
)
"""Parts of the standard library that no program needs to run."""

APP = "opt/yurt-hostnet"
USERS = "root:x:0:0:root:/:/sbin/nologin\nnobody:x:65534:65534:nobody:/:/sbin/nologin\n"
GROUPS = "root:x:0:\nnogroup:x:65534:\n"


def main(package: str, root: str) -> None:
    """Fill the folder `root`; every file in it is as old as the epoch, so that equal input gives an equal layer."""
    target = Path(root)
    copy_link("/usr/local/bin/python3", target)
    library = sysconfig.get_path("stdlib")
    shutil.copytree(library, inside(target, library), ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copytree(package, target / APP, ignore=shutil.ignore_patterns("bin", "__pycache__"))
    programs = [os.path.realpath(sys.executable)]
    programs += [str(path) for folder in (library, package) for path in Path(folder).rglob("*.so")]
    for needed in sorted(libraries(programs)):
        copy_file(needed, target)
    for link in ("bin", "lib", "lib64"):  # a folder of its own, or a link into /usr, as the base has it
        if os.path.islink(f"/{link}") and inside(target, f"/{link}").exists():
            (target / link).symlink_to(os.readlink(f"/{link}"))
    for name, text in (("passwd", USERS), ("group", GROUPS)):
        (target / "etc").mkdir(exist_ok=True)
        (target / "etc" / name).write_text(text)
    if os.path.exists("/etc/ld.so.cache"):
        copy_file("/etc/ld.so.cache", target)
    for compiled in (inside(target, library), target / APP):
        # The compiled files name the paths that they will have, and are never checked against their source.
        if not compileall.compile_dir(
            compiled, quiet=1, stripdir=root, prependdir="/", invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
        ):
            raise SystemExit(f"{compiled} does not compile")
    for path in [target, *target.rglob("*")]:
        os.utime(path, (0, 0), follow_symlinks=False)


def inside(target: Path, path: str) -> Path:
    """Return where the base's `path` stands in the new root."""
    return target / os.path.realpath(path)[1:]


def copy_file(path: str, target: Path) -> None:
    """Copy a file of the base under the name by which it is asked for, with its folder's links followed."""
    to = target / os.path.realpath(os.path.dirname(path))[1:] / os.path.basename(path)
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, to)


def copy_link(path: str, target: Path) -> None:
    """Copy a symbolic link and what it leads to."""
    to = target / os.path.realpath(os.path.dirname(path))[1:] / os.path.basename(path)
    if to.is_symlink() or to.exists():
        return
    to.parent.mkdir(parents=True, exist_ok=True)
    if not os.path.islink(path):
        shutil.copy(path, to)
        return
    to.symlink_to(os.readlink(path))
    copy_link(os.path.join(os.path.dirname(path), os.readlink(path)), target)


def libraries(programs: list[str]) -> set[str]:
    """Return the shared libraries, and the loader, that the programs and extension modules need."""
    listed = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=False).stdout  # noqa: S603, S607
    missing = re.findall(r"^\s*(\S+) => not found", listed, re.MULTILINE)
    if missing:
        raise SystemExit(f"ldd does not find {', '.join(missing)}")
    return set(re.findall(r"(/\S+) \(0x", listed))


if __name__ == "__main__":
    main(*sys.argv[1:])
