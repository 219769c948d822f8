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

CASES = {
    "check_pod": 2000,
    "check_tweaks": 1000,
    "check_merges": 1000,
    "check_workload": 1000,
    "check_controllers": 1500,
    "check_style": 500,
    "check_malformed": 500,
    "check_problems": 400,
    "check_ports": 100,
    "check_taints": 1000,
    "check_rolling_update": 500,
    "check_types": 3000,
    "check_nodes": 1000,
    "check_pool_edit": 500,
    "check_node_edit": 500,
    "check_scalar": 2000,
    "check_document": 1000,
    "check_stream": 500,
    "check_hidden": 2000,
}
"""Check -> its cases in CI."""


def run(check: Check, oracle: Oracle) -> None:
    """Run `check` over its CASES, or over the same part of TOTAL.

    Where the oracle is not required, as in a quick run of all tests, a twentieth has to do.
    """
    cases = CASES[check.__name__]
    if TOTAL:
        seed = SEED
        try:
            for seed in range(SEED, SEED + max(1, TOTAL * cases // sum(CASES.values()))):
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
