"""The subcommands, one module each with `run(arguments)`. They are for people, so they may import much."""
