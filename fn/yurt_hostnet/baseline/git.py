"""Baselines out of git: the files of the package as they were at a revision."""

from __future__ import annotations

from os import path as os_path
from os import sep as os_sep

from yurt_hostnet.baseline.baseline import Baseline, BaselineError
from yurt_hostnet.baseline.sources import states_in
from yurt_hostnet.baseline.state import Reading
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.krm.resource_list import parse_objects
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yurt_hostnet.krm.kube_object import KubeObject

SUFFIXES = (".yaml", ".yml", ".json")

_REGULAR = b"100"  # how the mode of a regular file begins, as in 100644
_OF_THE_CALLER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git sets for its hooks; relative to another folder they would lead astray."""


def from_git(files: Iterable[str], revision: str, reading: Reading | None = None) -> Baseline:
    """Return what `files` held at `revision`, each for itself; a file that was not there yet held nothing.

    If there are such files, those that are gone since are read too: an object may have come from one.
    Raises BaselineError for a revision that does not exist, for files outside of a repository, and for
    what cannot be read.
    """
    reading = reading or Reading()
    baseline = Baseline()
    repositories: dict[str, _Repository] = {}
    for file in files:
        top = _top(file)
        if top not in repositories:
            repositories[top] = _Repository(top, revision)
        repositories[top].want(file)
    for repository in repositories.values():
        for file, text in repository.wanted():
            states = list(states_in(_manifests(text, f"{file} at {revision}"), reading, strict=False))
            baseline.add_file(os_path.abspath(file), states)
        for file, text in repository.gone():
            place = f"{os_path.relpath(file)} at {revision}"
            try:
                states = list(states_in(_manifests(text, place), reading, strict=False))
            except InputError:
                continue  # it is gone, and only one of the places that an object may have come from
            baseline.add_file(file, states)
    return baseline


def _manifests(text: bytes, place: str) -> list[KubeObject]:
    """Return the objects of an old file but for HostNetBaselines: the package's own, as they are now, count."""
    return [item for item in parse_objects(text, place) if item.kind != BASELINE_KIND]


def file_at(file: str, revision: str) -> bytes:
    """Return one file as it was at `revision`. Raises BaselineError if it was not there."""
    repository = _Repository(_top(file), revision)
    repository.want(file)
    for _, text in repository.wanted():
        return text
    raise BaselineError(f"git has no such file at {revision}. Check the path.", file=file)


class _Repository:
    """One revision of one repository, whose root is `top`, and the files that are wanted of it."""

    def __init__(self, top: str, revision: str) -> None:
        self._top = top
        code, out = 1, b""
        if revision and not revision.startswith("-"):
            code, out, _ = _git(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if code != 0:
            raise BaselineError(
                f"git knows no revision {revision!r}. Check its name; in a shallow clone, fetch it first "
                f"(git fetch origin {revision or 'BRANCH'})."
            )
        commit = out.decode().strip()
        self._blobs = _blobs(_ask(top, "ls-tree", "-r", "-z", "--full-tree", commit))
        self._wanted: dict[str, str] = {}
        self._new = False

    def want(self, file: str) -> None:
        """Ask for a file of this repository."""
        blob = self._blobs.get(os_path.relpath(os_path.realpath(file), self._top).replace(os_sep, "/"))
        if blob is None:
            self._new = True
        else:
            self._wanted[file] = blob

    def wanted(self) -> Iterator[tuple[str, bytes]]:
        """Yield each wanted file that was there, with its bytes."""
        return zip(self._wanted, self._read(list(self._wanted.values())), strict=True)

    def gone(self) -> Iterator[tuple[str, bytes]]:
        """Yield, if a wanted file was not there, each manifest that is no longer on disk, by its absolute path."""
        found = {}
        for name, blob in self._blobs.items() if self._new else ():
            path = os_path.join(self._top, name)
            if name.lower().endswith(SUFFIXES) and not os_path.lexists(path):
                found[path] = blob
        return zip(found, self._read(list(found.values())), strict=True)

    def _read(self, blobs: list[str]) -> Iterator[bytes]:
        """Yield the bytes of blobs. `git cat-file --batch` writes a line that ends in the size, then the bytes."""
        if not blobs:
            return
        out = _ask(self._top, "cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in blobs).encode())
        at = 0
        for blob in blobs:
            start = out.index(b"\n", at) + 1
            _, kind, *size = out[at:start].split()
            if kind != b"blob":
                raise BaselineError(f"git cannot read the blob {blob}. Check the repository with git fsck.")
            at = start + int(size[0])
            yield out[start:at]
            at += 1


def _top(file: str) -> str:
    """Return the root of the repository that a file is, or was, in."""
    folder = os_path.dirname(os_path.realpath(file))
    while not os_path.isdir(folder):
        folder = os_path.dirname(folder)
    try:
        return _ask(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n")
    except BaselineError as error:
        error.file = file
        raise


def _ask(folder: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Run git and return its stdout; raise BaselineError with what it says if it fails."""
    code, out, said = _git(folder, *arguments, stdin=stdin)
    if code != 0:
        words = said.decode("utf-8", "replace").strip().splitlines() or ["nothing"]
        raise BaselineError(f"git cannot read the baseline; it says: {words[0]}")
    return out


def _blobs(listed: bytes) -> dict[str, str]:
    """Return path -> object id of the regular files in the output of `git ls-tree -z`."""
    found = {}
    for line in listed.split(b"\0"):
        mode, _, rest = line.partition(b" ")
        if mode.startswith(_REGULAR):
            kind_and_id, _, name = rest.partition(b"\t")
            found[name.decode("utf-8", "surrogateescape")] = kind_and_id.split()[1].decode()
    return found


def _git(folder: str, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run git in a folder and return its exit code, stdout and stderr."""
    import os  # noqa: PLC0415 - only where git is asked
    import subprocess  # noqa: PLC0415

    environment = {name: value for name, value in os.environ.items() if name not in _OF_THE_CALLER}
    try:
        done = subprocess.run(  # noqa: S603 - no shell; a revision cannot be an option
            ["git", "-C", folder, *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            check=False,
            input=stdin,
            env={**environment, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise BaselineError("git is not installed, so --baseline git: cannot be read. Give a file instead.") from None
    return done.returncode, done.stdout, done.stderr
