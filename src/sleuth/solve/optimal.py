"""`optimal`: solve what is left, and play the best tree.

Where there is a table, the solver does it. Everywhere else every action is looked into one answer ahead, then two, and
so on, until the steps of the best are sure and no bound of another is below them, or time is up.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from math import inf
from threading import Lock
from typing import ClassVar, NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import StuckError
from sleuth.core.game import Action
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import has_own
from sleuth.core.spec import require
from sleuth.core.tables import Tables, numbers
from sleuth.core.text import plural
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Ints
from sleuth.solve.method import MEAN, OBJECTIVES, SolveOptions
from sleuth.solve.search_problem import problem
from sleuth.solve.solver import rows_left, solve_set
from sleuth.solve.table_solution import TableSolution
from sleuth.solve.tree_book import opening
from sleuth.strategies.base import TABLE_BUDGET, Rng, Strategy, TimeUpError, budget
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.decision import Decision
from sleuth.strategies.ranking import promising, rule_for
from sleuth.strategies.steps_to_goal import Ahead, Price, Value, left_at, one, ranking

KEPT = 4
"""Games whose solved sets are remembered."""

CUT = "Not proved: time was up, and this is the best tree so far."
ANSWERS = 1000
"""So many answers to a question are followed where there is no table."""
DEEPEST = 100
"""Farther ahead nobody looks."""
MORE = "Not proved: there are more actions than those that were looked into."

Key = tuple[str, int | None, bytes, bytes | None]
"""The objective, the steps that are left, the candidates, the actions that may be asked; `None`: any number, all."""


@dataclass(frozen=True)
class Optimal(Strategy):
    """Solve what is left exactly, or as far as time allows, and ask what the best tree of that asks."""

    heavy: ClassVar[bool] = True

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

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        table: EnumeratedSet | None = info.table()
        if table is None or info.game.goal.finds:
            return self._deepening(info, budget(limit, self.seconds))
        return self._by_table(table, limit)

    def _by_table(self, info: EnumeratedSet, limit: Limit) -> Decision:
        """The decision where the solver knows the game."""
        known = _Known.of(info.tables)
        choice = known.get(self.objective, info)
        if choice is None and (page := opening(info, self.objective)) is not None:
            choice = (*page, True)
        if choice is None:
            given = budget(limit, self.seconds, TABLE_BUDGET)
            solution = solve_set(info, SolveOptions(objective=self.objective, limit=given))
            known.add(self.objective, info, solution)
            choice = int(solution.game_tree.action[0]), solution.after(0)[1], not solution.stopped
        action, mean, proved = choice
        return self._decision(info, action, mean, "" if proved else CUT)

    def _decision(self, info: EnumeratedSet, action: int, mean: float, unproved: str) -> Decision:
        """The runners-up are rated by what they take at least, and never below what the chosen one takes."""
        whole = problem(info)
        scores = whole.scan(whole.cands, whole.actions, search_bounds.FOREVER)
        scores = np.minimum(np.maximum(scores / whole.mass, mean), (info.size + 1.0) * whole.law.costs.max())
        row = int(np.flatnonzero(info.legal_indices == action)[0])
        scores[row] = mean
        return Decision(info, info.outcomes(), row, scores, str(self), self.tie_break, estimate=unproved)

    def _deepening(self, info: InformationSet, limit: Limit) -> Decision:
        """The decision from any information set, by looking farther and farther ahead."""
        clock, rule, outcomes = limit.start(), rule_for(info.game), info.outcomes()
        rows, whole = promising(info, outcomes, rule)
        some, pace = outcomes.take(rows), max(float(outcomes.information.max()), 1e-9)
        worst = self.objective != MEAN
        price, least = (one, 1.0) if worst else _prices(info)
        ahead = Ahead(
            ranking(rule), left_at(pace), clock, most=ANSWERS, worst=worst, prove=True, price=price, least=least
        )
        values, best, unproved = _deepen(ahead, info, list(some.actions), whole)
        looked = [place for place, value in values.items() if np.isfinite(value.steps)]
        if best not in looked:
            raise info.dead_end() if not len(info.actions) else StuckError(f"the goal of {info.game} is out of reach")
        looked.sort()
        scores = np.array([values[place].steps for place in looked])
        spent = {"seconds": clock.seconds, "sets": float(clock.nodes)}
        shown = some.take(np.array(looked, np.int32))
        return Decision(info, shown, looked.index(best), scores, str(self), str(rule.key), spent, unproved)


def _prices(info: InformationSet) -> tuple[Price, float]:
    """What each action costs, and what the cheapest does, where actions differ in cost."""
    game = info.game
    if not has_own(game, "cost"):
        return one, 1.0
    costs = numbers(game, "cost", info.actions).tolist()
    return (game.cost, min(costs)) if costs and min(costs) < max(costs) else (one, 1.0)


class _Deepened(NamedTuple):
    """What was found at the deepest look that was finished: the values of the actions by place, and which is best."""

    values: dict[int, Value]
    best: int
    unproved: str
    """Why it is not proved that it is best, as a sentence; empty if it is."""


def _deepen(ahead: Ahead, info: InformationSet, actions: list[Action], whole: bool) -> _Deepened:
    """Look one answer ahead, then two, and so on, until the best action is proved or time is up."""
    least, estimate, _ = ahead.bounds(info)
    deepest = _Deepened({0: Value(least, estimate, False)}, 0, "")
    order = list(range(len(actions)))
    for depth in range(1, DEEPEST + 1):
        values: dict[int, Value] = {}
        try:
            best = _look(ahead, info, [(place, actions[place]) for place in order], depth, values)
        except TimeUpError:
            if depth == 1 and values:  # the first look is worth something even if it was not finished
                deepest = _Deepened(values, min(values, key=lambda place: (values[place].steps, place)), "")
            looked = (
                f"looking {plural(depth - 1, 'answer')} ahead" if depth > 1 else f"{len(values):,} of {len(actions):,}"
            )
            reason = f"Not proved: time was up after {looked}{'' if depth > 1 else ' actions'}."
            return deepest._replace(unproved=reason)
        deepest = _Deepened(deepest.values | values if depth > 1 else values, best, "")
        value, cut = values[best], ahead.cut or not whole
        low = max(least, min(v.least for v in values.values()))
        if value.sure and (value.steps <= low + TOLERANCE or (cut and _nothing_open(value, values))):
            return deepest._replace(unproved=MORE if cut else "")
        order.sort(key=lambda place: (deepest.values[place].steps, place))
    return deepest._replace(unproved=f"Not proved: looking {plural(DEEPEST, 'answer')} ahead was not enough.")


def _look(
    ahead: Ahead, info: InformationSet, actions: list[tuple[int, Action]], depth: int, values: dict[int, Value]
) -> int:
    """Value each action, so many answers ahead, into `made`, until nothing can be better; the place of the best."""
    least, best = ahead.bounds(info).least, -1
    for place, action in actions:
        values[place] = ahead.asking(info, action, depth - 1, values[best].steps if best >= 0 else inf)
        if best < 0 or _better(values[place], place, values[best], best):
            best = place
        if values[best].sure and values[best].steps <= least + TOLERANCE:
            break
    return best


def _nothing_open(best: Value, values: dict[int, Value]) -> bool:
    """Whether a deeper look would change nothing."""
    return all(value.sure or value.least >= best.steps - TOLERANCE for value in values.values())


def _better(one: Value, place: int, other: Value, best: int) -> bool:
    """Whether a value beats the best so far: fewer steps, else surer ones, else the earlier place."""
    if abs(one.steps - other.steps) > TOLERANCE:
        return one.steps < other.steps
    return (one.sure, -place) > (other.sure, -best)


class _Known:
    """What solved trees say of the sets they reach, for a few games."""

    _games: ClassVar[OrderedDict[int, tuple[Tables, _Known]]] = OrderedDict()
    _lock = Lock()

    def __init__(self) -> None:
        self.actions: dict[Key, tuple[int, float, bool]] = {}

    @classmethod
    def of(cls, tables: Tables) -> _Known:
        """What is known of the game with these tables."""
        with cls._lock:
            kept = cls._games.pop(id(tables), None)
            cls._games[id(tables)] = kept or (tables, cls())
            while len(cls._games) > KEPT:
                cls._games.popitem(last=False)
            return cls._games[id(tables)][1]

    def get(self, objective: str, info: EnumeratedSet) -> tuple[int, float, bool] | None:
        """The action for a set, what is expected from there on (steps, or cost), and whether that was not cut short."""
        return self.actions.get(_key(objective, _left(objective, info), info.indices, info.legal))

    def add(self, objective: str, info: EnumeratedSet, solution: TableSolution) -> None:
        """Remember a tree, node by node; under restricted actions or a time limit only its root."""
        # With the objective worst, the limit on the depth is another one further down; so it is where rows are too few.
        left, tree = _left(objective, info), solution.game_tree
        enough = left is None or solution.worst <= left
        whole = solution.proved and info.legal is None and objective == MEAN and enough
        for node, action in enumerate(tree.action[: None if whole else 1].tolist()):
            here, mean = solution.after(node)
            rest = None if left is None else left - int(tree.depth[node])
            self.actions[_key(objective, rest, here, info.legal)] = action, mean, not solution.stopped


def _left(objective: str, info: EnumeratedSet) -> int | None:
    """The steps that a tree by this objective keeps to."""
    return rows_left(info) if objective == MEAN else None


def _key(objective: str, left: int | None, indices: Ints, legal: Ints | None) -> Key:
    return objective, left, indices.tobytes(), None if legal is None else legal.tobytes()
