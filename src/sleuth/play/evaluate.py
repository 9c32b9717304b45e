"""Evaluating a strategy on every secret at once: its whole game tree, built once and shared by all secrets."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sleuth.belief.begin import own_set
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.sequential import Sequential
from sleuth.core.tabulate import tabulate
from sleuth.core.text import shorten
from sleuth.strategies.base import Strategy
from sleuth.strategies.gametree import check_size, chooser, grow
from sleuth.strategies.steps import Steps


@dataclass(frozen=True, eq=False)
class Evaluation(Steps):
    """What a strategy needs for every secret."""

    strategy: str
    tie_break: str
    seconds: float

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "game": str(self.game),
            "strategy": self.strategy,
            **self.figures(),
            "tie_break": self.tie_break,
            "nodes": len(self.tree),
            "seconds": self.seconds,
        }
        if by_first_feedback:
            out["by_first_feedback"] = {
                r.feedback: {"count": r.count, "total": r.total, "mean": r.mean, "worst": r.worst}
                for r in self.by_first_feedback()
            }
        return out


def listable(game: Game) -> bool:
    """Whether a strategy can be played against every secret of a game: it has a table, and its answers are true."""
    return game.truthful and not (isinstance(game, Sequential) or game.announces or own_set(game) is not None)


def evaluate(
    game: Game,
    strategy: Strategy,
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> Evaluation:
    """Play a strategy against every secret. A random strategy is fixed by its seed: one draw at each node."""
    check_size(game)
    tables = tabulate(game, progress)
    began = time.perf_counter()
    root = EnumeratedSet(tables)
    forced = None if first is None else tables.action_index(first)
    if forced is not None and not root.is_legal(first):
        raise ActionError(f"{shorten(game.format_action(first))} is not allowed as the first action of {game}")
    steps, tree = grow(root, chooser(root, strategy, seed, limit), forced, progress)
    return Evaluation(tables, steps, tree, str(strategy), strategy.tie_break, time.perf_counter() - began)
