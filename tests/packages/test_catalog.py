"""What catalogs of KRM functions read: metadata.yaml, and the parts of the README that become `--help` texts."""

from __future__ import annotations

import re

import pytest
import yaml

from hosts.programs import ROOT

MARKER = re.compile(r"^<!--mdtogo:?(\w*)-->$", re.MULTILINE)
README = (ROOT / "kpt-example" / "README.md").read_text()
EXAMPLES = sorted(str(path.parent.relative_to(ROOT)) for path in ROOT.glob("kpt-example/*/Kptfile"))


def test_metadata_names_what_is_there() -> None:
    metadata = yaml.safe_load((ROOT / "metadata.yaml").read_text())
    assert sorted(metadata) == [
        *("description", "examplePackageURLs", "image", "license", "sourceURL", "tags"),
    ]
    assert sorted(metadata["examplePackageURLs"]) == EXAMPLES
    assert (ROOT / metadata["sourceURL"] / "README.md").exists()
    assert set(metadata["tags"]) <= {"mutator", "validator", "generator"}
    pyproject = (ROOT / "pyproject.toml").read_text()
    assert f'license = "{metadata["license"]}"' in pyproject


def test_markers_of_the_readme() -> None:
    """mdtogo takes the text between a marker with a name and the next without one."""
    assert MARKER.findall(README) == ["Short", "", "Long", "", "Examples", ""]
    texts = [text.strip() for text in MARKER.split(README)[2::4]]
    assert all(texts)
    linked = re.findall(r"\]\((\S+?)\)", texts[2])
    assert sorted(f"kpt-example/{name}" for name in linked) == EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_what_the_catalog_asks_for(example: str) -> None:
    folder = ROOT / example
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    expected = {f".expected/{name}" for name in ("config.yaml", "diff.patch", "results.yaml")}
    assert names >= {"Kptfile", "README.md", "resources.yaml", ".krmignore", *expected}
    kptfile = yaml.safe_load((folder / "Kptfile").read_text())
    assert kptfile["metadata"]["name"] == folder.name
    headings = re.findall(r"^#+ (.*)$", (folder / "README.md").read_text(), re.MULTILINE)
    assert headings[1:] == ["Overview", "Try it", "What to expect"]
