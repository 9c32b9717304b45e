"""Who plays what: every strategy at its defaults asks one question in every game, also under lies and of samples.

Run: `python benchmarks/matrix.py [--most 10] [--seconds S] [--only WORD] [--strategies NAME ...] [--json FILE]
[--out FILE.md]`, in the root of the checkout. Strategies that need a file are left out.

A strategy decides (the mark is the least of 0.1, 1, 10, ... seconds that was enough), refuses (-), is late after
`--most` seconds, or fails (ERROR: anything that is no error of Sleuth's, or an action that may not be asked). With
`--seconds` it is given that limit, and a `!` marks one that took more than a second longer. A process decides until it
is late or dies; then another goes on. The exit code is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil, log10
from multiprocessing.connection import Connection
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from rich.console import Console
from rich.table import Table

CHANNELS = ("lies:most=1", "half-lies:most=1", "noise")
MORE = (
    ("wordle@fibble", "auto"),
    ("wordle:hard=true", "auto"),
    ("mastermind:pegs=3,colours=4,jar=3-2-1-1", "auto"),
    ("hangman:lengths=5", "auto"),
    *((f"hangman:lengths=5@{channel}", "auto") for channel in CHANNELS),
    ("ulam:numbers=16", "auto"),
    ("ulam:numbers=16@lies:most=1", "auto"),
    ("mastermind:pegs=3,colours=4@lies:most=1", "auto"),
    ("examples/submarine.py", "auto"),
    ("battleship:size=4x4,fleet=3-2", "auto"),
    ("battleship:size=4x4,fleet=3-2", "enumerated"),
    ("mastermind", "sampled"),
    ("mastermind:pegs=6,colours=9", "sampled"),
    ("bulls-and-cows:length=6", "sampled"),
    ("battleship", "sampled"),
    ("hangman", "sampled"),
)
"""What the games at default size and their channels leave out: sequential lists, small sizes, hard mode, samples."""
PATIENCE = 60.0
"""Seconds in which a process must have made its first information set."""
NO_SET = "no information set"
LATE = 1.0
"""Seconds that a strategy may take more than its limit."""


@dataclass(frozen=True)
class Cell:
    """What one strategy did in one game."""

    game: str
    form: str
    strategy: str
    result: str
    seconds: float | None = None
    reason: str = ""
    obeyed: bool | None = None

    @property
    def row(self) -> str:
        """The game, and how its information set is held where that is not left open."""
        return self.game if self.form == "auto" else f"{self.game} ({self.form})"

    @property
    def mark(self) -> str:
        """A few letters for the table."""
        if self.seconds is None or self.result != "decides":
            return {"refuses": "-", "error": "ERROR"}.get(self.result, self.result)
        bound = 10.0 ** max(-1, ceil(log10(max(self.seconds, 1e-9))))
        return f"{bound:g}{'!' if self.obeyed is False else ''}"


def work(pipe: Connection, seconds: float | None) -> None:
    """Decide what is sent: a game, a form and a strategy. A first message says that the information set is made."""
    from sleuth.core.kernel_warmup import warm_all

    warm_all(lambda *_: None)
    made: tuple[tuple[str, str], Any] = (("", ""), None)
    while (asked := pipe.recv()) is not None:
        game, form, strategy = asked
        try:
            if made[0] != (game, form):
                made = (game, form), _begin(game, form)
        except Exception as error:
            result, took, reason = _told(error)
            pipe.send(("nothing" if result == "refuses" else result, took, reason))
            continue
        pipe.send(None)
        try:
            pipe.send(_decide(made[1], strategy, seconds))
        except Exception as error:
            pipe.send(_told(error))


def _begin(game: str, form: str) -> Any:
    from sleuth import begin, parse_game

    return begin(parse_game(game), form)


def _decide(info: Any, name: str, seconds: float | None) -> tuple[str, float, str]:
    import numpy as np

    from sleuth import Limit, parse_strategy

    strategy = parse_strategy(name)
    began = time.perf_counter()
    decision = strategy.decide(info, rng=np.random.default_rng(0), limit=Limit(seconds=seconds))
    took = time.perf_counter() - began
    if not info.is_legal(decision.action):
        return "error", took, f"it asks {info.game.format_action(decision.action)}, which may not be asked"
    return "decides", took, ""


def _told(error: Exception) -> tuple[str, float, str]:
    from sleuth.core.errors import SleuthError

    if isinstance(error, SleuthError):
        return "refuses", 0.0, str(error)
    return "error", 0.0, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


class Worker:
    """A process that decides, and what it does not live to say."""

    def __init__(self, most: float, seconds: float | None) -> None:
        self.most, self.seconds = most, seconds
        self.process: multiprocessing.process.BaseProcess | None = None

    def ask(self, game: str, form: str, strategy: str) -> Cell:
        """What a strategy does first in a game."""
        if self.process is None:
            self._start()
        self.pipe.send((game, form, strategy))
        result, took, reason = self._answer()
        seconds = round(took, 4) if result == "decides" else None
        obeyed = took <= self.seconds + LATE if self.seconds is not None and seconds is not None else None
        if result == "late" and self.seconds is not None:
            obeyed = False
        return Cell(game, form, strategy, result, seconds, reason, obeyed)

    def ask_all(self, game: str, form: str, names: Sequence[str]) -> list[Cell]:
        """What every strategy does first; a game without an information set is tried once."""
        first = self.ask(game, form, names[0])
        if first.result == "nothing" or first.reason.startswith(NO_SET):
            return [replace(first, strategy=name) for name in names]
        return [first, *(self.ask(game, form, name) for name in names[1:])]

    def _answer(self) -> tuple[str, float, str]:
        try:
            if not self.pipe.poll(PATIENCE):
                self.stop()
                return "late", 0.0, f"{NO_SET} after {PATIENCE:g} s"
            answer = self.pipe.recv()
            if answer is None:
                if not self.pipe.poll(self.most):
                    self.stop()
                    return "late", 0.0, f"nothing after {self.most:g} s"
                answer = self.pipe.recv()
        except EOFError:
            self.stop()
            return "error", 0.0, "the process died"
        result, took, reason = answer
        return ("late", took, f"{took:.1f} s") if took > self.most else (result, took, reason)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, self.seconds), daemon=True)
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """End the process; the next question starts another."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
            self.process = None


def games(only: str) -> Iterator[tuple[str, str]]:
    """Every game at default size, under every channel, and more."""
    from sleuth import game_names

    named = [(spec, "auto") for name in game_names() for spec in (name, *(f"{name}@{c}" for c in CHANNELS))]
    return (row for row in [*named, *MORE] if only in " ".join(row))


def strategies() -> list[str]:
    """Every strategy that needs no parameter."""
    from sleuth.strategies.catalogue import strategy_class, strategy_names

    needy = {
        name: [p.name for p in strategy_class(name).parameters().values() if p.required or p.file]
        for name in strategy_names()
    }
    return [name for name, needs in needy.items() if not needs]


def played(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of games that there are: not every game goes with every channel, nor every form."""
    return [cell for cell in cells if cell.result != "nothing"]


def left_out(cells: Sequence[Cell]) -> list[str]:
    """The games that there are not, and why."""
    return list(dict.fromkeys(f"{cell.row}: {cell.reason}" for cell in cells if cell.result == "nothing"))


def table_of(cells: Sequence[Cell], names: Sequence[str]) -> list[list[str]]:
    """Rows of marks, one a game that can be played."""
    rows: dict[str, dict[str, str]] = defaultdict(dict)
    for cell in played(cells):
        rows[cell.row][cell.strategy] = cell.mark
    return [[row, *(marks.get(name, "") for name in names)] for row, marks in rows.items()]


def reasons(cells: Sequence[Cell]) -> list[str]:
    """Why strategies refuse, are late or fail: each reason once, with the number of games."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for cell in played(cells):
        if cell.result != "decides":
            found[cell.result, cell.strategy, _general(cell)].append(cell.row)
    lines = []
    for (result, strategy, reason), rows in sorted(found.items()):
        where = ", ".join(rows) if len(rows) <= 4 else f"{', '.join(rows[:3])} and {len(rows) - 3} others"
        lines.append(f"{strategy} {_VERBS[result]}: {reason} ({where})")
    return lines


_VERBS = {"refuses": "refuses", "late": "is late", "error": "FAILS"}


def _general(cell: Cell) -> str:
    """A reason without the game in it, so that the same reason is listed once."""
    from sleuth import parse_game

    game = parse_game(cell.game)
    reason = cell.reason
    for text in (str(game), game.name):
        reason = reason.replace(text, "GAME")
    return reason


def summary(cells: Sequence[Cell]) -> str:
    """One line: how many decide, refuse, are late, fail."""
    counts = Counter(cell.result for cell in cells)
    line = f"{len(played(cells))} cells: " + ", ".join(
        f"{counts[k]} {k}" for k in ("decides", "refuses", "late", "error")
    )
    disobeyed = sum(cell.obeyed is False for cell in cells)
    return line + (f"; {disobeyed} did not keep their limit" if any(c.obeyed is not None for c in cells) else "")


def page(cells: Sequence[Cell], names: Sequence[str], most: float, seconds: float | None) -> str:
    """A page for the documentation."""
    limit = f" --seconds {seconds:g}" if seconds is not None else ""
    obeys = " `!`: more than a second past its limit." if seconds is not None else ""
    rows = table_of(cells, names)
    lines = [
        "# Strategies by games",
        "",
        "```text",
        f"python benchmarks/matrix.py --most {most:g}{limit} --out docs/results/strategies-by-games.md",
        "```",
        "",
        "Every strategy at its defaults asks one question at the beginning of every game. A number: it decides within",
        f"so many seconds. `-`: it refuses. `late`: not in {most:g} seconds. `ERROR`: it fails.{obeys} How the",
        "information set is held is in brackets where it was said. `tree` is left out, since it needs a file.",
        "",
        f"**{summary(cells)}.**",
        "",
        f"| game | {' | '.join(names)} |",
        f"|---|{'---|' * len(names)}",
        *(f"| `{row[0]}` | {' | '.join(row[1:])} |" for row in rows),
        "",
        "## Reasons",
        "",
        *(f"- {line}" for line in reasons(cells)),
        "",
        "## Left out",
        "",
        *(f"- {line}" for line in left_out(cells)),
    ]
    return "\n".join(lines) + "\n"


def show(cells: Sequence[Cell], names: Sequence[str]) -> None:
    """The table, with a letter for each strategy, and the reasons."""
    console = Console(width=150)
    letters = dict(zip(names, ascii_lowercase, strict=False))
    table = Table("game", *letters.values(), box=None, header_style="bold")
    for row in table_of(cells, names):
        table.add_row(*row)
    console.print(table)
    console.print("  ".join(f"{letter} {name}" for name, letter in letters.items()))
    for line in [*reasons(cells), *(f"left out: {line}" for line in left_out(cells)), summary(cells)]:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=float, default=10.0, help="seconds after which a strategy is late")
    parser.add_argument("--seconds", type=float, help="the limit that each strategy is given")
    parser.add_argument("--only", default="", help="only the games whose spec holds this word")
    parser.add_argument("--strategies", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--json", type=Path, help="keep the cells in this file")
    parser.add_argument("--out", type=Path, help="write a page of documentation")
    asked = parser.parse_args()
    names = asked.strategies or strategies()
    worker, cells = Worker(asked.most, asked.seconds), []
    for game, form in games(asked.only):
        row = worker.ask_all(game, form, names)
        cells += row
        print(f"{row[0].row}: {' '.join(cell.mark for cell in played(row))}", file=sys.stderr, flush=True)
    worker.stop()
    if not cells:
        parser.error(f"no game has {asked.only!r} in its spec")
    show(cells, names)
    if asked.json:
        told = {"most": asked.most, "seconds": asked.seconds, "cells": [asdict(cell) for cell in cells]}
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if asked.out:
        asked.out.write_text(page(cells, names, asked.most, asked.seconds), encoding="utf-8")
    return int(any(cell.result == "error" for cell in cells))


if __name__ == "__main__":
    sys.exit(main())
