"""A match: a strategy asks, an oracle answers, until the goal is reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Action, Feedback
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.play.oracles import Oracle
from sleuth.play.play_loop import moves
from sleuth.play.record import Record
from sleuth.strategies.agent import Agent
from sleuth.strategies.base import Strategy, check_progress
from sleuth.strategies.catalogue import strategy_of
from sleuth.strategies.decision import Decision

MAX_STEPS = 10_000
"""A play that is longer asks in circles."""
PLAYER = 1
"""The number of the one who asks."""


@dataclass(frozen=True, eq=False)
class Match:
    """A moment of a play of one: what the player knows, and who answers."""

    info: InformationSet
    oracle: Oracle

    @property
    def over(self) -> bool:
        """Whether the goal is reached."""
        return self.info.over

    @property
    def actor(self) -> int:
        """The player is always to act."""
        return PLAYER

    def view(self, player: int) -> Any:
        """What the player sees: the information set."""
        return self.info

    def chance(self, rng: np.random.Generator) -> Any:
        """Chance is never to act: what it does, the oracle does."""
        raise StuckError("in a match the player is to act, and never chance")

    def do(self, action: Action) -> Self:
        """The moment after a question: the oracle answers, and the player observes."""
        if len(self.info.history) >= MAX_STEPS:
            raise StuckError(f"the goal of {self.info.game} was not reached in {MAX_STEPS:,} steps")
        return self.after(action, self.oracle.answer(action))

    def after(self, action: Action, feedback: Feedback) -> Self:
        """The moment after an answer."""
        return replace(self, info=self.info.observe(action, feedback))


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
    strategy: Strategy | Agent,
    oracle: Oracle,
    *,
    rng: np.random.Generator | None = None,
    limit: Limit = UNLIMITED,
) -> Iterator[Turn]:
    """Play from an information set on, a turn at a time. The strategy may be a spec string, or an agent."""
    player = strategy_of(strategy, info.game)
    rng = np.random.default_rng() if rng is None else rng
    made: list[Decision] = []

    def ask(info: InformationSet) -> Action:
        made.append(player.decide(info, rng=rng, limit=limit))
        check_progress(info, made[-1], player.wasteful)
        return made[-1].action

    for move in moves(Match(info, oracle), {PLAYER: ask}, rng):
        after = move.after.info
        yield Turn(made.pop(), after.history.steps[-1].feedback, after)


def match(
    info: InformationSet,
    strategy: Strategy | Agent,
    oracle: Oracle,
    *,
    rng: np.random.Generator | None = None,
    limit: Limit = UNLIMITED,
) -> Record:
    """Play to the end, and return the record. The strategy may be a spec string, or an agent."""
    player = strategy_of(strategy, info.game)
    for turn in turns(info, player, oracle, rng=rng, limit=limit):
        info = turn.after
    return Record(info.game, info.history, str(player), oracle.name, oracle.reveal(), solved=True)
