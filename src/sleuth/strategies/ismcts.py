"""Single-observer information set Monte Carlo tree search, for any game: the rival in Meng & Lucas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.counted_outcomes import Counted
from sleuth.core.game import Action
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.offers import allows_many, constrained
from sleuth.core.spec import require
from sleuth.core.text import plural
from sleuth.kernels.arrays import Floats, Ints, frozen
from sleuth.kernels.ismcts import SearchTable, TwinTree, plant, search, search_twin
from sleuth.strategies.base import Rng, Strategy, budget, first_useful, instead, names_now
from sleuth.strategies.criteria import TOLERANCE, scored
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import parse_rule
from sleuth.strategies.open_search import Edge, OpenSearch
from sleuth.strategies.ranking import ranked
from sleuth.strategies.weighing import pool_of, weighed

UNSET = 2000
"""Iterations where neither they nor a time are given."""
CAPACITY = 1_000_000
BATCH_SECONDS = 0.0005
ALL_WORK = 2**62
SHOWN = 60
"""So many of the actions that were tried most are kept for comparison, where there is no table."""


@dataclass(frozen=True)
class Ismcts(Strategy):
    """Grow a tree of histories by random play, and ask what was visited most (SO-ISMCTS)."""

    samples: ClassVar[bool] = True
    heavy: ClassVar[bool] = True

    seconds: float | None = field(default=None, metadata={"help": "time for a decision"})
    iterations: int = field(default=0, metadata={"help": "iterations for a decision; 0 for as many as time allows"})
    explore: float = field(default=0.7, metadata={"help": "weight of what was tried little"})
    prior: str = field(default="", metadata={"help": "a one-step rule, whose best actions alone are tried first"})
    width: int = field(default=30, metadata={"help": "with a prior, how many"})

    def __post_init__(self) -> None:
        require(self.width >= 1, self, f"width must be at least 1, not {self.width}")
        if self.prior:
            parse_rule(self.prior)
        require(self.seconds is None or self.seconds > 0, self, f"seconds must be more than 0, not {self.seconds}")
        require(self.iterations >= 0, self, "iterations are at least 1, or 0 for as many as time allows")
        require(self.explore >= 0, self, f"explore is at least 0, not {self.explore}")

    @property
    def random(self) -> bool:
        return True

    @property
    def tie_break(self) -> str:
        return "visits, then steps, then lex"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        rng = np.random.default_rng(0) if rng is None else rng
        clock = limit.within(self.seconds).start()
        if info.size == 1 and (secret := names_now(info)):
            return Decision(info, info.outcomes(secret), 0, np.zeros(1), str(self), self.tie_break)
        outcomes = self._counted(info)
        if outcomes is None:
            return self._search(info, rng, limit)
        most = self.iterations or (UNSET if clock.limit.seconds is None else CAPACITY)
        grow = _grow_plain if constrained(info.game) and info.table() is not None else _grow
        first = ranked(outcomes, parse_rule(self.prior), self.width) if self.prior else None
        task = _Task(info, outcomes, self.explore, most, clock, int(rng.integers(1, 2**63)), first)
        visits, steps, done = grow(task)
        tried = np.flatnonzero(visits if visits.any() else visits == 0).astype(np.int32)  # none where play is over
        best = first_useful(outcomes.take(tried), np.lexsort((steps[tried], -visits[tried])).tolist())
        spent = {"seconds": clock.seconds, "iterations": float(done)}
        return Decision(
            info, outcomes.take(tried), best, -visits[tried].astype(np.float64), str(self), self.tie_break, spent
        )

    def _counted(self, info: InformationSet) -> Counted | None:
        """What the compiled search walks over: a table, or particles; `None` where there is neither."""
        goal = info.game.goal
        if goal.finds or not goal.tabulated or (info.table() is None and info.exact):
            return None
        counted: Counted | None = info.outcomes().counted
        return counted

    def _search(self, info: InformationSet, rng: Rng, limit: Limit) -> Decision:
        """The search that asks the information sets themselves."""
        limit = limit.within(self.seconds)
        timed = limit.seconds is not None
        clock = (limit if timed or self.iterations else budget(limit)).start()
        if not len(info.actions):
            raise info.dead_end()
        first = self._first(info, rng, clock) if self.prior else None
        search = OpenSearch(info, self.explore, rng, clock, first)
        search.run(self.iterations or (CAPACITY if timed else UNSET))
        edges = sorted(search.root.edges, key=lambda edge: (-edge.visits, edge.mean, edge.place))[:SHOWN]
        edges = edges or [Edge(info.actions[0], 0, 0)]  # play is over
        outcomes = info.outcomes([edge.action for edge in edges])
        row = first_useful(outcomes, range(len(edges)))
        visits = np.array([edge.visits for edge in edges], np.float64)
        if (other := instead(info, outcomes, row)) is not None:
            outcomes, row, visits = other, 0, np.zeros(1)
        spent = {"seconds": clock.seconds, "iterations": float(search.iterations)}
        estimate = (
            f"It was tried most often in {plural(search.iterations, 'random play')}, each with steps left estimated."
        )
        return Decision(info, outcomes, row, -visits, str(self), self.tie_break, spent, estimate)

    def _first(self, info: InformationSet, rng: Rng, clock: Clock) -> list[Action]:
        """What the root may try: the best by the one-step rule, of those that there is time to score."""
        rule = parse_rule(self.prior)
        pool = pool_of(info, rng)
        some = [pool[i] for i in rng.permutation(len(pool))]
        outcomes = weighed(info, some, clock, lambda outcomes: scored(rule.criterion, outcomes, rule.per_cost))
        scores = np.round(scored(rule.criterion, outcomes, rule.per_cost) / TOLERANCE)
        rows = np.lexsort((~outcomes.possible, scores))[: self.width].astype(np.int32)
        useful = rows[outcomes.take(rows).useful]
        return [outcomes.actions[row] for row in (useful if useful.size else rows).tolist()]


Grown = tuple[Ints, Floats, int]
"""Visits and mean steps of each row of the outcomes, and the iterations done."""


class _Pace:
    """How much work to do before the next look at the clock: a fraction of a millisecond's worth."""

    def __init__(self, clock: Clock, guess: float) -> None:
        self.clock, self.pace, self.began = clock, guess, clock.seconds

    def work(self) -> int:
        """Work to do next."""
        self.began = self.clock.seconds
        if self.clock.limit.seconds is None:
            return ALL_WORK
        room = min(BATCH_SECONDS, max(1e-5, self.clock.limit.seconds - self.began))
        return max(1, int(room / self.pace))

    def did(self, work: int) -> None:
        """So much was done."""
        self.pace = 0.5 * self.pace + 0.5 * max(1e-10, (self.clock.seconds - self.began) / work)


class _Task(NamedTuple):
    """A search on a table, or on particles."""

    info: InformationSet
    outcomes: Counted
    explore: float
    most: int
    """Iterations, at most."""
    clock: Clock
    seed: int
    first: Ints | None
    """The rows that the root tries, best first, or `None` for all."""

    @property
    def columns(self) -> Ints | None:
        """The columns of the table that the root tries."""
        return None if self.first is None else self.outcomes.columns[self.first]

    @property
    def table(self) -> SearchTable:
        """What the search walks over."""
        outcomes = self.outcomes
        heap = np.cumsum(outcomes.weights[outcomes.candidates]) if outcomes.weights.size else np.empty(0)
        winning = np.full(outcomes.codes.shape[1], -1, np.int32)
        winning[outcomes.columns] = outcomes.winning
        codes, candidates, columns = frozen(outcomes.codes), frozen(outcomes.candidates), frozen(outcomes.columns)
        naming, know = frozen(outcomes.naming), self.info.game.goal.knows
        return SearchTable(codes, candidates, heap, columns, naming, winning, know)

    def grown(self, columns: Ints, visits: Ints, steps: Floats, done: int) -> Grown:
        """The visits and the steps of all rows, from those of the columns that were tried."""
        out = np.zeros(len(self.outcomes), np.int32), np.zeros(len(self.outcomes))
        place = np.full(self.outcomes.codes.shape[1], -1, np.int32)
        place[self.outcomes.columns] = np.arange(len(self.outcomes), dtype=np.int32)
        rows = place[columns]
        out[0][rows], out[1][rows] = visits, steps / np.maximum(1, visits)
        return *out, done


def _grow(task: _Task) -> Grown:
    """The search, compiled."""
    clock, most, table = task.clock, task.most, task.table
    capacity = most if clock.limit.seconds is None else min(most, 2000 + int(400_000 * clock.limit.seconds))
    forest, done, pace = plant(capacity, task.seed, task.columns), 0, _Pace(clock, 5e-9)
    while done < capacity and not (done and clock.spent()):
        more, work = search(table, task.explore, capacity - done, pace.work(), forest)
        pace.did(work)
        done += more
    edges = np.flatnonzero(forest.edge_node[: int(forest.used[1])] == 0)
    return task.grown(forest.edge_action[edges], forest.edge_visits[edges], forest.edge_steps[edges], done)


def _grow_plain(task: _Task) -> Grown:
    """Where earlier answers restrict what may be asked: the plain search, which asks the game what is allowed."""
    info, clock, table, done = task.info, task.clock, task.table, 0
    listed = info.table()
    assert listed is not None
    tables, tree, pace = listed.tables, TwinTree(task.seed, task.columns), _Pace(clock, 1e-3)
    legal: dict[tuple[int, ...], Ints] = {(): task.outcomes.columns}

    def legal_after(history: tuple[int, ...]) -> Ints:
        if history not in legal:
            before, action, code = legal_after(history[:-2]), history[-2], history[-1]
            actions = [tables.actions[a] for a in before]
            allowed = allows_many(info.game, actions, tables.actions[action], tables.feedbacks.value(code))
            legal[history] = before[np.asarray(allowed, np.bool_)]
        return legal[history]

    while done < task.most and not (done and clock.spent()):
        batch = min(task.most - done, pace.work())
        search_twin(table, legal_after, task.explore, batch, tree)
        pace.did(batch)
        done += batch
    edges = tree.edges.get((), {})
    figures = np.array(list(edges.values())).reshape(-1, 3)
    return task.grown(np.array(list(edges), np.int32), figures[:, 0].astype(np.int32), figures[:, 1], done)
