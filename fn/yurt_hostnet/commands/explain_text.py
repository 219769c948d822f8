"""The placements as a table for a terminal: pools that are alike to a workload share a line."""

from __future__ import annotations

from textwrap import wrap

from yurt_hostnet.report.characters import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.analysis.placements import Placement, Verdict, Workload
    from yurt_hostnet.openyurt.pools import Pool

NO_POOL = "(no pool)"
NO_POOLS = """\
No NodePool is declared. Add the cluster's NodePools to the files, or name them with
--set pools=a,b --set hostNetworkPools=c.
"""
WORDS: dict[Verdict, str] = {
    "may-land": "may land",
    "kept-off": "kept off",
    "pinned": "pinned",
    "conflict": "CONFLICT",
    "unknown": "unknown",
}
HEAD = ("WORKLOAD", "POOLS", "PLACEMENT", "BECAUSE")
LEGEND = "* host-network pool\n"


def table(rows: Sequence[Workload], pools: Sequence[Pool], width: int = 0) -> str:
    """Return the table, or a sentence where there are no workloads. Reasons are folded to `width` columns, 0: not."""
    head = "" if pools else NO_POOLS
    if not rows:
        return f"{head}There are no workloads in these files.\n"
    starred = {pool.name for pool in pools if pool.uses_host_network}
    lines = [HEAD]
    for row in rows:
        name = one_line(row.name) + (" (host network)" if row.host_network else "")
        for group in grouped(row.placements):
            names = [(f"{item.pool}*" if item.pool in starred else item.pool) or NO_POOL for item in group]
            lines.append((name, ", ".join(map(one_line, names)), WORDS[group[0].verdict], one_line(group[0].reason)))
            name = ""
        if row.note:
            lines.append(("", "", "note", one_line(row.note)))
    body = _wide(lines)
    if width and any(len(line) > width for line in body):
        body = _narrow(lines, width)
    return "\n".join(body) + "\n" + (LEGEND if starred else "") + (f"\n{head}" if head else "")


def _wide(lines: Sequence[tuple[str, str, str, str]]) -> list[str]:
    """Return the lines in columns."""
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _narrow(lines: Sequence[tuple[str, str, str, str]], width: int) -> list[str]:
    """Return the lines with each workload above its pools, and long reasons folded."""
    body: list[str] = []
    column = max(len(verdict) for _, _, verdict, _ in lines[1:])
    for name, pools, verdict, reason in lines[1:]:
        if name:
            body += wrap(name, width, break_on_hyphens=False)
        text = ": ".join(filter(None, [pools, reason]))
        head = f"  {verdict:<{column}}  "
        body += wrap(
            text,
            max(width, 40),
            initial_indent=head,
            subsequent_indent=" " * len(head),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return body


def grouped(placements: Sequence[Placement]) -> list[list[Placement]]:
    """Return placements with equal verdict and reason together, in the order in which each kind first occurs."""
    groups: dict[tuple[str, str], list[Placement]] = {}
    for placement in placements:
        groups.setdefault((placement.verdict, placement.reason), []).append(placement)
    return list(groups.values())
