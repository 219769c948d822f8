"""A repository to take baselines from: made anew for each test, with what the rules about edits say of its files."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.cut.split import split_documents

POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: beijing
spec:
  hostNetwork: true
"""
EDITED = POOL.replace("true", "false")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
WHO = ("-c", "user.name=tester", "-c", "user.email=tester@example.com")


def git(*arguments: str) -> None:
    """Run git in the current folder, as nobody in particular."""
    subprocess.run(["git", *WHO, *arguments], check=True, capture_output=True, env=ENVIRONMENT)


def write(name: str, text: str) -> None:
    """Write a file and the folders above it."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


def commit() -> None:
    """Commit all that is there."""
    git("add", "--all")
    git("commit", "--quiet", "--message", "a state")


def inputs(*files: str) -> list[Input]:
    """Return files as a package has them; one that is not there is empty."""
    texts = [Path(file).read_bytes() if Path(file).is_file() else b"" for file in files]
    return [Input(text, split_documents(text), file) for text, file in zip(texts, files, strict=True)]


def found(*files: str, revision: str = "HEAD") -> list[str]:
    """Return what the rules about edits say of files compared with a revision."""
    outcome = process(Context(Package(inputs(*files)), load_config(None), f"git:{revision}"))
    return [result.message for result in outcome.results if result.rule.endswith("-changed")]


def was_true(place: str) -> list[str]:
    """Return the finding of POOL that became EDITED."""
    return [f"hostNetwork of this NodePool was true ({place}) and would become false; OpenYurt refuses the change."]
