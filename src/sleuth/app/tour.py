"""The tour: one secret of every game of the catalogue, found by the strategy that suits it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.catalogue import games
from sleuth.app.requests import Request
from sleuth.app.results import Result
from sleuth.app.sets import set_after
from sleuth.app.specs import read_game, read_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Secret
from sleuth.core.progress import Progress, silent
from sleuth.play.match import turns
from sleuth.play.opening import settle
from sleuth.play.oracles import Truthful

TOUR_SEED = 7
See = Callable[[InformationSet, Secret | None], None]
"""Shown what is known before the first question and after each; at the end, with the secret."""


@dataclass(frozen=True)
class Tour(Request):
    """One of each game, solved."""

    home = "sleuth.app.tour:tour"
    slow = True


@dataclass(frozen=True, kw_only=True)
class TourPlayResult(Result):
    """One game of the tour."""

    game: str
    secret: str
    steps: int
    entropies: list[float]
    """Bits that are missing, before the first question and after each."""


@dataclass(frozen=True, kw_only=True)
class TourResult(Result):
    """Every game of the tour."""

    tour: list[TourPlayResult]
    left_out: list[str]
    """Games that cannot be played here, and why."""


def _unseen(info: InformationSet, secret: Secret | None) -> None:
    """Nobody looks."""


def tour(request: Tour, bounds: Bounds = OPEN, progress: Progress = silent, see: See = _unseen) -> TourResult:
    """Solve one secret of each game."""
    plays, left_out = [], []
    for number, entry in enumerate(games()):
        rng = np.random.default_rng([TOUR_SEED, number])
        try:
            game, secret = settle(read_game(entry.name, bounds), rng)
            start = set_after(game, progress=progress)
        except SleuthError as error:
            left_out.append(f"{entry.name}: {error}")
            continue
        plays.append(_play(start, start.sample(rng)[0] if secret is None else secret, rng, bounds, see))
    return TourResult(tour=plays, left_out=left_out)


def _play(info: InformationSet, secret: Secret, rng: np.random.Generator, bounds: Bounds, see: See) -> TourPlayResult:
    game, entropies = info.game, [info.entropy]
    see(info, None)
    strategy = read_strategy("", game, bounds)
    for turn in turns(info, strategy, Truthful(game, secret), rng=rng, limit=bounds.decision):
        info = turn.after
        entropies.append(info.entropy)
        see(info, None)
    see(info, secret)
    return TourPlayResult(
        game=str(game), secret=game.format_secret(secret), steps=len(info.history), entropies=entropies
    )
