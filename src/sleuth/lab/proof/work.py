"""Having tasks done: at first in this process, and by others where that is not enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol, TypeVar

from sleuth.kernels.threads import workers as default_workers
from sleuth.lab.proof.terms import ProofOptions
from sleuth.play.tournament.engines import Batch, Engine, Here, Local
from sleuth.play.tournament.errors import EngineError
from sleuth.solve.openers import INFINITE

HERE_SECONDS = 2.0
"""What is done sooner than this needs no other processes."""
CLUSTER_WORKERS = 8
"""How many workers a cluster is taken to have when first actions are few."""


class WorkResult(Protocol):
    """What became of a task."""

    @property
    def error(self) -> str:
        """Why nobody could do it."""


R = TypeVar("R", bound=WorkResult)


class PlanFigures(Protocol):
    """How far a plan is."""

    @property
    def total(self) -> int:
        """How many first actions there are to work on."""

    @property
    def done(self) -> int:
        """How many of them are done."""

    @property
    def best(self) -> float:
        """The total of the best tree so far."""

    @property
    def cpu(self) -> float:
        """Seconds of a processor that all tasks took so far."""

    @property
    def lemmas(self) -> int | None:
        """How many lemmas there are so far, where they are what is made."""

    def parts(self) -> tuple[int, int]:
        """Of first actions that are worked on part by part: how many parts are done, and how many there are."""

    def seconds_left(self) -> float | None:
        """About how long the rest takes."""


class WorkPlan(PlanFigures, Protocol[R]):
    """Tasks as batches: asked for the next one it may have none now, and one later."""

    workers: int
    memory: int
    """Bytes for each worker."""
    until: float | None
    """The time, since the epoch, at which all is to stop."""

    def __iter__(self) -> Iterator[Batch[R]]: ...

    def __next__(self) -> Batch[R]: ...

    def restart_clock(self) -> None:
        """Measure from now on how much is done at once."""


class ProofStanding:
    """How far a proof is, or its certificate."""

    def __init__(self, plan: PlanFigures) -> None:
        self._plan = plan
        self.waiting = ""
        """What the workers wait for, if they do."""

    @property
    def total(self) -> int:
        """How many classes of first actions there are to work on."""
        return self._plan.total

    @property
    def done(self) -> int:
        """How many of them are done."""
        return self._plan.done

    @property
    def parts(self) -> tuple[int, int]:
        """Of first actions that are worked on part by part, how many parts are done, and how many there are."""
        return self._plan.parts()

    @property
    def best(self) -> float | None:
        """The total of the best tree so far."""
        return self._plan.best if self._plan.best < INFINITE else None

    @property
    def lemmas(self) -> int | None:
        """How many lemmas there are so far; nothing while the proof itself is worked on."""
        return self._plan.lemmas

    @property
    def cpu(self) -> float:
        """Seconds of a processor that all tasks took so far: of a proof also in runs before."""
        return self._plan.cpu

    @property
    def seconds_left(self) -> float | None:
        """About how long the rest takes, by what those took that are done; nothing where that cannot be told yet."""
        return self._plan.seconds_left()


Watch = Callable[[ProofStanding], None]


def work(
    plan: WorkPlan[R],
    keep: Callable[[list[R]], None],
    path: Path,
    options: ProofOptions,
    workers: int | None,
    engine: Engine | None,
    watch: Watch,
) -> None:
    """Have everything done that a plan has, and keep what comes back in the store at `path`."""
    standing = ProofStanding(plan)
    processes = default_workers() if workers is None else workers

    def tell(what: str) -> None:
        if what != standing.waiting:
            standing.waiting = what
            watch(standing)

    def play(chosen: Engine, parallel: int) -> None:
        plan.workers, plan.memory = max(1, parallel), options.memory // max(1, parallel)
        with closing(chosen.play(iter(plan), tell)) as batches:
            for number, results in enumerate(batches):
                keep(results)
                if number == 0:  # until then workers were getting ready
                    plan.restart_clock()
                _complain(results, path)
                watch(standing)
                if plan.done == plan.total:
                    return

    watch(standing)
    if engine is None and processes > 0:
        until, plan.until = plan.until, min(plan.until or INFINITE, time.time() + HERE_SECONDS)
        play(Here(), 1)
        plan.until = until
    if plan.done < plan.total:
        play(
            engine or (Local(processes, growing=True) if processes else Here()),
            processes if engine is None else CLUSTER_WORKERS,
        )


def _complain(results: list[R], path: Path) -> None:
    for result in results:
        if result.error:
            raise EngineError(f"{result.error}; what is done is in {path}: try again with less --memory")
