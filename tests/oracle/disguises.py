"""Manifests written so that a search for words misses what a YAML reader finds: escapes, tags, aliases, odd layouts."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from fuzz.mutation import mutate

if TYPE_CHECKING:
    from random import Random

POOL: dict[str, Any] = {
    "apiVersion": "apps.openyurt.io/v1beta2",
    "kind": "NodePool",
    "metadata": {"name": "quay"},
    "spec": {"type": "Edge", "hostNetwork": True},
}
WORKLOAD: dict[str, Any] = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web", "namespace": "shop"},
    "spec": {
        "template": {
            "metadata": {"annotations": {"apps.openyurt.io/exclude-host-network-pool": "true"}},
            "spec": {"containers": [{"name": "web", "image": "web:1"}]},
        }
    },
}
OTHER: dict[str, Any] = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "other"}, "data": {"a": "b"}}

BREAKS = ("\n", "\n", "\n", "\n", "\n", "\r\n", "\r", "\x85", "\u2028", "\u2029")
LIST_KINDS = (("v1", "List"), ("v1", "List"), ("v1", "ConfigMap"), ("example.com/v1", "Menu"), ("v1", "PodList"))
BINARY = ("!!binary", "!<tag:yaml.org,2002:binary>", "!!%62inary", "!!bin%61ry", "!b!ary", "!<!!binary>")
COMMENTS = ("# kind: CustomResourceDefinition", "# note", "#", "--- # kind: CustomResourceDefinition")
HEADS = (
    "",
    "",
    "",
    "---",
    "--- # c",
    "# c",
    "%YAML 1.1\n---",
    "%TAG !b! tag:yaml.org,2002:bin\n---",
    "\ufeff",
    "---\n\ufeff",
)


class Writer:
    """Writes objects in every way that YAML 1.1 has; `odd` is the chance that something unusual is done at a place."""

    def __init__(self, rnd: Random, odd: float) -> None:
        self.rnd = rnd
        self.odd = odd
        self.anchors: list[str] = []

    def oddly(self) -> bool:
        return self.rnd.random() < self.odd

    def stream(self) -> str:
        """Return a stream of one to three documents, one of which holds POOL or WORKLOAD somewhere."""
        rnd = self.rnd
        documents = [self.document(rnd.choice((POOL, WORKLOAD)))]
        while rnd.random() < 0.2:
            documents.insert(rnd.randint(0, len(documents)), self.document(OTHER))
        return "\n".join(documents)

    def document(self, data: dict[str, Any]) -> str:
        rnd = self.rnd
        self.anchors = []
        for _ in range(2):
            if self.oddly():
                data = self.in_list(data)
        if self.oddly():
            text = self.flow(data)
        else:
            pad = " " * rnd.choice((0, 0, 0, 2)) if self.oddly() else ""
            text = "\n".join(pad + line for line in self.block(data))
        head = rnd.choice(HEADS) if self.oddly() else "---"
        lines = f"{head}\n{text}".split("\n")
        while self.oddly():
            lines.insert(rnd.randint(0, len(lines)), rnd.choice(COMMENTS))
        if self.oddly():
            usual, other = rnd.choice(BREAKS), rnd.choice(BREAKS)
            return "".join(line + (other if rnd.random() < 0.1 else usual) for line in lines)
        return "\n".join(lines) + "\n"

    def in_list(self, data: dict[str, Any]) -> dict[str, Any]:
        version, kind = self.rnd.choice(LIST_KINDS)
        entries = [data, *([OTHER] if self.oddly() else [])]
        if self.oddly() and data in (POOL, WORKLOAD):
            version, kind = data["apiVersion"], data["kind"] + self.rnd.choice(("", "List"))
            entries = [{key: value for key, value in data.items() if key not in ("apiVersion", "kind")}]
        self.rnd.shuffle(entries)
        return {"apiVersion": version, "kind": kind, "items": entries}

    def pairs(self, data: dict[str, Any]) -> list[tuple[str, Any]]:
        """Return the pairs of a mapping, some of them twice, in some order."""
        pairs = list(data.items())
        if self.oddly():
            self.rnd.shuffle(pairs)
        if self.oddly() and "kind" in data:
            decoy = ("kind", self.rnd.choice(("CustomResourceDefinition", "ConfigMap", "List")))
            pairs.insert(self.rnd.randint(0, len(pairs)), decoy)
        if self.oddly() and "items" in data:
            pairs.insert(self.rnd.randint(0, len(pairs)), ("items", self.rnd.choice(([], None, [OTHER]))))
        return pairs

    def block(self, data: Any) -> list[str]:
        """Return the lines of a value in block style."""
        if isinstance(data, list) and data:
            out = []
            for entry in data:
                first, *rest = self.block(entry)
                gap = self.rnd.choice((" ", " ", "   ")) if self.oddly() else " "
                out += [f"-{gap}{first}", *(" " + gap + line for line in rest)]
            return out
        if not isinstance(data, dict) or not data or (self.oddly() and self.oddly()):
            return [self.flow(data)]
        out = []
        for key, value in self.pairs(data):
            lines = self.block(value)
            inline = not isinstance(value, (dict, list)) or not value or lines[0][:1] in ("{", "[", "&", "*", "!")
            name = self.scalar(key)
            if self.oddly() and self.oddly():
                out += [f"? {name}", f": {lines[0]}", *("  " + line for line in lines[1:])]
            elif self.oddly() and self.oddly() and isinstance(value, (dict, list)):
                out += ["<<:", f"  {name}:", *("    " + line for line in lines)]
            elif inline and len(lines) == 1:
                out.append(f"{name}: {lines[0]}")
            else:
                mark = self.rnd.choice((" &b", " !!map", " # c", " !t")) if self.oddly() else ""
                if isinstance(value, list) and mark == " !!map":
                    mark = " !!seq"
                indent = "" if isinstance(value, list) and self.rnd.random() < 0.5 else "  "
                out += [f"{name}:{mark}", *(indent + line for line in lines)]
        return out

    def flow(self, data: Any) -> str:
        """Return a value in flow style."""
        if isinstance(data, list):
            return "[" + ", ".join(map(self.flow, data)) + "]"
        if isinstance(data, dict):
            colon = self.rnd.choice((": ", " : ", ":\t")) if self.oddly() else ": "
            rows = (f"{self.scalar(key)}{colon}{self.flow(value)}" for key, value in self.pairs(data))
            return "{" + ", ".join(rows) + "}"
        return self.scalar(data)

    def scalar(self, value: Any) -> str:
        """Return a scalar: plain, quoted, escaped, tagged, behind an anchor, or as an alias of one met before."""
        rnd = self.rnd
        if value is None:
            return rnd.choice(("null", "~", ""))
        if isinstance(value, bool):
            return rnd.choice(("yes", "on", "True", '!!bool "true"', "&t true", "!!bool y")) if self.oddly() else "true"
        if not self.oddly():
            return '"true"' if value == "true" else str(value)
        kind = rnd.randrange(6)
        if kind == 0:
            return f"'{value}'"
        if kind == 1:
            return '"' + "".join(self.escaped(char) for char in value) + '"'
        if kind == 2:
            return f'{rnd.choice(("!!str", "!", "!t", "&a", "!!str &a2", "!<tag:yaml.org,2002:str>"))} "{value}"'
        if kind == 3:
            return f"{rnd.choice(BINARY)} {base64.b64encode(value.encode()).decode()}"
        if kind == 4:
            if value in self.anchors:
                return f"*n{self.anchors.index(value)} "
            self.anchors.append(value)
            return f'&n{len(self.anchors) - 1} "{value}"'
        return f'"{value}"'

    def escaped(self, char: str) -> str:
        if not self.oddly():
            return char
        rnd = self.rnd
        code = ord(char)
        forms = [f"\\x{code:02x}", f"\\x{code:02X}", f"\\u{code:04x}", f"\\U{code:08x}"]
        forms += [f"\\{rnd.choice(BREAKS)}{' ' * rnd.randrange(1, 4)}{char}", "\\/" if char == "/" else char]
        return rnd.choice(forms)


def disguised(rnd: Random) -> str:
    """Return a stream that holds POOL or WORKLOAD in some disguise, or something near one."""
    text = Writer(rnd, rnd.choice((0.02, 0.05, 0.1, 0.3))).stream()
    if rnd.random() < 0.6:
        return text
    others = [Writer(rnd, 0.1).stream().encode()]
    return mutate(rnd, text.encode(), others).decode("utf-8", "replace")
