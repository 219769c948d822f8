"""The guard: counts what a run does, and fails where that has grown by more than a tenth."""
