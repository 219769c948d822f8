"""Mutation: a text changed as people, templates and bad luck change YAML: by lines, by tokens and by bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from properties.yaml_styles import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

MARKS = (
    *("\n", "\r\n", "\r", "\x85", "\u2028", "\t", " ", "  ", "'", '"', "- ", "-", ":", ": ", "? ", ","),
    *(
        "{",
        "}",
        "[",
        "]",
        "{}",
        "[]",
        "#",
        " # c\n",
        "|\n",
        "|-\n",
        ">+\n",
        "|2\n",
        "&a ",
        "*a",
        "<<: *a\n",
        "!t ",
        "!!binary ",
    ),
    *(
        "\n---\n",
        "\n...\n",
        "--- ",
        "\\",
        "\\x6f",
        "\\u006f",
        "\\ud83d\\ude00",
        "\ufeff",
        "é",
        "🙂",
        "\x00",
        "\x07",
        "`",
    ),
    *("null", "~", '"true"', "true", "yes", "0", "0x1F", "1e3", ".nan", "2001-12-14", "items:\n", "\n- ", ""),
    *("%TAG ! x:\n", "@", "=====\n"),
)
WORDS = (
    *("apps.openyurt.io/exclude-host-network-pool", "nodepool.openyurt.io/hostnetwork", "apps.openyurt.io/nodepool"),
    *("hostNetwork: true", "hostPort: 80", "kind: List", "kind: Pod", "kind: ResourceList", "kind: NodePool"),
    *("kind: HostNetBaseline", "kind: CronJob", "kind: Node", "spec:", "metadata:", "annotations:", "labels:"),
    *(
        "template:",
        "affinity:",
        "nodeAffinity:",
        "requiredDuringSchedulingIgnoredDuringExecution:",
        "nodeSelectorTerms:",
    ),
    *(
        "matchExpressions:",
        "operator: NotIn",
        "operator: Gt",
        "values:",
        "matchFields:",
        "functionConfig:",
        "results:",
        "apiVersion: v1",
    ),
    *("kubectl.kubernetes.io/last-applied-configuration:", "mode: Check", "exclude: NonHostNetwork", "name: flannel"),
)
SMALL_POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "pod", "annotations": {WORDS[0]: "true"}, "labels": {"app": "flannel"}},
    "spec": {"hostNetwork": False, "affinity": None, "containers": [{"name": "app", "ports": [{"hostPort": 80}]}]},
}


def mutate(rnd: Random, text: bytes, others: Sequence[bytes], limit: int = 1 << 15) -> bytes:
    """Return a changed `text` of at most `limit` bytes; pieces of `others` may come in."""
    if rnd.random() < 0.02:
        return Writer(rnd, exotic=rnd.random() < 0.5).document(SMALL_POD).encode()
    for _ in range(rnd.choice((1, 1, 2, 3, 6))):
        text = rnd.choice(_MUTATIONS)(rnd, text, others)[:limit]
    return text


def _token(rnd: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rnd.randrange(len(text) + 1)
    return text[:at] + rnd.choice(rnd.choice((MARKS, MARKS, WORDS))).encode() + text[at + rnd.choice((0, 0, 1, 3)) :]


def _byte(rnd: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rnd.randrange(len(text) + 1)
    return text[:at] + bytes([rnd.randrange(256)]) + text[at + rnd.randrange(2) :]


def _cut(rnd: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    at = rnd.randrange(len(text) + 1)
    return text[:at] if rnd.random() < 0.2 else text[:at] + text[at + rnd.randint(1, 9) :]


def _lines(rnd: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    """Remove, double, move, indent or fill in a few lines."""
    lines = text.split(b"\n")
    start = rnd.randrange(len(lines))
    end = min(len(lines), start + rnd.choice((1, 1, 2, 4, 12)))
    piece, rest = lines[start:end], lines[:start] + lines[end:]
    at = rnd.randrange(len(rest) + 1)
    choice = rnd.randrange(6)
    if choice == 0:
        lines = rest
    elif choice == 1:
        lines = lines[:at] + piece + lines[at:]
    elif choice == 2:
        lines = rest[:at] + piece + rest[at:]
    elif choice == 3:
        lines[start:end] = [b" " * rnd.choice((1, 2, 4)) + line for line in piece]
    elif choice == 4:
        lines[start:end] = [line[rnd.choice((1, 2)) :] for line in piece]
    else:
        other = rnd.choice(others).split(b"\n")
        begin = rnd.randrange(len(other))
        lines[start:start] = other[begin : begin + rnd.choice((1, 3, 10))]
    return b"\n".join(lines)


def _join(rnd: Random, text: bytes, others: Sequence[bytes]) -> bytes:
    other = rnd.choice(others)
    first, second = (text, other) if rnd.random() < 0.5 else (other, text)
    return first + rnd.choice((b"---\n", b"\n---\n", b"...\n", b"=====\n", b"\n")) + second


def _list(rnd: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    """Make the text an item of a list."""
    kind = rnd.choice((b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n", b"apiVersion: v1\nkind: List\n"))
    lines = text.replace(b"---\n", b"").split(b"\n")
    return kind + b"items:\n- " + b"\n".join([lines[0], *(b"  " + line for line in lines[1:])]) + b"\n"


def _newlines(rnd: Random, text: bytes, _: Sequence[bytes]) -> bytes:
    newline = rnd.choice((b"\r\n", b"\r\n", b"\n\n", b"\r", b"\xc2\x85", b" \n"))
    return text.replace(b"\n", newline, rnd.choice((-1, 1, 3)))


_MUTATIONS: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_token, _token, _token, _token, _byte, _cut, _cut),
    *(_lines, _lines, _lines, _join, _list, _newlines),
)
