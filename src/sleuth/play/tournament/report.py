"""What a tournament shows: the mean of each agent in each game, and agents compared on the same secrets.

Intervals are Student's t intervals, 95% unless said otherwise. A comparison is paired: it takes the difference of steps
secret by secret, so that how hard the secrets were drops out. Failed trials are counted, and enter no mean. Where
several play, the players of a line are compared by their wins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.frames import frame
from sleuth.core.game_spec import is_table
from sleuth.core.text import plural
from sleuth.measures.intervals import CONFIDENCE, Interval, mean_interval
from sleuth.play.tournament.row import Row, label_columns
from sleuth.play.tournament.seats import LineStanding, line_standing
from sleuth.play.tournament.store import Results


@dataclass(frozen=True)
class Cell:
    """One agent in one game."""

    game: str
    """The game, as a spec string."""
    agent: str
    """The strategy, as a spec string."""
    trials: int
    """Finished trials, those that failed too."""
    failed: int
    """Trials that failed."""
    steps: Interval
    """Mean steps of the trials that were solved."""
    deviation: float | None
    """The standard deviation of steps; `None` where fewer than two trials were solved."""
    worst: int | None
    """Most steps of a trial that was solved."""
    seconds: float | None
    """Mean wall time of a decision."""
    cpu: float | None
    """Mean processor time of a decision."""
    spent: dict[str, float]
    """What a decision took on average, in the agent's own units."""
    error: str | None
    """Why the first of the failed trials failed."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        flat = asdict(self)
        del flat["steps"]
        return flat | {"mean": self.steps.mean, "low": self.steps.low, "high": self.steps.high}


@dataclass(frozen=True)
class Comparison:
    """Two agents on the same secrets of one game."""

    game: str
    """The game, as a spec string."""
    agent: str
    """The strategy, as a spec string."""
    rival: str
    """The one that it is compared with."""
    trials: int
    """Secrets that both have solved."""
    difference: Interval
    """Mean steps of the agent less those of its rival: below zero, the agent is better."""
    wins: int
    """How often the agent needed fewer steps."""
    ties: int
    """How often both needed as many."""
    losses: int
    """How often the rival needed fewer."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        flat = asdict(self)
        difference = flat.pop("difference")
        return flat | {"difference": difference["mean"], "low": difference["low"], "high": difference["high"]}


@dataclass(frozen=True, repr=False)
class Summary(Displayed):
    """The figures of a tournament."""

    cells: tuple[Cell, ...]
    """Where several play, those of whole lines of players: their steps are turns."""
    comparisons: tuple[Comparison, ...]
    """Of games of one player."""
    lines: tuple[LineStanding, ...] = ()
    """The players of each line, where several play."""

    def __repr__(self) -> str:
        trials = plural(sum(cell.trials for cell in self.cells), "trial")
        return f"<Summary of {trials}: {plural(len({cell.game for cell in self.cells}), 'game')}>"

    def to_frame(self, what: str = "cells") -> Any:
        """A `pandas.DataFrame`: a row for each agent in each game, or `what` is `comparisons`, or `players`."""
        rows = {"cells": self._cell_rows, "comparisons": self._comparison_rows, "players": self._player_rows}
        if what not in rows:
            raise ParameterError(f"a summary has {', '.join(rows)}, not {what!r}")
        return frame(rows[what]())

    def _cell_rows(self) -> Iterator[dict[str, Any]]:
        for cell in self.cells:
            row = cell.as_json()
            spent = {f"spent_{unit}": amount for unit, amount in row.pop("spent").items()}
            yield {**label_columns(row.pop("game"), row), **row, **spent}

    def _comparison_rows(self) -> Iterator[dict[str, Any]]:
        for one in self.comparisons:
            row = one.as_json()
            yield {**label_columns(row.pop("game"), row), **row}

    def _player_rows(self) -> Iterator[dict[str, Any]]:
        for line in self.lines:
            for player in line.players:
                row = {"line": line.line, **asdict(player)}
                yield {**label_columns(line.game, row), **row}


def summarise(results: Results, confidence: float = CONFIDENCE) -> Summary:
    """The figures of what has been played so far, in the order of the config; seeds are pooled."""
    by_cell: dict[tuple[str, str], list[Row]] = {}
    for row in results.rows:
        by_cell.setdefault((row.game, row.agent), []).append(row)
    cells, comparisons, lines = [], [], []
    for entry in results.config.entries:
        played = {agent: by_cell[entry.game, agent] for agent in entry.agents if (entry.game, agent) in by_cell}
        cells += [summarise_rows(entry.game, agent, rows, confidence) for agent, rows in played.items()]
        if is_table(entry.game):
            lines += [line_standing(entry.game, line, rows, confidence) for line, rows in played.items()]
            continue
        comparisons += [
            compare(entry.game, one, two, played[one], played[two], confidence) for one, two in combinations(played, 2)
        ]
    return Summary(tuple(cells), tuple(comparisons), tuple(lines))


def summarise_rows(game: str, agent: str, rows: Sequence[Row], confidence: float = CONFIDENCE) -> Cell:
    """The figures of one agent in one game."""
    steps = [row.steps for row in rows if row.solved]
    decisions = sum(row.decisions for row in rows)
    spent: dict[str, float] = {}
    for row in rows if not is_table(game) else ():
        for unit, amount in json.loads(row.spent).items():
            spent[unit] = spent.get(unit, 0.0) + amount
    return Cell(
        game,
        agent,
        len(rows),
        sum(row.error is not None for row in rows),
        mean_interval(steps, confidence),
        float(np.std(steps, ddof=1)) if len(steps) > 1 else None,
        max(steps, default=None),
        sum(row.seconds for row in rows) / decisions if decisions else None,
        sum(row.cpu for row in rows) / decisions if decisions else None,
        {unit: amount / decisions for unit, amount in sorted(spent.items())} if decisions else {},
        next((row.error for row in rows if row.error is not None), None),
    )


def compare(
    game: str, agent: str, rival: str, ours: Iterable[Row], theirs: Iterable[Row], confidence: float = CONFIDENCE
) -> Comparison:
    """Two agents, secret by secret, where both have solved it."""
    known = {(row.seed, row.trial): row.steps for row in theirs if row.solved}
    differences = np.array(
        [row.steps - known[row.seed, row.trial] for row in ours if row.solved and (row.seed, row.trial) in known], int
    )
    wins, ties, losses = (int(n) for n in ((differences < 0).sum(), (differences == 0).sum(), (differences > 0).sum()))
    return Comparison(game, agent, rival, differences.size, mean_interval(differences, confidence), wins, ties, losses)
