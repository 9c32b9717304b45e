"""Who is next: each client has a queue of its own, and clients take turns.

Next is who holds fewest workers, and of those who was served longest ago. One client may have so many requests under
way and no more. None holds all workers, unless there is only one: whoever comes next finds one free. Of the workers
that are free, the one that knows the topic of a job takes it: what it once made for a game it still has.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from threading import Condition
from typing import Generic, TypeVar

from sleuth.adapters.service.clients import NOBODY
from sleuth.adapters.service.errors import BusyError, CrowdedError

T = TypeVar("T")
MAX_TOPICS = 300
"""For how many topics it is remembered who knows them."""


class Turns(Generic[T]):
    """Jobs that wait, for threads that take them."""

    def __init__(self, workers: int, waiting: int, each: int) -> None:
        self.workers, self.waiting, self.each = workers, waiting, each
        self._queues: dict[str, deque[tuple[T, str]]] = {}
        """What waits for each client, with its topic."""
        self._free: set[int] = set()
        """The workers that have nothing to do."""
        self._knows: OrderedDict[tuple[str, int], int] = OrderedDict()
        """The number of what was done last for a topic, by worker."""
        self._running: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._number = 0
        self._last: dict[int, int] = {}
        """The number of what each worker did last."""
        self._changed = Condition()
        self._closed = False

    def put(self, client: str, job: T, topic: str = "") -> None:
        """Let a job wait; one too many is turned away."""
        with self._changed:
            if self._closed:
                raise BusyError("the server is stopping")
            waiting = self._queues.get(client, ())
            under_way = len(waiting) + self._running[client]
            if client != NOBODY and under_way >= self.each:
                raise CrowdedError(f"{under_way} of your requests are under way already; wait until one is answered")
            if sum(map(len, self._queues.values())) >= self.waiting:
                raise BusyError("too many requests wait already; try again in a moment")
            self._queues.setdefault(client, deque()).append((job, topic))
            self._changed.notify_all()

    def get(self, worker: int = 0) -> tuple[str, T] | None:
        """The next job for a worker, once there is one that may begin and that no other free worker should rather do;
        nothing when it is time to stop. Tell `done` after it."""
        with self._changed:
            self._free.add(worker)
            while not self._closed:
                ready = [name for name in self._queues if self._running[name] < self._most(name)]
                if ready:
                    client = min(ready, key=lambda name: (self._running[name], self._served.get(name, 0)))
                    if self._best(self._queues[client][0][1]) == worker:
                        return client, self._take(client, worker)
                self._changed.wait()
        return None

    def forget(self, worker: int) -> None:
        """A worker begins anew, and knows nothing any more."""
        with self._changed:
            self._last.pop(worker, None)
            for known in [known for known in self._knows if known[1] == worker]:
                del self._knows[known]

    def _best(self, topic: str) -> int:
        """Who of those that are free did something for a topic last; else who did anything last."""
        return max(
            self._free, key=lambda worker: (self._knows.get((topic, worker), 0), self._last.get(worker, 0), -worker)
        )

    def drop(self, client: str, job: T) -> bool:
        """Take a job out of the queue, if it has not begun; whether it was there."""
        with self._changed:
            jobs = self._queues.get(client)
            found = next((one for one in jobs or () if one[0] == job), None)
            if jobs is None or found is None:
                return False
            jobs.remove(found)
            self._tidy(client)
            return True

    def done(self, client: str) -> None:
        """A job of a client has ended."""
        with self._changed:
            self._running[client] -= 1
            if not self._running[client]:
                del self._running[client]
            self._changed.notify_all()

    def close(self) -> list[T]:
        """Stop; the jobs that did not begin."""
        with self._changed:
            self._closed = True
            left = [job for jobs in self._queues.values() for job, _ in jobs]
            self._queues.clear()
            self._changed.notify_all()
        return left

    def _take(self, client: str, worker: int) -> T:
        job, topic = self._queues[client].popleft()
        self._tidy(client)
        self._running[client] += 1
        self._number += 1
        self._served[client] = self._last[worker] = self._knows[topic, worker] = self._number
        self._knows.move_to_end((topic, worker))
        while len(self._knows) > MAX_TOPICS:
            self._knows.popitem(last=False)
        self._free.discard(worker)
        self._changed.notify_all()  # what is next may be for another worker
        return job

    def _tidy(self, client: str) -> None:
        """Forget an empty queue, and those who were served long ago."""
        if not self._queues[client]:
            del self._queues[client]
        if len(self._served) > 2 * self.waiting:
            latest = sorted(self._served, key=self._served.__getitem__)[-self.waiting :]
            self._served = {name: self._served[name] for name in latest}

    def _most(self, client: str) -> int:
        """How many workers a client may hold: all but one, which is for whoever comes next."""
        return self.workers if client == NOBODY else max(1, self.workers - 1)
