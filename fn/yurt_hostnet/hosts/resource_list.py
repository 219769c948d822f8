"""The door for kustomize, kpt and Porch: ResourceList in, ResourceList out.

kpt shows results and stderr of a failed function only if its stdout is a ResourceList, and erases the
package's files if it is empty and the exit code 0. So whenever the list could be read, it comes back.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.config import KUSTOMIZE_VALIDATOR, TRANSFORM, ConfigError
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import BAD_INPUT, DONE, FAILED, Response
from yurt_hostnet.hosts.settings import configured
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import CONFIG_RULE, ERROR, INPUT_RULE, Result, failure
from yurt_hostnet.report.krm import results_data
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.hosts.options import Options
    from yurt_hostnet.krm.input import Piece
    from yurt_hostnet.krm.resource_list import ResourceList


def serve(found: ResourceList, options: Options) -> Response:
    """Run the function over a ResourceList."""
    try:
        config = configured(options.config if options.config is not None else found.function_config)
    except InputError as error:
        return _refuse(found, error, CONFIG_RULE)
    if options.fail_on is not None:
        config.fail_on = options.fail_on
    context = Context(Package([found.source]), config, options.baseline, allow_empty=options.allow_empty)
    try:
        found.require_whole()
        if config.mode == KUSTOMIZE_VALIDATOR:
            from yurt_hostnet.hosts.kustomize_marks import require_kustomize

            require_kustomize(found)
        outcome = process(context)
        failed = outcome.fails(context)
        if config.mode == KUSTOMIZE_VALIDATOR and not failed:
            # kustomize compares a validator's items with its own and never finds them equal; none at all pass.
            stdout: list[Piece] = [f"apiVersion: {found.api_version}\nkind: ResourceList\nitems: []\n".encode()]
        else:
            stdout = found.render(results_data(outcome.results), edited=not failed)
    except InputError as error:
        return _refuse(found, error, CONFIG_RULE if isinstance(error, ConfigError) else INPUT_RULE)
    code = FAILED if failed else DONE
    transform = config.mode == TRANSFORM
    return Response(code, stdout, outcome.results, fail_on=config.fail_on, transform=transform)


def _refuse(found: ResourceList, error: InputError, rule: str) -> Response:
    """Give the list back as it came, with a result for each mistake."""
    told = [str(each) for each in error.every()]
    stdout = found.render(results_data([Result(ERROR, rule, sentence) for sentence in told]), edited=False)
    return Response(BAD_INPUT, stdout, [failure(each, rule) for each in error.every()], error="\n".join(told))
