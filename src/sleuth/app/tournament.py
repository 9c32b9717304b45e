"""Tournaments: run and resume one, report on its results, find the record of a trial, and what is in a folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.errors import MissingError
from sleuth.app.requests import About, OutputPath, Request
from sleuth.app.results import Result, plain
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.core.text import shorten, whole_number
from sleuth.play.tournament import (
    PLAYING,
    Cluster,
    Config,
    Results,
    Standing,
    Summary,
    TrialKey,
    read_results,
    run_tournament,
    summarise,
    write_csv,
    write_parquet,
)
from sleuth.play.tournament import resume as resume_tournament

MAX_STILL_SECONDS = 60.0
"""A file that has not changed for longer is not being written by another machine."""
TRIALS = PLAYING
"""What the progress of trials is called, beside that of tables."""

LiveStanding = Standing
"""How far a tournament is, while it is played."""
Watch = Callable[[LiveStanding], None]

ResultsPath = Annotated[str, About("A results file.", "local", "cup.db")]
ResultsFolder = Annotated[str, About("A folder with results files.", "local")]
Workers = Annotated[int | None, About("Processes to play in; 0 plays in this one, all cores if nothing.", "")]
ClusterAddress = Annotated[str, About("Where the Dask cluster is that plays, if one does.", "")]


class TournamentRun(Request, home="sleuth.app.tournament:run", slow=True, pure=False):
    """A tournament from a config, into a results file."""

    config: Annotated[str, About("A TOML file: games, agents, trials, seed.", "local", "cup.toml")]
    out: Annotated[str, About("The results file; the config with the ending .db if empty.", "local")] = ""
    workers: Workers = None
    cluster: ClusterAddress = ""


class TournamentResume(Request, home="sleuth.app.tournament:resume", slow=True, pure=False):
    """What is missing in a results file is played."""

    file: ResultsPath
    workers: Workers = None
    cluster: ClusterAddress = ""
    failed: Annotated[bool, About("Whether trials that failed are played once more.", "")] = False


class TournamentReport(Request, home="sleuth.app.tournament:report", slow=True, pure=False):
    """Means with intervals, and agents compared on the same secrets; also while the tournament runs."""

    file: Annotated[str, About("A results file; where a folder is named, the name of one in it.", "local", "cup.db")]
    folder: ResultsFolder = ""
    csv: OutputPath = ""
    parquet: OutputPath = ""


class TournamentRecord(Request, home="sleuth.app.tournament:record", pure=False):
    """One trial of a tournament, as a record of its play."""

    file: ResultsPath
    game: Annotated[str, About("The game, as the report writes it.", example="number:numbers=20")]
    agent: Annotated[str, About("The agent, as the report writes it.", example="entropy")]
    trial: Annotated[int, About("The number of the trial, from 1.", "", 1)]
    seed: Annotated[int | None, About("The seed, where the tournament has several.", "seed")] = None
    out: OutputPath = ""


class TournamentList(Request, home="sleuth.app.tournament:tournaments", pure=False):
    """The tournaments that have results in a folder."""

    folder: ResultsFolder


@dataclass(frozen=True, eq=False)
class Standings:
    """A results file in figures."""

    results: Results
    report: Summary
    file: str
    rows: int = 0
    """Trials that this request has played."""
    stopped: bool = False
    """Whether somebody stopped it before the end."""

    @property
    def name(self) -> str:
        """What the tournament calls itself."""
        return self.results.config.name

    @property
    def done(self) -> int:
        """Trials that are played, now and before."""
        return len(self.results.rows)

    @property
    def total(self) -> int:
        """Trials that there are."""
        return self.results.config.total

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON. `trials` and `cells` are other names of `done` and `table`."""
        table = [cell.as_json() for cell in self.report.cells]
        values: dict[str, Any] = plain({
            **{key: getattr(self, key) for key in ("rows", "done", "total", "file", "name", "stopped")},
            "running": running(self.results.path),
            "checked": self.results.checked,
            "trials": self.done,
            "table": table,
            "cells": table,
            "comparisons": [comparison.as_json() for comparison in self.report.comparisons],
            "seats": [line.as_json() for line in self.report.lines],
        })  # fmt: skip
        return values


class TrialResult(Result):
    """One trial of a tournament."""

    game: str
    agent: str
    trial: int
    seed: int
    record: str
    """The play, as a record that reads back."""


class TournamentEntryResult(Result):
    """A tournament that has results in a folder."""

    name: str
    """That of the file, without its ending."""
    trials: int
    total: int
    running: bool


@dataclass(frozen=True, eq=False)
class TournamentPlan:
    """A tournament that can begin: its config is read, and whoever plays it can be reached."""

    path: Path
    start: Callable[..., Standing]
    """Play it, with `progress` and `watch`."""

    def play(self, progress: Progress = silent, watch: Watch = lambda standing: None) -> Standings:
        """Play to the end, or until somebody stops it: what is done is kept. `watch` hears of every batch."""
        rows, stopped = 0, False

        def hear(standing: Standing) -> None:
            nonlocal rows
            rows = standing.written
            watch(standing)

        try:
            hear(self.start(progress=progress, watch=hear))
        except KeyboardInterrupt:
            if not self.path.exists():  # stopped before there was anything to keep
                raise
            stopped = True
        return _standings(self.path, str(self.path), rows, stopped)


def run(request: TournamentRun, bounds: Bounds = OPEN, progress: Progress = silent) -> Standings:
    """Play a tournament into a new results file."""
    return run_plan(request, bounds).play(progress)


def run_plan(request: TournamentRun, bounds: Bounds = OPEN) -> TournamentPlan:
    """A new tournament, before its first trial."""
    check_files(bounds)
    config = Config.read(request.config)
    path = Path(request.out or Path(request.config).with_suffix(".db").name)
    return TournamentPlan(path, partial(run_tournament, config, path, **_players(request)))


def resume(request: TournamentResume, bounds: Bounds = OPEN, progress: Progress = silent) -> Standings:
    """Go on with a tournament that was stopped: only what is missing is played."""
    return resume_plan(request, bounds).play(progress)


def resume_plan(request: TournamentResume, bounds: Bounds = OPEN) -> TournamentPlan:
    """The rest of a tournament, before its first trial."""
    check_files(bounds)
    path = Path(request.file)
    return TournamentPlan(path, partial(resume_tournament, path, failed=request.failed, **_players(request)))


def _players(request: TournamentRun | TournamentResume) -> dict[str, Any]:
    """Where trials are played: in so many processes, or on a cluster."""
    if request.cluster and request.workers is not None:
        raise ParameterError("the cluster has its own workers: give --workers or --cluster, not both")
    return {"workers": request.workers, "engine": Cluster(request.cluster) if request.cluster else None}


def _standings(path: Path, name: str, rows: int = 0, stopped: bool = False) -> Standings:
    results = read_results(path)
    return Standings(results, summarise(results), name, rows, stopped)


def report(request: TournamentReport, bounds: Bounds = OPEN, progress: Progress = silent) -> Standings:
    """The figures of a results file; from afar, of one in a folder of the server."""
    inside = bool(request.folder) or not bounds.files
    path = results_file(request.folder, request.file) if inside else Path(request.file)
    standings = _standings(path, path.name if inside else request.file)
    for out, write in ((request.csv, write_csv), (request.parquet, write_parquet)):
        if out:
            check_files(bounds)
            write(standings.results, Path(out))
    return standings


def record(request: TournamentRecord, bounds: Bounds = OPEN, progress: Progress = silent) -> TrialResult:
    """The play of one trial; written to a file too, if one is named."""
    check_files(bounds)
    results = read_results(request.file)
    seed = results.config.seeds[0] if request.seed is None else request.seed
    key = TrialKey(seed, request.game, request.agent, request.trial)
    row = next((row for row in results.rows if row.key == key), None)
    if row is None:
        trial = f"trial {request.trial} of {request.agent} in {request.game} with seed {seed}"
        raise ParameterError(f"{request.file} has no {trial}")
    play = row.record()
    if request.out:
        play.write(request.out)
    return TrialResult(game=request.game, agent=request.agent, trial=request.trial, seed=seed, record=str(play))


def tournaments(
    request: TournamentList, bounds: Bounds = OPEN, progress: Progress = silent
) -> list[TournamentEntryResult]:
    """The results files of a folder: those that are being written first, then the newest."""
    entries = []
    for path in results_files(request.folder):
        try:
            results = read_results(path)
        except SleuthError:
            continue  # somebody else's database
        trials, total = len(results.rows), results.config.total
        entries.append(TournamentEntryResult(name=path.stem, trials=trials, total=total, running=running(path)))
    return sorted(entries, key=lambda entry: not entry.running)


def results_file(folder: str, name: str, noun: str = "tournament") -> Path:
    """The results file of this name in a folder, and nowhere else; `noun` is what its results are of."""
    for path in _files(folder, "*.db"):
        if path.stem == name:
            return path
    raise MissingError(f"there is no {noun} called {shorten(name)!r}")


def results_files(folder: str) -> list[Path]:
    """Every results file of a folder, the newest first; other people's databases may be among them."""
    return sorted(_files(folder, "*.db"), key=lambda path: -path.stat().st_mtime)


def folder_signature(folder: str) -> str:
    """Changes whenever a results file does: cheap, so that it can be asked for all the time."""
    parts = []
    for path in sorted(_files(folder, "*.db*")):
        if path.name.endswith("-shm"):  # whoever reads changes it
            continue
        with suppress(OSError):  # gone meanwhile
            parts.append(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}")
    return "; ".join(parts)  # in one line: a browser takes line breaks out of a field


def _files(folder: str, pattern: str) -> list[Path]:
    return list(Path(folder).glob(pattern)) if folder else []


def running(path: Path) -> bool:
    """Whether a results file is being written: its lock names a process that lives, or it has just changed.

    A tournament that was killed leaves its lock behind; one on another machine has a number that means nothing here.
    """
    try:
        owner = path.with_name(f"{path.name}.lock").read_text(encoding="utf-8").strip()
        process = whole_number(owner, 1, 2**31)
        if process is not None and _lives(process):
            return True
        changed = max(one.stat().st_mtime for one in path.parent.glob(f"{path.name}*") if one.suffix != ".lock")
    except (OSError, ValueError):
        return False
    return time.time() - changed < MAX_STILL_SECONDS


def _lives(process: int) -> bool:
    if os.name == "nt":  # where there is no harmless signal
        return True
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
