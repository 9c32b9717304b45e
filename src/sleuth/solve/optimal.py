"""`optimal`: solve what is left, and play the best tree."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.spec import require
from sleuth.core.tables import Tables
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Bools, Floats, Ints, frozen
from sleuth.solve.book import opening
from sleuth.solve.problem import problem
from sleuth.solve.solver import MEAN, OBJECTIVES, Solution, solve_set
from sleuth.strategies.base import Strategy, unfit
from sleuth.strategies.decision import Decision

KEPT = 4
"""Games whose solved sets are remembered."""

Key = tuple[str, bytes, bytes]


@dataclass(frozen=True)
class Optimal(Strategy):
    """Solve what is left exactly, or as far as time allows, and ask what the best tree asks."""

    objective: str = field(default=MEAN, metadata={"help": "what to make least", "choices": OBJECTIVES})
    seconds: float | None = field(
        default=None, metadata={"help": "time for a decision; the best tree so far is played"}
    )

    def __post_init__(self) -> None:
        require(self.objective in OBJECTIVES, self, f"objective is mean or worst, not {self.objective!r}")
        require(self.seconds is None or self.seconds > 0, self, f"seconds must be more than 0, not {self.seconds}")

    @property
    def tie_break(self) -> str:
        return "bound, possible, lex"

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        if not isinstance(info, EnumeratedSet) or info.game.goal.finds:
            raise unfit(self, info)
        known = _Known.of(info.tables)
        found = known.get(self.objective, info)
        if found is None:
            found = opening(info, self.objective)
        if found is None:
            solution = solve_set(info, objective=self.objective, limit=limit.within(self.seconds))
            known.add(self.objective, info, solution)
            found = int(solution.tree.action[0]), solution.mean
        action, mean = found
        return self._decision(info, action, mean)

    def _decision(self, info: EnumeratedSet, action: int, mean: float) -> Decision:
        """The runners-up are rated by what they take at least, and never below what the chosen one takes."""
        whole = problem(info)
        inside: Bools = np.zeros(whole.law.weights.size, np.bool_)
        inside[whole.cands] = True
        scores: Floats = np.empty(whole.actions.size)
        search_bounds.scan(whole.law, whole.cands, frozen(whole.actions), search_bounds.FOREVER, inside, scores)
        scores = np.minimum(np.maximum(scores / whole.mass, mean), float(info.size) + 1.0)
        row = int(np.flatnonzero(info.legal_indices == action)[0])
        scores[row] = mean
        return Decision(info, info.outcomes(), row, scores, str(self), self.tie_break)


class _Known:
    """What solved trees say of the sets they reach, for a few games."""

    _games: ClassVar[OrderedDict[int, tuple[Tables, _Known]]] = OrderedDict()
    _lock = Lock()

    def __init__(self) -> None:
        self.actions: dict[Key, tuple[int, float]] = {}

    @classmethod
    def of(cls, tables: Tables) -> _Known:
        """What is known of the game with these tables."""
        with cls._lock:
            kept = cls._games.pop(id(tables), None)
            cls._games[id(tables)] = kept or (tables, cls())
            while len(cls._games) > KEPT:
                cls._games.popitem(last=False)
            return cls._games[id(tables)][1]

    def get(self, objective: str, info: EnumeratedSet) -> tuple[int, float] | None:
        """The action for a set and the mean steps from there on."""
        return self.actions.get(_key(objective, info.indices, info.legal))

    def add(self, objective: str, info: EnumeratedSet, solution: Solution) -> None:
        """Remember a tree, node by node; under restricted actions or a time limit only its root."""
        tree, tables = solution.tree, solution.tables
        nodes = range(len(tree)) if solution.proved and info.legal is None else range(min(1, len(tree)))
        if objective != MEAN:
            nodes = range(min(1, len(tree)))  # further down the limit on the depth is another one
        weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
        for node in nodes:
            here = np.sort(tree.order[tree.start[node] :][: tree.size[node]])
            left = solution.steps[here] - tree.depth[node]
            mean = float(weights[here] @ left / weights[here].sum())
            self.actions[_key(objective, here, info.legal)] = int(tree.action[node]), mean


def _key(objective: str, indices: Ints, legal: Ints | None) -> Key:
    return objective, indices.tobytes(), b"" if legal is None else legal.tobytes()
