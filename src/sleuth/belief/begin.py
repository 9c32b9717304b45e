"""The information set before the first question."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.belief.sequential import SequentialSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.offers import announces, axes_of, plain_game, sequential, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import BELIEFS, LYING_BELIEFS
from sleuth.core.tabulate import tabulate

FORMS = ("auto", "enumerated", "tabular", "sampled")
Make = Callable[[Any, Progress], InformationSet]
"""From a game to its information set before play."""


def register(kind: type[Game], make: Make) -> None:
    """Let `begin` make the information set of a game with `make(game, progress)`."""
    BELIEFS.add_for(kind, make)


def own_set(game: Game) -> Make | None:
    """What makes the information set of a game that has one of its own; under a channel, the one for every game."""
    own: Make | None = BELIEFS.of(type(game))
    if own is not None or truthful(game):
        return own
    from sleuth.belief.lying import LyingSet

    under: Make | None = LYING_BELIEFS.of(type(plain_game(game)))
    return LyingSet if under is None else under


def tabular(game: Game) -> bool:
    """Whether a walk over tables plays every secret: there are tables, answers are true, and tables know the goal."""
    return game.goal.tabulated and truthful(game) and not (sequential(game) or own_set(game) is not None)


def listable(game: Game) -> bool:
    """Whether, besides, all secrets are played down one tree: nothing is announced before the first question."""
    return tabular(game) and not announces(game)


def begin(
    game: Game, form: str = "auto", *, seed: int = 0, effort: Effort | None = None, progress: Progress = silent
) -> InformationSet:
    """Everything that is possible before play.

    `auto` is the game's own information set where it has one, else a list. `tabular` is a list whose secrets are the
    cells of a table, which the game must name the axes of.
    """
    if form not in FORMS:
        raise ParameterError(f"an information set is one of {', '.join(FORMS)}, not {form!r}")
    if form != "auto" and not truthful(game):
        raise ParameterError(f"under lies the information set is exact and of its own kind; leave {form!r} out")
    if form == "sampled":
        return SampledSet(game, seed, effort)
    if form == "auto" and (make := own_set(game)) is not None:
        return make(game, progress)
    if sequential(game):
        if form == "tabular":
            raise ParameterError(f"{game.name} has no table: what it answers depends on what was asked before")
        return SequentialSet(game)
    tables = tabulate(game, progress)
    if form == "tabular":
        _check_axes(game, len(tables.secrets))
    return EnumeratedSet(tables)


def _check_axes(game: Game, secrets: int) -> None:
    axes = axes_of(game)
    if axes is None:
        raise ParameterError(f"{game.name} has no axes: its knowledge is not a table; use the enumerated set")
    cells = prod(map(len, axes.values()))
    if cells != secrets:
        raise ParameterError(f"{game}: the axes make {cells} cells for {secrets} secrets")
