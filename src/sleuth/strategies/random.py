"""The random strategy: the rival that every other must beat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.strategies.base import Rng, Strategy, names_now
from sleuth.strategies.criteria import PARTS
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import ONLY


@dataclass(frozen=True)
class Random(Strategy):
    """Ask anything at random that may win or tell something."""

    samples: ClassVar[bool] = True

    only_possible: bool = field(default=False, metadata=ONLY)

    @property
    def tie_break(self) -> str:
        return "random, only possible" if self.only_possible else "random"

    @property
    def random(self) -> bool:
        return True

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        rng = np.random.default_rng(0) if rng is None else rng
        if info.game.goal.finds:
            # Anything that may be asked, as somebody would who draws no conclusions.
            if not len(info.actions):
                raise info.dead_end()
            action = info.actions[int(rng.integers(len(info.actions)))]
            return Decision(info, info.outcomes([action]), 0, np.zeros(1), str(self), self.tie_break)
        outcomes = info.outcomes((names_now(info) if info.size == 1 else []) or None)
        useful = (PARTS(outcomes) <= -2) | outcomes.possible
        if self.only_possible and outcomes.possible.any():
            useful = outcomes.possible
        rows = np.flatnonzero(useful)
        row = int(rng.choice(rows)) if rows.size else 0
        return Decision(info, outcomes, row, np.zeros(len(outcomes)), str(self), self.tie_break)
