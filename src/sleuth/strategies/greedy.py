"""One-step strategies: ask what a criterion likes best now.

`entropy` is Information Set Entropy Search (Meng & Lucas, Algorithm 1) over all states and actions. As printed it
copies and filters the set for every state; states with the same feedback filter to the same part, so counting each
part once and weighing it by its size gives the same number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.strategies.base import Strategy, names_now
from sleuth.strategies.criteria import ENTROPY, MINIMAX, PARTS, SIZE, Criterion, FunctionCriterion, Key
from sleuth.strategies.decision import Decision

TIES = {"help": "what breaks ties, in order: criteria, possible, lex; as in possible+lex"}
ONLY = {"help": "ask only what may be the secret"}


@dataclass(frozen=True)
class Greedy(Strategy):
    """Ask what one criterion likes best."""

    criterion: ClassVar[Criterion]
    ties: str = field(default="", metadata=TIES)
    only_possible: bool = field(default=False, metadata=ONLY)

    def __post_init__(self) -> None:
        _ = self.key

    @property
    def key(self) -> Key:
        """The ordered key that decides."""
        return Key.of(self.criterion, self.ties)

    @property
    def tie_break(self) -> str:
        return f"{self.key}{', only possible' if self.only_possible else ''}"

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        outcomes = self.considered(info)
        row, scores = self.key.pick(outcomes)
        return Decision(info, outcomes, row, scores, str(self), self.tie_break)

    def considered(self, info: InformationSet) -> Outcomes:
        """The outcomes of the actions to choose from: all, or possible ones, or the one secret to name now."""
        if secret := names_now(info):
            return info.outcomes(secret)
        if self.only_possible:
            if isinstance(info, EnumeratedSet):
                possible = info.possible_actions()
                return info.outcomes_of(possible) if possible.size else info.outcomes()
            outcomes = info.outcomes()
            rows = np.flatnonzero(outcomes.possible).astype(np.int32)
            return outcomes.take(rows) if rows.size else outcomes
        return info.outcomes()


@dataclass(frozen=True)
class Entropy(Greedy):
    """Ask what leaves the least entropy on average (exact ISES)."""

    criterion = ENTROPY


@dataclass(frozen=True)
class Minimax(Greedy):
    """Ask what leaves the fewest candidates in the worst case (Knuth 1977)."""

    criterion = MINIMAX


@dataclass(frozen=True)
class Size(Greedy):
    """Ask what leaves the fewest candidates on average (Irving 1979)."""

    criterion = SIZE


@dataclass(frozen=True)
class Parts(Greedy):
    """Ask what has the most different answers (Kooi 2005)."""

    criterion = PARTS


def greedy(
    function: Callable[[Outcomes], Any], name: str = "custom", ties: str = "", only_possible: bool = False
) -> Greedy:
    """A one-step strategy from your own criterion: a function from outcomes to a score for each action.

    >>> most_wins = greedy(lambda outcomes: -outcomes.win_probability, "most-wins")
    """
    kind = type(
        name, (Greedy,), {"criterion": FunctionCriterion(name, function), "name": name, "__doc__": function.__doc__}
    )
    made: Greedy = kind(ties=ties, only_possible=only_possible)
    return made
