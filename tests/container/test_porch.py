"""The image as Porch runs it: a gRPC server inside the image that starts the ENTRYPOINT once for each request.

Porch's own server is used if WRAPPER_SERVER names it; else one of our own that speaks the same protocol.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from container.engine import FIXTURES, IMAGE, STRICT, Engine
from hosts.programs import REQUIRED
from hosts.programs import find as find_program

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.host

PORCH = os.environ.get("WRAPPER_SERVER", "")
PORT = "--port=9446"
LIMIT = 6 * 1024 * 1024


class Porch:
    """A running server in the image; nothing but the two programs that Porch brings is mounted."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name

    def call(self, stdin: str, calls: int = 1, beside: int = 1) -> list[dict[str, Any]]:
        """Send a list so many times, so many at once, from inside the container; return the answers."""
        command = ("/porch/wrapper", "call", PORT, f"--calls={calls}", f"--beside={beside}")
        told = self.engine.podman("exec", "--interactive", self.name, *command, stdin=stdin).ok()
        return [json.loads(line) for line in told.splitlines()]


@pytest.fixture(scope="module")
def porch(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Porch]:
    go = find_program("go")
    if go is None:
        reason = "Go is not installed"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    programs = tmp_path_factory.mktemp("porch")
    source = Path(__file__).parent / "wrapper"
    environment = {**os.environ, "CGO_ENABLED": "0"}
    subprocess.run([go, "build", "-o", programs / "wrapper", "."], check=True, cwd=source, env=environment)
    if PORCH:
        (programs / "wrapper-server").write_bytes(Path(PORCH).read_bytes())
        (programs / "wrapper-server").chmod(0o755)
    programs.chmod(0o755)
    entrypoint = engine.inspect(IMAGE)["Config"]["Entrypoint"]
    server = ("/porch/wrapper-server", PORT) if PORCH else ("/porch/wrapper", "serve", PORT)
    mount = f"--volume={programs}:/porch:ro"
    with engine.service(*STRICT, mount, "--entrypoint", server[0], IMAGE, *server[1:], "--", *entrypoint) as name:
        yield Porch(engine, name)


def resource_list(case: str, copies: int = 1) -> str:
    """Return a fixture as a ResourceList, its Deployment so many times."""
    folder = FIXTURES / case
    items = (folder / "resources.yaml").read_text().split("---\n")
    config = yaml.safe_load((folder / "yurt-hostnet.yaml").read_text())
    (workload,) = (item for item in items if "kind: Deployment" in item)
    items += [workload.replace("name: web\n  namespace", f"name: web-{n}\n  namespace") for n in range(1, copies)]
    listed = "".join("- " + item.rstrip().replace("\n", "\n  ") + "\n" for item in items)
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    return f"{head}{listed}functionConfig: {json.dumps(config)}\n"


def test_many_calls_side_by_side(engine: Engine, porch: Porch) -> None:
    stdin = resource_list("good")
    answers = porch.call(stdin, calls=40, beside=8)
    assert [answer["code"] for answer in answers] == ["OK"] * 40
    assert {answer["digest"] for answer in answers} == {answers[0]["digest"]}
    assert answers[0]["list"] == engine.run(stdin=stdin).ok()
    assert answers[0]["log"] == ""


def test_a_refused_edit(porch: Porch) -> None:
    (answer,) = porch.call(resource_list("refused-edit"))
    assert (answer["code"], answer["list"]) == ("Internal", "")
    assert "hostNetwork of this NodePool was true" in answer["message"]
    assert "[nodepool-hostnetwork-changed]" in answer["message"]


def test_a_broken_config(porch: Porch) -> None:
    (answer,) = porch.call(resource_list("broken-config"))
    assert (answer["code"], answer["list"]) == ("Internal", "")
    assert 'functionConfig spec.exclud is not a field; did you mean "exclude"?' in answer["message"]


def test_a_list_of_5_mb(engine: Engine, porch: Porch) -> None:
    """The answer has to fit as well: results take more room than what they tell of."""
    pad = "# " + "x" * 10_000
    stdin = resource_list("good", 480).replace("      containers:", f"      {pad}\n      containers:")
    assert 5_000_000 < len(stdin) < LIMIT
    (answer,) = porch.call(stdin)
    assert (answer["code"], answer["list"]) == ("OK", engine.run(stdin=stdin).ok())


def test_more_than_a_message_holds(porch: Porch) -> None:
    (answer,) = porch.call("#" + "x" * LIMIT)
    assert (answer["code"], "larger than max" in answer["message"]) == ("ResourceExhausted", True)
