"""Our function as kustomizations list it: its configuration, whether the build ran it, and what ran behind it."""

from __future__ import annotations

from yurt_hostnet.commands.rendering.places import PATCHING
from yurt_hostnet.config.config import GROUP, KIND
from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.commands.rendering.marks import Marks
    from yurt_hostnet.commands.rendering.rendered import Rendered

FUNCTION = "config.kubernetes.io/function"


class Functions:
    """The places where the build of a directory lists our function.

    `inputs` hold their configurations, `files` are the files as users see them. `passed_over` are those that are
    programs, which a build runs only if it is let.
    """

    __slots__ = ("_places", "files", "inputs", "passed_over")

    def __init__(self, rendered: Rendered, *, programs: bool) -> None:
        self._places = rendered.places
        self.inputs: list[Input] = []
        self.files: list[str] = []
        self.passed_over: list[str] = []
        told = [file for marks in rendered.input.marks for file, kind in marks.changes if kind == KIND and file]
        for file in dict.fromkeys(told):
            self._read(self._places.real(file), programs=programs)

    def _read(self, file: str, *, programs: bool) -> None:
        shown = self._places.shown(file)
        self.files.append(shown)
        for found in self._places.objects_in(file):
            inline = found.data.get("transformers")
            for text in inline if isinstance(inline, list) else ():
                if isinstance(text, str) and "\n" in text:
                    self._add(text.encode(), shown, programs=programs)
            if (found.group, found.kind) == (GROUP, KIND):
                self._add(found.input.text, shown, programs=programs)
                return

    def _add(self, text: bytes, shown: str, *, programs: bool) -> None:
        source = Input(text, split_documents(text), shown)
        ours = [item for item in source.objects() if (item.group, item.kind) == (GROUP, KIND)]
        if not ours:
            return
        self.inputs.append(source)
        if not programs and any("exec:" in str(item.annotations.get(FUNCTION)) for item in ours):
            self.passed_over.append(shown)

    def remedy(self, marks: Marks, folder: str, value: str) -> str:
        """Return what to do about something that the function adds and that is missing in what was built.

        `value` is it, in flow style; `folder` the directory that is built.
        """
        last = max((number for number, (_, kind) in enumerate(marks.changes) if kind == KIND), default=-1)
        if last < 0:
            return f"List the function under transformers: in {folder} (docs/kustomize.md), or add {value}."
        listed = self._places.shown(self._places.real(marks.changes[last][0]))
        if listed in self.passed_over:
            return f"{listed} lists the function as a program, and the build passed over it. Build with --enable-exec."
        behind = [file for file, kind in marks.changes[last + 1 :] if kind in PATCHING]
        if behind:
            patching = self._places.shown(self._places.real(behind[-1]))
            told = f"The function of {listed} runs before the patches of {patching}, and does not see them."
            return f"{told} List it under transformers: in {folder} (docs/kustomize.md)."
        return f"The function of {listed} ran and did not add it. Compare its configuration and its version with these."
