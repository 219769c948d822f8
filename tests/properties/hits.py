"""How often a property test came to its assertion: one that never does proves nothing, and fails."""

from __future__ import annotations


class Hits:
    """Counts the examples of one property, and those in which it was put to the test."""

    def __init__(self) -> None:
        self.examples = 0
        self.hits = 0

    def count(self, hit: bool) -> bool:
        """Count one example; return whether it is a hit."""
        self.examples += 1
        self.hits += hit
        return hit

    def require(self, rate: float) -> None:
        """Fail if fewer than `rate` of the examples were hits."""
        assert self.hits >= rate * self.examples > 0, (
            f"only {self.hits} of {self.examples} examples are put to the test"
        )
