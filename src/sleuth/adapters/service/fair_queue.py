"""Who is next: each client has a queue of its own, and clients take turns.

Next is who holds fewest workers, and of those who was served longest ago. One client may have so many requests under
way and no more. None holds all workers, unless there is only one: whoever comes next finds one free.
"""

from __future__ import annotations

from collections import Counter, deque
from threading import Condition
from typing import Generic, TypeVar

from sleuth.adapters.service.clients import NOBODY
from sleuth.adapters.service.errors import BusyError, CrowdedError

T = TypeVar("T")


class Turns(Generic[T]):
    """Jobs that wait, for threads that take them."""

    def __init__(self, workers: int, waiting: int, each: int) -> None:
        self.workers, self.waiting, self.each = workers, waiting, each
        self._queues: dict[str, deque[T]] = {}
        self._running: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._number = 0
        self._changed = Condition()
        self._closed = False

    def put(self, client: str, job: T) -> None:
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
            self._queues.setdefault(client, deque()).append(job)
            self._changed.notify()

    def get(self) -> tuple[str, T] | None:
        """The next job, once there is one that may begin; nothing when it is time to stop. Tell `done` after it."""
        with self._changed:
            while not self._closed:
                ready = [name for name in self._queues if self._running[name] < self._most(name)]
                if ready:
                    client = min(ready, key=lambda name: (self._running[name], self._served.get(name, 0)))
                    return client, self._take(client)
                self._changed.wait()
        return None

    def drop(self, client: str, job: T) -> bool:
        """Take a job out of the queue, if it has not begun; whether it was there."""
        with self._changed:
            jobs = self._queues.get(client)
            if jobs is None or job not in jobs:
                return False
            jobs.remove(job)
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
            left = [job for jobs in self._queues.values() for job in jobs]
            self._queues.clear()
            self._changed.notify_all()
        return left

    def _take(self, client: str) -> T:
        job = self._queues[client].popleft()
        self._tidy(client)
        self._running[client] += 1
        self._number += 1
        self._served[client] = self._number
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
