"""What the words of a command line ask for, read even where they hold a mistake: the report, the format, the inputs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_VALUES = ("--report", "--format", "--output", "-o")


class Asked:
    """`report`, `output` and `format` as they were given last, "" without.

    `builds` tells that packages are built (-k). `inputs` is every other word that could name something to read:
    operands, and the values of the other options.
    """

    __slots__ = ("builds", "format", "inputs", "output", "report")

    def __init__(self, words: Sequence[str]) -> None:
        self.format = self.output = self.report = ""
        self.inputs: list[str] = []
        self.builds = False
        rest = list(words)
        while rest:
            word = rest.pop(0)
            name, mark, value = word.partition("=")
            if word == "--":
                self.inputs += rest
                return
            if name in _VALUES:
                if not mark:
                    value = rest.pop(0) if rest and (rest[0] == "-" or not rest[0].startswith("-")) else ""
                if value:
                    setattr(self, "output" if name == "-o" else name[2:], value)
            elif word.startswith("-o"):
                self.output = word[2:]
            elif word.startswith("-") and word != "-":
                self.builds = self.builds or word.startswith("-k")
                self.inputs += [value] if value else []
            else:
                self.inputs.append(word)
