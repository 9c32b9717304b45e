"""A player of its own: sip where no poison is likeliest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.core.limit import UNLIMITED, Limit
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision


@dataclass(frozen=True)
class Sip(Strategy):
    """Ask what is likeliest to end the play."""

    @property
    def tie_break(self) -> str:
        return "the chance to end, then lex"

    def decide(self, info: Any, *, rng: Any = None, limit: Limit = UNLIMITED) -> Decision:
        outcomes = info.outcomes()
        ends = [sum(c.probability for c in info.children(a) if c.over) for a in outcomes.actions]
        told = np.round(outcomes.information, 9)
        row = int(np.lexsort((-told, -np.round(ends, 9)))[0])
        return Decision(info, outcomes, row, -np.array(ends), str(self), self.tie_break)
