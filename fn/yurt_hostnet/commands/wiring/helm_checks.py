"""Whether Helm, as it is on this machine, can run the function as its post-renderer."""

from __future__ import annotations

from yurt_hostnet.commands.wiring.diagnosis import fault, good
from yurt_hostnet.commands.wiring.program import NAME
from yurt_hostnet.commands.wiring.running import on_path, run_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yurt_hostnet.commands.wiring.diagnosis import Finding
    from yurt_hostnet.commands.wiring.programs import HostProgram

_SECONDS = 60


def helm_findings(programs: Mapping[str, HostProgram]) -> Iterator[Finding]:
    """Yield whether there is a Helm, and what it needs: Helm 3 the program on PATH, Helm 4 a plugin as well."""
    helm = programs.get("helm")
    if helm is None:
        yield fault("host", "Helm is not on PATH.", "install Helm")
        return
    path = on_path(NAME)
    if path:
        yield good("reachable", f"The program {NAME} is {path}.")
    else:
        yield fault("reachable", f"The program {NAME} is not on PATH.", f"pipx install {NAME}")
    listed = run_program([helm.path, "plugin", "list"], seconds=_SECONDS)
    names = {line.split()[0] for line in listed.out.decode("utf-8", "replace").splitlines() if line.split()}
    if helm.version.removeprefix("v").startswith("3."):
        return
    if NAME in names:
        yield good("reachable", f"Helm {helm.version} has the plugin {NAME}.")
    else:
        message = f"Helm {helm.version} takes a post-renderer from a plugin, and has none named {NAME}."
        yield fault("reachable", message, "helm plugin install ./helm-plugin (of a release of yurt-hostnet)")
