"""Games from Python files: `FILE.py`, or `FILE.py:Class` where a file has several.

A game file is a module of its own below this one, whose name is made of its path. So two files of one name do not meet,
and any process that unpickles a game finds the file again by the name of the game's module.

A file may import its neighbours, the files and packages of its folder. They are looked up by the file's own `import`
and by nothing else: `sys.path` is left alone, so that no neighbour stands in for a module of the rest of the program.
The standard library and Sleuth come first. Neighbours are loaded once, in the same way.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import TypeGuard

from sleuth.core.errors import SpecError
from sleuth.core.files import is_file
from sleuth.core.game import Game
from sleuth.core.text import listing, shorten

__path__: list[str] = []
"""Makes this module a package without a folder: what is below it is found by `_Finder` alone."""

_BELOW = f"{__name__}."
_MODULE = re.compile(rf"{re.escape(_BELOW)}(\w+?)_[0-9a-f]+")
"""The name of a game file's module; what people know of it is the first part."""
_FILE = re.compile(r"(.*\.py)(?::([A-Za-z_]\w*))?", re.ASCII | re.DOTALL)


OFFERED: dict[type[Game], str] = {}
"""Games from files that go by a name of their own, since whoever runs a server offers them."""


def names_file(name: str) -> bool:
    """Whether the name in a spec is that of a file: `FILE.py` or `FILE.py:Class`."""
    return _FILE.fullmatch(name) is not None


def game_in_file(name: str) -> type[Game]:
    """The game of `FILE.py`, which must have one of its own, or the one that `FILE.py:Class` names."""
    match = _FILE.fullmatch(name)
    if match is None:
        raise SpecError(f"{shorten(name)!r} is no Python file")
    path = Path(match[1])
    with suppress(RuntimeError, ValueError):  # there is no such home
        path = path.expanduser()
    if not is_file(path):
        raise SpecError(f"there is no file {shorten(match[1])}")
    module = _loaded(path)
    games = games_in(module)
    if match[2] is not None:
        wanted = vars(module).get(match[2])
        if _is_game(wanted):
            return wanted
        raise SpecError(f"{path.name} has no game {shorten(match[2])}; it has {_listed(games)}")
    if len(games) != 1:
        many = f"name one of them: {path.name}:{next(iter(games))}" if games else "write a class that extends Game"
        raise SpecError(f"{path.name} has {_listed(games)}; {many}")
    return next(iter(games.values()))


def games_of_file(path: Path) -> dict[str, type[Game]]:
    """The games of a file, by the name of their class."""
    return games_in(_loaded(path))


def offered_in_file(name: str) -> type[Game] | None:
    """The game that `FILE.py` or `FILE.py:Class` names among those that are offered; no file is looked at."""
    match = _FILE.fullmatch(name)
    found = [kind for kind in OFFERED if match and Path(str(sys.modules[kind.__module__].__file__)).name == match[1]]
    named = [kind for kind in found if match and match[2] in (None, kind.__name__)]
    return named[0] if len(named) == 1 else None


def games_in(module: ModuleType) -> dict[str, type[Game]]:
    """The games that a module defines itself, by the name of their class; what it imports is not its own."""
    own = {name: value for name, value in vars(module).items() if _is_game(value)}
    return {name: value for name, value in own.items() if value.__module__ == module.__name__}


def spec_name(cls: type[Game]) -> str | None:
    """What a spec calls a game from a file, `FILE.py` or `FILE.py:Class`, or a name; `None` for any other game."""
    if cls in OFFERED:
        return OFFERED[cls]
    if not cls.__module__.startswith(_BELOW):
        return None
    module = sys.modules[cls.__module__]
    several = len(games_in(module)) > 1
    return f"{module.__file__}:{cls.__name__}" if several else str(module.__file__)


def place_of(error: BaseException) -> str | None:
    """Where in a game file an error was raised: file, line and function; `None` if no game file had a part in it."""
    places = [
        f"{Path(frame.f_code.co_filename).name}, line {line}, in {frame.f_code.co_name}"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).startswith(_BELOW)
    ]
    return places[-1] if places else None


def _is_game(value: object) -> TypeGuard[type[Game]]:
    return isinstance(value, type) and issubclass(value, Game) and not getattr(value, "__abstractmethods__", None)


def _listed(games: Mapping[str, object]) -> str:
    return f"{len(games)} games: {listing(list(games))}" if len(games) > 1 else next(iter(games), "no game")


def _loaded(path: Path) -> ModuleType:
    try:
        return import_module(_module_name(path))
    except (Exception, SystemExit) as error:
        where = f" ({place})" if (place := place_of(error)) else ""
        message = _MODULE.sub(r"\1", str(error))
        raise SpecError(f"{path.name} does not load: {type(error).__name__}: {message}{where}") from error


def _module_name(file: Path) -> str:
    """The module of a file, by its path; the file's own name is there for people."""
    path = file.resolve()
    return f"{_BELOW}{re.sub(r'[^A-Za-z0-9]', '_', path.stem)}_{os.fsencode(path).hex()}"


def _neighbour(folder: Path, name: str) -> Path | None:
    """The file that `import name` means in the files of a folder, if it is one beside them."""
    if name in sys.stdlib_module_names or name == __name__.partition(".")[0]:
        return None
    return next((file for file in (folder / f"{name}.py", folder / name / "__init__.py") if is_file(file)), None)


def _import(
    folder: Path,
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """The `import` of game files: neighbours first, but for the standard library and Sleuth."""
    head, dot, rest = name.partition(".")
    file = _neighbour(folder, head) if level == 0 else None
    if file is None:
        return builtins.__import__(name, globals, locals, fromlist, level)
    own = _module_name(file)
    inner = builtins.__import__(f"{own}{dot}{rest}", globals, locals, fromlist or ("__name__",), 0)
    return inner if fromlist else sys.modules[own]


class _Loader(SourceFileLoader):
    """Runs a game file, always from its text: no stale copy of it is kept anywhere."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        folder = _root(module.__name__).parent
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": partial(_import, folder)}
        vars(module)["__sources__"] = tuple(dict.fromkeys(_sources(Path(self.path), folder, set())))
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds game files by the names of their modules, and what is inside the packages beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(_BELOW):
            return None
        if "." in fullname.removeprefix(_BELOW):
            spec = PathFinder.find_spec(fullname, path)
            if spec is not None and isinstance(spec.loader, SourceFileLoader):
                spec.loader = _Loader(fullname, str(spec.origin))
            return spec
        file = _file(fullname)
        inside = [str(file.parent)] if file.name == "__init__.py" else None
        loader = _Loader(fullname, str(file))
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)


def _file(module: str) -> Path:
    return Path(os.fsdecode(bytes.fromhex(module.rpartition("_")[2])))


def _root(module: str) -> Path:
    """The file, or the package's folder, that a module below this one belongs to."""
    file = _file(_BELOW + module.removeprefix(_BELOW).partition(".")[0])
    return file.parent if file.name == "__init__.py" else file


def _sources(file: Path, folder: Path, seen: set[Path]) -> Iterator[Path]:
    """A file and all that it imports from its folder, also inside functions: a table of its law depends on them."""
    if file in seen:
        return
    seen.add(file)
    yield file
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return  # told by whoever runs it
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in names:
            if (beside := _neighbour(folder, name.partition(".")[0])) is not None:
                inside = sorted(beside.parent.rglob("*.py")) if beside.name == "__init__.py" else [beside]
                for one in inside:
                    yield from _sources(one, folder, seen)


sys.meta_path.insert(0, _Finder())
