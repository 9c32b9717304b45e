"""Where trials are played: in this process, in processes on this machine, or on a cluster.

An engine takes batches of any kind of trial and gives rows, in any order. A worker that dies is replaced and its trials
are played again, one by one; a trial that kills its worker time after time is given up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from sleuth.core.crew import LOOK_SECONDS, Crew
from sleuth.core.text import plural
from sleuth.kernels.threads import workers as cores
from sleuth.play.tournament.errors import EngineError

R = TypeVar("R")


BATCH_SECONDS = 0.3
"""About how long a batch takes: what a killed worker or process may lose."""
MAX_BATCH = 64
MAX_DEATHS = 3
"""How many workers one trial may cost."""
Tell: TypeAlias = Callable[[str], None]
"""Takes what is waited for; nothing once it has come."""


def untold(what: str) -> None:
    """Nobody wants to know."""


def waiting_text(compiling: int) -> str:
    """What is waited for while so many workers compile.

    >>> waiting_text(2), waiting_text(0)
    ('waiting for kernels on 2 workers', '')
    """
    return f"waiting for kernels on {plural(compiling, 'worker')}" if compiling else ""


class Batch(Protocol[R]):
    """Trials that are played together. A batch travels to its worker, and its rows travel back."""

    def play(self) -> list[R]:
        """The rows of its trials. They follow from the batch alone, whoever plays it."""

    def parts(self) -> Sequence[Batch[R]]:
        """A batch for each of its trials."""

    def give_up(self, reason: str) -> list[R]:
        """What to keep of a single trial that nobody could finish."""


def batch_size(each: float | None) -> int:
    """How many trials to play together, of so many seconds each; one where that is not known yet.

    >>> [batch_size(each) for each in (None, 10.0, 0.1, 1e-9)]
    [1, 1, 3, 64]
    """
    return 1 if each is None else max(1, min(MAX_BATCH, round(BATCH_SECONDS / max(each, 1e-6))))


class Engine(Protocol):
    """Plays batches."""

    def play(self, batches: Iterator[Batch[R]], tell: Tell = untold) -> Generator[list[R], None, None]:
        """Rows as they are done; closing the iterator stops the work. `tell` hears what is waited for meanwhile."""


class Here:
    """Plays in this process, one trial after the other."""

    def play(self, batches: Iterator[Batch[R]], tell: Tell = untold) -> Generator[list[R], None, None]:
        for batch in batches:
            yield batch.play()


class Local:
    """Plays in processes of this machine, each on one core."""

    def __init__(self, workers: int | None = None, growing: bool = False) -> None:
        """Those that are `growing` keep what they hold, however much it is, for the batches to come."""
        self.workers, self.growing = cores() if workers is None else workers, growing
        if self.workers < 1:
            raise EngineError(f"a tournament needs at least 1 worker, not {self.workers}")

    def play(self, batches: Iterator[Batch[R]], tell: Tell = untold) -> Generator[list[R], None, None]:
        again = Again(batches)
        running: dict[Future[list[R]], tuple[int, Given[R]]] = {}
        with Crew(self.workers, self.growing) as crew:

            def give(worker: int) -> None:
                given = next(again, None)
                if given is not None:
                    running[crew.submit(worker, given.batch.play)] = worker, given

            for worker in range(self.workers):
                give(worker)
            while running:
                done = wait(running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED).done
                tell(waiting_text(crew.compiling()))
                for future in done:
                    worker, given = running.pop(future)
                    try:
                        rows = future.result()
                    except BrokenExecutor:
                        crew.dismiss(worker)
                        rows = again.after_death(given)
                    give(worker)
                    if rows:
                        yield rows
                for worker in set(range(self.workers)) - {worker for worker, _ in running.values()}:
                    give(worker)  # a batch may have come back since this one went idle


class Given(NamedTuple, Generic[R]):
    """A batch that was given out, and how many workers its one trial has cost by then."""

    batch: Batch[R]
    deaths: int = 0


class Again(Iterator["Given[R]"]):
    """Batches to be given out: those that came back because their worker died go first, a trial at a time."""

    def __init__(self, batches: Iterator[Batch[R]]) -> None:
        self._batches, self._back = batches, deque[Given[R]]()

    def __next__(self) -> Given[R]:
        return self._back.popleft() if self._back else Given(next(self._batches))

    def after_death(self, given: Given[R], deaths: int = 1) -> list[R]:
        """Take a dead worker's batch back; what is kept of its trial instead, if that has cost too many workers."""
        parts = given.batch.parts()
        deaths = given.deaths + deaths if len(parts) == 1 else 0
        if deaths >= MAX_DEATHS:
            return given.batch.give_up(f"{plural(MAX_DEATHS, 'worker')} died of this trial (killed, or out of memory)")
        self._back += [Given(part, deaths) for part in parts]
        return []
