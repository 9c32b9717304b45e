"""A match: a strategy asks, an oracle answers, until the goal is reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Feedback
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.play.oracles import Oracle
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy, check_progress
from sleuth.strategies.decision import Decision

STEPS_MOST = 10_000


@dataclass(frozen=True, eq=False)
class Turn:
    """One step of a match."""

    decision: Decision
    feedback: Feedback
    after: InformationSet

    @property
    def before(self) -> InformationSet:
        """The information set that the decision was made from."""
        return self.decision.info

    @property
    def gained(self) -> float:
        """The bits that the answer told."""
        return self.before.entropy - self.after.entropy


def turns(
    info: InformationSet,
    strategy: Strategy,
    oracle: Oracle,
    *,
    rng: np.random.Generator | None = None,
    limit: Limit = UNLIMITED,
) -> Iterator[Turn]:
    """Play from an information set on, a turn at a time."""
    rng = np.random.default_rng() if rng is None else rng
    while not info.over:
        if len(info.history) >= STEPS_MOST:
            raise StuckError(f"{strategy} did not reach the goal of {info.game} in {STEPS_MOST:,} steps")
        decision = strategy.decide(info, rng=rng, limit=limit)
        check_progress(info, decision)
        feedback = oracle.answer(decision.action)
        info = info.observe(decision.action, feedback)
        yield Turn(decision, feedback, info)


def match(
    info: InformationSet,
    strategy: Strategy,
    oracle: Oracle,
    *,
    rng: np.random.Generator | None = None,
    limit: Limit = UNLIMITED,
) -> Record:
    """Play to the end, and return the record."""
    for turn in turns(info, strategy, oracle, rng=rng, limit=limit):
        info = turn.after
    return Record(info.game, info.history, str(strategy), oracle.name, oracle.reveal(), solved=True)
