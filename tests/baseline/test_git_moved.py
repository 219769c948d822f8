"""`--baseline git:REV`: an object that left its file is compared, whatever became of the file and wherever it went."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from baseline.repository import EDITED, POOL, commit, found, git, inputs, was_true, write
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.baseline.git import from_git
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.cut.split import split_documents

if TYPE_CHECKING:
    from collections.abc import Callable

OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers: []
"""
HOST_WEB = WEB.replace("containers", "hostNetwork: true\n      containers")
OLD = Path("site/pool.yaml")


def _gone() -> None:
    OLD.unlink()


def _folder() -> None:
    OLD.unlink()
    OLD.mkdir()
    write("site/pool.yaml/kept.yaml", OTHER)


def _link(target: str) -> None:
    OLD.unlink()
    OLD.symlink_to(target)


def _pipe() -> None:
    OLD.unlink()
    os.mkfifo(OLD)


def _folder_that_is_a_link() -> None:
    shutil.rmtree("site")
    write("real/pool.yaml", EDITED)
    Path("site").symlink_to("real")


def _file_for_its_folder() -> None:
    shutil.rmtree("site")
    write("site", OTHER)


WAYS: dict[str, Callable[[], object]] = {
    "gone": _gone,
    "empty": lambda: write("site/pool.yaml", ""),
    "a comment": lambda: write("site/pool.yaml", "# moved\n"),
    "a commented object": lambda: write("site/pool.yaml", POOL.replace("\n", "\n#").join(["#", "\n"])),
    "null": lambda: write("site/pool.yaml", "--- null\n"),
    "a template": lambda: write("site/pool.yaml", "{{ x }}\n"),
    "a template around it": lambda: write("site/pool.yaml", "{{- if .Values.x }}\n" + POOL + "{{- end }}\n"),
    "a folder": _folder,
    "a link to the new place": lambda: _link("../other.yaml"),
    "a link to nowhere": lambda: _link("nowhere"),
    "a link to itself": lambda: _link("pool.yaml"),
    "a pipe": _pipe,
    "another object": lambda: write("site/pool.yaml", OTHER),
    "another name": lambda: write("site/pool.yaml", EDITED.replace("beijing", "shanghai")),
    "another kind": lambda: write("site/pool.yaml", EDITED.replace("NodePool", "NodeBucket")),
    "values": lambda: write("site/pool.yaml", "beijing: {hostNetwork: true}\n"),
    "a text": lambda: write("site/pool.yaml", "beijing\n"),
    "a list": lambda: write("site/pool.yaml", "- beijing\n"),
    "no YAML": lambda: write("site/pool.yaml", "a: [\n"),
    "bytes": lambda: OLD.write_bytes(b"\xff\xfe\0\x80"),
    "cut off": lambda: write("site/pool.yaml", POOL[:40]),
    "a string that holds it": lambda: write("site/pool.yaml", f"{OTHER}data:\n  pool: |\n    {POOL!r}\n"),
    "the same edit": lambda: write("site/pool.yaml", EDITED),
    "its folder is a link": _folder_that_is_a_link,
    "a file for its folder": _file_for_its_folder,
}


TARGETS = ("new.yaml", "other.yaml", "site/other.yaml")
MOVES = [
    pytest.param(way, target, id=f"{name}-{target}")
    for name, way in WAYS.items()
    for target in TARGETS
    if way is not _file_for_its_folder or not target.startswith("site")
]


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(("way", "target"), MOVES)
def test_whatever_became_of_its_file(way: Callable[[], object], target: str) -> None:
    """Each way by which the file's name stayed, or did not, and each place: a new file, and two that were there."""
    write("other.yaml", OTHER)
    write("site/other.yaml", OTHER)
    commit()
    way()
    write(target, f"{OTHER}---\n{EDITED}")
    assert found(target) == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("now", [f"{OTHER}---\n{POOL}", f"# a word\n{POOL}", POOL.replace("\n", "\r\n")])
def test_a_file_that_still_holds_it(now: str) -> None:
    """Then the other is another cluster's."""
    write("site/pool.yaml", now)
    write("new.yaml", EDITED)
    assert found("new.yaml") == []
    assert found("new.yaml", "site/pool.yaml") == []


@pytest.mark.usefixtures("repository")
def test_a_second_site_beside_a_changed_one() -> None:
    """What is in the package still, edited or not, is compared with itself alone."""
    write("site/pool.yaml", EDITED)
    write("new.yaml", EDITED)
    assert found("new.yaml", "site/pool.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_a_second_workload_that_uses_the_host_network() -> None:
    write("site/web.yaml", WEB)
    commit()
    write("site/web.yaml", f"# a word\n{WEB}")
    write("new/web.yaml", HOST_WEB)
    assert found("new/web.yaml", "site/web.yaml") == []
    Path("site/web.yaml").unlink()
    assert [text[:40] for text in found("new/web.yaml")] == ["hostNetwork of its pods was false (site/"]


@pytest.mark.usefixtures("repository")
def test_an_object_that_comes_in_a_stream_beside_files() -> None:
    """It has no name to be looked up by, but it may have come from a file that lost it."""
    write("other.yaml", OTHER)
    commit()
    OLD.unlink()
    text = EDITED.encode()
    package = Package([*inputs("other.yaml"), Input(text, split_documents(text))])
    outcome = process(Context(package, load_config(None), "git:HEAD"))
    assert [result.message for result in outcome.results] == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_folders_that_were_renamed() -> None:
    """Each is compared with the one that it was, by its name; where names do not tell, with one that is the same."""
    for site, text in (("east", POOL), ("west", EDITED)):
        write(f"{site}/pool.yaml", text)
    shutil.rmtree("site")
    commit()
    os.rename("east", "one")
    os.rename("west", "two")
    assert found("one/pool.yaml", "two/pool.yaml") == []
    os.rename("one", "new-east")
    os.rename("two", "new-west")
    write("new-east/pool.yaml", f"# a word\n{POOL}")
    write("new-west/pool.yaml", f"# a word\n{EDITED}")
    assert found("new-east/pool.yaml", "new-west/pool.yaml") == []
    write("new-east/pool.yaml", f"# a word\n{EDITED}")
    write("new-west/pool.yaml", f"# a word\n{POOL}")
    assert found("new-east/pool.yaml", "new-west/pool.yaml") == [
        *was_true("east/pool.yaml at HEAD"),
        (
            "hostNetwork of this NodePool was false (west/pool.yaml at HEAD) and would become true; OpenYurt refuses "
            "the change."
        ),
    ]


@pytest.mark.usefixtures("repository")
def test_a_file_that_takes_the_place_of_another() -> None:
    """A rename in git's eyes, and another network for the pools of that folder."""
    write("test/pool.yaml", EDITED)
    commit()
    OLD.unlink()
    os.rename("test/pool.yaml", "site/pools.yaml")
    assert found("site/pools.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_folders_that_were_swapped() -> None:
    for site, text in (("east", POOL), ("west", EDITED)):
        write(f"{site}/pool.yaml", text)
    commit()
    os.rename("east", "tmp")
    os.rename("west", "east")
    os.rename("tmp", "west")
    assert [text[:60] for text in found("east/pool.yaml", "west/pool.yaml")] == [
        "hostNetwork of this NodePool was true (east/pool.yaml at HEA",
        "hostNetwork of this NodePool was false (west/pool.yaml at HE",
    ]


@pytest.mark.usefixtures("repository")
def test_overlays_that_differed_and_are_gone() -> None:
    """Which of them a new one was cannot be known: it passes if it is as one of the likeliest."""
    shutil.rmtree("site")
    for site, text in (("one", POOL), ("two", EDITED)):
        write(f"{site}/pool.yaml", text)
    commit()
    shutil.rmtree("one")
    shutil.rmtree("two")
    write("xyz/pool.yaml", f"# a word\n{EDITED}")
    assert found("xyz/pool.yaml") == []
    write("xyz/pool.yaml", POOL.replace("hostNetwork: true", "type: Cloud"))
    assert [text[:60] for text in found("xyz/pool.yaml")] == [
        "hostNetwork of this NodePool was true (one/pool.yaml at HEAD",
        "type of this NodePool was Edge (one/pool.yaml at HEAD) and w",
    ]


@pytest.mark.usefixtures("repository")
def test_too_many_overlays_that_differed_and_are_gone() -> None:
    for number in range(256):
        write(f"{number}/pool.yaml", POOL.replace("hostNetwork: true", f"type: T{number}"))
    commit()
    for number in range(256):
        shutil.rmtree(str(number))
    write("new.yaml", EDITED)
    assert len(found("new.yaml", "site/pool.yaml")) == 1  # 256 places are few enough
    OLD.unlink()
    with pytest.raises(BaselineError) as caught:
        found("new.yaml")
    assert str(caught.value) == (
        f"{os.path.abspath('new.yaml')}: NodePool beijing was in 257 files that no longer hold it, with different "
        "values, so it cannot be told from which it came. Give what it was as --baseline FILE."
    )


@pytest.mark.usefixtures("repository")
def test_a_link_at_the_revision() -> None:
    Path("link.yaml").symlink_to("site/../site/pool.yaml")
    Path("again.yaml").symlink_to("link.yaml")
    Path("folder").symlink_to("./site")
    commit()
    for name in ("link.yaml", "again.yaml", "folder"):
        Path(name).unlink()
    for name in ("link.yaml", "again.yaml", "folder/pool.yaml"):
        write(name, EDITED)
        assert found(name) == was_true(f"{name} at HEAD")


@pytest.mark.usefixtures("repository")
def test_a_link_that_leads_elsewhere_now() -> None:
    Path("link.yaml").symlink_to("site/pool.yaml")
    write("other.yaml", OTHER)
    commit()
    Path("link.yaml").unlink()
    Path("link.yaml").symlink_to("other.yaml")
    write("other.yaml", EDITED)
    assert found("link.yaml") == was_true("link.yaml at HEAD")


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("target", ["/etc/pool.yaml", "../../outside.yaml", "site/../../x.yaml"])
def test_a_link_that_led_out_of_the_repository(target: str) -> None:
    Path("link.yaml").symlink_to(target)
    commit()
    Path("link.yaml").unlink()
    write("link.yaml", EDITED)
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("link.yaml"), "HEAD")
    assert str(caught.value) == (
        "link.yaml: At HEAD the way to link.yaml was a link that leads out of the repository, so git does not know "
        "what it held. Give what it was as --baseline FILE."
    )


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("target", ["loop.yaml", "nowhere.yaml", "site", "site/pool.yaml/x"])
def test_a_link_that_led_to_no_file(target: str) -> None:
    Path("loop.yaml").symlink_to(target)
    commit()
    Path("loop.yaml").unlink()
    write("loop.yaml", EDITED)
    assert found("loop.yaml", "site/pool.yaml") == []


@pytest.mark.usefixtures("repository")
def test_a_sparse_checkout() -> None:
    """What it leaves out is not gone; what it has staged of that counts, as in a full checkout."""
    write("far/pool.yaml", POOL.replace("beijing", "far"))
    commit()
    git("update-index", "--skip-worktree", "far/pool.yaml")
    shutil.rmtree("far")
    write("new.yaml", EDITED.replace("beijing", "far"))
    assert found("new.yaml") == []
    write("staged.yaml", OTHER)
    git("update-index", "--no-skip-worktree", "far/pool.yaml")
    git("update-index", "--cacheinfo", f"100644,{_stored('staged.yaml')},far/pool.yaml")
    git("update-index", "--skip-worktree", "far/pool.yaml")
    assert found("new.yaml") == was_true("far/pool.yaml at HEAD")


def _stored(name: str) -> str:
    git("hash-object", "-w", name)
    from hashlib import sha1

    text = Path(name).read_bytes()
    return sha1(b"blob %d\0" % len(text) + text, usedforsecurity=False).hexdigest()


@pytest.mark.usefixtures("repository")
def test_the_command_that_makes_it_sparse() -> None:
    write("far/pool.yaml", POOL.replace("beijing", "far"))
    commit()
    git("sparse-checkout", "set", "site")
    assert not Path("far").exists()
    write("new.yaml", EDITED.replace("beijing", "far"))
    assert found("new.yaml") == []
    git("sparse-checkout", "disable")
    assert found("new.yaml") == []


@pytest.mark.usefixtures("repository")
def test_an_object_of_a_file_that_was_broken_in_part() -> None:
    """The documents that could be read count, in a file that is gone; the rest is looked for where it was good."""
    write("site/more.yaml", POOL.replace("beijing", "one"))
    commit()
    write("site/more.yaml", f"{POOL.replace('beijing', 'two')}---\na: [\n")
    commit()
    Path("site/more.yaml").unlink()
    write("new.yaml", f"{EDITED.replace('beijing', 'one')}---\n{EDITED.replace('beijing', 'two')}")
    assert found("new.yaml") == was_true("site/more.yaml at HEAD")
    assert found("new.yaml", revision="HEAD,HEAD~1") == [
        *was_true("site/more.yaml at HEAD~1"),
        *was_true("site/more.yaml at HEAD"),
    ]


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("a: [\n", "site/pool.yaml at HEAD:2: This is not valid YAML: "),
        (POOL.replace("true", "'true'"), "site/pool.yaml at HEAD:1: spec.hostNetwork of NodePool in site/pool.yaml"),
        (f"{POOL}---\n{EDITED}", "The baseline contradicts itself: hostNetwork of NodePool beijing is true in"),
    ],
    ids=["no YAML", "a wrong type", "twice"],
)
def test_a_file_that_was_broken(broken: str, said: str) -> None:
    write("site/pool.yaml", broken)
    write("other.yaml", OTHER)
    commit()
    write("site/pool.yaml", EDITED)
    write("other.yaml", f"{OTHER}# a word\n")
    with pytest.raises(Exception, match=r"\AX?") as caught:
        from_git(inputs("site/pool.yaml", "other.yaml"), "HEAD")
    assert str(caught.value).startswith(said)
    assert str(caught.value).endswith(
        " So it was at that revision. Name behind a comma another one, at which it was good: "
        "--baseline git:HEAD,REVISION"
    )
    assert found("site/pool.yaml", "other.yaml", revision="HEAD,HEAD~1") == was_true("site/pool.yaml at HEAD~1")
    assert found("site/pool.yaml", "other.yaml", revision="HEAD,HEAD,HEAD~1") == was_true("site/pool.yaml at HEAD~1")
    with pytest.raises(Exception, match=r"\AX?") as caught:
        from_git(inputs("site/pool.yaml"), "HEAD,HEAD")
    assert str(caught.value).startswith(said)
    with pytest.raises(BaselineError, match=r"^git knows no revision 'nope'\. "):
        from_git(inputs("site/pool.yaml"), "HEAD,nope")


@pytest.mark.usefixtures("repository")
def test_a_file_that_never_was_good() -> None:
    """Nobody is told to fix what is past, and each revision that was asked is told of."""
    write("site/gate.yaml", "a: [\n")
    commit()
    write("site/gate.yaml", EDITED)
    with pytest.raises(Exception, match=r"\AX?") as caught:
        from_git(inputs("site/gate.yaml"), "HEAD,HEAD,HEAD~1")
    assert str(caught.value) == (
        "site/gate.yaml at HEAD:2: This is not valid YAML: did not find expected node content. So it was at that "
        "revision; at HEAD it cannot be read; at HEAD~1 there is no such file. Name behind a comma another one, at "
        "which it was good: --baseline git:HEAD,REVISION. If it never was, give what was applied as --baseline FILE"
    )


@pytest.mark.usefixtures("repository")
def test_a_broken_file_that_was_left_as_it_was() -> None:
    """It is no edit; what is wrong with it is for those to say who look at it as it is."""
    write("site/pool.yaml", POOL.replace("true", "'true'"))
    commit()
    assert from_git(inputs("site/pool.yaml"), "HEAD").by_file == {}


@pytest.mark.usefixtures("repository")
def test_a_branch_with_a_comma() -> None:
    git("branch", "one,two")
    write("site/pool.yaml", EDITED)
    assert found("site/pool.yaml", revision="one,two") == was_true("site/pool.yaml at one,two")


@pytest.mark.usefixtures("repository")
def test_a_file_that_git_lfs_keeps() -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize {len(POOL)}\n"
    write("site/pool.yaml", pointer)
    commit()
    write("site/pool.yaml", EDITED)
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), "HEAD")
    assert str(caught.value).startswith(
        "site/pool.yaml: git holds only a pointer of Git LFS for this file. Give what it was as --baseline FILE."
    )
