"""What people keep in Python files: `FILE.py`, or `FILE.py:Class` where a file has several; and in modules.

A file is a module of its own below this one, whose name is made of its path. So two files of one name do not meet,
and any process that unpickles what is in it finds the file again by the name of the module.

A file may import its neighbours, the files and packages of its folder. They are looked up by the file's own `import`
and by nothing else: `sys.path` is left alone, so that no neighbour stands in for a module of the rest of the program.
The standard library and Sleuth come first. Neighbours are loaded once, in the same way.

`module:Class` is looked up as `import` does, and then as a file of the working folder would import it.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import Any, Generic, TypeVar, cast

from sleuth.core.errors import SpecError
from sleuth.core.files import is_file
from sleuth.core.text import listing, shorten

T = TypeVar("T")

__path__: list[str] = []
"""Makes this module a package without a folder: what is below it is found by `_Finder` alone."""

_BELOW = f"{__name__}."
_MODULE = re.compile(rf"{re.escape(_BELOW)}(\w+?)_[0-9a-f]+")
"""The name of a file's module; what people know of it is the first part."""
_FILE = re.compile(r"(.*\.py)(?::([A-Za-z_]\w*))?", re.ASCII | re.DOTALL)
_IN_MODULE = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)", re.ASCII)
_NAMED: set[str] = set()
"""The packages and modules that specs have named."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of thing that people keep in Python files."""

    noun: str
    advice: str
    """What to write where a file has none."""
    accepts: Callable[[object], bool]
    """Whether something is of this kind."""
    own: Callable[[ModuleType], dict[str, T]]
    """Those that a module defines itself, by name."""

    def listed(self, things: Mapping[str, object]) -> str:
        """What a file has, for a message."""
        many = f"{len(things)} {self.noun}s: {listing(list(things))}"
        return many if len(things) > 1 else next(iter(things), f"no {self.noun}")


def names_file(name: str) -> bool:
    """Whether the name in a spec is that of a file: `FILE.py` or `FILE.py:Class`."""
    return _FILE.fullmatch(name) is not None


def names_member(name: str) -> bool:
    """Whether the name in a spec is that of something in a module: `module:Class`."""
    return _IN_MODULE.fullmatch(name) is not None and not names_file(name)


def split_file(name: str) -> tuple[str, str | None]:
    """The file that a spec names, and the class in it if it names one."""
    match = _FILE.fullmatch(name)
    if match is None:
        raise SpecError(f"{shorten(name)!r} is no Python file")
    return match[1], match[2]


def thing_in_file(name: str, kind: Kind[T]) -> T:
    """What `FILE.py` has, which must be one of its own, or what `FILE.py:Class` names."""
    text, wanted = split_file(name)
    path = Path(text)
    with suppress(RuntimeError, ValueError):  # there is no such home
        path = path.expanduser()
    if not is_file(path):
        raise SpecError(f"there is no file {shorten(text)}")
    module = module_of(path)
    if wanted is not None:
        return _member(module, wanted, path.name, kind)
    things = kind.own(module)
    if len(things) != 1:
        many = f"name one of them: {path.name}:{next(iter(things))}" if things else kind.advice
        raise SpecError(f"{path.name} has {kind.listed(things)}; {many}")
    return next(iter(things.values()))


def thing_in_module(name: str, kind: Kind[T]) -> T:
    """What `module:Class` names."""
    module, _, wanted = name.partition(":")
    found = _found_module(module)
    if found is None:
        raise SpecError(f"there is no module {shorten(module)} here, and no file {module.replace('.', '/')}.py")
    return _member(found, wanted, module, kind)


def has_module(name: str) -> bool:
    """Whether `thing_in_module` finds a module of this name, or one that should hold it."""
    return _importable(name.partition(".")[0]) or _neighbour(Path(), name.partition(".")[0]) is not None


def _member(module: ModuleType, wanted: str, owner: str, kind: Kind[T]) -> T:
    value = vars(module).get(wanted)
    if kind.accepts(value):
        return cast(T, value)
    raise SpecError(f"{owner} has no {kind.noun} {shorten(wanted)}; it has {kind.listed(kind.own(module))}")


def _found_module(name: str) -> ModuleType | None:
    """A module as `import` finds it, else in the working folder; `None` if there is none."""
    top = name.partition(".")[0]
    _NAMED.add(top)
    if _importable(top):
        return _imported(name, name)
    if _neighbour(Path(), top) is None:
        return None
    with _load_errors(name):
        return _import(Path(), name, fromlist=("__name__",))


def _importable(top: str) -> bool:
    """Whether `import` finds a module, or has found it; a mere folder is none."""
    if top in sys.modules:
        return True
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None


def is_inside(module: str) -> bool:
    """Whether a module of this name is a file that somebody named, or beside one."""
    return module.startswith(_BELOW)


def module_of(path: Path) -> ModuleType:
    """The module of a Python file."""
    return _imported(_module_name(path), path.name)


def members(module: ModuleType, accepts: Callable[[object], bool]) -> dict[str, Any]:
    """What a module defines itself and is accepted, by name; what it imports is not its own."""
    own = {name: value for name, value in vars(module).items() if accepts(value)}
    return {name: value for name, value in own.items() if getattr(value, "__module__", None) == module.__name__}


def place_of(error: BaseException) -> str | None:
    """Where in somebody's file an error was raised: file, line and function; `None` if none had a part in it."""
    places = [
        f"{Path(frame.f_code.co_filename).name}, line {line}, in {frame.f_code.co_name}"
        for frame, line in walk_tb(error.__traceback__)
        if _is_theirs(str(frame.f_globals.get("__name__", "")))
    ]
    return places[-1] if places else None


def _is_theirs(module: str) -> bool:
    top = module.partition(".")[0]
    return is_inside(module) or (top in _NAMED and top != __name__.partition(".")[0])


def _imported(module: str, shown: str) -> ModuleType:
    with _load_errors(shown):
        return import_module(module)


@contextmanager
def _load_errors(shown: str) -> Iterator[None]:
    """What goes wrong where a module is loaded, in one sentence with its place."""
    try:
        yield
    except (Exception, SystemExit) as error:
        where = f" ({place})" if (place := place_of(error)) else ""
        message = _MODULE.sub(r"\1", str(error))
        raise SpecError(f"{shown} does not load: {type(error).__name__}: {message}{where}") from error


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
    """The `import` of such files: neighbours first, but for the standard library and Sleuth."""
    head, dot, rest = name.partition(".")
    file = _neighbour(folder, head) if level == 0 else None
    if file is None:
        return builtins.__import__(name, globals, locals, fromlist, level)
    own = _module_name(file)
    inner = builtins.__import__(f"{own}{dot}{rest}", globals, locals, fromlist or ("__name__",), 0)
    return inner if fromlist else sys.modules[own]


class _Loader(SourceFileLoader):
    """Runs a file, always from its text: no stale copy of it is kept anywhere."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        folder = _root(module.__name__).parent
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": partial(_import, folder)}
        vars(module)["__sources__"] = tuple(dict.fromkeys(_sources(Path(self.path), folder, set())))
        super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds files by the names of their modules, and what is inside the packages beside them."""

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
