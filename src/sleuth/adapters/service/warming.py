"""Compiling behind everything else: the server answers at once, and nobody waits later."""

from __future__ import annotations

import asyncio
import logging
from threading import Lock

from sleuth.adapters.service.worker import TimeSpent, Worker, WorkerEnded, WorkerFailed
from sleuth.core.kernel_warmup import WIDE, missing, seconds, warm_part

NICE = 19
"""It gives way to all other work."""
PART_SECONDS = 1800.0
"""What one part may take on a machine that has other things to do."""
log = logging.getLogger("sleuth.serve")


class Warming:
    """One process that compiles what is missing, a part at a time: the quickest first, wide tables last."""

    def __init__(self) -> None:
        self.left: list[str] | None = None
        """The parts that are not compiled yet; `None` until that is known."""
        self._lock = Lock()
        self._worker: Worker | None = None
        self._stopped = False

    async def run(self) -> None:
        """Compile, until all is done or it is stopped."""
        await asyncio.to_thread(self._compile)

    def stop(self) -> None:
        """Leave the rest; what is compiled stays."""
        with self._lock:
            self._stopped = True
            if self._worker is not None:
                self._worker.kill()

    def _compile(self) -> None:
        self.left = sorted(missing(wide=True), key=lambda part: (part.endswith(WIDE), seconds([part])))
        if not self.left or not self._begin():
            return
        assert self._worker is not None
        try:
            self._worker.settle(NICE)
            while self.left and not self._stopped:
                self._worker.call(warm_part, (self.left[0],), PART_SECONDS)
                self.left = self.left[1:]
        except (WorkerEnded, WorkerFailed, TimeSpent) as error:
            if not self._stopped:
                log.warning("what is missing is compiled when it is needed: %s", str(error) or type(error).__name__)
        finally:
            self._worker.end()

    def _begin(self) -> bool:
        with self._lock:
            if not self._stopped:
                try:
                    self._worker = Worker()
                except OSError as error:
                    log.warning("what is missing is compiled when it is needed: %s", error)
            return self._worker is not None
