"""One registry for everything that a package may bring: games, players, channels, oracles, beliefs, solvers, boards.

Ours are references (`module:name`) that are loaded when they are asked for; other people's join through an entry point
group, or by `add`. What goes by name has the name of a spec string. What belongs to a kind of game (a belief, a solver,
a board) goes by the class of the game, written `module:Class`.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from functools import cached_property, lru_cache
from threading import RLock
from typing import Any

from sleuth.core.errors import SpecError, UnknownNameError

_FILLING = RLock()
_BETWEEN = re.compile(r"[\s_-]+")


class Registry:
    """Things by name, loaded when they are asked for."""

    def __init__(self, what: str, group: str, *catalogues: str) -> None:
        self.what, self.group = what, group
        self._catalogues = catalogues
        """Modules that fill the registry; they are imported when it is first asked."""
        self._filling = False
        self._things: dict[str, Any] = {}
        self._after: dict[str, str] = {}
        self._kinds: dict[type, Any] = {}

    @property
    def _ours(self) -> dict[str, Any]:
        if self._catalogues:
            with _FILLING:  # another thread waits until all is there
                self._fill_once()
        return self._things

    def _fill_once(self) -> None:
        if not self._filling:  # a catalogue that asks while it fills gets what is there
            self._filling = True
            try:
                for module in self._catalogues:
                    importlib.import_module(module)
                self._catalogues = ()
            finally:
                self._filling = False

    def add(self, name: str, thing: Any, after: str | None = None) -> None:
        """Register a thing, or a reference to one as text; what was there before gives way.

        Names are listed as they come, or `after` another.
        """
        self._things[name] = thing
        if after is not None:
            self._after[name] = after

    def fill(self, things: Mapping[str, Any]) -> None:
        """Register several, listed first; what was added by name stays."""
        self._things = {**things, **self._things}

    @cached_property
    def _points(self) -> dict[str, Any]:
        return {point.name: point for point in _entry_points(tuple(sys.path)).select(group=self.group)}

    def names(self) -> list[str]:
        """All names, ours first."""
        ours = [name for name in self._ours if self._after.get(name) not in self._ours]
        for name in self._ours:
            if name not in ours:
                ours.insert(ours.index(self._after[name]) + 1, name)
        return [*ours, *sorted(set(self._points) - set(ours))]

    def __contains__(self, name: str) -> bool:
        return self._has(self.name_of(name))

    def _has(self, name: str) -> bool:
        return name in self._ours or name in self._points

    def name_of(self, text: str) -> str:
        """The name that a text writes, also as a heading does (`Bulls and cows`); the text itself if it writes none."""
        name = "-".join(_BETWEEN.split(text.replace("&", " and ").strip().lower()))
        return name if not self._has(text) and self._has(name) else text

    def load(self, name: str) -> Any:
        """The thing of a name, as `name_of` reads it; `UnknownNameError` if there is none."""
        name = self.name_of(name)
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


@lru_cache(maxsize=1)
def _entry_points(path: tuple[str, ...]) -> Any:
    """What every package installed on a path offers: one look at all of them."""
    from importlib.metadata import entry_points

    return entry_points()


def class_name(kind: type) -> str:
    """A class as `module:Class`."""
    return f"{kind.__module__}:{kind.__qualname__}"


def _resolve(reference: str) -> Any:
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


_GAMES = "sleuth.games"
GAMES = Registry("game", "sleuth.games", _GAMES)
TABLES = Registry("game of several players", "sleuth.tables", _GAMES)
STRATEGIES = Registry("strategy", "sleuth.strategies", "sleuth.strategies.catalogue", _GAMES, "sleuth.lab.reproduce")
SEAT_STRATEGIES = Registry("player", "sleuth.players", "sleuth.strategies.seat_strategy", _GAMES)
"""Strategies for a seat at a table, where several play."""
CHANNELS = Registry("channel", "sleuth.channels", "sleuth.core.channel", _GAMES)
ORACLES = Registry("oracle", "sleuth.oracles", "sleuth.play.oracles")
KERNELS = Registry("kernel", "sleuth.kernels", _GAMES)
"""Functions that compile the kernels of a game for the types that they are called with."""
BELIEFS = Registry("belief", "sleuth.beliefs", _GAMES)
"""From a game and a progress to its information set before play; for games whose set is their own."""
LYING_BELIEFS = Registry("belief under lies", "sleuth.lying_beliefs", _GAMES)
"""The same for a game under a channel, by the class of the game inside."""
SOLVERS = Registry("solver", "sleuth.solvers", _GAMES)
EVALUATORS = Registry("evaluator", "sleuth.evaluators", _GAMES)
"""Ways to play every secret at once, by the class of the game: see `sleuth.play.evaluate`."""
BOARDS = Registry("board", "sleuth.boards", _GAMES)
"""From a game, an information set and perhaps the secret to something that rich can print."""
SVG_BOARDS = Registry("SVG board", "sleuth.svg_boards", _GAMES)
"""From a view of a play to a canvas."""
COMPOSERS = Registry("composer", "sleuth.composers", _GAMES)
"""From a game and what was pressed on its board to the texts of actions."""
ANSWER_FORMS = Registry("answer form", "sleuth.answer_forms", _GAMES)
"""From an information set and an action to how a person says what was answered."""
SPOKEN = Registry("spoken words", "sleuth.spoken", _GAMES)
"""From a game, an action and perhaps its answer to how people say it."""
SPOKEN_SECRETS = Registry("spoken secret", "sleuth.spoken_secrets", _GAMES)
"""From a game and a secret to how people say it."""
BRIEFINGS = Registry("briefing", "sleuth.briefings", _GAMES)
"""From a game to its rules as text for one who has never seen it."""
EMOJI = Registry("emoji", "sleuth.emoji", _GAMES)
"""From a game, an action and its answer to the signs that players share."""
KEYBOARDS = Registry("keyboard", "sleuth.keyboards", _GAMES)
PICTURES = Registry("picture", "sleuth.pictures", _GAMES)
"""From a canvas to the small picture of a game."""
TOKENS = Registry("token", "sleuth.tokens", _GAMES)
"""From a canvas, a game and an action, secret or answer to a small drawing of it."""
_DISPLAYS = ("sleuth.show.html.catalogue", "sleuth.lab.displays", _GAMES)
DISPLAYS = Registry("display", "sleuth.displays", *_DISPLAYS)
"""From an object to how a notebook shows it, by the class of the object: HTML (see `sleuth.core.displayed`)."""
SVG_DISPLAYS = Registry("SVG display", "sleuth.svg_displays", *_DISPLAYS)
"""The same as one drawing."""
TEXTS = Registry("text about a game", "sleuth.texts")
"""From a game to a text about it, for rooms that cannot make one: `rules`, as for one who has never seen it."""
TEXTS.add("rules", "sleuth.show.briefing:rules_of")
TREE_FORMATS = Registry("format of a tree", "sleuth.tree_formats", "sleuth.show.html.catalogue")
"""From a part of a tree to the text of a file, by how the name of the file ends: `svg`, `html`."""

PARTS = {
    "belief": BELIEFS,
    "lying_belief": LYING_BELIEFS,
    "solver": SOLVERS,
    "evaluator": EVALUATORS,
    "board": BOARDS,
    "svg_board": SVG_BOARDS,
    "composer": COMPOSERS,
    "answer_form": ANSWER_FORMS,
    "spoken": SPOKEN,
    "spoken_secret": SPOKEN_SECRETS,
    "briefing": BRIEFINGS,
    "emoji": EMOJI,
    "keyboard": KEYBOARDS,
    "picture": PICTURES,
    "token": TOKENS,
}
"""What a game may bring besides its rules."""


def register_game(folder: str, name: str, rules: str, **parts: str) -> None:
    """Register a game and what it brings (see `PARTS`), each as a reference below its folder: `rules:Wordle`."""
    _register(GAMES, folder, name, rules, parts)


def register_table(folder: str, name: str, rules: str, **parts: str) -> None:
    """The same for a game of several players."""
    _register(TABLES, folder, name, rules, parts)


def _register(games: Registry, folder: str, name: str, rules: str, parts: dict[str, str]) -> None:
    kind = f"{folder}.{rules}"
    games.add(name, kind)
    for part, reference in parts.items():
        if part not in PARTS:
            raise UnknownNameError("part of a game", part, list(PARTS))
        PARTS[part].add(kind, f"{folder}.{reference}")
