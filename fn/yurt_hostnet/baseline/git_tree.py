"""One revision of a repository: its files, links and submodules, and the bytes of its files."""

from __future__ import annotations

import os
from shlex import quote

from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.baseline.git_command import ask, run_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FILE, _LINK, _SUBMODULE = b"100", b"120", b"160"
"""How the modes of a file (100644, 100755), a link and a submodule begin."""

_MOST_LINKS = 40
"""Links that lead from one to the next before a system gives up (Linux: path_resolution(7))."""

_HISTORY = "~^@{"
"""Signs of a revision that is reached through others."""


class Tree:
    """The files of the repository at `top` as they were at `revision`: name -> object id, names with slashes.

    `submodules` are the names of those.
    """

    __slots__ = ("_links", "_targets", "blobs", "revision", "submodules", "top")

    def __init__(self, top: str, revision: str, listed: bytes) -> None:
        self.top = top
        self.revision = revision
        self.blobs: dict[str, str] = {}
        self._links: dict[str, str] = {}
        self.submodules: set[str] = set()
        self._targets: dict[str, str] | None = None
        for line in listed.split(b"\0"):
            entry, _, path = line.partition(b"\t")
            if not path:
                continue
            mode, _, identity = entry.split()
            name = os.fsdecode(path)
            if mode.startswith(_FILE):
                self.blobs[name] = identity.decode()
            elif mode.startswith(_LINK):
                self._links[name] = identity.decode()
            elif mode.startswith(_SUBMODULE):
                self.submodules.add(name)

    def locate(self, name: str) -> str | None:
        """Return the object id of the file that a name led to, through the links of then; None if to no file.

        Raises BaselineError for one that led into a submodule or out of the repository.
        """
        if name in self.blobs or not (self._links or self.submodules):
            return self.blobs.get(name)
        done: list[str] = []
        todo = name.split("/")[::-1]
        followed = 0
        while todo:
            step = todo.pop()
            if step == "..":
                if not done:
                    raise self._outside(name)
                done.pop()
            elif step not in {"", "."}:
                done.append(step)
            path = "/".join(done)
            if path in self.submodules:
                raise BaselineError(
                    f"At {self.revision} this was in the submodule {path}, of which {self.top} holds no files. "
                    "Change to its folder and check it from there."
                )
            if path in self._links:
                followed += 1
                target = self._target(path)
                if followed > _MOST_LINKS:
                    return None
                if target.startswith("/"):
                    raise self._outside(name)
                done.pop()
                todo += target.split("/")[::-1]
        return self.blobs.get("/".join(done))

    def links(self) -> dict[str, str]:
        """Return what each link leads to, by its name."""
        return {name: self._target(name) for name in self._links}

    def _outside(self, name: str) -> BaselineError:
        return BaselineError(
            f"At {self.revision} the way to {name} was a link that leads out of the repository, so git does not know "
            "what it held. Give what it was as --baseline FILE."
        )

    def _target(self, path: str) -> str:
        if self._targets is None:
            texts = read_blobs(self.top, self._links.values())
            self._targets = {name: os.fsdecode(texts[blob]) for name, blob in self._links.items()}
        return self._targets[path]


def tree_at(top: str, revision: str) -> Tree:
    """Return a revision of the repository at `top`. Raises BaselineError for one that git does not know."""
    if not revision:
        raise BaselineError("--baseline git: names no revision. Write one behind it, as in git:origin/main.")
    if revision.startswith("-") or "\0" in revision:
        raise BaselineError(f"git knows no revision {revision!r}. Check its name.")
    answer = run_git(top, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", f"{revision}^{{commit}}")
    if answer.code == 0:
        return Tree(top, revision, answer.out)
    if b"Not a valid object name" in answer.said:
        raise BaselineError(f"git knows no revision {revision!r}. {_way_to(top, revision)}")
    raise BaselineError(f"git cannot read the baseline; it says: {answer.sentence()}{_partial(top)}")


def read_blobs(top: str, blobs: Iterable[str]) -> dict[str, bytes]:
    """Return object id -> bytes of files, all with one git. Raises BaselineError for one that is missing or forged.

    `git cat-file --batch` writes a line that ends in the size, then the bytes and a line end.
    """
    wanted = list(dict.fromkeys(blobs))
    if not wanted:
        return {}
    answer = run_git(top, "cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in wanted).encode())
    if answer.code != 0:
        raise BaselineError(f"git cannot read the baseline; it says: {answer.sentence()}{_partial(top)}")
    out = answer.out
    found: dict[str, bytes] = {}
    at = 0
    for blob in wanted:
        start = out.find(b"\n", at) + 1
        _, kind, *size = out[at:start].split()
        if kind != b"blob":
            raise BaselineError(f"git cannot read the object {blob}.{_partial(top) or ' Check with git fsck.'}")
        at = start + int(size[0])
        text = out[start:at]
        at += 1
        if object_id(text, blob) != blob:
            raise BaselineError(f"The object {blob} of the repository {top} holds something else. Check with git fsck.")
        found[blob] = text
    return found


def object_id(text: bytes, like: str) -> str:
    """Return the object id that a file of these bytes has in a repository in which `like` is one.

    It is the SHA-1 or SHA-256 of "blob", a space, the size, a NUL and the bytes (Documentation/technical of git).
    """
    from hashlib import sha1, sha256

    data = b"blob %d\0" % len(text) + text
    return (sha1(data, usedforsecurity=False) if len(like) == 40 else sha256(data)).hexdigest()


def sparse(top: str) -> dict[str, str]:
    """Return name -> object id of the files that a sparse checkout leaves out: they are not gone."""
    found = {}
    for line in ask(top, "ls-files", "-z", "-t", "-s").split(b"\0"):
        entry, _, path = line.partition(b"\t")
        tag, *fields = entry.split()[:3] or [b""]
        if tag == b"S":
            found[os.fsdecode(path)] = fields[1].decode()
    return found


def _way_to(top: str, revision: str) -> str:
    """Return what to do about a revision that git does not know."""
    remotes = run_git(top, "remote").out.decode("utf-8", "replace").split()
    if not remotes:
        return "Check its name."
    remote = _copied("origin" if "origin" in remotes else remotes[0])
    if any(sign in revision for sign in _HISTORY):
        if run_git(top, "rev-parse", "--is-shallow-repository").out.strip() != b"true":
            return "Check its name."
        return f"Check its name; this clone is shallow, so fetch what lies before: git fetch --unshallow {remote}"
    for name in remotes:
        head, mark, branch = revision.removeprefix("refs/remotes/").partition(f"{name}/")
        if mark and not head:
            refspec = f"{branch}:refs/remotes/{name}/{branch}"
            return f"Check its name, or fetch it first: git fetch {_copied(name)} {quote(refspec)}"
    return (
        f"Check its name, or fetch it (git fetch {remote} {quote(revision)}) and compare with what came: "
        "--baseline git:FETCH_HEAD"
    )


def _partial(top: str) -> str:
    """Return, for a partial clone, how to get what it lacks; it is not fetched here, since that may run a command."""
    answer = run_git(top, "config", "--get-regexp", r"^remote\..*\.promisor$")
    if answer.code != 0:
        return ""
    name = answer.out.decode("utf-8", "replace").split(".promisor", 1)[0].removeprefix("remote.")
    return (
        " This clone is partial, and nothing is fetched while a baseline is read. If you trust it, get the rest "
        f"first: git fetch --refetch --no-filter {_copied(name)}"
    )


def _copied(remote: str) -> str:
    """Return the name of a remote as it may stand in a command that a person copies: it may be a trap."""
    return remote if remote.replace("-", "").replace("_", "").isalnum() and remote[0] != "-" else "REMOTE"
