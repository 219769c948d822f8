"""The door for Helm 3, Helm 4 and pipes: a stream of manifests in, the same stream edited out.

On any error stdout stays empty: Helm 3 stops at the exit code, and a pipe has nothing to apply. Helm 4
drops stderr, so there the message goes through stdout, in a form that cannot be applied.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import DONE, FAILED, Response
from yurt_hostnet.hosts.settings import configured
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.hosts.options import Options
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.cut.split import Span

NOTHING = b"# yurt-hostnet: this chart renders no resources.\n"
"""What Helm 4 gets instead of nothing, which it takes for an error."""


def serve(text: bytes, options: Options) -> Response:
    """Run the function over a manifest stream. Raises InputError for bad input or configuration."""
    config = configured(options.config)
    if options.fail_on is not None:
        config.fail_on = options.fail_on
    source = read_manifests(text)
    context = Context(Package([source]), config, options.baseline, allow_empty=options.allow_empty)
    context.tells_infos = options.tells_infos
    outcome = process(context)
    if outcome.fails(context):
        transform = config.mode == TRANSFORM
        return Response(FAILED, [], outcome.results, fail_on=config.fail_on, transform=transform)
    stdout = source.render()
    if options.helm4 and not text.strip():
        stdout = [NOTHING]
    return Response(DONE, stdout, outcome.results, fail_on=config.fail_on)


def read_manifests(text: bytes, file: str = "") -> Input:
    """Return a manifest stream as an Input.

    Raises InputError for a document that holds something but names no kind, for a last one that is cut
    off, and for a separator with a key behind it: none could be applied, and passing them on would hide it.
    """
    source = read_stream(text, file)
    for number, span in enumerate(source.units):
        if not _says_kind(text, span):
            for item in source.objects_of(number):
                require_kind(item)
    if source.units and not _ends_whole(text[source.units[-1].start :]):
        for item in source.objects_of(len(source.units) - 1):
            _ = item.data  # raises where it is cut off
    return source


def read_stream(text: bytes, file: str = "") -> Input:
    """Return a manifest stream as an Input, of which nothing but the separators is known to be right."""
    glued: list[int] = []
    source = Input(text, split_documents(text, glued), file)
    if glued:
        refuse_glued(source, glued)
    return source


def refuse_glued(source: Input, positions: list[int]) -> None:
    """Raise InputError if a line at one of `positions` is a key such as `---kind`, and no line of a quoted text.

    YAML reads one document there, in which the second `kind` hides the first. Helm sees two, and kubectl and
    kustomize refuse them.
    """
    from bisect import bisect_left

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.cut.split_items import ODD_BREAKS

    message = "This document separator has something else on its line. Put a line break behind the ---."
    odd = next((position for position in positions if source.text.startswith(ODD_BREAKS, position + 3)), None)
    if odd is not None:
        raise InputError(message, source.line_of(odd), source.file)
    for span in source.units:
        if bisect_left(positions, span.start) < bisect_left(positions, span.end):
            document = KubeObject(source, span)
            key = next((key for key in document.data if key.startswith("---")), None)
            if key is not None:
                raise InputError(message, document.line_of((key,)), source.file)


def _says_kind(text: bytes, span: Span) -> bool:
    """Tell whether a document has apiVersion and kind where a block mapping or JSON has them; False if in doubt."""
    keys = (b"apiVersion", b"kind")
    if all(
        text.startswith(key + b":", span.start) or text.find(b"\n" + key + b":", span.start, span.end) >= 0
        for key in keys
    ):
        return True
    return text.startswith(b"{", span.start) and all(
        text.find(b'"' + key + b'"', span.start, span.end) >= 0 for key in keys
    )


def require_kind(item: KubeObject) -> None:
    """Raise InputError for what is no Kubernetes object."""
    missing = [key for key, value in (("apiVersion", item.api_version), ("kind", item.kind)) if not value]
    if missing:
        message = f"This document has no {' and no '.join(missing)}; it is not a Kubernetes object. Give it both."
        raise InputError(message, item.line_at(item.root.start) if item.root else item.line, item.input.file)


def _ends_whole(document: bytes) -> bool:
    """Tell whether a document ends in a line that leaves no quote or bracket open, and in a line break."""
    if document.find(b"{", 0, 64) >= 0 or not document.endswith(b"\n"):
        return False
    last = document[-4096:].rstrip().rpartition(b"\n")[2]
    return not any(sign in last for sign in (b'"', b"'", b"[", b"{"))
