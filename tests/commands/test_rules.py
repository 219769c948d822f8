"""`yurt-hostnet rules` and `schema`, and docs/rules.md, which is made from the docstrings of the rules."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from commands.program import Ran, run
from yurt_hostnet.baseline.document import document_schema
from yurt_hostnet.commands.documentation import markdown, rule_info, rule_infos, transformer_infos
from yurt_hostnet.commands.notices import NOTICES, notice
from yurt_hostnet.commands.rules import page
from yurt_hostnet.config.config import Config, RuleSetting
from yurt_hostnet.config.load import schema
from yurt_hostnet.validators.rules import RULES

ROOT = Path(__file__).parents[2]
IDS = [info.id for info in (*rule_infos(), *transformer_infos())]


def test_the_page_is_what_the_docstrings_say() -> None:
    assert (ROOT / "docs" / "rules.md").read_text() == page(), "make docs"


@pytest.mark.parametrize("rule", list(RULES))
def test_a_rule_is_documented(rule: str) -> None:
    info = rule_info(rule)
    blocks = markdown(info.documentation).split("```yaml\n")[1:]
    examples = [list(yaml.safe_load_all(block.partition("```")[0])) for block in blocks]
    assert info.summary.endswith(".")
    assert len(info.summary) <= 120
    assert len(examples) >= 2, "a bad and a good example"
    assert all(all(isinstance(document, dict) for document in example) for example in examples)
    assert [word for word in ("Bad", "Good") if word not in info.documentation] == []


def test_the_list_names_every_rule(tmp_path: Path) -> None:
    ran = run("rules", cwd=tmp_path)
    heads = [line.split()[:2] for line in ran.stdout.splitlines() if line[:1].islower()]
    assert (ran.code, ran.stderr) == (0, "")
    assert heads == [[rule, rule_info(rule).severity] for rule in IDS] + [
        [id_, notice(id_).severity] for id_ in NOTICES
    ]


def test_one_rule(tmp_path: Path) -> None:
    expected = (
        "label-nodes (info)\n\n"
        "Label declared Nodes of host-network pools, as OpenYurt's node webhook does; the pool label is never written."
        "\n"
    )
    assert run("rules", "label-nodes", cwd=tmp_path) == Ran(0, expected)
    assert run("rules", "Label_Nodes", cwd=tmp_path) == Ran(0, expected)


def test_what_is_no_rule_is_explained_too(tmp_path: Path) -> None:
    """Every id that a report can hold leads to a text, on the command line and on the page."""
    assert {"input", "config", "bug", "cannot-edit", "helm-template", "not-an-object"} <= {*NOTICES}
    for name in NOTICES:
        info = notice(name)
        expected = f"{name} ({info.severity})\n\n{info.summary}\n\n"
        ran = run("rules", name, cwd=tmp_path)
        assert (ran.code, ran.stderr, ran.stdout.startswith(expected)) == (0, "", True)
        assert f"\n## {name}\n" in page()
    sentence = "There is no rule 'canot-edit'. Did you mean cannot-edit? yurt-hostnet rules lists them."
    assert run("rules", "canot-edit", cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


def test_a_typing_mistake(tmp_path: Path) -> None:
    sentence = "There is no rule 'lable-nodes'. Did you mean label-nodes? yurt-hostnet rules lists them."
    assert run("rules", "lable-nodes", cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


def test_settings_change_what_runs() -> None:
    first = next(iter(RULES))
    off = Config(rules=(RuleSetting(rule=first, severity="off", reason="x"),))
    mild = Config(rules=(RuleSetting(rule=first, severity="info", reason="x"),))
    assert [info.id for info in rule_infos(off)] == [rule for rule in RULES if rule != first]
    assert rule_infos(mild)[0].severity == "info"


def test_markdown_fences_indented_blocks() -> None:
    text = "One.\n\nBad:\n\n    a: 1\n\n    b:\n      c: 2\n\nGood\n  continued.\n\n```\n\n  kept\n```"
    assert markdown(text) == (
        "One.\n\nBad:\n\n```yaml\na: 1\n\nb:\n  c: 2\n```\n\nGood\n  continued.\n\n```\n\n  kept\n```\n"
    )


def test_schema(tmp_path: Path) -> None:
    ran = run("schema", cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == json.loads(json.dumps(schema(RULES, document_schema())))
    assert (ROOT / "docs" / "function-config.schema.json").read_text() == ran.stdout, "make docs"
    jsonschema.Draft202012Validator.check_schema(json.loads(ran.stdout))


def test_schema_takes_nothing(tmp_path: Path) -> None:
    sentence = "yurt-hostnet: yurt-hostnet schema takes no 'x'. See yurt-hostnet schema --help.\n"
    assert run("schema", "x", cwd=tmp_path) == Ran(2, "", sentence)
