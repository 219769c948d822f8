"""One file for each way of telling results: stderr text, KRM results, JSON, SARIF, JUnit, GitHub annotations."""
