"""Settings for all tests: property tests are the same in every run, and have no clock."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    max_examples=200,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("same")
