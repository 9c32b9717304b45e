"""The tour: one secret of every game of the catalogue, found by the strategy that suits it."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.catalogue import games
from sleuth.app.requests import Request, Watch
from sleuth.app.results import Result
from sleuth.app.watch import WatchedPlay
from sleuth.core.errors import SleuthError
from sleuth.core.progress import Progress, silent

TOUR_SEED = 7


class Tour(Request, home="sleuth.app.tour:tour", slow=True):
    """One of each game, solved."""


class TourPlayResult(Result):
    """One game of the tour."""

    game: str
    secret: str
    steps: int
    entropies: list[float]
    """Bits that are missing, before the first question and after each."""


class TourResult(Result):
    """Every game of the tour."""

    tour: list[TourPlayResult]
    left_out: list[str]
    """Games that cannot be played here, and why."""


def tour(request: Tour, bounds: Bounds = OPEN, progress: Progress = silent) -> TourResult:
    """Solve one secret of each game."""
    plays, left_out = [], []
    for show in tour_plays(bounds, progress):
        if isinstance(show, str):
            left_out.append(show)
            continue
        entropies = [show.info.entropy, *(turn.after.entropy for turn in show.turns())]
        game, secret = show.info.game, show.oracle.reveal()
        plays.append(
            TourPlayResult(
                game=str(game), secret=game.format_secret(secret), steps=len(entropies) - 1, entropies=entropies
            )
        )
    return TourResult(tour=plays, left_out=left_out)


def tour_plays(bounds: Bounds = OPEN, progress: Progress = silent) -> Iterator[WatchedPlay | str]:
    """A strategy before its first question in each game, one after the other; or why a game is left out."""
    for number, entry in enumerate(games()):
        try:
            show = WatchedPlay.begin(Watch(entry.name, seed=TOUR_SEED + number), bounds, progress)
        except SleuthError as error:
            yield f"{entry.name} is left out: {error}"
        else:
            yield show
