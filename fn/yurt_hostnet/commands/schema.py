"""`yurt-hostnet schema`: the JSON Schema of functionConfig, for editors and for checks of one's own."""

from __future__ import annotations

from yurt_hostnet.baseline.document import document_schema
from yurt_hostnet.commands.arguments import Parser
from yurt_hostnet.commands.output import write
from yurt_hostnet.config.load import schema
from yurt_hostnet.hosts.options import DONE
from yurt_hostnet.report.json_report import dumps
from yurt_hostnet.validators.rules import RULES

DESCRIPTION = "Prints the JSON Schema (draft 2020-12) of functionConfig: of kind YurtHostNet and of the flat ConfigMap."


def parser() -> Parser:
    """Return the parser of `schema`."""
    return Parser("schema", "", DESCRIPTION)


def run(arguments: list[str]) -> int:
    """Print the schema. Raises InputError for an argument, of which there are none."""
    parser().read(arguments)
    return write(dumps(schema(RULES, document_schema())), DONE)
