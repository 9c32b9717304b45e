"""Spatial interest along play: do choices matter later on, and which actions are never worth asking?

The nodes are those of the game tree of `entropy`, each weighed by how likely play comes there. A node counts where
there is something to decide: two candidates or more, or three where the goal is to name the secret, since the last
two are simply named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Bools
from sleuth.lab.first_moves import EXAMPLES
from sleuth.lab.node_values import bits_of_actions, deciding, information_sets, reach
from sleuth.lab.value_spread import spread
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.gametree import GameTree

MEANS = ("best", "median", "deviation", "distinct")
"""The figures of a node whose means are taken over nodes."""


@dataclass(frozen=True)
class StepSpread:
    """The choices of one step: means over the nodes where there is something to decide."""

    step: int
    share: float
    """The share of plays that have something to decide at this step."""
    best: float
    median: float
    deviation: float
    distinct: float

    @property
    def choice(self) -> float:
        """The bits of the best action less those of the middle one."""
        return self.best - self.median

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        start = {"step": self.step, "share": self.share, "best": self.best, "median": self.median}
        return start | {"best_minus_median": self.choice, "deviation": self.deviation, "distinct": self.distinct}


@dataclass(frozen=True, eq=False)
class AlongPlay:
    """The choices that a play offers."""

    steps: tuple[StepSpread, ...]
    questions: float
    """How many steps of a play have something to decide, on average."""
    choice: float
    """Best less median bits, averaged over all those steps."""
    deviation: float
    never_best: tuple[str, ...]
    """Actions that are the best at no node: something else tells more, or tells as much and may also be the secret."""
    never_tell: tuple[str, ...]
    """Actions that tell nothing at any node."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "questions": self.questions,
            "best_minus_median": self.choice,
            "deviation": self.deviation,
            "never_best": len(self.never_best),
            "never_best_examples": list(self.never_best[:EXAMPLES]),
            "never_tell": len(self.never_tell),
            "never_tell_examples": list(self.never_tell[:EXAMPLES]),
            "steps": [step.as_json() for step in self.steps],
        }


def along_play(tables: Tables, tree: GameTree, actions: tuple[str, ...], progress: Progress = silent) -> AlongPlay:
    """The choices at every node of a game tree; `actions` are their texts."""
    game, chances = tables.game, reach(tables, tree)
    least = deciding(game.goal)
    best_somewhere: Bools = np.zeros(len(actions), np.bool_)
    tells_somewhere: Bools = np.zeros(len(actions), np.bool_)
    rows = []
    for number, info in enumerate(information_sets(tables, tree)):
        if info.size < least:
            continue
        bits, legal = bits_of_actions(info), info.legal_indices
        figures = spread(bits)
        best = bits >= figures.best - TOLERANCE
        possible = np.isin(tables.named[legal], info.indices)
        if (best & possible).any():
            best &= possible
        best_somewhere[legal[best]] = True
        tells_somewhere[legal[bits > TOLERANCE]] = True
        rows.append((tree.depth[number] + 1, chances[number], *(getattr(figures, name) for name in MEANS)))
        progress("looking along play", number + 1, len(tree))
    step, chance, *columns = np.array(rows, np.float64).reshape(-1, 2 + len(MEANS)).T
    best_bits, median, deviation, _ = columns
    steps = []
    for k in np.unique(step):
        here = step == k
        share = chance[here].sum()
        means = [float(chance[here] @ column[here] / share) for column in columns]
        steps.append(StepSpread(int(k), min(float(share), 1.0), *means))
    questions = float(chance.sum())
    per_question = chance / questions if questions else chance
    return AlongPlay(
        tuple(steps),
        questions,
        float(per_question @ (best_bits - median)),
        float(per_question @ deviation),
        tuple(actions[i] for i in np.flatnonzero(~best_somewhere).tolist()),
        tuple(actions[i] for i in np.flatnonzero(~tells_somewhere).tolist()),
    )
