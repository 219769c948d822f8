"""How a refusal reaches a Helm 4 user, who sees neither stderr nor an exit code's reason.

Helm 4 prints what a post-renderer writes if it is no mapping: `wrong node kind ... node contents:` and
the text of a scalar document. The second document is an alias to nothing, which no YAML parser accepts,
so that the text cannot be applied whatever becomes of the first.
"""

from __future__ import annotations

from yurt_hostnet.textedit.write.emit import quote

REFUSAL = b"---\n*yurt-hostnet-refused-this-release\n"


def refusal(message: str) -> bytes:
    """Return the stream that shows `message` in Helm 4 and cannot be applied."""
    lines = [line.rstrip() for line in message.splitlines()]
    if all(line.isprintable() for line in lines):
        lines = ["yurt-hostnet refused this release:", *lines]
        text = "|-\n" + "".join(f"  {line}\n" if line else "\n" for line in lines)
    else:
        text = quote(message) + "\n"
    return text.encode("utf-8", "replace") + REFUSAL
