"""What `init --undo` does: all that the record of a package tells, and nothing else."""

from __future__ import annotations

import os

from yurt_hostnet.commands.wiring.changes import Changes
from yurt_hostnet.commands.wiring.overlays import repository_of
from yurt_hostnet.commands.wiring.plan import BASELINE_FILE
from yurt_hostnet.commands.wiring.record import NAME, Entered, Lined, read_record
from yurt_hostnet.commands.wiring.removal import undone
from yurt_hostnet.commands.wiring.wired import objects_at
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError, raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.commands.wiring.package import Package


def taken_back(package: Package) -> Changes:
    """Return the changes that take back what init did to a package, as its record tells.

    Raises InputError, for all of them together, where there is no record, where a file that init made has been edited
    since (but for a baseline, which the function itself adds to), or where an entry cannot be cut out.
    """
    changes = Changes()
    path = package.place(NAME)
    text = changes.text(path)
    if text is None:
        message = f"init left no {NAME} here, so there is nothing to take back. Was it made in another folder?"
        raise InputError(message, file=package.folder)
    record = read_record(text, path)
    mistakes: list[InputError] = []
    for step in reversed(record.steps):
        file = _inside(package, step.path)
        now = changes.text(file)
        if now is None:
            continue
        try:
            if isinstance(step, Lined):
                changes.put(file, step.undone(now))
            elif isinstance(step, Entered):
                changes.put(file, undone(step.addition, now, file))
            elif step.is_as_made(now) or _is_baseline(file):
                changes.put(file, None)
            else:
                message = "The file has been edited since init made it. Remove it, or move it away, and run this again."
                mistakes.append(InputError(message, file=file))
        except InputError as error:
            mistakes += error.every()
    raise_all(mistakes)
    changes.put(path, None)
    changes.removed_folders = [_inside(package, folder) for folder in record.folders]
    return changes


def _inside(package: Package, path: str) -> str:
    """Return a path of the record; one out of the working tree (of the folder, without a repository) is refused."""
    root = repository_of(package.folder) or os.path.realpath(package.folder)
    real = os.path.realpath(os.path.join(package.folder, path))
    if not real.startswith(os.path.join(root, "")) or ".git" in os.path.relpath(real, root).split(os.sep):
        raise InputError(f"The record names {one_line(path)}, outside of the working tree.", file=package.place(NAME))
    return os.path.relpath(real)


def _is_baseline(path: str) -> bool:
    if os.path.basename(path) != BASELINE_FILE:
        return False
    objects = [data for data, _ in objects_at(path)]
    return bool(objects) and all(data.get("kind") == BASELINE_KIND for data in objects)
