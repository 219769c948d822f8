"""The bench: yurt-hostnet against other ways to do its main job, in whole processes; see bench/README.md."""
