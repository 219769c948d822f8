"""The placements as one HTML page that needs nothing else: no network, no script, light and dark."""

from __future__ import annotations

from html import escape

from yurt_hostnet import __version__
from yurt_hostnet.analysis.placements import CONFLICT, KEPT_OFF, MAY_LAND, PINNED, UNKNOWN
from yurt_hostnet.commands.explain_text import NO_POOL, NO_POOLS, WORDS, grouped
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.text import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.analysis.placements import Placement, Verdict, Workload
    from yurt_hostnet.openyurt.pools import Pool

_SIGNS: dict[Verdict, str] = {
    MAY_LAND: "\u2713",
    KEPT_OFF: "\u2013",
    PINNED: "\u25c6",
    CONFLICT: "\u2715",
    UNKNOWN: "?",
}
_MEANINGS: dict[Verdict, str] = {
    MAY_LAND: "the scheduler may place it there",
    KEPT_OFF: "nodeSelector, node affinity, a taint or a pin keeps it away",
    PINNED: "it is bound to this pool",
    CONFLICT: "it is bound to this pool, and kept off it or bound elsewhere",
    UNKNOWN: "its node affinity cannot be read, or nobody declares its node",
}
_NO_NETWORK = "no network"
_STATES = {
    "after": "The manifests as yurt-hostnet leaves them.",
    "before": "The manifests as they are, before yurt-hostnet.",
}

_FOOTER = "node affinity, nodeSelector, nodeName, topologies, and the labels and taints of NodePools count."

STYLE = """\
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --ink: #1c2430; --faint: #5d6877; --line: #dfe3e8; --head: #eef1f4;
  --may: #1a6b3c; --may-bg: #e2f4e9; --off: #556070; --off-bg: #edf0f3; --pin: #1d4f9c; --pin-bg: #e3ecfa;
  --bad: #a3161f; --bad-bg: #fde4e5; --warn: #8a4b00; --warn-bg: #fdeed6; }
@media (prefers-color-scheme: dark) { :root {
  --page: #12161c; --card: #1a2029; --ink: #e4e8ee; --faint: #9aa5b4; --line: #2d3540; --head: #222934;
  --may: #83dba5; --may-bg: #16382a; --off: #a3adba; --off-bg: #272f3a; --pin: #9cc0fa; --pin-bg: #1a2f50;
  --bad: #ff9ea3; --bad-bg: #4a1a1f; --warn: #f7c177; --warn-bg: #45300f; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem clamp(1rem, 4vw, 3rem); background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; }
p { margin: .25rem 0 1.25rem; color: var(--faint); }
dl { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; margin: 0 0 1.25rem; padding: 0; font-size: .875rem; }
dl > div { display: flex; gap: .5rem; align-items: baseline; }
dd { margin: 0; color: var(--faint); }
.frame { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
th, td { padding: .6rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { background: var(--head); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
thead small { display: block; font-weight: 400; color: var(--faint); }
th:first-child { position: sticky; left: 0; background: var(--card); border-right: 1px solid var(--line); }
thead th:first-child { background: var(--head); }
tbody th { font-weight: 600; min-width: 11rem; max-width: 24rem; overflow-wrap: anywhere; }
tbody th small { display: block; font-weight: 400; color: var(--faint); }
td.why { min-width: 18rem; font-size: .875rem; }
td.why ul { margin: 0; padding: 0; list-style: none; }
td.why li + li { margin-top: .3rem; }
td.why b { font-weight: 600; }
td.why span { color: var(--faint); overflow-wrap: anywhere; }
mark { display: inline-block; padding: .1rem .55rem; border-radius: 999px; font-size: .8125rem; white-space: nowrap;
  color: var(--off); background: var(--off-bg); }
mark.may-land { color: var(--may); background: var(--may-bg); }
mark.pinned { color: var(--pin); background: var(--pin-bg); }
mark.conflict { color: var(--bad); background: var(--bad-bg); font-weight: 600; }
mark.no-network, mark.unknown { color: var(--warn); background: var(--warn-bg); }
td mark + mark { margin-top: .25rem; }
footer { margin-top: 1rem; font-size: .8125rem; color: var(--faint); }
@media print { body { padding: 0; } .frame { overflow: visible; border: 0; } mark { border: 1px solid; } }
"""

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Placement of workloads over NodePools</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>Placement of workloads over NodePools</h1>
<p>{summary}</p>
{body}
</main>
<footer>yurt-hostnet {version} \u00b7 {footer}</footer>
</body>
</html>
"""


_NETWORKS = {True: "host network", False: "pod network", None: "network uncertain"}


def html_page(rows: Sequence[Workload], pools: Sequence[Pool], state: str) -> str:
    """Return the page; `state` is a key of _STATES."""
    body = _legend() + _frame(rows, pools)
    if not pools:
        body = f"<p>{_text(NO_POOLS)}</p>\n{body}"
    if not rows:
        body = "<p>There are no workloads in these files.</p>"
    summary = f"{_STATES[state]} {_number(rows, 'workload')}, {_number(pools, 'pool')}."
    return _PAGE.format(style=STYLE, summary=summary, body=body, version=__version__, footer=_FOOTER)


def _legend() -> str:
    entries = [f"<div><dt>{_mark(name, WORDS[name])}</dt><dd>{text}</dd></div>" for name, text in _MEANINGS.items()]
    text = "it may land on a host-network pool but does not use the host network"
    entries.append(f"<div><dt>{_warning()}</dt><dd>{text}</dd></div>")
    return "<dl>\n" + "\n".join(entries) + "\n</dl>\n"


def _frame(rows: Sequence[Workload], pools: Sequence[Pool]) -> str:
    heads = [f'<th scope="col">{_text(pool.name)}<small>{_kind(pool)}</small></th>' for pool in pools]
    columns = "".join(
        ['<th scope="col">Workload</th>', *heads, f'<th scope="col">{NO_POOL}</th>', '<th scope="col">Because</th>']
    )
    body = "\n".join(map(_row, rows))
    return (
        '<div class="frame" tabindex="0">\n<table>\n'
        f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _row(row: Workload) -> str:
    where = place(row.item.origin)
    facts = [*([_text(where)] if where else []), *(["uses the host network"] if row.host_network else [])]
    small = "".join(f"<small>{fact}</small>" for fact in facts)
    cells = "".join(f"<td>{_cell(placement)}</td>" for placement in row.placements)
    reasons = [
        f"<li><b>{_text(', '.join(item.pool or NO_POOL for item in group))}</b>: "
        f"<span>{_text(group[0].reason)}</span></li>"
        for group in grouped(row.placements)
        if group[0].reason
    ]
    if row.note:
        reasons.append(f"<li><span>{_text(row.note)}</span></li>")
    why = f"<ul>{''.join(reasons)}</ul>" if reasons else ""
    kind, _, name = row.name.partition(" ")
    head = f"<small>{_text(kind)}</small>{_text(name)}{small}"
    return f'<tr><th scope="row">{head}</th>{cells}<td class="why">{why}</td></tr>'


def _cell(placement: Placement) -> str:
    mark = _mark(placement.verdict, WORDS[placement.verdict])
    return mark if placement.network or placement.verdict not in {MAY_LAND, PINNED} else f"{mark} {_warning()}"


def _mark(verdict: Verdict, word: str) -> str:
    return f'<mark class="{verdict}">{_SIGNS[verdict]} {word.lower()}</mark>'


def _warning() -> str:
    return f'<mark class="no-network">\u26a0 {_NO_NETWORK}</mark>'


def _kind(pool: Pool) -> str:
    return " \u00b7 ".join(
        filter(
            None,
            [_text(pool.type), _NETWORKS[pool.uses_host_network]],
        )
    )


def _number(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _text(text: str) -> str:
    return escape(one_line(text))
