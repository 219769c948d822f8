"""Files that fix replaces in a directory that somebody else may write too: owner, mode, names, and what is swapped."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, WEB, Ran, package, run
from yurt_hostnet.commands.writing.atomic import Replacement, replace_all
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

CHANGED = r"web\.yaml: The file has changed since it was read and was left alone\. Run the command again\."
SUFFIX = ".yurt-hostnet"
ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")


def replacement(path: Path) -> Replacement:
    return Replacement(str(path), b"new\n", path.stat())


def names(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


@pytest.mark.parametrize("swapped", [0, 1, 2], ids=["after reading", "while writing", "before renaming"])
def test_a_swapped_directory_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, swapped: int) -> None:
    """A link in the place of the directory, with the very file behind it, is not followed at any moment."""
    package(tmp_path, {"site/web.yaml": "old\n", "etc/other.yaml": "other\n"})
    (tmp_path / "etc" / "web.yaml").hardlink_to(tmp_path / "site" / "web.yaml")
    wanted = replacement(tmp_path / "site" / "web.yaml")

    def swap() -> None:
        (tmp_path / "site").rename(tmp_path / "moved")
        (tmp_path / "site").symlink_to("etc")

    fdopen, fsync = os.fdopen, os.fsync
    if swapped == 0:
        swap()
    elif swapped == 1:
        monkeypatch.setattr(os, "fdopen", lambda *arguments: swap() or fdopen(*arguments))  # type: ignore[func-returns-value]
    else:
        monkeypatch.setattr(os, "fsync", lambda descriptor: fsync(descriptor) or swap())  # type: ignore[func-returns-value]
    with pytest.raises(InputError, match=CHANGED):
        replace_all([wanted])
    assert (tmp_path / "etc" / "web.yaml").read_text() == "old\n"
    assert [name for name in names(tmp_path) if name.startswith("etc")] == ["etc", "etc/other.yaml", "etc/web.yaml"]


@pytest.mark.parametrize("into", ["a link", "a file"])
def test_a_swapped_new_text_gives_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, into: str) -> None:
    """Owner and mode go to the file that we made, not to what stands under its name by then; and that is not used."""
    package(tmp_path, {"site/web.yaml": "old\n", "secret": "secret\n"})
    secret, site = tmp_path / "secret", tmp_path / "site"
    secret.chmod(0o600)
    (site / "web.yaml").chmod(0o646)
    if os.geteuid() == 0:
        os.chown(site / "web.yaml", 12, 34)
    before = secret.stat()
    wanted = replacement(site / "web.yaml")
    fdopen = os.fdopen

    def swapping(*arguments: object) -> object:
        (new,) = site.glob(f".*{SUFFIX}")
        new.unlink()
        if into == "a link":
            new.symlink_to(secret)
        else:
            new.write_text("theirs\n")
        return fdopen(*arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "fdopen", swapping)
    with pytest.raises(InputError, match="cannot be replaced: Somebody replaced its new text"):
        replace_all([wanted])
    after = secret.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert (secret.read_text(), (site / "web.yaml").read_text()) == ("secret\n", "old\n")


def test_one_attribute_that_cannot_be_set_does_not_drop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, {"web.yaml": "old\n"})
    kept: list[str] = []

    def setting(_file: object, name: str, _value: bytes) -> None:
        if name in ("user.second", "user.gone"):
            raise PermissionError(1, "Operation not permitted")
        kept.append(name)

    monkeypatch.setattr(os, "listxattr", lambda _: ["user.first", "user.second", "user.third"], raising=False)
    monkeypatch.setattr(os, "getxattr", lambda _, name: name.encode(), raising=False)
    monkeypatch.setattr(os, "setxattr", setting, raising=False)
    replace_all([replacement(tmp_path / "web.yaml")])
    assert kept == ["user.first", "user.third"]
    assert (tmp_path / "web.yaml").read_text() == "new\n"


@ROOT
@pytest.mark.parametrize("lost", ["owner", "group"])
def test_setuid_goes_with_an_owner_that_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """The owner that can be kept is; what would run as somebody else is not made."""
    package(tmp_path, {"web.yaml": "old\n"})
    os.chown(tmp_path / "web.yaml", 12, 34)
    (tmp_path / "web.yaml").chmod(0o6755)
    fchown = os.fchown

    def refusing(descriptor: int, user: int, group: int) -> None:
        if (user if lost == "owner" else group) >= 0:
            raise PermissionError(1, "Operation not permitted")
        fchown(descriptor, user, group)

    monkeypatch.setattr(os, "fchown", refusing)
    replace_all([replacement(tmp_path / "web.yaml")])
    now = (tmp_path / "web.yaml").stat()
    expected = (os.geteuid(), 34) if lost == "owner" else (12, os.getegid())
    assert ((now.st_uid, now.st_gid), now.st_mode & 0o7777) == (expected, 0o755)


LONG_NAMES = ["w" * 250 + ".yaml", "\u00fc" * 125 + ".yaml", "w" * 255]


@pytest.mark.parametrize("name", LONG_NAMES, ids=["ASCII", "two bytes a letter", "no suffix"])
def test_names_as_long_as_a_file_system_takes(tmp_path: Path, name: str) -> None:
    package(tmp_path, {name: WEB})
    assert run("fix", name, cwd=tmp_path) == Ran(0, f"{name} got 1 edit.\n")
    assert (tmp_path / name).read_text() == FIXED_WEB
    report = "r" * 250 + ".json"
    assert run("check", name, "--report", report, cwd=tmp_path).code == 0
    assert run("baseline", name, "-o", "b" * 255, cwd=tmp_path) == Ran(0)
    assert names(tmp_path) == sorted([name, report, "b" * 255])


def test_what_nobody_may_write_is_read_only_for_root_too(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB, "b.yaml": WEB})
    (tmp_path / "web.yaml").chmod(0o444)
    message = "yurt-hostnet: web.yaml: The file is read-only. Make it writable, or leave it out.\n"
    assert run("fix", ".", cwd=tmp_path) == Ran(2, "", message)
    assert [(tmp_path / name).read_text() for name in ("b.yaml", "web.yaml")] == [WEB, WEB]
    assert names(tmp_path) == ["b.yaml", "web.yaml"]
