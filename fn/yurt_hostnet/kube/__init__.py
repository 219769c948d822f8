"""What Kubernetes means: workloads, node affinity, ports and placement; pure functions on plain data."""
