"""What a strategy is: an information set in, a decision out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import tabular
from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import SleuthError, StuckError
from sleuth.core.game import Action, Game, Secret
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import has_own, sequential
from sleuth.core.spec import Specified
from sleuth.core.text import shorten
from sleuth.strategies.decision import Decision

Rng = np.random.Generator
"""Where random numbers come from."""
BUDGET = 4.0
"""Seconds for a decision that follows answers without a table, unless somebody says how many."""
TABLE_BUDGET = 8.0
"""The same on a table, where few decisions take as long."""
MAX_WASTE = 30
"""How often a wasteful strategy may have asked a thing that tells nothing: then it asks in circles."""


class TimeUpError(SleuthError):
    """The limit was reached within a search. Whoever searches takes the best so far."""


def budget(limit: Limit, seconds: float | None = None, otherwise: float = BUDGET) -> Limit:
    """A limit with the seconds of a strategy; some seconds where neither says how many."""
    given = limit.within(seconds)
    return given.within(otherwise) if given.seconds is None else given


class Strategy(Specified, ABC, contract=True):
    """Chooses from an information set alone: it never sees a secret or an oracle, so it cannot peek."""

    writes_sizes: ClassVar[bool] = False
    samples: ClassVar[bool] = False
    """Whether it is meant for sampled information sets too, where a game cannot be listed."""

    heavy: ClassVar[bool] = False
    """Whether a decision may take long, so that a server gives it a limit."""
    follows: ClassVar[bool] = False
    """Whether it follows answers to the sets that they leave, which takes long where there is no table."""

    wasteful: ClassVar[bool] = False
    """Whether it may ask what tells nothing: such a step counts like any other, unless it is asked on and on."""

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Whether it can play a game: only specialists cannot play them all."""
        return True

    @abstractmethod
    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        """What to ask next, and why."""

    @property
    def tie_break(self) -> str:
        """The ordered key that decides between actions."""
        return ""

    @property
    def random(self) -> bool:
        """Whether the same information set may be answered differently."""
        return False

    @property
    def timed(self) -> bool:
        """Whether it stops by the clock, so that what it does depends on the machine."""
        return getattr(self, "seconds", None) is not None

    @property
    def identity(self) -> Hashable:
        """Equal only for strategies that decide alike."""
        return type(self), str(self)

    def slow(self, game: Game) -> bool:
        """Whether a single decision may take seconds at a game, unless it is given a limit."""
        return self.timed or self.heavy or (self.follows and not tabular(game))


def names_now(info: InformationSet, per_cost: bool = False) -> list[Secret]:
    """The secret to name at once: with two candidates or one left, nothing beats naming the likelier.

    Empty where more are left, or where the goal is to know the secret rather than to name it. With `per_cost` the
    cheaper order is taken, and empty means too that it is cheaper to ask something else before.
    """
    game = info.game
    if game.goal.knows or info.size > (2 if game.goal.only_names else 1):
        return []
    left = info.candidates()
    if not all(map(info.is_legal, left)):
        return []
    if len(left) == 1 or not per_cost or not has_own(game, "cost"):
        return [max(left, key=info.probability)]
    return _cheapest(info, left)


def _cheapest(info: InformationSet, left: list[Secret]) -> list[Secret]:
    """Which of two candidates to name first where actions differ in cost; none, if it is cheaper to ask before."""
    cost, likely = info.game.cost, info.probability
    both = sum(likely(s) * cost(s) for s in left)
    first = min(left, key=lambda s: cost(s) - likely(s) * cost(s))
    outcomes = info.outcomes()
    telling = [cost(a) for a, parts in zip(outcomes.actions, outcomes.parts.tolist(), strict=True) if parts > 1]
    return [] if telling and min(telling) + both < cost(first) * (1 - likely(first)) + both - 1e-12 else [first]


def choice_after(
    strategy: Strategy, info: InformationSet, path: Sequence[int], seed: int = 0, limit: Limit = UNLIMITED
) -> Action:
    """What a strategy asks at a node of its tree, if that makes progress.

    A random strategy is seeded by the path to the node, so that its draw does not depend on the order of a walk.
    """
    decision = strategy.decide(info, rng=np.random.default_rng([seed, *path]) if strategy.random else None, limit=limit)
    check_progress(info, decision)
    return decision.action


def first_useful(outcomes: Outcomes, rows: Iterable[int]) -> int:
    """The first of some rows that may win or tell something; the first of all if none does."""
    order = list(rows)
    return next((row for row in order if outcomes.is_useful(row)), order[0])


def instead(info: InformationSet, outcomes: Outcomes, row: int) -> Outcomes | None:
    """Another action that may win or tell something, where one that was chosen among a few cannot; `None` if it can,
    or if nothing does."""
    if outcomes.is_useful(row):
        return None
    weighed = set(outcomes.actions)
    others = (info.outcomes([action]) for action in info.actions if action not in weighed)
    return next((one for one in others if one.is_useful(0)), None)


def check_progress(info: InformationSet, decision: Decision, wasteful: bool = False) -> None:
    """Raise `StuckError` if the decision can neither win nor tell anything; `wasteful`, if it does so on and on."""
    if info.game.goal.finds or not info.exact:
        return  # what is to be found is found in the end; of a sample nothing is certain
    if decision.tells or decision.chosen.win > 0:
        return
    if wasteful and sum(past == decision.action for past, _ in info.history) < MAX_WASTE:
        return
    if sequential(info.game) and all(past != decision.action for past, _ in info.history):
        return  # it may change what other actions tell, the first time
    option = decision.chosen
    game = info.game
    everything = info.outcomes()
    if bool((everything.parts > 1).any()):
        raise StuckError(
            f"{decision.strategy} asks {shorten(option.text)} although every candidate gives the same answer to it"
        )
    if info.size == 1 and (left := names_now(info)):
        only = shorten(game.format_secret(left[0]))
        raise StuckError(f"{decision.strategy} asks {shorten(option.text)} although only {only} is left")
    raise stuck(game, info)


def stuck(game: Game, info: InformationSet) -> StuckError:
    """The error for a goal that cannot be reached, with the secrets that nothing settles."""
    if info.size == 1:
        only = shorten(game.format_secret(info.candidates(1)[0]))
        return StuckError(f"the goal of {game} cannot be reached: {only} is the only candidate, and may not be named")
    pair = " and ".join(shorten(game.format_secret(s)) for s in info.candidates(2))
    if sequential(game):
        return StuckError(f"the goal of {game} is not reached: no action tells {pair} apart now")
    return StuckError(f"the goal of {game} cannot be reached: no action that may be asked tells {pair} apart")
