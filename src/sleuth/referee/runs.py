"""Runs of the suite in a folder: which there are, the table of one, its plays, and one play reply by reply."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import MissingError
from sleuth.app.results import plain
from sleuth.app.tournament import results_file, results_files, running
from sleuth.core.errors import SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.core.text import shorten
from sleuth.play.tournament.file import damage_told
from sleuth.referee.bench_options import BenchPart
from sleuth.referee.bench_play import BenchEntry, BenchPlay
from sleuth.referee.bench_report import BenchTable, bench_table
from sleuth.referee.bench_store import BenchResults
from sleuth.referee.report import play_sentences
from sleuth.referee.run_reading import read_figures, read_play
from sleuth.referee.run_requests import (
    RunEntryResult,
    RunList,
    RunPlay,
    RunPlayEntryResult,
    RunPlayResult,
    RunPlays,
    RunPlaysResult,
    RunReport,
)
from sleuth.referee.run_turns import MAX_RULES, TurnWords, readable
from sleuth.referee.suite import QUICK_PLAYS, read_suite

MAX_TURNS = 500
"""Replies of a play that are shown."""
NOUN = "run of the suite"
ROW = ("number", "secret", "solved", "steps", "lost", "luck", "refused", "inconsistent", "redundant", "error")
"""The figures of a play in a list of plays."""


def runs(request: RunList, bounds: Bounds = OPEN, progress: Progress = silent) -> list[RunEntryResult]:
    """The runs of a folder: those that are being played first, then the newest."""
    entries = []
    for path in results_files(request.folder):
        try:
            run = _Standing.of(path)
        except SleuthError:
            continue  # results of something else, of another version, or damaged
        entries.append(run.entry())
    return sorted(entries, key=lambda entry: not entry.running)


def report(request: RunReport, bounds: Bounds = OPEN, progress: Progress = silent) -> dict[str, Any]:
    """The table of a run as `sleuth bench report --json` has it, and how far the run is."""
    return _Standing.of(_path(request)).as_json()


def plays(request: RunPlays, bounds: Bounds = OPEN, progress: Progress = silent) -> RunPlaysResult:
    """Every finished play of an entry."""
    path = _path(request)
    results = read_figures(path)
    entry = _entry(results, request.entry)
    return RunPlaysResult(
        name=path.stem,
        player=results.terms.player,
        entry=entry.name,
        game=entry.game,
        secrets=entry.secrets,
        max_steps=entry.max_steps,
        plays=[RunPlayEntryResult(**_row(play)) for play in results.of(entry.name)],
        under_way=[number for name, number in results.under_way if name == entry.name],
        running=running(path),
    )


def play(request: RunPlay, bounds: Bounds = OPEN, progress: Progress = silent) -> RunPlayResult:
    """One play: what was said, what was told, and the grade of each reply."""
    path = _path(request)
    results = read_figures(path)
    entry, terms = _entry(results, request.entry), results.terms
    whole = read_play(path, entry.name, request.number)
    if whole is None:
        raise MissingError(f"there is no finished play {request.number} of {entry.name} in this run")
    words = TurnWords.of(whole, entry.game, bounds, request.pictures)
    turns = [words.turn(turn) for turn in islice(whole.turns, MAX_TURNS)]
    numbers = [one.number for one in results.of(entry.name)]
    place = bisect_left(numbers, whole.number)
    return RunPlayResult(
        **_row(whole),
        name=path.stem,
        player=terms.player,
        suite=terms.suite,
        entry=entry.name,
        game=words.game,
        history=words.history,
        reference=whole.reference,
        proved=whole.proved,
        expected=whole.expected,
        tokens_in=whole.tokens_in,
        tokens_out=whole.tokens_out,
        seconds=whole.seconds,
        sentences=_sentences(whole),
        record=readable(whole.record, MAX_RULES)[0],
        rules=readable(whole.rules, MAX_RULES)[0],
        opening=readable(whole.opening, MAX_RULES)[0],
        turns=turns,
        more_turns=max(0, len(whole.turns) - MAX_TURNS),
        before=numbers[place - 1] if place else None,
        after=numbers[place + 1] if place + 1 < len(numbers) else None,
    )


def plays_asked_for(results: BenchResults) -> int:
    """How many plays a run has when it is through: those of the part that was last asked for, and those before."""
    part = BenchPart.of_results(results)
    most = part.plays or (QUICK_PLAYS if part.quick else None)
    try:
        names = {entry.name for entry in read_suite(results.terms.suite).part(part.games, part.quick)}
    except SleuthError:  # a suite that this version does not have
        names = {entry.name for entry in results.entries}
    done = Counter(play.entry for play in results.plays)
    return sum(
        max(done[entry.name], min(entry.secrets, most or entry.secrets)) if entry.name in names else done[entry.name]
        for entry in results.entries
    )


@dataclass(frozen=True)
class _Standing:
    """A run as it stands."""

    results: BenchResults
    table: BenchTable
    total: int
    """Plays that it has when it is through."""

    @classmethod
    def of(cls, path: Path) -> _Standing:
        results = read_figures(path)
        with damage_told(path):
            return cls(results, bench_table(results), plays_asked_for(results))

    def entry(self) -> RunEntryResult:
        """The run in a list."""
        results, figures = self.results, self.table.total
        return RunEntryResult(
            name=results.path.stem,
            player=results.terms.player,
            suite=results.terms.suite,
            done=len(results.plays),
            total=self.total,
            failed=figures.failed,
            solved=figures.solved,
            lost=figures.lost.mean,
            lost_low=figures.lost.low,
            lost_high=figures.lost.high,
            running=running(results.path),
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        results = self.results
        values: dict[str, Any] = plain({
            "name": results.path.stem,
            "part": results.part,
            "done": len(results.plays),
            "total_plays": self.total,
            "under_way": len(results.under_way),
            "running": running(results.path),
            **self.table.as_json(),
        })  # fmt: skip
        return values


def _path(request: RunReport | RunPlays | RunPlay) -> Path:
    return results_file(request.folder, request.name, NOUN)


def _entry(results: BenchResults, name: str) -> BenchEntry:
    for entry in results.entries:
        if entry.name == name:
            return entry
    raise MissingError(f"this run has no entry called {shorten(name)!r}")


def _row(play: BenchPlay) -> dict[str, Any]:
    return {name: getattr(play, name) for name in ROW}


def _sentences(play: BenchPlay) -> list[str]:
    if play.error is not None:
        return [f"The play failed, and enters no figure: {play.error}"]
    return list(play_sentences(play))
