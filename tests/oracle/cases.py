"""How many cases a check gets, and who makes them: hypothesis in CI, seeded generators in long runs.

A check is a function of the oracle and a `Random`. Hypothesis shrinks what it draws through the Random;
a failure of a long run names its seed, and `ORACLE_SEED=seed ORACLE_CASES=1` repeats it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from oracle.asking import REQUIRED, Oracle

Check = Callable[[Oracle, Random], None]

TOTAL = int(os.environ.get("ORACLE_CASES", "0"))
"""Cases of a long run over all checks together, shared out as in CI; 0: as many as CI runs."""
SEED = int(os.environ.get("ORACLE_SEED", "0"))

IN_CI = 10_000
"""Cases of all checks together in CI; test_cases.py holds the sum."""


def run(check: Check, oracle: Oracle, cases: int) -> None:
    """Run `check` over `cases` cases, its part of IN_CI, or over the same part of TOTAL.

    Where the oracle is not required, as in a quick run of all tests, a twentieth has to do.
    """
    if TOTAL:
        seed = SEED
        try:
            for seed in range(SEED, SEED + max(1, TOTAL * cases // IN_CI)):
                check(oracle, Random(seed))  # noqa: S311 - no secrets here
        except Exception as error:
            raise AssertionError(f"ORACLE_SEED={seed}") from error
        return

    @settings(
        max_examples=cases if REQUIRED else cases // 20,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(rnd=st.randoms(use_true_random=False))
    def drawn(rnd: Random) -> None:
        check(oracle, rnd)

    drawn()
