"""One trial: an agent plays one secret, and what happened is a row. Nothing in it depends on who plays it, or when.

Each trial is seeded from its own key. The secret follows from (seed, game, trial), so all agents meet the same
secrets; what the agent draws follows from the whole key. Games of several players are in `seats`.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game, Secret
from sleuth.core.game_spec import is_table, parse_game
from sleuth.core.history import History
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import announced
from sleuth.kernels.jit import kernel_folder, load_compiled
from sleuth.kernels.threads import pool
from sleuth.play import opening
from sleuth.play.match import turns
from sleuth.play.oracles import make_oracle
from sleuth.play.tournament.parcel import Parcel
from sleuth.play.tournament.row import Attempt, Row, TrialKey
from sleuth.play.tournament.seats import play_seats
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.decision import Decision


@dataclass(frozen=True)
class Trials:
    """Some trials of one pair, with the form of the information set that the agent gets."""

    seed: int
    game: str
    agent: str
    form: str
    """A form that `begin` knows."""
    listed: bool
    """Whether secrets are drawn from the list of all, rather than by the game itself."""
    trials: tuple[int, ...]
    parcel: Parcel | None = None
    """The agent, where it is an object."""

    @property
    def keys(self) -> list[TrialKey]:
        """The keys of its trials."""
        return [TrialKey(self.seed, self.game, self.agent, trial) for trial in self.trials]

    def play(self) -> list[Row]:
        """Play the trials, one after the other."""
        with alone():
            load_compiled()
            return [play_trial(key, self.form, self.listed, self.parcel) for key in self.keys]

    def parts(self) -> list[Trials]:
        """A batch for each trial."""
        return [replace(self, trials=(trial,)) for trial in self.trials]

    def give_up(self, reason: str) -> list[Row]:
        """Rows of trials that nobody could finish."""
        return [Row(*key, 0, False, 0, 0.0, 0.0, 0.0, "{}", "", "", reason) for key in self.keys]


def stream(*parts: object) -> np.random.Generator:
    """A generator of its own for everything that is named by these texts and numbers."""
    digest = hashlib.sha256("\x1f".join(map(str, parts)).encode()).digest()
    return np.random.default_rng(np.random.SeedSequence(int.from_bytes(digest, "big")))


def draw_secret(game: Game, label: str, listed: bool, seed: int, trial: int) -> Secret:
    """The secret of a trial: the same for every agent."""
    rng = stream("secret", seed, label, trial)
    return begin(game, "enumerated").sample(rng)[0] if listed else opening.draw_secret(game, rng)


class _Watched(Strategy):
    """A strategy whose decisions are counted and timed."""

    def __init__(self, strategy: Strategy, attempt: Attempt) -> None:
        self.strategy, self.attempt = strategy, attempt
        vars(self)["wasteful"] = strategy.wasteful

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        with self.attempt.decision():
            decision = self.strategy.decide(info, rng=rng, limit=limit)
        for unit, amount in decision.spent.items():
            self.attempt.spent[unit] = self.attempt.spent.get(unit, 0) + amount
        return decision

    def __str__(self) -> str:
        return str(self.strategy)


def play_trial(key: TrialKey, form: str, listed: bool, parcel: Parcel | None = None) -> Row:
    """Play one trial. What goes wrong in it is told in its row and stops nothing else.

    The seconds of a decision are not for the compiler: a trial that had to wait for one is played again.
    """
    compiled = kernel_folder().compiled
    row = _play(key, form, listed, parcel)
    return row if kernel_folder().compiled == compiled else _play(key, form, listed, parcel)


def _play(key: TrialKey, form: str, listed: bool, parcel: Parcel | None) -> Row:
    began, attempt, error = time.perf_counter(), Attempt(), None
    try:
        if is_table(key.game):
            play_seats(key, attempt)
        else:
            _play_secret(key, form, listed, parcel, attempt)
    except (Exception, SystemExit) as raised:
        reason = " ".join(str(raised).split())
        error = reason if isinstance(raised, SleuthError) else f"{type(raised).__name__}: {reason}"
    return Row(
        *key,
        attempt.steps,
        attempt.solved,
        attempt.decisions,
        attempt.seconds,
        attempt.cpu,
        time.perf_counter() - began,
        json.dumps(attempt.spent, ensure_ascii=False),
        attempt.secret,
        attempt.history,
        error,
    )


def _play_secret(key: TrialKey, form: str, listed: bool, parcel: Parcel | None, attempt: Attempt) -> None:
    """Play a game of one player."""
    game, strategy = parse_game(key.game), parse_strategy(key.agent) if parcel is None else parcel.open()
    drawn = draw_secret(game, key.game, listed, key.seed, key.trial)
    attempt.secret = game.format_secret(drawn)
    game = announced(game, drawn)
    rng = stream("agent", *key)
    info = begin(game, form, seed=int(rng.integers(2**31)))
    oracle = make_oracle(None, info, stream("oracle", key.seed, key.game, key.trial), drawn)
    history = History()
    try:
        for turn in turns(info, _Watched(strategy, attempt), oracle, rng=rng):
            history = turn.after.history
        attempt.solved = True
    finally:
        attempt.steps, attempt.history = len(history), history.format(game) if len(history) else ""
        spent = sorted(attempt.spent.items())
        attempt.spent = {unit: int(n) if float(n).is_integer() else float(n) for unit, n in spent}


_ALONE = Lock()


@contextmanager
def alone() -> Iterator[None]:
    """One trial at a time in this process, and on one thread: its times are then its own."""
    with _ALONE:
        pool()  # made now, of full size, for whoever works here afterwards
        before = os.environ.get("SLEUTH_WORKERS")
        os.environ["SLEUTH_WORKERS"] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ["SLEUTH_WORKERS"]
            else:
                os.environ["SLEUTH_WORKERS"] = before
