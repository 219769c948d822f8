"""Results that are no rule's: why a run failed, an object was not edited, a file was left out; what each means."""

from __future__ import annotations

from yurt_hostnet.engine.edits import CANNOT_EDIT
from yurt_hostnet.krm.result import BUG_RULE, CONFIG_RULE, ERROR, INFO, INPUT_RULE
from yurt_hostnet.report.formats import RuleInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity

_TEXTS: dict[str, tuple[Severity, str, str]] = {
    INPUT_RULE: (
        ERROR,
        "The run stopped: what was given cannot be read, or what was asked for cannot be written.",
        """\
A file is no YAML or no Kubernetes object, is cut off, holds what no host would read as we do, or cannot be opened; an
option is wrong; a report, a baseline or a fixed file cannot be written; or there is too little memory. Exit code 2.
Nothing was judged, so a report with this result says nothing about the manifests: it is no pass.

The message says what is wrong and what to do, the place is the file and the line. It cannot be switched off.""",
    ),
    CONFIG_RULE: (
        ERROR,
        "The run stopped: functionConfig cannot be followed.",
        """\
A field or a value is unknown, has the wrong type or contradicts another one, or the configuration cannot be read. Exit
code 2. Nothing was judged, so a report with this result says nothing about the manifests: it is no pass.

The message names the field and the nearest right word; docs/function-config.md has all fields. It cannot be switched
off.""",
    ),
    BUG_RULE: (
        ERROR,
        "The run stopped: a bug of ours.",
        """\
The program met something that nobody thought of. Exit code 3. Nothing was judged and nothing was applied. The traceback
is on standard error: please report it at https://github.com/openyurtio/yurt-hostnet/issues, with the manifest.
It cannot be switched off.""",
    ),
    CANNOT_EDIT: (
        ERROR,
        "An object that needs an edit cannot be edited without changing something else.",
        """\
The edit would change another object too, through an alias; its place in the text cannot be told for certain; or the
file is reached through a link that leads out of the directories that were named to fix, and that a stranger may have
planted. Nothing of the package is edited then. The message says what to write differently.

It cannot be switched off: an object without its edit would look as if it had it.""",
    ),
    "helm-template": (
        INFO,
        "A file was left out, since it is a Helm template.",
        """\
It is no YAML until Helm has rendered it. Render the chart, and pipe what comes out through yurt-hostnet:

    helm template ./chart | yurt-hostnet check -""",
    ),
    "ytt-template": (
        INFO,
        "A file in a directory was left out, since it is a template of ytt.",
        """\
Its comments compute values, so that nothing can be said of it before ytt has run. Look at what it renders:

    ytt -f DIRECTORY | yurt-hostnet check -""",
    ),
    "not-an-object": (
        INFO,
        "A file in a directory was left out, since it holds no Kubernetes objects.",
        "Values, a CI file or a kustomization, for example. A file that is named itself must hold objects.",
    ),
    "kustomize-input": (
        INFO,
        "A file was left out, since a kustomization names it as a patch or another part.",
        """\
It is no whole object: what counts is what kustomize builds with it. Look at that:

    kustomize build DIRECTORY | yurt-hostnet check -""",
    ),
    "partial-object": (
        INFO,
        "An object was left out, since it is a part of one: it lacks what the API server requires.",
        "Look at what it becomes: build the package, and pipe what comes out through yurt-hostnet.",
    ),
    "passed-over": (
        INFO,
        "A hidden directory, a link to one, what is no regular file, or a resource elsewhere was passed over.",
        "Name it as well to look into it, or look at what is built.",
    ),
}

NOTICES = tuple(_TEXTS)
"""Their ids, in the order in which they are listed."""


def notice(name: str) -> RuleInfo:
    """Return what one of NOTICES means. Raises KeyError for another name."""
    severity, summary, text = _TEXTS[name]
    return RuleInfo(name, severity, summary, f"{summary}\n\n{text}")
