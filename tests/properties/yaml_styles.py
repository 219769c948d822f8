"""A renderer of random YAML: one value, written in any of the ways in which people and programs write it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
WORDS_THAT_MEAN_MORE = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))
COMMENTS = ("# c", "#", "# --- not a document", "# 'open \" quote", "# - item", "# key: value", "# tést 🙂")


class Writer:
    """Writes plain data as one YAML document; `rnd` decides every matter of taste.

    `exotic` allows what text cannot always be spliced into: tags, anchors, aliases, nothing behind a complex key.
    `plain` writes as most manifests are written: block style, one line a scalar, lists at their key or two columns in.
    """

    def __init__(self, rnd: Random, *, exotic: bool = False, plain: bool = False) -> None:
        self.rnd = rnd
        self.exotic = exotic
        self.plain = plain
        self.step = 2 if plain else rnd.choice((1, 2, 2, 2, 3, 4, 8))
        self.dash = rnd.choice((0, 2) if plain else (0, 0, 1, 2, 4))
        self.comments = rnd.random() < 0.5
        self.flow_rate = 0.0 if plain else rnd.choice((0.0, 0.1, 0.5))
        self.anchors: list[tuple[str, Any]] = []
        self.in_block_scalar = False  # the next line would belong to it if it is indented

    def document(self, data: dict[str, Any], *, markers: bool = True) -> str:
        """Return the text of `data`, its line ends all alike, perhaps without the last one."""
        rnd = self.rnd
        start = 1.0 if self.plain else rnd.random()
        if start < 0.1:
            body = self.json(data) + "\n"
        elif start < 0.15:
            body = self.flow(data) + "\n"
        else:
            body = "".join(
                line + "\n" for line in self.pairs(data, " " * (0 if self.plain else rnd.choice((0, 0, 0, 2))))
            )
        head = rnd.choice(("", "", "---\n", "--- # c\n", "# head\n---\n", "\n# head\n\n")) if markers else ""
        tail = rnd.choice(("", "", "", "\n", "# tail\n", "  # tail\n", "...\n", "\n\n")) if markers else ""
        text = head + body + tail
        if self.in_block_scalar and tail != "...\n":
            text = head + body
        if rnd.random() < 0.2 and not text.endswith("...\n") and not self.in_block_scalar:
            text = text[:-1]
        newline = "\n" if self.plain else rnd.choice(("\n", "\n", "\n", "\r\n"))
        return text.replace("\n", newline)

    def json(self, data: Any) -> str:
        """Return JSON: compact, spaced, or spread with spaces or tabs; with or without escapes."""
        style = self.rnd.choice(({"separators": (",", ":")}, {}, {"indent": 2}, {"indent": 4}, {"indent": "\t"}))
        return json.dumps(data, ensure_ascii=self.rnd.random() < 0.5, **style)

    def pairs(self, data: dict[str, Any], indent: str) -> list[str]:
        """Return the lines of a block mapping."""
        lines: list[str] = []
        for key, value in data.items():
            lines += self.between(indent)
            name = self.key(key)
            if (self.exotic or value) and not self.plain and self.rnd.random() < 0.03:
                lines += [f"{indent}? {name}", f"{indent}: {self.flow(value)}"]
                continue
            head = f"{indent}{name}:"
            lines += self.value(head, value, indent, sequence_indent=" " * self.dash)
        return lines

    def items(self, data: list[Any], indent: str) -> list[str]:
        """Return the lines of a block sequence."""
        lines: list[str] = []
        for value in data:
            lines += self.between(indent)
            dash = f"{indent}-"
            if isinstance(value, dict | list) and value and self.rnd.random() >= self.flow_rate:
                pad = " " * (1 if self.plain else self.rnd.choice((1, 1, 1, 3)))
                inner = indent + " " + pad
                comments, self.comments = self.comments, False
                nested = self.pairs(value, inner) if isinstance(value, dict) else self.items(value, inner)
                self.comments = comments
                if self.comments and self.rnd.random() < 0.2:
                    lines += [f"{dash} # head", *nested]
                elif nested[0].startswith(inner) and nested[0].strip():
                    lines += [dash + pad + nested[0][len(inner) :], *nested[1:]]
                else:
                    lines += [dash, *nested]
            else:
                lines += self.value(dash, value, indent, sequence_indent="  ")
        return lines

    def value(self, head: str, value: Any, indent: str, sequence_indent: str) -> list[str]:
        """Return the lines of one value behind `head`, a key with its colon or a dash."""
        rnd = self.rnd
        self.in_block_scalar = False
        anchor = self.anchor(value)
        if anchor.startswith("*"):
            return [f"{head} {anchor}"]
        head += f" {anchor}" if anchor else ""
        if value is None and not anchor:
            written = rnd.choice((" null", " ~", "", " Null"))
            return [head + written + (self.trail() if written else "")]
        if isinstance(value, dict | list) and value and rnd.random() >= self.flow_rate:
            lines = [head + (" # c" if self.trail() else "")]
            inner = indent + " " * max(self.step, 1)
            if isinstance(value, dict):
                return lines + self.pairs(value, inner)
            return lines + self.items(value, indent + (sequence_indent if head.strip()[-1] != "-" else "  "))
        if isinstance(value, str) and value.strip() and not self.plain and rnd.random() < 0.1 and _literal(value):
            self.in_block_scalar = True
            return [head + " " + self.block_header(value), *(self.block_lines(value, indent + " " * max(self.step, 1)))]
        text = self.flow(value, indent + "    ")
        tab = " \t" if head.endswith(":") and not self.exotic else " "  # ruamel.yaml reads no tab there
        return [head + (" " if self.plain else rnd.choice((" ", " ", "  ", tab))) + text + self.trail()]

    def anchor(self, value: Any) -> str:
        """Return an alias for a value written before, an anchor for a new one, or nothing."""
        if not self.exotic or self.rnd.random() > 0.15:
            return ""
        for name, known in self.anchors:
            if known == value and type(known) is type(value):
                return f"*{name}"
        if not isinstance(value, dict | list | str):
            return ""
        name = f"a{len(self.anchors)}"
        self.anchors.append((name, value))
        return f"&{name}"

    def block_header(self, value: str) -> str:
        """Return `|` or its kind with the chomping that keeps `value`."""
        return "|" if value.endswith("\n") and not value.endswith("\n\n") else "|+" if value.endswith("\n") else "|-"

    def block_lines(self, value: str, indent: str) -> list[str]:
        """Return the lines of a literal block scalar."""
        lines = value[:-1].split("\n") if value.endswith("\n") else value.split("\n")
        return [indent + line if line else "" for line in lines]

    def between(self, indent: str) -> list[str]:
        """Return what may stand between two entries: comments at any column, empty lines."""
        rnd = self.rnd
        if not self.comments or self.in_block_scalar or rnd.random() < 0.7:
            return []
        comment = rnd.choice(COMMENTS[:-1] if self.plain else COMMENTS)
        return rnd.choice(([""], [indent + comment], ["  " + comment], ["", indent + "# c", ""]))

    def trail(self) -> str:
        """Return what may follow a value on its line."""
        if not self.comments or self.rnd.random() < 0.7:
            return ""
        if self.plain:
            return " # c"
        tabs = (" # c", " # c") if self.exotic else ("\t", " \t# c")  # ruamel.yaml reads no tab there
        return self.rnd.choice((" # c", "   ", "  # 'it", *tabs))

    def key(self, key: str) -> str:
        """Return a mapping key in one of its spellings."""
        if self.plain:
            return key
        return self.flow(key) if self.rnd.random() < 0.2 else self.string(key)

    def flow(self, value: Any, indent: str = "      ") -> str:
        """Return a value in flow style, JSON style or as a scalar."""
        rnd = self.rnd
        if value is None:
            return rnd.choice(("null", "~"))
        if isinstance(value, bool):
            return rnd.choice(("true", "True", "yes", "on")) if value else rnd.choice(("false", "FALSE", "no", "off"))
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            return self.string(value)
        if not value:
            return ("{}", "[]")[isinstance(value, list)]
        if rnd.random() < 0.3:
            return json.dumps(value, separators=rnd.choice(((",", ":"), (", ", ": "))))
        left, right = "[]" if isinstance(value, list) else "{}"
        if isinstance(value, list):
            parts = [self.flow(item, indent + "  ") for item in value]
        else:
            parts = [f"{self.string(key)}: {self.flow(item, indent + '  ')}" for key, item in value.items()]
        comma = rnd.choice(("", "", ",", " ,"))
        if rnd.random() < 0.3:
            inner = "\n" + indent + "  "
            comment = rnd.choice(("", "", " # c"))
            return left + inner + f",{comment}{inner}".join(parts) + comma + comment + "\n" + indent + right
        pad = rnd.choice(("", " "))
        return left + pad + rnd.choice((", ", ",  ", " , ")).join(parts) + comma + pad + right

    def string(self, text: str) -> str:
        """Return a string plain where that is safe, or in quotes."""
        rnd = self.rnd
        plain = bool(text) and text[0] in PLAIN and all(c in PLAIN or c in "0123456789-./_" for c in text)
        choice = rnd.random() * (0.8 if self.plain else 1)
        if plain and text.lower() not in WORDS_THAT_MEAN_MORE and choice < 0.6:
            return text
        if choice < 0.8 and text.isprintable() and text.strip() == text:
            return "'" + text.replace("'", "''") + "'"
        quoted = json.dumps(text, ensure_ascii=choice < 0.9)
        if choice > 0.97 and plain:
            return '"' + "".join(f"\\x{ord(c):02x}" for c in text) + '"'
        return quoted


def _literal(value: str) -> bool:
    """Tell whether a literal block scalar can hold `value` under any indentation."""
    lines = value.split("\n")
    return all(line.isprintable() for line in lines) and not value.startswith((" ", "\n")) and "\t" not in value
