"""`yurt-hostnet rules`: the rules, or the documentation of one, which is its docstring."""

from __future__ import annotations

import textwrap
from difflib import get_close_matches

from yurt_hostnet.commands.arguments import Parser
from yurt_hostnet.commands.documentation import markdown, rule_info, rule_infos, transformer_infos
from yurt_hostnet.commands.notices import NOTICES, notice
from yurt_hostnet.commands.output import terminal_width, write
from yurt_hostnet.hosts.options import DONE
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.report.formats import RuleInfo

DESCRIPTION = "Lists the rules with their default severity, or prints the documentation of one."
OTHERS = "Results that are no rule's, and cannot be switched off:"
EDITS = "Every edit of mode Transform is an info, under the name of what made it:"
PAGE_HEAD = """\
# Rules

What yurt-hostnet finds wrong. `yurt-hostnet rules ID` prints a rule, `spec.rules` of
[functionConfig](function-config.md) changes its severity or names objects that it leaves alone, with a reason.
This page is made from the rules' own documentation by `yurt-hostnet rules --markdown`.

| rule | severity | finds |
|---|---|---|
"""
PAGE_OTHERS = """\
# Results that are no rule's

They say why a run stopped, why an object was not edited, or which file was left out, and cannot be switched off.
"""


def parser() -> Parser:
    """Return the parser of `rules`."""
    out = Parser("rules", "[ID]", DESCRIPTION)
    out.add_argument("rule", nargs="?", metavar="ID", help="the rule to explain")
    out.add_argument("--markdown", action="store_true", help="print all documentation as one page (docs/rules.md)")
    return out


def run(arguments: list[str]) -> int:
    """Print what was asked for. Raises InputError for a rule that does not exist."""
    options = parser().read(arguments)
    if options.markdown and options.rule is not None:
        raise InputError("--markdown prints all rules, so the ID does nothing beside it. Give one of them.")
    if options.markdown:
        return write(page(), DONE)
    if options.rule:
        return write(_one(options.rule), DONE)
    return write(_list(terminal_width() or 120), DONE)


def page() -> str:
    """Return docs/rules.md."""
    infos = rule_infos()
    rows = [
        f"| [{info.id}](#{info.id}) | {info.severity} | {info.summary.replace('|', chr(92) + '|')} |" for info in infos
    ]
    parts = [f"## {info.id}\n\n{info.severity.title()}. {markdown(info.documentation)}" for info in infos]
    others = [notice(name) for name in NOTICES]
    told = [f"## {info.id}\n\n{info.severity.title()}. {markdown(info.documentation)}" for info in others]
    return PAGE_HEAD + "\n".join(rows) + "\n\n" + "\n".join(parts) + f"\n{PAGE_OTHERS}\n" + "\n".join(told)


def _one(rule: str) -> str:
    name = rule.lower().replace("_", "-")
    try:
        info = notice(name) if name in NOTICES else rule_info(name)
    except KeyError:
        known = [*(info.id for info in (*rule_infos(), *transformer_infos())), *NOTICES]
        near = get_close_matches(name, known, 1)
        guess = f" Did you mean {near[0]}?" if near else ""
        raise InputError(f"There is no rule {rule!r}.{guess} yurt-hostnet rules lists them.") from None
    return f"{info.id} ({info.severity})\n\n{info.documentation}\n"


def _list(width: int) -> str:
    own, transformers, others = rule_infos(), transformer_infos(), [notice(name) for name in NOTICES]
    column = max(len(info.id) for info in (*own, *transformers, *others)) + 2
    lines = _rows(own, column, width)
    edits = ["", EDITS, *_rows(transformers, column, width)]
    return "\n".join([*lines, *edits, "", OTHERS, *_rows(others, column, width)]) + "\n"


def _rows(infos: Sequence[RuleInfo], column: int, width: int) -> list[str]:
    lines = []
    for info in infos:
        head = f"{info.id:<{column}}{info.severity:<9}"
        room = max(width - len(head), 30)
        lines += textwrap.wrap(info.summary, room + len(head), initial_indent=head, subsequent_indent=" " * len(head))
    return lines
