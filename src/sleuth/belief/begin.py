"""The information set before the first question."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.belief.sequential import SequentialSet
from sleuth.belief.tabular import TabularSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.offers import axes_of, sequential
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import tabulate
from sleuth.games.told import Told

FORMS = ("auto", "enumerated", "tabular", "sampled")
Make = Callable[[Any, Progress], InformationSet]
"""From a game to its information set before play."""
_OWN: dict[str, str] = {
    "sleuth.games.battleship:Battleship": "sleuth.belief.fleet:begin_fleet",
    "sleuth.games.battleship:SplooshKaboom": "sleuth.belief.fleet:begin_fleet",
    "sleuth.games.hangman:Hangman": "sleuth.belief.phrases:begin_phrase",
    "sleuth.games.ulam:Ulam": "sleuth.belief.lying_numbers:begin_numbers",
}
"""Games with an information set of their own, by the name of their class: where to find what makes it."""
_OWN_TOLD: dict[str, str] = {
    "sleuth.games.hangman:Hangman": "sleuth.belief.phrases:begin_phrase_told",
    "sleuth.games.ulam:Ulam": "sleuth.belief.lying_numbers:begin_numbers",
}
"""The same where the answers may be lies; other games have the one for every game, `LyingSet`."""
LYING = "sleuth.belief.lying:LyingSet"


_MADE: dict[type[Game], Make] = {}
"""The same for other people's games, by class: a subclass may have another law."""


def register(kind: type[Game], make: Make) -> None:
    """Let `begin` make the information set of a game with `make(game, progress)`."""
    _MADE[kind] = make


def own_set(game: Game) -> Make | None:
    """What makes the information set of a game that has one of its own."""
    if type(game) in _MADE:
        return _MADE[type(game)]
    if isinstance(game, Told):
        where: str | None = _OWN_TOLD.get(_class(game.game), LYING)
    else:
        where = _OWN.get(_class(game))
    if where is None:
        return None
    module, _, name = where.partition(":")
    made: Make = getattr(importlib.import_module(module), name)
    return made


def _class(game: Game) -> str:
    return f"{type(game).__module__}:{type(game).__qualname__}"


def begin(
    game: Game, form: str = "auto", *, seed: int = 0, effort: Effort | None = None, progress: Progress = silent
) -> InformationSet:
    """Everything that is possible before play.

    `auto` is the game's own information set where it has one, a table where it has axes, else a list.
    """
    if form not in FORMS:
        raise ParameterError(f"an information set is one of {', '.join(FORMS)}, not {form!r}")
    if form != "auto" and isinstance(game, Told):
        raise ParameterError(f"under lies the information set is exact and of its own kind; leave {form!r} out")
    if form == "sampled":
        return SampledSet(game, seed, effort)
    if form == "auto" and (make := own_set(game)) is not None:
        return make(game, progress)
    if sequential(game):
        return SequentialSet(game)
    tables = tabulate(game, progress)
    if form == "tabular" or (form == "auto" and axes_of(game) is not None):
        return TabularSet(tables)
    return EnumeratedSet(tables)
