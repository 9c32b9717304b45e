"""Which task comes next: first actions with all their parts, or, where few are left, part by part for all workers.

The most promising first actions come first, since the best total so far is the limit for all others. The rest comes in
an order that mixes promising and hopeless ones evenly: the time that those took which are done says then what the
others will take.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TypeVar

from sleuth.lab.proof.store import OpenerChange, OpenerRow, PartRow
from sleuth.lab.proof.task import OpenerTask, PartTask, ProofBatch, TaskResult
from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.engines import batch_size
from sleuth.solve.openers import INFINITE, OpenerFigures, OpenerPart

T = TypeVar("T")
HEAD, HEAD_SHARE = 64, 50
"""So many of the most promising first actions come first, or one of so many, if that is more."""
GOLDEN = 0.6180339887498949
"""Multiples of it, less their whole parts, fill an interval evenly, however many are taken."""
TURN_SECONDS = 5.0
"""After so long a first action comes back with the parts that are done; the rest is another task."""


@dataclass
class OpenerState:
    """A first action while the proof runs."""

    row: OpenerRow
    lower: float
    total: float | None
    head: bool = False
    """Whether it is one of the most promising."""
    searched: dict[int, tuple[float, bool]] = field(default_factory=dict)
    """Parts that were searched: lower bounds, and whether they are exact."""
    figures: OpenerFigures | None = None
    """All parts, once there was a look at them in order to hand them out one by one."""
    given: bool = False
    """Whether somebody is at it."""
    parts_given: set[int] = field(default_factory=set)
    cpu: float = 0.0


class ProofPlan(Iterator[ProofBatch]):
    """The tasks that are not done, as batches: asked for the next one it may have none now, and one later."""

    lemmas: int | None = None

    def __init__(
        self,
        terms: ProofTerms,
        rows: Sequence[OpenerRow],
        searched: Mapping[int, dict[int, tuple[float, bool]]],
        *,
        tree_total: float,
        margin: float,
        slack: float,
        bound: float | None,
        exact: int,
        chosen: Sequence[int],
        answers: Mapping[int, str],
    ) -> None:
        """`chosen` are the first actions to work on, `searched` their parts so far, `answers` the texts of codes."""
        self.terms, self._margin, self._slack, self._exact = terms, margin, slack, exact
        self._bound = INFINITE if bound is None else bound
        self._answers = answers
        self.best = tree_total
        self.workers, self.memory = 1, 0
        self.until: float | None = None
        self._states = {row.number: OpenerState(row, row.lower, row.total) for row in rows}
        for number, parts in searched.items():
            self._states[number].searched = dict(parts)
        for row in rows:
            self.best = min(self.best, INFINITE if row.total is None else row.total)
        self._chosen = [self._states[number] for number in chosen]
        self.total = len(self._chosen)
        self._limit = self._new_limit()
        self._queue = deque(state for state in _ordered(self._chosen) if not self._closed(state))
        self._open = {state.row.number for state in self._queue}
        self._times = {True: (0.0, 0), False: (0.0, 0)}
        for state in self._chosen:
            if state.row.cpu and state.row.number not in self._open:
                self._time(state, state.row.cpu)
        self.cpu = sum(row.cpu for row in rows)
        self.restart_clock()

    def restart_clock(self) -> None:
        """Measure from now on how much is done at once: others do the work than before."""
        self._began, self._busy = time.monotonic(), 0.0

    # What is left.

    @property
    def done(self) -> int:
        """How many first actions are done."""
        return self.total - len(self._open)

    def parts(self) -> tuple[int, int]:
        """Of first actions whose parts are handed out one by one: how many parts are done, and how many there are."""
        looked = [self._states[number].figures for number in self._open]
        parts = [part for figures in looked if figures is not None for part in figures.parts]
        return sum(part.exact or part.searched for part in parts), len(parts)

    @property
    def limit(self) -> float:
        """A first action is done when no tree that begins with it has a total below this, or its total is known."""
        return self._limit

    def _new_limit(self) -> float:
        if self._exact > 1:
            totals = nsmallest(self._exact, (state.total for state in self._chosen if state.total is not None))
            return totals[-1] + self._margin if len(totals) == self._exact else INFINITE
        return min(self._bound, self.best + self._margin if self.best < INFINITE else INFINITE)

    def _closed(self, state: OpenerState) -> bool:
        return state.total is not None or state.lower >= self._limit - self._slack

    # Giving out.

    def __next__(self) -> ProofBatch:
        if self.until is not None and time.time() >= self.until:
            raise StopIteration
        singly = self.workers > 1 and len(self._open) <= 2 * self.workers
        tasks = self._single() if singly else self._several()
        return ProofBatch(self.terms, self.memory, tasks, TURN_SECONDS, self.until)

    def _several(self) -> tuple[OpenerTask, ...]:
        """The next first actions, so many as are done in a moment."""
        tasks = list[OpenerTask]()
        while self._queue and len(tasks) < batch_size(self._mean(self._queue[0].head)):
            state = self._queue.popleft()
            if state.row.number in self._open:
                state.given = True
                tasks.append(self._task(state))
        if not tasks:
            raise StopIteration
        return tuple(tasks)

    def _single(self) -> tuple[OpenerTask | PartTask]:
        """One look at a first action, or the smallest of its parts that nobody has."""
        for state in [state for state in self._queue if state.row.number in self._open]:
            if state.given:
                continue
            if state.figures is None:
                state.given = True
                return (self._task(state, look=True),)
            waiting = [p for p in state.figures.parts if not p.exact and p.code not in state.parts_given]
            if waiting:
                part = min(waiting, key=lambda part: part.size)
                state.parts_given.add(part.code)
                room = self._limit - (state.figures.lower - part.lower)
                return (PartTask(state.row.number, part.code, room),)
        raise StopIteration

    def _task(self, state: OpenerState, look: bool = False) -> OpenerTask:
        known = tuple((code, *known) for code, known in state.searched.items())
        return OpenerTask(state.row.number, self._limit, known, look)

    # Taking back.

    def acknowledge(self, results: Sequence[TaskResult]) -> tuple[list[OpenerChange], list[PartRow]]:
        """Take results in; what is to be kept of them."""
        changes, rows, limit = list[OpenerChange](), list[PartRow](), self._limit
        for result in results:
            state = self._states[result.task.action]
            if isinstance(result.task, PartTask):
                fresh = self._take_part(state, result.task.code, result.part)
                nodes, cpu = (0, 0.0) if result.part is None else (result.part.nodes, result.part.cpu)
            else:
                fresh = self._take_opener(state, result)
                nodes, cpu = (0, 0.0) if result.figures is None else (result.figures.nodes, result.figures.cpu)
            state.cpu += cpu
            self.cpu += cpu
            self._busy += cpu
            for part in fresh:
                state.searched[part.code] = part.lower, part.exact
                answer = self._answers[part.code]
                rows.append(PartRow(state.row.number, answer, part.size, part.lower, part.exact, part.nodes, part.cpu))
            if nodes or cpu or fresh:
                changes.append(OpenerChange(state.lower, state.total, len(fresh), nodes, cpu, state.row.number))
            if state.total is not None:
                self.best = min(self.best, state.total)
                self._limit = min(self._limit, self._new_limit())
            self._return(state)
        if self._limit < limit:
            self._open = {number for number in self._open if not self._closed(self._states[number])}
        return changes, rows

    def _take_opener(self, state: OpenerState, result: TaskResult) -> list[OpenerPart]:
        state.given, figures = False, result.figures
        if figures is None:
            return []
        state.lower, state.total = max(state.lower, figures.lower), figures.total
        if isinstance(result.task, OpenerTask) and result.task.look:
            state.figures = figures
        return [part for part in figures.parts if part.searched and part.nodes]

    def _take_part(self, state: OpenerState, code: int, part: OpenerPart | None) -> list[OpenerPart]:
        state.parts_given.discard(code)
        if part is None or state.figures is None:
            return []
        parts = state.figures.parts
        place = next(i for i, known in enumerate(parts) if known.code == code)
        if not parts[place].exact:
            part.lower = max(part.lower, parts[place].lower)
            parts[place] = part
        state.lower, state.total = max(state.lower, state.figures.lower), state.figures.total
        return [part]

    def _return(self, state: OpenerState) -> None:
        """What is not done comes next again; what is done counts."""
        number = state.row.number
        if number not in self._open:
            return
        if self._closed(state):
            self._open.discard(number)
            self._time(state, state.row.cpu + state.cpu)
        elif not any(other is state for other in self._queue):
            self._queue.appendleft(state)

    # How long it takes.

    def _time(self, state: OpenerState, cpu: float) -> None:
        seconds, number = self._times[state.head]
        self._times[state.head] = seconds + cpu, number + 1

    def _mean(self, head: bool) -> float | None:
        """Mean seconds of those that are done; of the mixed ones, or of the most promising."""
        seconds, number = self._times[head]
        return seconds / number if number else None

    def seconds_left(self) -> float | None:
        """About how long the rest takes; nothing where too few are done, or left, to tell."""
        elapsed, mixed = time.monotonic() - self._began, self._mean(False)
        if mixed is None or self._times[False][1] < HEAD or not self._busy or len(self._open) <= 2 * self.workers:
            return None
        head = self._mean(True) or mixed
        left = sum(head if self._states[number].head else mixed for number in self._open)
        return left / max(0.1, self._busy / elapsed)


def _ordered(states: Sequence[OpenerState]) -> list[OpenerState]:
    """The most promising first, then the others mixed evenly."""
    by_look = sorted(states, key=lambda state: (state.row.look, state.row.number))
    size = max(HEAD, len(by_look) // HEAD_SHARE)
    for state in by_look[:size]:
        state.head = True
    return by_look[:size] + mixed_evenly(by_look[size:])


def mixed_evenly(items: Sequence[T]) -> list[T]:
    """The items in an order in which any first few of them are spread evenly over all."""
    return [item for _, item in sorted(enumerate(items), key=lambda one: one[0] * GOLDEN % 1.0)]
