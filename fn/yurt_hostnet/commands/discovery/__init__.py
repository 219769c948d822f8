"""Discovery: which files a command looks at, what it leaves out and why, and the package that they make."""
