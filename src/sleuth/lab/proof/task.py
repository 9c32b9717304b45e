"""The work of a proof as batches for an engine: first actions with all their parts, or single parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from sleuth.core.game_spec import parse_game
from sleuth.kernels.jit import load_compiled
from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.errors import EngineError
from sleuth.play.tournament.trial import alone
from sleuth.solve.openers import OpenerFigures, OpenerPart, OpenerProblem, OpenerSearch

T = TypeVar("T")
TICK = 0.05
"""Seconds between two looks at the clock, and at Ctrl-C."""


@dataclass(frozen=True)
class OpenerTask:
    """A first action: its total if that is below the limit, else a lower bound that is not."""

    action: int
    limit: float
    known: tuple[tuple[int, float, bool], ...] = ()
    """Parts that were searched before: their codes, lower bounds, and whether these are exact."""
    look: bool = False
    """Whether one look at each part is all that is wanted."""


@dataclass(frozen=True)
class PartTask:
    """A part of a first action: its total if that is below its room, else a lower bound that is not."""

    action: int
    code: int
    room: float


Task = OpenerTask | PartTask


@dataclass(frozen=True)
class TaskResult:
    """What became of a task."""

    task: Task
    figures: OpenerFigures | None = None
    """What is known of the first action now; nothing where time was up before it began."""
    part: OpenerPart | None = None
    """What is known of the part."""
    error: str = ""
    """Why nobody could do it."""


@dataclass(frozen=True)
class ProofBatch:
    """Tasks that are done together."""

    terms: ProofTerms
    memory: int
    tasks: tuple[Task, ...]
    turn: float
    """After so many seconds no further part is begun: what is not done by then comes back."""
    until: float | None = None
    """The time, since the epoch, at which all is to stop."""

    def play(self) -> list[TaskResult]:
        """Do the tasks one after the other, in a thread: this one hears of the clock and of Ctrl-C."""
        with alone():
            load_compiled()
            search = _search_of(self.terms, self.memory)
            end = time.monotonic() + self.turn

            def more() -> bool:
                return time.monotonic() < end and not search.halted

            return interruptible(search.halt, lambda: [_done(search, task, more) for task in self.tasks], self.until)

    def parts(self) -> Sequence[ProofBatch]:
        """A batch for each task."""
        return [replace(self, tasks=(task,)) for task in self.tasks]

    def give_up(self, reason: str) -> list[TaskResult]:
        """What to tell of a task that nobody could finish."""
        return [TaskResult(task, error=reason) for task in self.tasks]


def _done(search: OpenerSearch, task: Task, more: Callable[[], bool]) -> TaskResult:
    if isinstance(task, PartTask):
        return TaskResult(task, part=None if search.halted else search.search_part(task.action, task.code, task.room))
    if not more():
        return TaskResult(task)
    known = {code: (lower, exact) for code, lower, exact in task.known}
    return TaskResult(task, search.settle(task.action, task.limit, known, (lambda: False) if task.look else more))


def interruptible(halt: Callable[[bool], None], work: Callable[[], T], until: float | None) -> T:
    """What some work comes to, in a thread of its own: `halt` makes it return when time is up, or at Ctrl-C."""
    with ThreadPoolExecutor(1, thread_name_prefix="prove") as pool:
        future = pool.submit(work)
        try:
            while not wait([future], TICK).done:
                if until is not None and time.time() >= until:
                    halt(True)
            return future.result()
        finally:
            halt(True)
            wait([future])
            halt(False)


@lru_cache(maxsize=1)
def _search_of(terms: ProofTerms, memory: int) -> OpenerSearch:
    """The search of this process: it keeps what it has found for the batches to come."""
    return OpenerSearch(openers_of(terms), memory)


def openers_of(terms: ProofTerms) -> OpenerProblem:
    """What a proof is about, in the process of a worker."""
    openers = OpenerProblem.of(parse_game(terms.game), terms.within, terms.only_possible, terms.scale)
    if openers.digest() != terms.digest:
        raise EngineError(f"a worker has another {terms.game}: its secrets, actions or answers differ from those here")
    return openers
