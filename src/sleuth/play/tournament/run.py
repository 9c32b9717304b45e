"""Running a tournament: what is missing goes to an engine, what comes back goes to the results file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sleuth import __version__
from sleuth.core.progress import Progress, silent
from sleuth.kernels.jit import workers as default_workers
from sleuth.play.tournament.config import Config
from sleuth.play.tournament.engines import Engine, Here, Local
from sleuth.play.tournament.plan import Plan
from sleuth.play.tournament.report import Report, summarise
from sleuth.play.tournament.store import Results, Store
from sleuth.play.tournament.trial import Row


@dataclass
class Standing:
    """How far a tournament is. It is told after every batch."""

    path: Path
    config: Config
    rows: list[Row]
    """Every trial that is done, from this run and from those before it."""
    written: int = 0
    """How many of them this run has added."""
    seconds_left: float | None = field(default=None)
    """About how long the rest takes."""

    @property
    def done(self) -> int:
        """How many trials are done."""
        return len(self.rows)

    @property
    def total(self) -> int:
        """How many trials there are."""
        return self.config.total

    def report(self) -> Report:
        """The figures so far."""
        return summarise(Results(self.path, self.config, tuple(self.rows)))


Watch = Callable[[Standing], None]


def run_tournament(
    config: Config,
    path: str | Path,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    progress: Progress = silent,
    watch: Watch | None = None,
) -> Standing:
    """Play a tournament into a new results file.

    `workers` processes play on this machine (all cores unless given; 0 plays in this process), or an `engine` does.
    `progress` hears of tables and trials; `watch` is told the standing after every batch. Rows are the same
    whatever plays them, except for their times, and for agents that stop by the clock.
    """
    plan = Plan(config, [], progress=progress)
    with Store.create(path, config) as store:
        return _play(store, config, plan, workers, engine, progress, watch)


def resume(
    path: str | Path,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    failed: bool = False,
    progress: Progress = silent,
    watch: Watch | None = None,
) -> Standing:
    """Play what is missing in a results file; `failed` trials too, if wanted."""
    with Store.open(path) as store:
        if failed:
            store.forget_failures()
        config = store.config()
        plan = Plan(config, store.rows(), store.notes(), progress)
        return _play(store, config, plan, workers, engine, progress, watch)


def _play(
    store: Store,
    config: Config,
    plan: Plan,
    workers: int | None,
    engine: Engine | None,
    progress: Progress,
    watch: Watch | None,
) -> Standing:
    standing = Standing(store.path, config, store.rows())
    for label, fingerprint in plan.fingerprints.items():
        store.note(label, fingerprint)
    store.note("sleuth", __version__)
    if plan.left:
        engine = engine or _engine(workers, plan)
        with closing(_as_generator(engine, plan)) as results:
            for rows in results:
                store.add(rows)
                plan.acknowledge(rows)
                standing.rows += rows
                standing.written += len(rows)
                standing.seconds_left = plan.seconds_left()
                progress("playing", plan.done, plan.total)
                if watch is not None:
                    watch(standing)
    return standing
