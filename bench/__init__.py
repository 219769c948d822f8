"""The bench: yurt-hostnet against other ways to do its main job, in whole processes; see bench/README.md."""

from __future__ import annotations

from pathlib import Path

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
CACHE = ROOT / ".cache" / "bench"
"""Where everything goes that the bench writes or builds."""
