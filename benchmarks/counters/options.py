"""Where is an option written by hand? The parameters of commands, and the places that hold a field of a request."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.counters.source import (
    LAZY,
    RUN,
    Function,
    Module,
    Modules,
    Place,
    arguments,
    derivation,
    home_of,
    last_name,
    parameters,
    read_imports,
)

REQUEST = "Request"
HOME = "home"
"""The keyword of a request that names the function that serves it, as `package.module:function`."""


def commands(modules: Modules) -> list[Place]:
    """The functions whose parameters Typer reads, with how many lines their signatures have."""
    return sorted(
        module.place(node, node.name, max(1, node.body[0].lineno - node.lineno))
        for module, node, _ in _commands(modules)
    )


def command_parameters(modules: Modules) -> list[Place]:
    """The parameters of these functions, without the context that Typer gives them."""
    return sorted(module.place(node, node.arg) for module, _, inputs in _commands(modules) for node in inputs)


def _commands(modules: Modules) -> Iterator[tuple[Module, Function, list[ast.arg]]]:
    """Public functions with a parameter that is declared as Typer's."""
    for module in modules.values():
        for function, method in module.functions:
            inputs = [one for one in parameters(function, method) if _type(one) != "typer.Context"]
            if not function.name.startswith("_") and any(_is_declared(modules, module, one) for one in inputs):
                yield module, function, inputs


def _type(parameter: ast.arg) -> str:
    return ast.unparse(parameter.annotation) if parameter.annotation else ""


def _is_declared(modules: Modules, module: Module, parameter: ast.arg) -> bool:
    """Whether a parameter has an option or an argument of Typer in its type, or in a constant that is its type."""
    kind = parameter.annotation
    if kind is None:
        return False
    constant = _constant(modules, module, kind)
    return any(
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("typer.Option", "typer.Argument")
        for tree in (kind, constant)
        if tree is not None
        for node in ast.walk(tree)
    )


def _constant(modules: Modules, module: Module, node: ast.expr) -> ast.expr | None:
    """The value of a constant, in this file or in the one that it is imported from."""
    if isinstance(node, ast.Name) and node.id in module.constants:
        return module.constants[node.id]
    home = modules.get(_home(modules, module, node))
    return home.constants.get(last_name(node)) if home else None


def _home(modules: Modules, module: Module, node: ast.expr) -> str:
    """The module that an imported name comes from: `NAME`, or `alias.NAME` of an imported module; empty for others."""
    if isinstance(node, ast.Name) and node.id in module.aliases:
        return home_of(modules, *module.aliases[node.id])
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module.aliases:
        origin, name = module.aliases[node.value.id]
        return home_of(modules, home_of(modules, origin, name) if name else origin, node.attr)
    return ""


@dataclass(frozen=True)
class Option:
    """A field of one or more requests, and the places where its name is written by hand."""

    name: str
    requests: tuple[str, ...]
    required: bool
    """Whether a request does not go without it: it is what is asked about, and no option."""
    places: tuple[Place, ...]
    """Functions, classes and constants that hold it, each at the first line that does, with how many lines do."""


def request_fields(modules: Modules) -> list[Option]:
    """Every field of a request, the widest first.

    A place counts in the files that a field passes: those that name a request that has it, the one that serves the
    request, and those that this one imports. There a name is held by a parameter, a field of a class, an option's flag,
    a keyword of a call, an element of a tuple (also as text), or a key of a dictionary.
    """
    fields: dict[str, dict[str, bool]] = defaultdict(dict)
    requests = derivation(modules.values(), lambda base: base == REQUEST)
    for node in (node for module in modules.values() for node in module.classes if node.name in requests):
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and last_name(item.annotation) != "ClassVar":
                fields[ast.unparse(item.target)][node.name] = item.value is None
    ways, holders = _ways(modules, requests), {name: _holders(module) for name, module in modules.items()}
    options: list[Option] = []
    for name, owners in fields.items():
        files = sorted(set().union(*(ways[owner] for owner in owners)))
        places = sorted(place for file in files for place in _places(modules[file], holders[file].get(name, set())))
        options.append(Option(name, tuple(sorted(owners)), any(owners.values()), tuple(places)))
    return sorted(options, key=lambda option: (-len(option.places), option.name))


def _places(module: Module, lines: set[tuple[str, int]]) -> list[Place]:
    """One place for each definition that holds a name."""
    groups: dict[str, list[int]] = defaultdict(list)
    for definition, line in lines:
        groups[definition].append(line)
    return [Place(module.file, min(where), definition, len(where)) for definition, where in groups.items()]


def _ways(modules: Modules, requests: set[str]) -> dict[str, set[str]]:
    """The modules that the fields of each request pass, those of its own kinds included."""
    imports: dict[str, set[str]] = defaultdict(set)
    for edge in read_imports(modules):
        if edge.when in (RUN, LAZY):
            imports[edge.source].add(edge.target)
    kinds = {
        node.name: (module, node) for module in modules.values() for node in module.classes if node.name in requests
    }
    ways: dict[str, set[str]] = {name: {module.name} for name, (module, _) in kinds.items()}
    for module in modules.values():
        for node in (node for node in module.nodes if isinstance(node, ast.Name | ast.Attribute)):
            name = last_name(node)
            if name in kinds and _home(modules, module, node) == kinds[name][0].name:
                ways[name].add(module.name)
    for name, (_, kind) in kinds.items():
        for word in kind.keywords:
            if word.arg == HOME and isinstance(word.value, ast.Constant):
                home = str(word.value.value).partition(":")[0]
                ways[name] |= ({home} | imports[home]) & modules.keys()
    for name in sorted(kinds):  # a field of a base goes where its kinds go
        waiting = {name}
        while waiting:
            waiting = {last_name(base) for kind in waiting for base in kinds[kind][1].bases} & kinds.keys()
            for base in waiting:
                ways[base] |= ways[name]
    return ways


def _holders(module: Module) -> dict[str, set[tuple[str, int]]]:
    """For each name the definitions of a file that hold it by hand, with the lines."""
    places: dict[str, set[tuple[str, int]]] = defaultdict(set)
    waiting: list[tuple[ast.AST, str]] = [(module.tree, "")]
    while waiting:
        node, definition = waiting.pop()
        if isinstance(node, ast.ClassDef | Function):
            definition = f"{definition}.{node.name}".lstrip(".")
        elif isinstance(node, ast.Assign) and not definition:
            definition = ast.unparse(node.targets[0])
        for name, line in _names(node):
            places[name].add((definition, line))
        waiting += [(child, definition) for child in ast.iter_child_nodes(node)]
    return places


def _names(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a piece of code holds by hand."""
    if isinstance(node, Function):
        yield from ((argument.arg, argument.lineno) for argument in arguments(node.args))
    elif isinstance(node, ast.ClassDef):
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                yield item.target.id, item.lineno
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg, node.lineno
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        yield from ((name, item.lineno) for item in node.elts if (name := _element(item)))
    elif isinstance(node, ast.Dict):
        yield from (
            (name, key.lineno) for key in node.keys if isinstance(key, ast.Constant) and (name := _element(key))
        )
    elif isinstance(node, ast.Call) and last_name(node.func) in ("Option", "Argument"):
        for flag in node.args:
            if isinstance(flag, ast.Constant) and str(flag.value).startswith("--"):
                yield str(flag.value)[2:].partition("/")[0].replace("-", "_"), flag.lineno


def _element(node: ast.expr) -> str:
    """The name in an element of a tuple: `name`, `request.name`, `name or 0`, or the text itself."""
    if isinstance(node, ast.BoolOp):
        return _element(node.values[0])
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return last_name(node) if isinstance(node, ast.Name | ast.Attribute) else ""
