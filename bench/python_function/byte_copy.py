"""The floor for Python: start the interpreter, copy stdin to stdout."""

import sys

sys.stdout.buffer.write(sys.stdin.buffer.read())
