"""Spatial interest at the start: are the first moves different, and what is the best of them worth?

Meng & Lucas (2024), section III.C and Fig. 3: where every first move tells the same, there is nothing to choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Game
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.lab.value_spread import Spread, levels, spread
from sleuth.strategies.criteria import ENTROPY, TOLERANCE

FORCED = 0.05
"""An opening is forced where it tells this share more than every opening of another value."""
EXAMPLES = 5
LISTED = 50
"""Openings in JSON; `distinct` counts all of them."""


@dataclass(frozen=True)
class Opening:
    """First moves of equal value."""

    bits: float
    count: int
    possible: int
    """How many of them may be the secret."""
    examples: tuple[str, ...]

    @property
    def text(self) -> str:
        """`0012 and 719 more`."""
        more = self.count - 1
        return self.examples[0] if more == 0 else f"{self.examples[0]} and {more:,} more"


@dataclass(frozen=True, eq=False)
class FirstMoves:
    """The bits that each first action is expected to tell."""

    game: Game
    start: float
    """The bits that are missing before play."""
    bits: Floats
    """For each action, in the game's order."""
    possible: Bools
    """Whether each action may be the secret."""
    numbers: Ints
    """For each action, the place of its value among the openings."""
    openings: tuple[Opening, ...]
    """The different values, the best first."""
    spread: Spread
    actions: tuple[str, ...]
    """The actions as text."""

    @property
    def best(self) -> Opening:
        """The openings that tell most."""
        return self.openings[0]

    @property
    def lead(self) -> float:
        """The bits by which the best openings are ahead of all others; 0 where there are no others."""
        return self.openings[0].bits - self.openings[1].bits if len(self.openings) > 1 else 0.0

    @property
    def forced(self) -> bool:
        """Whether one value is clearly ahead: by 5% of its bits or more."""
        return self.best.bits > TOLERANCE and self.lead >= FORCED * self.best.bits

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """The actions that tell nothing at the start."""
        return tuple(self.actions[i] for i in np.flatnonzero(self.bits <= TOLERANCE).tolist())

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        spread = {name: getattr(self.spread, name) for name in ("best", "median", "mean", "least", "deviation")}
        return {
            "actions": self.spread.actions,
            "start_bits": self.start,
            **spread,
            "best_minus_median": self.spread.choice,
            "distinct": self.spread.distinct,
            "lead": self.lead,
            "forced": self.forced,
            "dead": len(self.dead),
            "dead_examples": list(self.dead[:EXAMPLES]),
            "openings": [{**vars(o), "examples": list(o.examples)} for o in self.openings[:LISTED]],
        }


def first_moves(root: InformationSet) -> FirstMoves:
    """What every action is expected to tell, from the information set before play."""
    game, outcomes = root.game, root.outcomes()
    bits = np.maximum(root.entropy - ENTROPY(outcomes), 0.0)
    possible = outcomes.possible
    texts = tuple(game.format_action(a) for a in outcomes.actions)
    numbers, kept = levels(bits)
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers, minlength=kept.size))
    openings, start = [], 0
    for value, end in zip(kept.tolist(), ends.tolist(), strict=True):
        members = order[start:end]
        examples = tuple(texts[i] for i in members[:EXAMPLES].tolist())
        openings.append(Opening(value, members.size, int(possible[members].sum()), examples))
        start = end
    return FirstMoves(game, root.entropy, bits, possible, numbers, tuple(openings), spread(bits), texts)
