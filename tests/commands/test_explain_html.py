"""The HTML page of `yurt-hostnet explain`: what it says, that it needs nothing else, and how a browser lays it out."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from commands.program import POOLS, WEB, package, run
from commands.test_explain import ANNOTATED, EXCLUDED, LOST, STATIC_SET, affinity, pod

if TYPE_CHECKING:
    from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
WORKLOADS = (
    WEB
    + pod('"<script>alert(1)</script>"', "hostNetwork: true")
    + pod("stuck", affinity("{key: apps.openyurt.io/nodepool, operator: In, values: [nowhere]}"))
    + STATIC_SET
)
ROWS = [
    ["Workload", "hangzhou Edge \u00b7 pod network", "shanghai Edge \u00b7 host network", "(no pool)", "Because"],
    [
        "Deployment shop/web all.yaml:14",
        "\u2713 may land",
        "\u2013 kept off",
        "\u2713 may land",
        f"shanghai : {EXCLUDED}, because {ANNOTATED}",
    ],
    [
        "Pod <script>alert(1)</script> all.yaml:29 uses the host network",
        "\u2713 may land",
        "\u2713 may land",
        "\u2713 may land",
        "",
    ],
    [
        "Pod stuck all.yaml:34",
        "\u2013 kept off",
        "\u2013 kept off",
        "\u2013 kept off",
        "hangzhou, shanghai, (no pool) : pinned elsewhere by node affinity apps.openyurt.io/nodepool = nowhere",
    ],
    [
        "YurtStaticSet static all.yaml:39",
        "\u2713 may land",
        "\u2713 may land \u26a0 no network",
        "\u2713 may land",
        f"shanghai : {LOST} a YurtStaticSet makes static pods, which no scheduler places",
    ],
]
MEASURE = """\
<script>
const box = element => element.getBoundingClientRect();
const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
const frame = document.querySelector(".frame");
frame.scrollLeft = 10000;
document.title = JSON.stringify({
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  background: style("body", "backgroundColor"),
  overflows: document.documentElement.scrollWidth > innerWidth,
  scrolls: frame.scrollWidth > frame.clientWidth,
  headStays: Math.round(box(document.querySelector("tbody th")).left - box(frame).left) <= 1,
  rows: document.querySelectorAll("tbody tr").length,
  scripts: document.scripts.length,
  requests: performance.getEntriesByType("resource").length,
  overlaps: [...document.querySelectorAll("td")].filter(cell => [...cell.querySelectorAll("mark")].some(
    mark => box(mark).right > box(cell).right || box(mark).bottom > box(cell).bottom)).length,
});
</script>
"""


class Table(HTMLParser):
    """The texts of a page's table cells, and every attribute that could load something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.loads: list[str] = []
        self.cell: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in {"src", "href", "srcset", "data", "action"}]
        self.loads += [tag] if tag in {"script", "link", "iframe", "img", "base"} else []
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self.cell is not None:
            self.rows[-1].append(" ".join(self.cell))
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None and data.strip():
            self.cell.append(data.strip())


@pytest.fixture
def page(tmp_path: Path) -> str:
    package(tmp_path, {"all.yaml": POOLS + "---\n" + WORKLOADS})
    ran = run("explain", "--format", "html", "all.yaml", cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    return ran.stdout


def test_the_page_says_it_all_and_loads_nothing(page: str) -> None:
    found = Table(page)
    assert found.rows == ROWS
    assert found.loads == []
    assert re.findall(r"url\(|@import|https?://", page) == []


def in_browser(tmp_path: Path, page: str, width: int, *, dark: bool) -> dict[str, object]:
    """Lay the page out in Chromium and return what MEASURE finds; the picture stays beside it."""
    if not CHROMIUM:
        if os.environ.get("HOSTS_REQUIRED") == "1":
            pytest.fail("chromium is required but not installed")
        pytest.skip("chromium is not installed")
    (tmp_path / "page.html").write_text(page.replace("</body>", MEASURE + "</body>"), encoding="utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            f"--user-data-dir={tmp_path / 'profile'}",
            *(["--force-dark-mode"] if dark else []),
            f"--window-size={width},900",
            f"--screenshot={tmp_path / 'page.png'}",
            "--dump-dom",
            (tmp_path / "page.html").as_uri(),
        ],
        capture_output=True,
        check=True,
        timeout=120,
    )
    title = re.search(r"<title>(.*?)</title>", done.stdout.decode())
    assert title is not None
    found: dict[str, object] = json.loads(title.group(1).replace("&amp;", "&"))
    return found


@pytest.mark.host
@pytest.mark.parametrize(("width", "scrolls"), [(1400, False), (520, True)])
@pytest.mark.parametrize(("dark", "background"), [(False, "rgb(246, 247, 249)"), (True, "rgb(18, 22, 28)")])
def test_in_a_browser(tmp_path: Path, page: str, width: int, scrolls: bool, dark: bool, background: str) -> None:
    assert in_browser(tmp_path, page, width, dark=dark) == {
        "dark": dark,
        "background": background,
        "overflows": False,
        "scrolls": scrolls,
        "headStays": True,
        "rows": 4,
        "scripts": 1,
        "requests": 0,
        "overlaps": 0,
    }
    picture = (tmp_path / "page.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000
