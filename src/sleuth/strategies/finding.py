"""Strategies for games in which something is to be found: ask where a hit is likely.

Every hit must be asked in the end, so what costs is a miss. Where ships or letters are hidden, the chance of a hit
is therefore a better guide than entropy, which would as soon learn from a miss; a little of it breaks ties well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.offers import constrained
from sleuth.core.spec import require
from sleuth.kernels.arrays import Ints
from sleuth.strategies.base import Rng, Strategy, budget, first_useful
from sleuth.strategies.criteria import HITS, TOLERANCE, Criterion, FunctionCriterion
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import RULES, TIES, Greedy


@dataclass(frozen=True)
class HitProbability(Greedy):
    """Ask what is most likely to hit: a ship, a letter, or the secret itself."""

    criterion = HITS

    ties: str = field(default="entropy+possible+lex", metadata=TIES)


@dataclass(frozen=True)
class Blend(Greedy):
    """Ask what is likely to hit and tells much: the chance of a hit plus a share of the bits told."""

    weight: float = field(default=0.1, metadata={"help": "what a bit is worth, in chances of a hit"})

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.weight >= 0, self, f"weight is 0 or more, not {self.weight:g}")

    @property
    def criterion(self) -> Criterion:
        return FunctionCriterion(
            "blend",
            lambda outcomes: -outcomes.hit_probability - self.weight * outcomes.information,
            "chance of a hit and bits, as a negative number",
        )


RULES.update({cls.name: cls for cls in (HitProbability, Blend)})


@dataclass(frozen=True)
class HitLookAhead(Strategy):
    """Ask what is likely to hit now and to leave a likely hit for the next question.

    The score is the chance of a hit plus `later` times the best chance of one afterwards, averaged over the answers.
    Only the `wide` likeliest actions are followed. An action that hits for certain is asked at once.
    """

    follows: ClassVar[bool] = True

    wide: int = field(default=6, metadata={"help": "how many of the likeliest actions are looked at"})
    later: float = field(default=1.0, metadata={"help": "what a hit at the next question is worth"})

    def __post_init__(self) -> None:
        require(self.wide >= 1, self, f"wide is 1 or more, not {self.wide}")
        require(self.later >= 0, self, f"later is 0 or more, not {self.later:g}")

    @property
    def tie_break(self) -> str:
        return "hits of two questions, then hit-probability, then entropy, then lex"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        clock = budget(limit).start()
        outcomes = info.outcomes()
        chances = outcomes.hit_probability
        bits = outcomes.information
        order = np.lexsort((~outcomes.useful, -np.round(bits / TOLERANCE), -np.round(chances / TOLERANCE)))
        rows: Ints = order[: self.wide].astype(np.int32)
        if chances[rows[0]] >= 1 - TOLERANCE:
            rows = rows[:1]
        later = [] if len(rows) == 1 else self._later(info, [outcomes.actions[row] for row in rows.tolist()], clock)
        estimate = ""
        if len(later) < len(rows) > 1:
            estimate = f"Time was up after {len(later)} of {len(rows)} actions were followed."
            rows = rows[: max(1, len(later))]
        some, scores = outcomes.take(rows), -chances[rows]
        if later:
            scores = scores - self.later * np.array(later)
        best = first_useful(some, np.flatnonzero(scores <= scores.min() + TOLERANCE).tolist())
        return Decision(info, some, best, scores, str(self), self.tie_break, estimate=estimate)

    def _later(self, info: InformationSet, actions: Sequence[Action], clock: Clock) -> list[float]:
        """The best chance of a hit after each of some actions, of the first ones if time is up before."""
        chances: list[float] = []
        for action in actions:
            total = 0.0
            for child in info.children(action):
                if clock.spent():
                    return chances
                total += child.probability * (1.0 if child.over else _best_chance(child.after()))
            chances.append(total)
        return chances


def _best_chance(info: InformationSet) -> float:
    """The best chance of a hit; none where nothing may be asked any more, and one if nothing need be."""
    if constrained(info.game) and not len(info.actions):
        return float(info.over)
    return float(info.outcomes().hit_probability.max(initial=0.0))
