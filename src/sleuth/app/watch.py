"""Watching: a strategy plays one secret, with the entropy after each step; the tour does so in every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.catalogue import games
from sleuth.app.play import Play, PlayChange, advance, opening
from sleuth.app.requests import Advance, Compare, CompareStep, Request, Watch
from sleuth.app.results import Result, WatchResult, WatchStepResult
from sleuth.app.specs import read_game, read_record, read_strategy
from sleuth.app.views import steps_along
from sleuth.belief.base import InformationSet
from sleuth.core.errors import SleuthError
from sleuth.core.history import History
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.play.match import Turn, turns
from sleuth.play.oracles import Oracle
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy

TOUR_SEED = 7


def watch(request: Watch, bounds: Bounds = OPEN, progress: Progress = silent) -> WatchResult:
    """A whole play."""
    play = WatchedPlay.begin(request, bounds, progress)
    return play.result(list(play.turns()))


@dataclass(frozen=True, eq=False)
class WatchedPlay:
    """A strategy and an oracle, before the first question."""

    info: InformationSet
    strategy: Strategy
    oracle: Oracle
    rng: np.random.Generator
    limit: Limit = UNLIMITED

    @classmethod
    def begin(cls, request: Watch, bounds: Bounds = OPEN, progress: Progress = silent) -> WatchedPlay:
        """Draw a secret unless it is given, and announce what is public about it."""
        game = read_game(request.game, bounds)
        strategy = read_strategy(request.strategy, game, bounds)
        rng = np.random.default_rng(request.seed)
        info, oracle = opening(game, request.oracle, request.secret, rng, request.belief, request.seed, progress)
        return cls(info, strategy, oracle, rng, bounds.decision)

    def turns(self) -> Iterator[Turn]:
        """The play, a turn at a time."""
        return turns(self.info, self.strategy, self.oracle, rng=self.rng, limit=self.limit)

    def record(self, played: list[Turn]) -> Record:
        """The record of the whole play."""
        history = played[-1].after.history if played else self.info.history
        return Record(self.info.game, history, str(self.strategy), self.oracle.name, self.oracle.reveal(), solved=True)

    def result(self, played: list[Turn]) -> WatchResult:
        """Plain values, once it is over."""
        game, secret = self.info.game, self.oracle.reveal()
        steps = steps_along([self.info, *(turn.after for turn in played)], secret)
        return WatchResult(
            game=str(game),
            strategy=str(self.strategy),
            oracle=self.oracle.name,
            secret=game.format_secret(secret),
            start_entropy=self.info.entropy,
            steps=[
                WatchStepResult(**vars(step), expected_bits=turn.decision.chosen.bits, gained_bits=turn.gained)
                for step, turn in zip(steps, played, strict=True)
            ],
            solved=True,
            confession=self.oracle.confess(),
        )


def compare(request: Compare, bounds: Bounds = OPEN, progress: Progress = silent) -> list[PlayChange]:
    """The same play before the first question, once for each strategy."""
    game = read_game(request.game, bounds)
    strategies = [read_strategy(spec, game, bounds) for spec in request.strategies]
    play = Play.begin(game, "", request.secret, request.seed, progress=progress)
    return [PlayChange(str(play.record), play.result(strategy, draw=request.draw)) for strategy in strategies]


def compare_step(request: CompareStep, bounds: Bounds = OPEN, progress: Progress = silent) -> list[PlayChange]:
    """The play of each strategy at a step; a record keeps what was played beyond it, and one that is over stays."""
    pairs = zip(request.records, request.strategies, strict=True)
    return [_at_step(read_record(text, bounds), spec, request, bounds) for text, spec in pairs]


def _at_step(record: Record, spec: str, request: CompareStep, bounds: Bounds) -> PlayChange:
    """One play at the step that is asked for; what the record lacks is played."""
    to = len(record.history) + 1 if request.to is None else request.to
    while not record.solved and len(record.history) < to:
        record = read_record(advance(Advance(record, spec), bounds).record, bounds)
    over = record.solved and to >= len(record.history)
    shown = Play.read(replace(record, history=History(record.history.steps[: max(0, to)]), solved=over))
    draw = request.draw and replace(request.draw, fresh=request.draw.fresh and len(shown.record.history) == to)
    return PlayChange(str(record), shown.result(read_strategy(spec, shown.game, bounds), draw=draw))


# The tour: one secret of every game of the catalogue, found by the strategy that suits it.


class Tour(Request, home="sleuth.app.watch:tour", slow=True):
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
    for play in tour_plays(bounds, progress):
        if isinstance(play, str):
            left_out.append(play)
            continue
        entropies = [play.info.entropy, *(turn.after.entropy for turn in play.turns())]
        game, secret = play.info.game, play.oracle.reveal()
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
            play = WatchedPlay.begin(Watch(entry.name, seed=TOUR_SEED + number), bounds, progress)
        except SleuthError as error:
            yield f"{entry.name} is left out: {error}"
        else:
            yield play
