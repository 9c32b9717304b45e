"""What somebody begins with: a game or an agent in one file, or a package with a game, a player, boards and tests."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated

from sleuth import __version__
from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.errors import RefusedError
from sleuth.app.requests import About, Request
from sleuth.app.results import Result
from sleuth.core.extras import DISTRIBUTION
from sleuth.core.files import reason, write_new
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import GAMES, STRATEGIES, TABLES
from sleuth.core.spec import kebab
from sleuth.core.text import shorten

TEMPLATES = Path(__file__).parent / "templates"
PLUGIN = {
    "pyproject.toml": "pyproject",
    "README.md": "readme",
    ".gitignore": "ignore",
    "src/$module/__init__.py": "init",
    "src/$module/rules.py": "rules",
    "src/$module/players.py": "players",
    "src/$module/board.py": "board",
    "tests/test_$module.py": "tests",
}
"""The files of a new package, each with its template."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z][A-Za-z0-9]*)*", re.ASCII)
_TAKEN = re.compile(r"^(?:# )?(?:from \S+ )?import (.+)$|^(\w+)(?:, \w+)* = ", re.MULTILINE)
"""The names that a template uses for something else: what it imports, and what it defines at the top."""
MAX_NAME = 60


class NewGame(Request, home="sleuth.app.new:new_game", pure=False):
    """A game file to begin with, with comments on what a game may have."""

    file: Annotated[str, About("A Python file that is not there yet; the game has its name.", "local", "pegs.py")]


class NewAgent(Request, home="sleuth.app.new:new_agent", pure=False):
    """An agent file to begin with, with comments on what an agent is given."""

    file: Annotated[str, About("A Python file that is not there yet; the agent has its name.", "local", "hopeful.py")]


class NewPlugin(Request, home="sleuth.app.new:new_plugin", pure=False):
    """A package to begin with: a game, a player, boards, and tests that pass."""

    folder: Annotated[str, About("A folder that is not there yet; the package has its name.", "local", "heater")]


class NewFilesResult(Result):
    """What was written."""

    name: str
    """The name of the game, or of the agent."""
    kind: str
    """The name of its class."""
    files: list[str]
    next: list[str]
    """Commands to try next."""


def new_game(request: NewGame, bounds: Bounds = OPEN, progress: Progress = silent) -> NewFilesResult:
    """Write a game file; one that is there is left alone."""
    check_files(bounds)
    path = Path(request.file)
    names = _new_file(path, "game")
    commands = [f"sleuth {verb} {_shown(path)}" for verb in ("check", "play", "evaluate")]
    return NewFilesResult(name=names["name"], kind=names["kind"], files=[str(path)], next=commands)


def new_agent(request: NewAgent, bounds: Bounds = OPEN, progress: Progress = silent) -> NewFilesResult:
    """Write an agent file; one that is there is left alone."""
    check_files(bounds)
    path = Path(request.file)
    if kebab(path.stem) in STRATEGIES:
        raise RefusedError(f"there is a strategy called {kebab(path.stem)} already; name the file after another")
    names = _new_file(path, "agent")
    small = "mastermind --pegs 3 --colours 4 --strategy"
    commands = [f"sleuth {verb} {small} {_shown(path)}" for verb in ("watch", "evaluate", "check")]
    return NewFilesResult(name=names["name"], kind=names["kind"], files=[str(path)], next=commands)


def _new_file(path: Path, thing: str) -> dict[str, str]:
    """Write the file of a game or an agent, and say what it is called there."""
    if path.suffix != ".py":
        an = "an" if thing == "agent" else "a"
        example = f"{_suggested(path.name)}.py"
        raise RefusedError(f"{an} {thing} is a Python file, such as {example}, not {shorten(path.name)!r}")
    template = _template(thing)
    names = _names(path.stem, "file", template, thing=thing) | {"file": path.name}
    _write(path, Template(template).substitute(names))
    return names


def new_plugin(request: NewPlugin, bounds: Bounds = OPEN, progress: Progress = silent) -> NewFilesResult:
    """Write a package; a folder that has something in it is left alone."""
    check_files(bounds)
    folder = Path(request.folder)
    templates = {path: _template(f"plugin/{source}") for path, source in PLUGIN.items()}
    names = _names(folder.resolve().name, "folder", *templates.values())
    _check_free(names)
    if _holds_something(folder):
        raise RefusedError(f"{folder} exists already; name a folder that is not there yet")
    files = [folder / Template(path).substitute(names) for path in templates]
    for path, text in zip(files, templates.values(), strict=True):
        _write(path, Template(text).substitute(names))
    commands = [f'pip install -e "{folder}[test]"', f"pytest {_shown(folder)}", f"sleuth check {names['name']}"]
    return NewFilesResult(name=names["name"], kind=names["kind"], files=[str(file) for file in files], next=commands)


def _template(name: str) -> str:
    return (TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")


def _shown(path: Path) -> str:
    """A path as it is typed."""
    return f'"{path}"' if " " in str(path) else str(path)


def _suggested(text: str) -> str:
    """A name that would do, made of one that does not."""
    words = re.findall(r"[a-z0-9]+", kebab(Path(text).stem))
    return "_".join(words) if words and words[0][0].isalpha() else "pegs"


def _holds_something(folder: Path) -> bool:
    """Whether something is there, but for an empty folder."""
    try:
        return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except (OSError, ValueError) as error:
        raise RefusedError(f"cannot write the folder {folder}: {reason(error)}") from error


def _names(text: str, what: str, *templates: str, thing: str = "game") -> dict[str, str]:
    """What a game or an agent is called in its templates, made of the name of its file or folder."""
    if not _NAME.fullmatch(text) or len(text) > MAX_NAME:
        raise RefusedError(
            f"the name of the {what} is that of the {thing}: letters and digits, words joined by _ or -, each "
            f"beginning with a letter, at most {MAX_NAME} signs; not {shorten(text)!r}"
        )
    name = kebab(text)
    words = name.split("-")
    kind = "".join(word.capitalize() for word in words)
    module = "_".join(words)
    if keyword.iskeyword(module) or keyword.iskeyword(kind):
        raise RefusedError(f"{module} is a word of Python's own; name the {what} after the {thing}")
    if kind in {word for template in templates for found in _TAKEN.findall(template) for word in _words(found)}:
        example = "pegs" if thing == "game" else "hopeful"
        a = "an" if thing == "agent" else "a"
        raise RefusedError(f"{kind} means something else in {a} {thing}; name the {what} after it, such as {example}")
    title = " ".join(words).capitalize()
    about = {"distribution": DISTRIBUTION, "version": __version__}
    return {"name": name, "kind": kind, "module": module, "title": title} | about


def _words(found: tuple[str, str]) -> list[str]:
    return re.findall(r"\w+", " ".join(found))


def _check_free(names: dict[str, str]) -> None:
    """A package must not stand in the way of a game, a player or a module that is there."""
    if names["name"] in GAMES or names["name"] in TABLES or f"{names['name']}-player" in STRATEGIES:
        raise RefusedError(f"there is a game called {names['name']} already; name the folder after another")
    if names["module"] in sys.stdlib_module_names or _has_module(names["module"]):
        raise RefusedError(f"there is a Python module called {names['module']} already; name the folder after another")


def _has_module(name: str) -> bool:
    """Whether a module of this name is installed; a mere folder is none."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def _write(path: Path, text: str) -> None:
    write_new(path, text, "file", RefusedError)
