"""Running a tournament: what is missing goes to an engine, what comes back goes to the results file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from sleuth import __version__
from sleuth.core.errors import SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.kernels.threads import workers as default_workers
from sleuth.play.tournament.config import Config, Pair
from sleuth.play.tournament.engines import Engine, Here, Local, Tell, untold
from sleuth.play.tournament.errors import EngineError, ResultsError
from sleuth.play.tournament.plan import Plan
from sleuth.play.tournament.report import Cell, Summary, summarise, summarise_rows
from sleuth.play.tournament.row import Row
from sleuth.play.tournament.store import Store, read_results
from sleuth.strategies.agent import Agent


class Standing:
    """How far a tournament is. It is told after every batch, and when workers begin to wait for something."""

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
        self.waiting = ""
        """What the workers wait for, if they do."""
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
    with _begun(Store.create(path, config)) as store:
        plan = Plan(config, [], progress=progress)
        return _play_into(store, config, plan, workers, engine, progress, watch)


def resume(
    path: str | Path,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    failed: bool = False,
    agents: Sequence[Agent] = (),
    progress: Progress = silent,
    watch: Watch | None = None,
) -> Standing:
    """Play what is missing in a results file; `failed` trials too, if wanted.

    `agents` are those of the tournament that are objects: a file holds only their names.
    """
    with Store.go_on(path) as store:
        config = store.config().with_agents(agents)
        if failed:
            store.forget_failures()
        plan = Plan(config, store.rows(), _secrets(store), progress)
        return _play_into(store, config, plan, workers, engine, progress, watch)


def played_rows(
    config: Config, path: str | Path | None = None, *, workers: int | None = None, progress: Progress = silent
) -> tuple[list[Row], int]:
    """The rows of a tournament in the order of their keys, and how many of them were played now.

    A `path` names a results file to play into, new or with some of the trials: those are not played again. Without one
    nothing is kept. A trial that fails is the end.
    """
    if path is None:
        rows: list[Row] = []
        _play(Plan(config, [], progress=progress), partial(_keep, rows.extend), workers, None, progress)
        return sorted(rows, key=lambda row: row.key), len(rows)
    with _begun(Store.extended(path, config)) as store:
        store.forget_failures()
        plan = Plan(config, store.rows(), _secrets(store), progress)
        missing = plan.left
        _note(store, plan)
        _play(plan, partial(_keep, store.insert), workers, None, progress)
        trials = dict(config.pairs())
        return [row for row in store.rows() if row.trial <= trials.get(Pair(*row[:3]), 0)], missing


def _keep(insert: Callable[[list[Row]], None], rows: list[Row]) -> None:
    insert([row for row in rows if row.error is None])
    for row in rows:
        if row.error is not None:
            raise EngineError(f"trial {row.trial} of {row.agent} in {row.game}: {row.error}")


@contextmanager
def _begun(store: Store) -> Iterator[Store]:
    """A results file, which goes away again if all is refused before the first trial."""
    with store:
        try:
            yield store
        except SleuthError as error:
            if not isinstance(error, ResultsError) and not store.keys():
                store.discard()
            raise


def _secrets(store: Store) -> dict[str, str]:
    """The fingerprints of games from an earlier run."""
    return {key.removeprefix(SECRETS): text for key, text in store.notes().items() if key.startswith(SECRETS)}


def _note(store: Store, plan: Plan) -> None:
    for label, fingerprint in plan.fingerprints.items():
        store.note(f"{SECRETS}{label}", fingerprint)
    store.note("sleuth", __version__)


def _play_into(
    store: Store,
    config: Config,
    plan: Plan,
    workers: int | None,
    engine: Engine | None,
    progress: Progress,
    watch: Watch | None,
) -> Standing:
    standing = Standing(store.path, config, store.rows())
    _note(store, plan)

    def keep(rows: list[Row]) -> None:
        store.insert(rows)
        standing.add(rows, plan.seconds_left())
        if watch is not None:
            watch(standing)

    def tell(what: str) -> None:
        if what != standing.waiting:
            standing.waiting = what
            if watch is not None:
                watch(standing)

    _play(plan, keep, workers, engine, progress, tell)
    return standing


def _play(
    plan: Plan,
    keep: Callable[[list[Row]], None],
    workers: int | None,
    engine: Engine | None,
    progress: Progress,
    tell: Tell = untold,
) -> None:
    if plan.left:
        chosen = engine or _engine(workers, plan.timed)
        if not isinstance(chosen, Here):
            plan.pack()
        progress(PLAYING, plan.done, plan.total)
        with closing(chosen.play(plan.batches(), tell)) as results:
            for rows in results:
                plan.acknowledge(rows)
                keep(rows)
                progress(PLAYING, plan.done, plan.total)


def _engine(workers: int | None, timed: bool) -> Engine:
    """This machine. An agent that stops by the clock gets a core to itself: then no more workers than cores."""
    number = default_workers() if workers is None else workers
    if timed:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        number = min(number, cores)
    return Here() if number == 0 else Local(number)
