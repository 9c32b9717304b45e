"""One trial: an agent plays one secret, and what happened is a row. Nothing in it depends on who plays it, or when.

Each trial is seeded from its own key. The secret follows from (seed, game, trial), so all agents meet the same
secrets; what the agent draws follows from the whole key.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game, Secret
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.kernel_warmup import warm_all
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import announced
from sleuth.core.progress import silent
from sleuth.kernels.threads import pool
from sleuth.play import opening
from sleuth.play.match import turns
from sleuth.play.oracles import make_oracle, usual_oracle
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.decision import Decision


class TrialKey(NamedTuple):
    """Names one trial."""

    seed: int
    game: str
    agent: str
    trial: int
    """Counted from 1."""


class Row(NamedTuple):
    """What happened in one trial."""

    seed: int
    game: str
    agent: str
    trial: int
    steps: int
    solved: bool
    decisions: int
    seconds: float
    """Wall time of all decisions."""
    cpu: float
    """Processor time of all decisions."""
    took: float
    """Wall time of the whole trial."""
    spent: str
    """What the decisions took, in the agent's own units, summed; as JSON."""
    secret: str
    history: str
    """`A=F;A=F`."""
    error: str | None
    """Why the trial failed; `None` if it did not."""

    @property
    def key(self) -> TrialKey:
        """The name of the trial."""
        return TrialKey(*self[:4])

    def record(self) -> Record:
        """The play, to be written to a file or gone through again."""
        game = parse_game(self.game)
        secret = game.parse_secret(self.secret) if self.secret else None
        game = game if secret is None else announced(game, secret)
        name = usual_oracle(game)
        return Record(game, History.parse(game, self.history), self.agent, name, secret, self.solved)


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

    @property
    def keys(self) -> list[TrialKey]:
        """The keys of its trials."""
        return [TrialKey(self.seed, self.game, self.agent, trial) for trial in self.trials]

    def play(self) -> list[Row]:
        """Play the trials, one after the other."""
        with alone():
            _warm()
            return [play_trial(key, self.form, self.listed) for key in self.keys]

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

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.decisions, self.seconds, self.cpu = 0, 0.0, 0.0
        self.spent: Counter[str] = Counter()

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            decision = self.strategy.decide(info, rng=rng, limit=limit)
        finally:
            self.decisions += 1
            self.seconds += time.perf_counter() - wall
            self.cpu += time.process_time() - cpu
        self.spent.update(decision.spent)
        return decision

    def __str__(self) -> str:
        return str(self.strategy)


def play_trial(key: TrialKey, form: str, listed: bool) -> Row:
    """Play one trial. What goes wrong in it is told in its row and stops nothing else."""
    began = time.perf_counter()
    history, secret, solved, error = History(), "", False, None
    watched = None
    try:
        game, strategy = parse_game(key.game), parse_strategy(key.agent)
        watched = _Watched(strategy)
        drawn = draw_secret(game, key.game, listed, key.seed, key.trial)
        secret = game.format_secret(drawn)
        game = announced(game, drawn)
        rng = stream("agent", *key)
        info = begin(game, form, seed=int(rng.integers(2**31)))
        oracle = make_oracle(None, info, stream("oracle", key.seed, key.game, key.trial), drawn)
        for turn in turns(info, watched, oracle, rng=rng):
            history = turn.after.history
        solved = True
    except (Exception, SystemExit) as raised:
        reason = " ".join(str(raised).split())
        error = reason if isinstance(raised, SleuthError) else f"{type(raised).__name__}: {reason}"
    return Row(
        *key,
        len(history),
        solved,
        watched.decisions if watched else 0,
        watched.seconds if watched else 0.0,
        watched.cpu if watched else 0.0,
        time.perf_counter() - began,
        _as_json(watched.spent) if watched else "{}",
        secret,
        history.format(game) if len(history) else "",
        error,
    )


def _as_json(spent: Counter[str]) -> str:
    plain = {unit: int(n) if float(n).is_integer() else float(n) for unit, n in sorted(spent.items())}
    return json.dumps(plain, ensure_ascii=False)


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


@cache
def _warm() -> None:
    """Load the kernels before the clock starts: a decision's seconds are not for the compiler."""
    warm_all(silent)
