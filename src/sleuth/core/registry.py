"""One registry for everything that a package may bring: games, players, channels, oracles, beliefs, solvers, boards.

Ours are references (`module:name`) that are loaded when they are asked for; other people's join through an entry point
group, or by `add`. What goes by name has the name of a spec string. What belongs to a kind of game (a belief, a solver,
a board) goes by the class of the game, written `module:Class`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sleuth.core.errors import SpecError, UnknownNameError


class Registry:
    """Things by name, loaded when they are asked for."""

    def __init__(self, what: str, group: str) -> None:
        self.what, self.group = what, group
        self._ours: dict[str, Any] = {}
        self._kinds: dict[type, Any] = {}

    def add(self, name: str, thing: Any) -> None:
        """Register a thing, or a reference to one as text; what was there before gives way."""
        self._ours[name] = thing

    def fill(self, things: Mapping[str, Any]) -> None:
        """Register several."""
        self._ours.update(things)

    @cached_property
    def _points(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group=self.group)}

    def names(self) -> list[str]:
        """All names, ours first."""
        return [*self._ours, *sorted(set(self._points) - set(self._ours))]

    def __contains__(self, name: str) -> bool:
        return name in self._ours or name in self._points

    def load(self, name: str) -> Any:
        """The thing of a name; `UnknownNameError` if there is none."""
        if name in self._ours:
            thing = self._ours[name]
            return _resolve(thing) if isinstance(thing, str) else thing
        if name not in self._points:
            raise UnknownNameError(self.what, name, self.names())
        try:
            return self._points[name].load()
        except (Exception, SystemExit) as error:
            raise SpecError(
                f"the {self.what} {name!r} is installed but does not load: {type(error).__name__}: {error}"
            ) from error

    def load_kind(self, name: str, kind: type) -> Any:
        """The class of a name, which must be of a kind."""
        found = self.load(name)
        if not (isinstance(found, type) and issubclass(found, kind)):
            raise SpecError(f"the entry point {name!r} is not a {kind.__name__}")
        return found

    # Things that belong to a kind of game.

    def add_for(self, kind: type, thing: Any) -> None:
        """Register a thing for a class that is at hand."""
        self._kinds[kind] = thing

    def of(self, kind: type) -> Any | None:
        """What is registered for exactly this class: a subclass may have another law."""
        if kind in self._kinds:
            return self._kinds[kind]
        name = class_name(kind)
        return self.load(name) if name in self else None

    def inherited(self, kind: type) -> Any | None:
        """What is registered for this class or the nearest of its ancestors."""
        return next((found for base in kind.__mro__ if (found := self.of(base)) is not None), None)


def class_name(kind: type) -> str:
    """A class as `module:Class`."""
    return f"{kind.__module__}:{kind.__qualname__}"


def _resolve(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


GAMES = Registry("game", "sleuth.games")
STRATEGIES = Registry("strategy", "sleuth.strategies")
CHANNELS = Registry("channel", "sleuth.channels")
ORACLES = Registry("oracle", "sleuth.oracles")
BELIEFS = Registry("belief", "sleuth.beliefs")
"""From a game and a progress to its information set before play; for games whose set is their own."""
LYING_BELIEFS = Registry("belief under lies", "sleuth.lying_beliefs")
"""The same for a game under a channel, by the class of the game inside."""
SOLVERS = Registry("solver", "sleuth.solvers")
BOARDS = Registry("board", "sleuth.boards")
"""From a game, an information set and perhaps the secret to something that rich can print."""
SVG_BOARDS = Registry("SVG board", "sleuth.svg_boards")
"""From a view of a play to a canvas."""
COMPOSERS = Registry("composer", "sleuth.composers")
"""From a game and what was pressed on its board to the texts of actions."""
KEYBOARDS = Registry("keyboard", "sleuth.keyboards")
PICTURES = Registry("picture", "sleuth.pictures")
"""From a canvas to the small picture of a game."""
