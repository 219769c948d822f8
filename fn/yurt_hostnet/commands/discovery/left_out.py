"""What a run did not look at and why: an info for each, and the words of the summary that count them."""

from __future__ import annotations

import os

from yurt_hostnet.krm.result import INFO, Origin, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

HELM_TEMPLATE = "helm-template"
YTT_TEMPLATE = "ytt-template"
NOT_AN_OBJECT = "not-an-object"
KUSTOMIZE_INPUT = "kustomize-input"
PARTIAL_OBJECT = "partial-object"
PASSED_OVER = "passed-over"
"""What stands for a rule in the infos."""

KUSTOMIZATION, ELSEWHERE = "kustomization", "resource elsewhere"
"""What the summary counts a kustomization as, and a resource that it names and nobody read."""


class LeftOut(Result):
    """An info about a file, folder or link that was not looked at; `noun` is what the summary counts it as."""

    __slots__ = ("noun",)

    def __init__(self, rule: str, message: str, path: str, noun: str, remedy: str = "", line: int = 0) -> None:
        super().__init__(INFO, rule, message, origin=Origin(path, 0, line), remedy=remedy)
        self.noun = noun


def helm_template(path: str) -> LeftOut:
    """Return the info about a Helm template."""
    remedy = "Render the chart and pipe what comes out through yurt-hostnet."
    return LeftOut(HELM_TEMPLATE, "This is a Helm template and was skipped.", path, "Helm template", remedy)


def ytt_template(path: str) -> LeftOut:
    """Return the info about a template of ytt."""
    remedy = "Render it and pipe what comes out through yurt-hostnet."
    return LeftOut(YTT_TEMPLATE, "This is a ytt template and was skipped.", path, "ytt template", remedy)


def no_object(path: str, noun: str = "file without objects") -> LeftOut:
    """Return the info about a file that holds no manifest."""
    message = "This file holds no Kubernetes objects and was left out."
    return LeftOut(NOT_AN_OBJECT, message, path, noun)


def kustomize_input(path: str, noun: str, kustomization: str) -> LeftOut:
    """Return the info about a file that a kustomization names as `noun`, such as a patch."""
    message = f"This is a {noun} of {kustomization} and no whole object, so it was left out."
    remedy = "Look at what is built: kustomize build DIRECTORY | yurt-hostnet check -"
    return LeftOut(KUSTOMIZE_INPUT, message, path, noun, remedy)


def partial_object(path: str, name: str, line: int) -> LeftOut:
    """Return the info about a part of a workload that no kustomization names as its patch."""
    message = f"{name} lacks containers or an image, so it is no whole object and was left out."
    remedy = "Look at what it becomes: pipe what is built through yurt-hostnet check -"
    return LeftOut(PARTIAL_OBJECT, message, path, "partial object", remedy, line)


def hidden_directory(path: str) -> LeftOut:
    """Return the info about a hidden directory."""
    message = "This hidden directory may hold manifests and was passed over, which kubectl apply -R would not do."
    return LeftOut(PASSED_OVER, message, path, "hidden directory", "Name it as well to look into it.")


def directory_link(path: str) -> LeftOut:
    """Return the info about a link to a directory."""
    message = "This link leads to a directory and was not followed."
    return LeftOut(PASSED_OVER, message, path, "link to a directory", "Name the link to look behind it.")


def no_regular_file(path: str) -> LeftOut:
    """Return the info about a link that leads nowhere, a pipe or a device."""
    message = "This is a link that leads to no file, or a pipe or a device, and was passed over."
    return LeftOut(PASSED_OVER, message, path, "link to no file" if os.path.islink(path) else "special file")


def excluded(path: str) -> LeftOut:
    """Return the info about a file or directory that --exclude or a `.krmignore` leaves out."""
    message = "--exclude or a .krmignore leaves this out."
    return LeftOut(PASSED_OVER, message, path, "excluded directory" if os.path.isdir(path) else "excluded file")


def resource_elsewhere(path: str, entry: str) -> LeftOut:
    """Return the info about an entry of the kustomization at `path` that names what was not read."""
    message = f"Its entry {entry[:100]!r} names nothing in the directories that were looked at."
    remedy = "Look at what is built: kustomize build DIRECTORY | yurt-hostnet check -"
    return LeftOut(PASSED_OVER, message, path, ELSEWHERE, remedy)


def counted(skipped: Iterable[Result]) -> str:
    """Return how many of each noun there are, such as `2 Helm templates, 1 patch`; "" for none."""
    numbers: dict[str, int] = {}
    for result in skipped:
        if isinstance(result, LeftOut):
            numbers[result.noun] = numbers.get(result.noun, 0) + 1
    return ", ".join(f"{number} {noun if number == 1 else _plural(noun)}" for noun, number in numbers.items())


def _plural(noun: str) -> str:
    head, gap, tail = noun.partition(" ")
    if gap and tail.split(" ")[0] in {"without", "to", "elsewhere"}:
        return f"{_plural(head)} {tail}"
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("ch", "s")) else f"{noun}s"
