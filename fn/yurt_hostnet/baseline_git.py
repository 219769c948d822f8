"""Baselines out of git: the files of the package as they were at a revision."""

from __future__ import annotations

from os import path as os_path

from yurt_hostnet.baseline import Baseline, BaselineError
from yurt_hostnet.baseline_sources import states_in
from yurt_hostnet.baseline_state import Reading
from yurt_hostnet.krm.resource_list import parse_objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_REGULAR = b"100"  # how the mode of a regular file begins, as in 100644
_OF_THE_CALLER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git sets for its hooks; relative to another folder they would lead astray."""


def from_git(files: Iterable[str], revision: str, reading: Reading | None = None) -> Baseline:
    """Return what `files` held at `revision`, each for itself; a file that was not there yet held nothing.

    Raises BaselineError for a revision that does not exist, for files outside of a repository, and for
    what cannot be read.
    """
    baseline = Baseline()
    repository = _Repository(revision)
    for file in files:
        text = repository.read(file)
        if text is not None:
            objects = parse_objects(text, f"{file} at {revision}")
            baseline.add_file(os_path.abspath(file), states_in(objects, reading or Reading(), strict=False))
    return baseline


def file_at(file: str, revision: str) -> bytes:
    """Return one file as it was at `revision`. Raises BaselineError if it was not there."""
    text = _Repository(revision).read(file)
    if text is None:
        raise BaselineError(f"git has no such file at {revision}. Check the path.", file=file)
    return text


class _Repository:
    """One revision of one or several repositories; asks git once for each folder and each file."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        self._commits: dict[str, str] = {}
        self._folders: dict[str, dict[bytes, bytes]] = {}

    def read(self, file: str) -> bytes | None:
        """Return the bytes of a file, None if it was not there, or was no regular file."""
        folder, name = os_path.split(os_path.realpath(file))
        while not os_path.isdir(folder):  # gone since
            folder, last = os_path.split(folder)
            name = os_path.join(last, name)
        if folder not in self._folders:
            self._folders[folder] = self._list(folder, file)
        blob = self._folders[folder].get(os_path.basename(name).encode()) if os_path.basename(name) == name else None
        if os_path.basename(name) != name:
            return self._read_lost(folder, name, file)
        return None if blob is None else self._require(folder, file, "cat-file", "blob", blob.decode())

    def _read_lost(self, folder: str, name: str, file: str) -> bytes | None:
        listed = self._require(folder, file, "ls-tree", "-z", self._commit(folder, file), "--", name)
        blob = next(iter(_blobs(listed).values()), None)
        return None if blob is None else self._require(folder, file, "cat-file", "blob", blob.decode())

    def _list(self, folder: str, file: str) -> dict[bytes, bytes]:
        return _blobs(self._require(folder, file, "ls-tree", "-z", self._commit(folder, file)))

    def _commit(self, folder: str, file: str) -> str:
        top = self._require(folder, file, "rev-parse", "--show-toplevel").decode().strip()
        if top not in self._commits:
            self._commits[top] = self._resolve(folder)
        return self._commits[top]

    def _resolve(self, folder: str) -> str:
        """Return the id of the commit that the revision names."""
        code, out = 1, b""
        if self.revision and not self.revision.startswith("-"):
            code, out, _ = _git(folder, "rev-parse", "--verify", "--quiet", f"{self.revision}^{{commit}}")
        if code != 0:
            raise BaselineError(
                f"git knows no revision {self.revision!r}. Check its name; in a shallow clone, fetch it first "
                f"(git fetch origin {self.revision or 'BRANCH'})."
            )
        return out.decode().strip()

    def _require(self, folder: str, file: str, *arguments: str) -> bytes:
        """Run git and return its stdout; raise BaselineError with what it says if it fails."""
        code, out, said = _git(folder, *arguments)
        if code != 0:
            words = said.decode("utf-8", "replace").strip().splitlines() or ["nothing"]
            raise BaselineError(f"git cannot read this file at {self.revision}; it says: {words[0]}", file=file)
        return out


def _blobs(listed: bytes) -> dict[bytes, bytes]:
    """Return name -> object id of the regular files in the output of `git ls-tree -z`."""
    found = {}
    for line in listed.split(b"\0"):
        mode, _, rest = line.partition(b" ")
        if mode.startswith(_REGULAR):
            kind_and_id, _, name = rest.partition(b"\t")
            found[name] = kind_and_id.split()[1]
    return found


def _git(folder: str, *arguments: str) -> tuple[int, bytes, bytes]:
    """Run git in a folder and return its exit code, stdout and stderr."""
    import os  # noqa: PLC0415 - only where git is asked
    import subprocess  # noqa: PLC0415

    environment = {name: value for name, value in os.environ.items() if name not in _OF_THE_CALLER}
    try:
        done = subprocess.run(  # noqa: S603 - no shell; a revision cannot be an option
            ["git", "-C", folder, *arguments],  # noqa: S607 - the user's git
            capture_output=True,
            check=False,
            env={**environment, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise BaselineError("git is not installed, so --baseline git: cannot be read. Give a file instead.") from None
    return done.returncode, done.stdout, done.stderr
