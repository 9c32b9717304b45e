"""A play with an oracle: begin, ask, take back, give up, and what a player may see of it.

A play is its record, which is text: from a record each function makes the next one, and nothing is kept between calls.
The record holds the secret, so from a server it never leaves before the end; the result says what a player may see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from sleuth.app.assist import Trail
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.requests import (
    Advance,
    AnswerOfSeed,
    Ask,
    Drawing,
    GiveUp,
    Hint,
    Look,
    PlayRequest,
    Share,
    Start,
    Undo,
)
from sleuth.app.results import HintResult, PlayResult, SeedAnswerResult
from sleuth.app.set_cache import decide, keep, set_after
from sleuth.app.specs import read_game, read_record, read_strategy
from sleuth.app.views import composed_of, found, knowledge, steps_along, suggestion, svg_of
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ContradictionError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.game_spec import spec_of
from sleuth.core.history import History
from sleuth.core.offers import lists_all, rows_of
from sleuth.core.progress import Progress, silent
from sleuth.core.spec import spec_head
from sleuth.play.match import Match
from sleuth.play.opening import settle
from sleuth.play.oracles import Human, Oracle, evades, make_oracle, read_secret
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy


@dataclass(frozen=True, eq=False)
class Play:
    """A play under way: its record, and the information sets along it. It never changes: a step makes another."""

    record: Record
    sets: tuple[InformationSet, ...]
    """Before each step, and after the last."""
    dice: str | int = ""
    """What an oracle throws for, besides the game and the secret: a name of the play, or a seed."""
    belief: str = "auto"
    """How the sets are held."""
    seed: int = 0
    """What fixes the draws of a set that is a sample."""

    @classmethod
    def begin(
        cls,
        game: Game,
        oracle: str = "",
        secret: str = "",
        seed: int | None = None,
        belief: str = "auto",
        progress: Progress = silent,
    ) -> Play:
        """A new play of a person: a secret is drawn (or given), and what is public about it is announced."""
        rng = np.random.default_rng(seed)
        info, answerer = opening(game, oracle, secret, rng, belief, seed or 0, progress)
        settled = None if answerer.evades else answerer.reveal()
        record = Record(info.game, player="human", oracle=answerer.name, secret=settled)
        return cls(record, (info,), "" if seed is None else seed, belief, seed or 0)

    @classmethod
    def elsewhere(
        cls, game: Game, player: str, belief: str = "auto", seed: int = 0, progress: Progress = silent
    ) -> Play:
        """A play whose answers somebody types: the secret is elsewhere."""
        record, info = Record(game, player=player, oracle=Human.name), set_after(game, None, belief, seed, progress)
        return cls(record, (info,), belief=belief, seed=seed)

    @classmethod
    def read(
        cls, record: Record, dice: str | int = "", belief: str = "auto", seed: int = 0, progress: Progress = silent
    ) -> Play:
        """The play of a record."""
        histories = (History(record.history.steps[:number]) for number in range(len(record.history) + 1))
        sets = tuple(set_after(record.game, history, belief, seed, progress) for history in histories)
        return cls(record, sets, dice, belief, seed)

    @property
    def game(self) -> Game:
        """The game, with what was announced."""
        return self.record.game

    @property
    def info(self) -> InformationSet:
        """What is known now."""
        return self.sets[-1]

    @cached_property
    def oracle(self) -> Oracle:
        """Who answers, as if it had answered all questions so far; its dice are the same each time."""
        record = self.record
        hidden = "" if record.secret is None else record.game.format_secret(record.secret)
        dice = np.random.default_rng(list(sha256(f"{self.dice} {record.game} {hidden}".encode()).digest()))
        secret = None if evades(record.oracle) else record.secret
        oracle = make_oracle(record.oracle, self.sets[0], dice, secret)
        oracle.forget(self.info)
        return oracle

    def ask(self, action: Action, again: bool = False) -> Play:
        """The play with one question more, and its answer; with `again`, one too whose answer is known."""
        self.info.check_action(action, again)
        return self._after(Match(self.info, self.oracle).do(action).info)

    def add(self, action: Action, feedback: Feedback) -> Play:
        """The play with one step more, whose answer came from elsewhere, where more may be asked than is listed."""
        if lists_all(self.game):
            return self._after(self.info.observe(action, feedback))
        history = self.info.history.add(action, feedback)
        walk = Trail.along(self.game, history, belief=self.belief, seed=self.seed)
        if walk.contradiction:
            texts = self.game.format_action(action), self.game.format_feedback(feedback)
            raise ContradictionError(len(history), *texts, self.info.size)
        return self._after(walk.sets[-1])

    def _after(self, after: InformationSet) -> Play:
        return replace(self, record=self._record(after), sets=(*self.sets, after))

    def _record(self, after: InformationSet) -> Record:
        """The record after one step more; an evasive oracle has a secret at the end, and not before."""
        record, secret = self.record, self.record.secret
        if after.over and secret is None:
            secret = after.candidates(1)[0] if record.oracle == Human.name else self.oracle.reveal()
        return record.extended(after.history, after.over, secret)

    def undo(self) -> Play:
        """The play without its last step."""
        if len(self.sets) == 1:
            raise ConflictError("there is no step to take back")
        history = History(self.record.history.steps[:-1])
        return replace(self, record=replace(self.record, history=history), sets=self.sets[:-1])

    def give_up(self) -> Play:
        """The same play with its secret; an evasive oracle settles on one."""
        if self.record.secret is not None:
            return self
        return replace(self, record=replace(self.record, secret=self.oracle.reveal()))

    def result(self, strategy: Strategy, given_up: bool = False, draw: Drawing | None = None) -> PlayResult:
        """What the player may see."""
        record, game, info = self.record, self.game, self.info
        over = record.solved or given_up
        secret = record.secret if over else None
        return PlayResult(
            game=spec_of(game),
            name=spec_head(spec_of(game))[0].partition("@")[0],
            summary=game.summary(),
            goal=game.goal.value,
            oracle=record.oracle,
            strategy=str(strategy),
            rows=rows_of(game),
            steps=steps_along(self.sets, secret),
            start_entropy=self.sets[0].entropy,
            **knowledge(info, self.sets[0], draw is not None),
            solved=record.solved,
            over=over,
            **found(game, secret, draw is not None),
            board=svg_of(info, draw, secret, live=not over),
            composed=composed_of(info, draw),
        )


def opening(
    game: Game, oracle: str, secret: str, rng: np.random.Generator, belief: str, seed: int, progress: Progress
) -> tuple[InformationSet, Oracle]:
    """What is known before the first question, and who answers: a secret is drawn unless it is given."""
    given = game.parse_secret(secret) if secret else None
    settled, hidden = settle(game, rng, given, oracle or None)
    info = set_after(settled, None, belief, seed, progress)
    hidden = read_secret(settled, info, secret) if secret else hidden
    return info, make_oracle(oracle or None, info, rng, hidden)


def read_file(path: str) -> Record:
    """The record in a file."""
    return Record.read(path)


def saved_play(
    path: str,
    game: Game | None = None,
    secret: str = "",
    seed: int | None = None,
    belief: str = "auto",
    progress: Progress = silent,
) -> Play:
    """The play of a record in a file; refused if it is not of the game that is named."""
    record = read_file(path)
    if game is not None and str(game) != str(record.game):
        raise RefusedError(f"the record {path} is a play of {record.game}, not of {game}")
    play = Play.read(record, "" if seed is None else seed, belief, seed or 0, progress)
    if not secret:
        return play
    return replace(play, record=replace(record, secret=read_secret(record.game, play.sets[0], secret)))


class PlayChange(NamedTuple):
    """A play after a request: the record, which is kept, and what the player may see."""

    record: str
    play: PlayResult


def start(request: Start, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """A new play."""
    game = read_game(request.game, bounds)
    play = Play.begin(game, request.oracle, request.secret, request.seed, progress=progress)
    return _change(play, read_strategy(request.strategy, game, bounds), request.draw)


def answer_of_seed(request: AnswerOfSeed, bounds: Bounds = OPEN, progress: Progress = silent) -> SeedAnswerResult:
    """The secret of the play that a seed begins."""
    game = read_game(request.game, bounds)
    play = Play.begin(game, request.oracle, seed=request.seed, progress=progress)
    return SeedAnswerResult(
        game=spec_of(game),
        noun=game.noun,
        summary=game.summary(),
        **found(play.game, play.record.secret, request.draw is not None),
    )


def look(request: Look, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayResult:
    """A play as it is."""
    play = _read(request, bounds)
    return play.result(_strategy(request, play, bounds), request.given_up, request.draw)


def ask(request: Ask, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """The play with one question more, and its answer."""
    play = _open(request, bounds)
    return _change(play.ask(play.game.parse_action(request.action)), _strategy(request, play, bounds), request.draw)


def undo(request: Undo, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """The play without its last step."""
    play = _open(request, bounds)
    return _change(play.undo(), _strategy(request, play, bounds), request.draw)


def give_up(request: GiveUp, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """The same play with its secret, for one who wants to know."""
    play = _read(request, bounds)
    if play.record.secret is None:
        play = _open(request, bounds).give_up()
    return _change(play, _strategy(request, play, bounds), request.draw, given_up=True)


def advance(request: Advance, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """The play once a strategy has asked one question more."""
    play = _open(request, bounds)
    strategy = _strategy(request, play, bounds)
    return _change(play.ask(decide(play.info, strategy, bounds.decision).action), strategy, request.draw)


def hint(request: Hint, bounds: Bounds = OPEN, progress: Progress = silent) -> HintResult:
    """What a strategy would ask now, and why; with a board on which it is marked, if that is wanted."""
    play = _open(request, bounds)
    decision = decide(play.info, _strategy(request, play, bounds), bounds.decision)
    draw = None if request.draw is None else replace(request.draw, hint=decision.chosen.text)
    return HintResult(
        **suggestion(decision, draw is not None), strategy=decision.strategy, board=svg_of(play.info, draw)
    )


def share(request: Share, bounds: Bounds = OPEN, progress: Progress = silent) -> str:
    """The record of a copy to give away: without the secret of a play that is not over."""
    record = read_record(request.record, bounds)
    return str(record if record.solved or request.given_up else replace(record, secret=None))


def _read(request: PlayRequest, bounds: Bounds) -> Play:
    return Play.read(read_record(request.record, bounds), request.dice)


def _open(request: PlayRequest, bounds: Bounds) -> Play:
    """A play that goes on."""
    play = _read(request, bounds)
    if play.record.solved or request.given_up:
        raise ConflictError("this play is over")
    if bounds.steps is not None and isinstance(request, Ask | Advance) and len(play.record.history) >= bounds.steps:
        raise ConflictError(f"a play has at most {bounds.steps} steps here")
    return play


def _strategy(request: PlayRequest, play: Play, bounds: Bounds) -> Strategy:
    return read_strategy(request.strategy, play.game, bounds)


def _change(play: Play, strategy: Strategy, draw: Drawing | None, given_up: bool = False) -> PlayChange:
    keep(play.info)
    return PlayChange(str(play.record), play.result(strategy, given_up, draw))
