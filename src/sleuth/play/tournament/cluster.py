"""Trials on a Dask cluster: the same batches, the same rows. The extra `cluster` brings what it needs."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

from sleuth import __version__
from sleuth.core.crew import LOOK_SECONDS
from sleuth.core.extras import extra
from sleuth.core.text import listing
from sleuth.kernels.compiling import busy
from sleuth.play.tournament.engines import MAX_DEATHS, Again, Batch, Given, R, Tell, untold, waiting_text
from sleuth.play.tournament.errors import EngineError

PATIENCE = 20
"""Seconds to wait for a scheduler or for its first worker."""
ASK_SECONDS = 2.0
"""Where nothing has come for so long, workers are asked what keeps them."""


class Cluster:
    """Plays on the workers of a Dask scheduler, one trial at a time in each worker process."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        _distributed()  # one that is missing is told now, and not after the kernels were compiled
        self.address, self.patience = address, patience

    def play(self, batches: Iterator[Batch[R]], tell: Tell = untold) -> Generator[list[R], None, None]:
        client = self._connect(tell)
        distributed = _distributed()
        gone = (distributed.CancelledError, distributed.comm.core.CommClosedError, OSError, TimeoutError)
        again, running = Again(batches), dict[Any, Given[R]]()
        finished = distributed.as_completed(loop=client.loop)

        def give() -> None:
            # Two batches a worker: one is played, one waits there. New workers are noticed as they come.
            while len(running) < 2 * max(1, len(client.nthreads())):
                given = next(again, None)
                if given is None:
                    return
                future = client.submit(given.batch.play, pure=False)
                running[future] = given
                finished.add(future)

        try:
            give()
            while running:
                future = _next(finished, client, tell)
                given = running.pop(future)
                try:
                    rows = future.result()
                except distributed.scheduler.KilledWorker:  # Dask has tried several workers by now
                    rows = again.after_death(given, MAX_DEATHS)
                give()
                if rows:
                    yield rows
                    if not running:
                        give()  # what came back may have made more to do
        except gone as error:
            raise EngineError(
                f"the cluster at {self.address} is gone; what was played is kept: go on when it is back"
            ) from error
        finally:
            with suppress(Exception):
                client.cancel(list(running))
            client.close()

    def _connect(self, tell: Tell) -> Any:
        distributed = _distributed()
        try:
            distributed.comm.get_address_host_port(self.address)
            client = distributed.Client(self.address, timeout=self.patience, set_as_default=False, name="sleuth")
        except (OSError, ValueError, TimeoutError) as error:
            raise EngineError(f"cannot reach a cluster at {self.address}: {_reason(error)}") from error
        try:
            self._wait_for_one(client, tell)
            versions = client.run(version_here, on_error="return")
        except TimeoutError:
            client.close()
            raise EngineError(f"the cluster at {self.address} has no workers; start one with `dask worker`") from None
        except BaseException:
            client.close()
            raise
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what goes wrong is told by us
        other = {worker: version for worker, version in versions.items() if version != __version__}
        if other:
            client.close()
            message = listing([f"{worker} ({_reason(version)})" for worker, version in other.items()], 3)
            raise EngineError(f"these workers do not have sleuth {__version__}, as this machine does: {message}")
        return client

    def _wait_for_one(self, client: Any, tell: Tell) -> None:
        until = time.monotonic() + self.patience
        while not client.nthreads():
            if time.monotonic() > until:
                raise TimeoutError
            tell(f"no worker has come yet to the cluster at {self.address}")
            time.sleep(min(LOOK_SECONDS, self.patience))


def _next(finished: Any, client: Any, tell: Tell) -> Any:
    """The next batch that is done; meanwhile it is told what is waited for."""
    looked = time.monotonic()
    while not finished.has_ready():
        with finished.thread_condition:
            finished.thread_condition.wait(timeout=0.1)
        if time.monotonic() - looked > ASK_SECONDS:
            tell(_waiting(client))
            looked = time.monotonic()
    return next(finished)


def _waiting(client: Any) -> str:
    """What keeps the workers of a cluster."""
    states = client.run(busy, on_error="return")
    if not states:
        return "no worker is left; waiting for one to come"
    return waiting_text(sum(state is True for state in states.values()))


def version_here() -> str:
    """The version of Sleuth that a worker has."""
    return __version__


def _distributed() -> Any:
    return extra("cluster", "a Dask cluster", "distributed")


def _reason(error: object) -> str:
    return " ".join(str(error).split()) or type(error).__name__
