"""How many pods a rolling update may have more or fewer, as ResolveFenceposts says."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.rolling_update import daemon_surge, fenceposts


@pytest.mark.parametrize(
    ("strategy", "replicas", "expected"),
    [
        pytest.param(None, 1, (1, 0), id="default, one"),
        pytest.param(None, 3, (1, 0), id="default, three"),
        pytest.param(None, 4, (1, 1), id="default, four"),
        pytest.param({"type": "RollingUpdate", "rollingUpdate": None}, 1, (1, 0), id="null"),
        pytest.param({"type": "Recreate"}, 1, None, id="another strategy"),
        pytest.param({"rollingUpdate": {"maxUnavailable": 0, "maxSurge": 2}}, 9, (2, 0), id="numbers"),
        pytest.param({"rollingUpdate": {"maxUnavailable": "34%"}}, 3, (1, 1), id="34% of three"),
        pytest.param({"rollingUpdate": {"maxUnavailable": "33%"}}, 3, (1, 0), id="33% of three"),
        pytest.param({"rollingUpdate": {"maxUnavailable": "10%", "maxSurge": 0}}, 3, (0, 1), id="both round to 0"),
        pytest.param({"rollingUpdate": {"maxUnavailable": "x"}}, 3, None, id="not readable"),
        pytest.param({"rollingUpdate": {"maxUnavailable": "10"}}, 3, None, id="no percentage"),
    ],
)
def test_fenceposts(strategy: Any, replicas: int, expected: tuple[int, int] | None) -> None:
    assert fenceposts({"strategy": strategy}, replicas) == expected


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (None, 0),
        ({"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}, 1),
        ({"rollingUpdate": {"maxSurge": "10%"}}, "10%"),
        ({"rollingUpdate": {"maxSurge": "0%"}}, 0),
        ({"rollingUpdate": {"maxUnavailable": 1}}, 0),
        ({"type": "OnDelete", "rollingUpdate": {"maxSurge": 1}}, 0),
    ],
)
def test_daemon_surge(strategy: Any, expected: Any) -> None:
    assert daemon_surge({"updateStrategy": strategy}) == expected
