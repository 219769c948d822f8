"""The findings that people read, whole."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from report.sample import EDIT, HOSTILE, PLACELESS, REFUSED, REPORT, RESULTS
from yurt_hostnet.report.text import count, findings, render, wants_colour

if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Result

ERRORS_AND_WARNINGS = """\
pools.yaml:3: error: NodePool beijing spec.hostNetwork: It was true and is now false, which the webhook refuses. \
[nodepool-hostnetwork-changed]
  Set it back to true, or make a new pool.
warning: No code reads {host-network}: 100%. [dead-label-key]
  Write hostnetwork, as one word.
/abs/pod.yaml: warning: Pod 端口: Both want port 80. [host-port-conflict]
  Give one another port.
"""
INFOS = """\
apps/my web.yaml:12: info: Deployment shop/wéb spec.template.spec.affinity: Keeps the pods off host-network pools. \
[exclude-pods]
"""


def test_errors_first_then_a_summary() -> None:
    assert findings(RESULTS) == ERRORS_AND_WARNINGS + "yurt-hostnet: 1 error, 2 warnings.\n"


def test_verbose_adds_infos() -> None:
    assert findings(RESULTS, verbose=True) == ERRORS_AND_WARNINGS + INFOS + (
        "yurt-hostnet: 1 error, 2 warnings, 1 info.\n"
    )
    assert render(REPORT) == findings(RESULTS, verbose=True)


@pytest.mark.parametrize("results", [pytest.param([], id="nothing"), pytest.param([EDIT], id="only an edit")])
def test_silent_when_there_is_nothing_to_say(results: list[Result]) -> None:
    assert findings(results) == ""


def test_colour() -> None:
    assert findings([REFUSED, PLACELESS, EDIT], verbose=True, colour=True) == (
        "pools.yaml:3: \x1b[1;31merror:\x1b[0m NodePool beijing spec.hostNetwork: It was true and is now false, "
        "which the webhook refuses. \x1b[2m[nodepool-hostnetwork-changed]\x1b[0m\n"
        "  Set it back to true, or make a new pool.\n"
        "\x1b[1;33mwarning:\x1b[0m No code reads {host-network}: 100%. \x1b[2m[dead-label-key]\x1b[0m\n"
        "  Write hostnetwork, as one word.\n"
        "apps/my web.yaml:12: \x1b[1;34minfo:\x1b[0m Deployment shop/wéb spec.template.spec.affinity: "
        "Keeps the pods off host-network pools. \x1b[2m[exclude-pods]\x1b[0m\n"
        "yurt-hostnet: 1 error, 1 warning, 1 info.\n"
    )


def test_hostile_names_cannot_drive_the_terminal() -> None:
    assert findings([HOSTILE]) == (
        'a:b,c% \\udcff.yaml:1: error: Pod n:s/x"\\ metadata.labels[a.b][0]: '
        "a\\x1b[31m ::error::b\\u202e \\ud800\\x00]]>&< [duplicate-key]\n"
        "  z\\x7f\n"
        "yurt-hostnet: 1 error.\n"
    )


class Stream(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "environ", "expected"),
    [
        pytest.param(True, {"TERM": "xterm"}, True, id="terminal"),
        pytest.param(False, {"TERM": "xterm"}, False, id="no terminal"),
        pytest.param(True, {"NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param(True, {"NO_COLOR": ""}, True, id="empty NO_COLOR"),
        pytest.param(True, {"TERM": "dumb"}, False, id="dumb terminal"),
    ],
)
def test_wants_colour(*, terminal: bool, environ: dict[str, str], expected: bool) -> None:
    assert wants_colour(Stream(terminal=terminal), environ) is expected


def test_count_of_nothing() -> None:
    assert count([]) == ""


def test_imports_nothing_heavy() -> None:
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; before = set(sys.modules); import yurt_hostnet.report.text;"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-S", "-E", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "['__future__', 'yurt_hostnet', 'yurt_hostnet.krm', 'yurt_hostnet.krm.result', 'yurt_hostnet.report', "
        "'yurt_hostnet.report.characters', 'yurt_hostnet.report.text']\n"
    )
