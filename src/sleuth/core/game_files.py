"""Games from Python files: `FILE.py`, or `FILE.py:Class` where a file has several."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from sleuth.core.game import Game
from sleuth.core.members import guard
from sleuth.core.python_files import Kind, is_inside, members, module_of, split_file, thing_in_file

OFFERED: dict[type[Game], str] = {}
"""Games from files that go by a name of their own, since whoever runs a server offers them."""


def game_in_file(name: str) -> type[Game]:
    """The game of `FILE.py`, which must have one of its own, or the one that `FILE.py:Class` names."""
    kind = thing_in_file(name, GAME)
    _guard_once(kind)
    return kind


_guard_once = cache(guard)
"""A file may put members into a class after that was made, and looked at."""


def games_of_file(path: Path) -> dict[str, type[Game]]:
    """The games of a file, by the name of their class."""
    return games_in(module_of(path))


def offered_in_file(name: str) -> type[Game] | None:
    """The game that `FILE.py` or `FILE.py:Class` names among those that are offered; no file is looked at."""
    file, wanted = split_file(name)
    found = [kind for kind in OFFERED if Path(str(sys.modules[kind.__module__].__file__)).name == file]
    named = [kind for kind in found if wanted in (None, kind.__name__)]
    return named[0] if len(named) == 1 else None


def games_in(module: ModuleType) -> dict[str, type[Game]]:
    """The games that a module defines itself, by the name of their class; what it imports is not its own."""
    return members(module, _is_game)


def spec_name(cls: type[Game]) -> str | None:
    """What a spec calls a game from a file, `FILE.py` or `FILE.py:Class`, or a name; `None` for any other game."""
    if cls in OFFERED:
        return OFFERED[cls]
    if not is_inside(cls.__module__):
        return None
    module = sys.modules[cls.__module__]
    several = len(games_in(module)) > 1
    return f"{module.__file__}:{cls.__name__}" if several else str(module.__file__)


def _is_game(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Game) and not getattr(value, "__abstractmethods__", None)


GAME = Kind[type[Game]]("game", "write a class that extends Game", _is_game, games_in)
"""What a file of games has."""
