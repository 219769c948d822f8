"""Meter: makes a program count its own work while it runs, without a clock, the same in every run.

Modules named to `install` are compiled from their syntax tree with counters put in:

- `steps`: calls of a function and rounds of a loop or comprehension, that is, what the interpreter does;
- `touched`: elements that one call into C reads or writes (bytes of a str or bytes, entries of a list or dict): slices,
  `+`, f-strings, `in`, `==`, and those methods and built-in functions that pass over their object or arguments.
  One step can touch the whole input, and a count of steps would not see it.
"""

from __future__ import annotations

import ast
import re
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import CodeType

BYTES = (str, bytes, bytearray)
SIZED = (str, bytes, bytearray, list, tuple, dict, set, frozenset)
PASSES = frozenset(
    """casefold center copy count decode difference encode endswith expandtabs extend find findall finditer format
    fullmatch get_close_matches index insert intersection isalnum isdigit isprintable join ljust loads dumps lower
    lstrip match partition pop remove replace reverse rfind rindex rjust rpartition rsplit rstrip search sort split
    splitlines startswith strip sub symmetric_difference translate union update upper writelines zfill""".split()  # noqa: SIM905
)
"""Methods whose cost can follow the length of what they are called on, or called with."""
BUILTINS = frozenset(
    """all any bytearray bytes dict frozenset list max min repr set sorted str sum tuple""".split()  # noqa: SIM905
)


class TooMuch(BaseException):
    """Raised in the middle of a run that has taken more steps than allowed."""


class Meter:
    """The counts of one run; `limit` is the most that each of the two may reach."""

    def __init__(self) -> None:
        self.steps = 0
        self.touched = 0
        self.limit = sys.maxsize

    def step(self) -> bool:
        """Count one step; True, so that it can stand in a condition."""
        self.steps += 1
        if self.steps > self.limit:
            raise TooMuch
        return True

    def touch(self, count: int) -> None:
        """Count elements."""
        self.touched += count
        if self.touched > self.limit:
            raise TooMuch

    def sized(self, value: Any) -> Any:
        """Count what was made in one operation, and return it."""
        if type(value) in SIZED:
            self.touch(len(value))
        return value

    def contains(self, element: Any, container: Any) -> bool:
        """`element in container`."""
        found = element in container
        kind = type(container)
        if kind in BYTES:
            self.touch(container.find(element) if found else len(container))
        elif kind is list or kind is tuple:
            self.touch(len(container))
        return found

    def equal(self, one: Any, other: Any) -> Any:
        """`one == other`."""
        same = one == other
        if type(one) in SIZED and type(one) is type(other) and len(one) == len(other) and same:
            self.touch(len(one))
        return same

    def added(self, target: Any, value: Any) -> Any:
        """Count `target += value`, and return the value."""
        if type(target) in (bytes, tuple):
            self.touch(len(target))
        return self.sized(value)

    def builtin(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function that may pass over its argument."""
        if args and type(args[0]) in SIZED:
            self.touch(len(args[0]))
        return self.sized(function(*args, **kwargs))

    def method(self, value: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method that may pass over its object, its arguments or its result."""
        kind = type(value)
        function = getattr(value, name)
        if kind in BYTES:
            return self._of_text(value, name, function, args, kwargs)
        if kind is re.Pattern:
            return self._of_pattern(name, function, args, kwargs)
        if kind is list and name in ("insert", "pop"):
            place = args[0] if args else -1
            self.touch(max(0, -place - 1 if place < 0 else len(value) - place))
        elif kind in (list, tuple, set, dict) and name not in ("pop", "get", "update", "extend"):
            self.touch(len(value))
        for argument in args:
            if type(argument) in SIZED:
                self.touch(len(argument))
        return self.sized(function(*args, **kwargs))

    def _of_pattern(self, name: str, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Count what a search goes over: to the end of what it finds, else all. A match stays where it is asked."""
        found = function(*args, **kwargs)
        if name in ("sub", "split", "findall", "finditer"):
            self.touch(len(args[-1 if name == "sub" else 0]))
        elif found is not None:
            self.touch(found.end() - found.pos)
        elif name == "search":
            self.touch(len(args[0]) - (args[1] if len(args) > 1 else 0))
        return found

    def _of_text(self, text: Any, name: str, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if name in ("startswith", "endswith"):
            return function(*args, **kwargs)
        if name in ("find", "index", "rfind", "rindex", "count"):
            start, stop, _ = slice(*args[1:3] if len(args) > 2 else (*args[1:2], None)).indices(len(text))
            if name == "count":
                self.touch(max(0, stop - start))
                return function(*args, **kwargs)
            try:
                place = function(*args, **kwargs)
            except ValueError:
                self.touch(max(0, stop - start))
                raise
            if place < 0:
                self.touch(max(0, stop - start))
            else:
                self.touch(stop - place if name[0] == "r" else place - start)
            return place
        result = function(*args, **kwargs)
        if name == "join":
            return self.sized(result)
        self.touch(len(text) + (len(result) if type(result) in SIZED else 0))
        return result


METER = Meter()


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name("__meter__", ast.Load()), name, ast.Load()), list(args), [])


class _Instrument(ast.NodeTransformer):
    """Puts the counters in; outside of functions all stays as it is, since it runs once."""

    def __init__(self) -> None:
        self.inside = 0

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.inside += 1
            body = [each for statement in node.body for each in _statements(self.visit(statement))]
            self.inside -= 1
            if not _is_docstring(body[0]):
                body.insert(0, ast.Expr(_call("step")))
            else:
                body.insert(1, ast.Expr(_call("step")))
            node.body = body
            return node
        if not self.inside:
            return self.generic_visit(node)
        if isinstance(node, ast.FormattedValue):  # the format of a value must stay an f-string
            node.value = self.visit(node.value)
            return node
        if isinstance(node, ast.AnnAssign):
            if node.value:
                node.value = self.visit(node.value)
            return node
        if isinstance(node, ast.pattern):
            return node
        self.generic_visit(node)
        return self._changed(node)

    def _changed(self, node: Any) -> Any:
        if isinstance(node, (ast.For, ast.While, ast.AsyncFor)):
            node.body.insert(0, ast.Expr(_call("step")))
        elif isinstance(node, ast.comprehension):
            node.ifs.insert(0, _call("step"))
        elif isinstance(node, ast.Lambda):
            node.body = ast.BoolOp(ast.And(), [_call("step"), node.body])
        elif isinstance(node, ast.Call):
            return _counted_call(node)
        elif _makes_a_sequence(node):
            return _call("sized", node)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            return _counted_compare(node)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
            node.value = _call("added", ast.Name(node.target.id, ast.Load()), node.value)
        return node


def _statements(found: Any) -> list[ast.stmt]:
    return found if isinstance(found, list) else [found]


def _makes_a_sequence(node: Any) -> bool:
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return False
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return any(isinstance(element, ast.Starred) for element in node.elts)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    return isinstance(node, (ast.BinOp, ast.JoinedStr)) or (isinstance(node, ast.Dict) and None in node.keys)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _counted_call(node: ast.Call) -> ast.expr:
    function = node.func
    if isinstance(function, ast.Name) and function.id in BUILTINS:
        return ast.Call(_call("builtin").func, [function, *node.args], node.keywords)
    if isinstance(function, ast.Attribute) and function.attr in PASSES:
        owner = function.value
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
            return node
        return ast.Call(_call("method").func, [owner, ast.Constant(function.attr), *node.args], node.keywords)
    return node


def _counted_compare(node: ast.Compare) -> ast.expr:
    operator, other = node.ops[0], node.comparators[0]
    if isinstance(operator, (ast.In, ast.NotIn)):
        call = _call("contains", node.left, other)
        return call if isinstance(operator, ast.In) else ast.UnaryOp(ast.Not(), call)
    if isinstance(operator, ast.Eq):
        return _call("equal", node.left, other)
    return node


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = ast.fix_missing_locations(_Instrument().visit(ast.parse(self.get_data(path), path)))
        code: CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: Any) -> None:
        module.__meter__ = METER
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, packages: frozenset[str]) -> None:
        self.packages = packages

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in self.packages:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install(packages: Iterable[str]) -> None:
    """From here on, count in all modules of these packages."""
    names = frozenset(packages)
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(names))
