"""Locales and code pages: bytes pass through whatever the locale, names need not be UTF-8, messages stay readable."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
import yaml

from faults.faulty import AFFINITY, BAD, EDITED, ENVIRON, FINDING, POD, PROGRAM, SOURCE_ROOT, Run, run
from yurt_hostnet.commands import fix

if TYPE_CHECKING:
    from pathlib import Path

C = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
LOCALES = [
    pytest.param({"LC_ALL": "C"}, id="C"),
    pytest.param(C, id="C, not coerced"),
    pytest.param({**C, "LC_ALL": "POSIX"}, id="POSIX"),
    pytest.param({**C, "PYTHONIOENCODING": "latin-1"}, id="Latin-1"),
    pytest.param({**C, "PYTHONIOENCODING": "cp1252:strict"}, id="code page 1252"),
    pytest.param({**C, "PYTHONIOENCODING": "cp437:strict"}, id="code page 437"),
    pytest.param({**C, "PYTHONIOENCODING": "utf-16"}, id="UTF-16"),
    pytest.param({"LC_ALL": "xx_YY.nonsense", "LANG": ""}, id="no such locale"),
]
WIDE = "name: pod-\u00e9-\u20ac-\U0001f642"
LATIN = b"caf\xe9.yaml"


def environ(**variables: str) -> dict[str, str]:
    return {**{name: value for name, value in ENVIRON.items() if not name.startswith("LC_")}, **variables}


@pytest.mark.parametrize("variables", LOCALES)
def test_bytes_pass_through(variables: dict[str, str]) -> None:
    text = POD.replace(b"name: pod", WIDE.encode())
    assert run(text=text, env=environ(**variables)) == Run(text + AFFINITY, "", 0)
    crlf = text.replace(b"\n", b"\r\n")
    assert run(text=crlf, env=environ(**variables)) == Run(crlf + AFFINITY.replace(b"\n", b"\r\n"), "", 0)


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        pytest.param(C, rb"pod-\xe9-\u20ac-\U0001f642", id="C"),
        pytest.param({**C, "PYTHONIOENCODING": "latin-1"}, b"pod-\xe9-\\u20ac-\\U0001f642", id="Latin-1"),
        pytest.param({**C, "PYTHONIOENCODING": "cp1252"}, b"pod-\xe9-\x80-\\U0001f642", id="code page 1252"),
        pytest.param({**C, "PYTHONIOENCODING": "cp437"}, b"pod-\x82-\\u20ac-\\U0001f642", id="code page 437"),
        pytest.param({"PYTHONIOENCODING": "utf-8"}, "pod-\u00e9-\u20ac-\U0001f642".encode(), id="UTF-8"),
    ],
)
def test_messages_are_escaped_where_they_must_be(variables: dict[str, str], name: bytes) -> None:
    text = BAD.replace(b"name: pod", WIDE.encode())
    done = subprocess.run(PROGRAM, input=text, capture_output=True, check=False, env=environ(**variables))
    assert (done.stdout, done.stderr, done.returncode) == (b"", FINDING.encode().replace(b"Pod pod", b"Pod " + name), 1)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
@pytest.mark.parametrize("variables", [{}, C], ids=["UTF-8", "C"])
def test_names_that_are_not_utf8(tmp_path: Path, form: str, variables: dict[str, str]) -> None:
    """Findings in a file with a Latin-1 name: the report is whole, and valid in its format."""
    with open(os.fsencode(tmp_path) + b"/" + LATIN, "wb") as stream:
        stream.write(BAD)
    done = run("check", "--format", form, LATIN, text=b"", cwd=tmp_path, env=environ(**variables))
    assert (done.stderr, done.code) == ("", 1)
    if form in ("json", "sarif"):
        json.loads(done.stdout)
    elif form == "junit":
        ET.fromstring(done.stdout)  # noqa: S314 - our own output
    assert done.stdout.count(b"exclude-annotation-value") >= 1


@pytest.mark.parametrize("suffix", ["txt", "json", "sarif", "xml", "yaml"])
def test_report_with_a_name_that_is_not_utf8(tmp_path: Path, suffix: str) -> None:
    name = b"r\xe9port." + suffix.encode()
    done = run("--report", name, text=BAD, cwd=tmp_path, env=environ(**C))
    assert done == Run(b"", FINDING, 1)
    with open(os.fsencode(tmp_path) + b"/" + name, "rb") as stream:
        text = stream.read().decode()
    assert "exclude-annotation-value" in text
    if suffix == "yaml":
        assert isinstance(yaml.safe_load(text), dict)


def test_fix_of_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/" + LATIN, "wb") as stream:
        stream.write(POD)
    done = run("fix", LATIN, text=b"", cwd=tmp_path, env=environ(**C))
    assert done == Run(b"caf\\udce9.yaml got 1 edit.\n", "", 0)
    assert os.listdir(os.fsencode(tmp_path)) == [LATIN]
    with open(os.fsencode(tmp_path) + b"/" + LATIN, "rb") as stream:
        assert stream.read() == EDITED


def test_a_system_without_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no chown, no extended attributes and no way to bring a directory to the disk."""
    (tmp_path / "pod.yaml").write_bytes(POD.replace(b"\n", b"\r\n"))
    for name in ("chown", "geteuid", "getegid", "listxattr", "setxattr", "getxattr"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(os, "open", _no_directories(os.open))
    assert fix.run([str(tmp_path / "pod.yaml")]) == 0
    assert (tmp_path / "pod.yaml").read_bytes() == EDITED.replace(b"\n", b"\r\n")


def _no_directories(real: object) -> object:
    def opened(path: str, *arguments: int) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments)  # type: ignore[operator, no-any-return]

    return opened


def test_the_source_needs_no_locale() -> None:
    """Isolated, optimised, with warnings as errors: the program says nothing more."""
    variables = environ(PYTHONWARNINGS="error", PYTHONOPTIMIZE="2", PYTHONPATH=SOURCE_ROOT, PYTHONHASHSEED="7")
    assert run(env=variables) == Run(EDITED, "", 0)
