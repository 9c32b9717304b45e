"""Running a tournament: what is missing goes to an engine, what comes back goes to the results file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sleuth import __version__
from sleuth.core.errors import SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.kernels.threads import workers as default_workers
from sleuth.play.tournament.config import Config
from sleuth.play.tournament.engines import Engine, Here, Local
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.plan import Plan
from sleuth.play.tournament.report import Cell, Summary, summarise, summarise_rows
from sleuth.play.tournament.store import Store, read_results
from sleuth.play.tournament.trial import Row


class Standing:
    """How far a tournament is. It is told after every batch."""

    def __init__(self, path: Path, config: Config, done: list[Row]) -> None:
        self.path, self.config = path, config
        self.total = config.total
        """How many trials there are."""
        self.done = 0
        """How many are done, by this run and by those before it."""
        self.written = 0
        """How many of them this run has added."""
        self.seconds_left: float | None = None
        """About how long the rest takes."""
        self._rows: dict[tuple[str, str], list[Row]] = {}
        self._cells: dict[tuple[str, str], Cell] = {}
        self._add(done)

    def add(self, rows: list[Row], seconds_left: float | None) -> None:
        """More trials are done."""
        self._add(rows)
        self.written += len(rows)
        self.seconds_left = seconds_left

    def _add(self, rows: list[Row]) -> None:
        for row in rows:
            self._rows.setdefault((row.game, row.agent), []).append(row)
        self.done += len(rows)

    def cells(self) -> list[Cell]:
        """The figures so far, in the order of the config; only what has changed is counted again."""
        for name, rows in self._rows.items():
            if name not in self._cells or self._cells[name].trials != len(rows):
                self._cells[name] = summarise_rows(*name, rows)
        every = ((entry.game, agent) for entry in self.config.entries for agent in entry.agents)
        return [self._cells[name] for name in every if name in self._cells]

    def report(self) -> Summary:
        """All figures so far, with comparisons."""
        return summarise(read_results(self.path))


PLAYING = "playing"
SECRETS = "secrets of "
"""In the results file, this and a game name the fingerprint of its secrets."""

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
    with Store.create(path, config) as store:
        try:
            plan = Plan(config, [], progress=progress)
            return _play(store, config, plan, workers, engine, progress, watch)
        except SleuthError as error:
            if not isinstance(error, ResultsError) and not store.keys():
                store.discard()  # refused before the first trial
            raise


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
    with Store.go_on(path) as store:
        if failed:
            store.forget_failures()
        config = store.config()
        known = {key.removeprefix(SECRETS): text for key, text in store.notes().items() if key.startswith(SECRETS)}
        plan = Plan(config, store.rows(), known, progress)
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
        store.note(f"{SECRETS}{label}", fingerprint)
    store.note("sleuth", __version__)
    if plan.left:
        chosen = engine or _engine(workers, plan.timed)
        with closing(chosen.play(plan.batches())) as results:
            for rows in results:
                store.insert(rows)
                plan.acknowledge(rows)
                standing.add(rows, plan.seconds_left())
                progress(PLAYING, plan.done, plan.total)
                if watch is not None:
                    watch(standing)
    return standing


def _engine(workers: int | None, timed: bool) -> Engine:
    """This machine. An agent that stops by the clock gets a core to itself: then no more workers than cores."""
    number = default_workers() if workers is None else workers
    if timed:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        number = min(number, cores)
    return Here() if number == 0 else Local(number)
