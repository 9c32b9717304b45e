"""One-step strategies for games in which something is to be found: ask where a hit is likely.

Every hit must be asked in the end, so what costs is a miss. In Battleship and Hangman the chance of a hit is therefore
a better guide than entropy, which would as soon learn from a miss; a little of it breaks ties well.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sleuth.core.spec import require
from sleuth.strategies.criteria import HITS, Criterion, FunctionCriterion
from sleuth.strategies.greedy import TIES, Greedy


@dataclass(frozen=True)
class HitProbability(Greedy):
    """Ask what is most likely to hit: a ship, a letter, or the secret itself."""

    ties: str = field(default="entropy+possible+lex", metadata=TIES)

    @property
    def criterion(self) -> Criterion:
        return HITS


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
