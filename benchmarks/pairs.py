"""Is one checkout slower than another? Whole commands, run by both in turns, judged beside what chance alone does.

Run: `python benchmarks/pairs.py OLD NEW [--only WORD] [--pairs 18] [--json]`. OLD and NEW are folders of checkouts.
Each runs `python -m sleuth` by the Python of its own `.venv` (`make setup` makes it), or by the one that `--python`
names, as a git worktree needs. The `src` of the checkout is first on the path, and a side that would run other sources
is refused. Every command runs once in each without being counted, so that tables, kernels and bytecode are there. A
time is the CPU seconds of a command with all its threads and children.

A round runs a command three times: OLD, NEW, and OLD again. The six orders of the three come in turn, so that each
place, and each neighbour, falls to each alike, and a machine that slows down for a while falls on all. A round gives
one pair for the ratio NEW / OLD, and one for the null ratio OLD again / OLD, which has the same noise and is 1 but for
chance. Of each ratio the median over the rounds is shown, with an interval for it by order statistics: the k-th least
and the k-th largest ratio, with the largest k for which fewer than k of n fair coins show heads, or fewer than k show
tails, in at most 5% of throws. So it holds the true median in 95% of runs or more, whatever the times are distributed
like; one slow run moves no end of it.

A row is slower when the interval of NEW / OLD lies above 1.05 and above the whole interval of the null ratio. A row in
which nothing is slower by more than 5% is so called in 2.5% of runs at most, and hardly ever if both are alike; of
many rows, run one that is called slower again. With fewer than 15 pairs nothing is judged, so fewer are refused. The
exit status is 1 if a row is slower, 0 if none is, and 2 if the arguments are wrong or no command ran on both sides.

NEW must print what OLD does, but for values that differ from run to run; keys that OLD lacks are let be. What differs
is shown beside the row, and changes no verdict. A command that fails on one side is not timed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, islice, permutations
from math import comb, exp, log
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

COMMANDS = {
    "start": "--version",
    "help": "--help",
    "games": "games --json",
    "strategies": "strategies --json",
    "assist mastermind": "assist mastermind --history 0011=1.1;0123=1.1 --json",
    "assist wordle": "assist wordle --history crane=--y-- --json",
    "assist battleship": "assist battleship --history 5,5=hit;5,6=miss --json",
    "assist lies": "assist mastermind@lies:most=1 --history 0011=1.1 --json",
    "assist hangman": "assist hangman:lengths=7 --history e=no;a=no --json",
    "assist ulam": "assist ulam@lies:most=2 --strategy berlekamp --json",
    "watch": "watch bulls-and-cows --strategy entropy --secret 5270 --json",
    "watch lies": "watch mastermind@lies:most=1 --secret 3141 --seed 2 --json",
    "evaluate mastermind": "evaluate mastermind --strategy minimax --json",
    "evaluate bulls-and-cows": "evaluate bulls-and-cows --strategy entropy --json",
    "evaluate optimal": "evaluate mastermind:pegs=3,colours=5 --strategy optimal --json",
    "evaluate battleship": "evaluate battleship:size=4x4,fleet=3-2 --json",
    "evaluate hangman": "evaluate hangman --sample 10 --json",
    "evaluate hangman list": "evaluate hangman:lengths=5,guesses=letters --strategy blend --json",
    "evaluate look-ahead": "evaluate mastermind:pegs=3,colours=4 --strategy look-ahead --json",
    "evaluate rollout": "evaluate mastermind:pegs=3,colours=4 --strategy rollout --json",
    "evaluate ismcts": "evaluate mastermind:pegs=3,colours=4 --strategy ismcts:iterations=300 --json",
    "evaluate black-box": "evaluate black-box --strategy parts --json",
    "solve mastermind": "solve mastermind --json",
    "solve worst": "solve mastermind:pegs=3,colours=6 --objective worst --json",
    "solve guess-who": "solve guess-who --json",
    "solve battleship": "solve battleship:size=3x3,fleet=3-2 --json",
    "analyse": "analyse mastermind:pegs=3,colours=4 --json",
    "check": "check number --json",
    "sampled": "assist mastermind:pegs=6,colours=9 --belief sampled --strategy sampled-ises:states=20000 --json",
    "myst": "myst value --m 3 --n 2 --json",
}
VARYING = ("seconds", "milliseconds_a_move", "nodes")
"""Keys whose values differ from run to run: times, and the nodes of a search on several threads."""
MIN_PAIRS = 15
"""Fewer pairs judge nothing."""
MAX_RATIO = 1.05
"""A row whose ratio may be as small as this is not called slower."""
CONFIDENCE = 0.95
ORDERS = tuple(permutations(range(3)))
"""In which order OLD, NEW and OLD again run."""


@dataclass(frozen=True)
class Interval:
    """The median of some ratios, and the interval that holds the true one."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> Interval:
        """The interval by order statistics."""
        rank, ordered = interval_rank(len(ratios)), sorted(ratios)
        return cls(median(ordered), ordered[rank - 1], ordered[-rank])

    def __str__(self) -> str:
        return f"{self.median:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True)
class Row:
    """A command: medians of its CPU seconds, both ratios, and what differs in its output."""

    command: str
    differs: str
    old: float | None = None
    new: float | None = None
    ratio: Interval | None = None
    null: Interval | None = None
    slower: bool | None = None
    """Whether NEW is slower; unknown where the command failed."""


def interval_rank(number: int) -> int:
    """Which of so many ordered ratios, counted from either end, bound the interval of their median."""
    rank, tail = 0, 1 / 2**number
    while 2 * tail <= 1 - CONFIDENCE:
        rank += 1
        tail += comb(number, rank) / 2**number
    if not rank:
        raise ValueError(f"{number} ratios are too few for an interval of {CONFIDENCE:.0%}")
    return rank


def judged(command: str, differs: str, times: Sequence[Sequence[float]]) -> Row:
    """The row of a command from its rounds, each the seconds of OLD, of NEW and of OLD again."""
    if len(times) < MIN_PAIRS:
        raise ValueError(f"{len(times)} pairs judge nothing; {MIN_PAIRS} at least")
    ratio = Interval.of([new / old for old, new, _ in times])
    null = Interval.of([again / old for old, _, again in times])
    slower = ratio.low > max(MAX_RATIO, null.high)
    return Row(
        command, differs, median(old for old, _, _ in times), median(new for _, new, _ in times), ratio, null, slower
    )


@dataclass(frozen=True)
class Checkout:
    """A folder with the sources of Sleuth, and how they are run."""

    folder: Path
    command: tuple[str, ...]
    environment: dict[str, str]

    @classmethod
    def at(cls, folder: Path, python: Path | None, bytecode: Path) -> Checkout:
        """A checkout run by its own environment, or by a Python that is named."""
        folder = folder.resolve()
        sources = folder / "src"
        if not (sources / "sleuth").is_dir():
            raise ValueError(f"{folder} is no checkout: there is no src/sleuth in it")
        own = folder / ".venv" / "bin" / "python"
        if python is None and not own.exists():
            raise ValueError(
                f"{own} is missing: run `make setup` there, or name a Python that has what Sleuth needs (--python)"
            )
        # Not resolved: the Python of an environment is often a link, and is that environment by its place.
        command = str((python or own).absolute())
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONPYCACHEPREFIX": str(bytecode)}
        environment |= {"PYTHONPATH": str(sources)}
        if (place := import_place(command, environment)) != str(sources / "sleuth" / "__init__.py"):
            raise ValueError(f"{command} does not run the sources of {folder}, but {place or 'nothing'}")
        return cls(folder, (command, "-m", "sleuth"), environment)

    def run(self, words: Sequence[str], folder: str) -> tuple[float, str, int]:
        """The CPU seconds of one command, what it printed, and its exit status."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.run(
            [*self.command, *words],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return seconds, process.stdout, process.returncode


def import_place(python: str, environment: dict[str, str]) -> str:
    """The file that a Python imports as Sleuth; empty where it imports none."""
    words = [python, "-c", "import sleuth; print(sleuth.__file__)"]
    try:
        process = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return process.stdout.strip()


def differences(old: object, new: object, path: str = "") -> Iterator[str]:
    """Where the values of two JSON documents differ, and which keys are lost; not which are new."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            place = f"{path}.{key}" if path else str(key)
            if key not in new:
                yield f"{place} (lost)"
            elif key not in VARYING:
                yield from differences(value, new[key], place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, f"{path}[{number}]")
    elif old != new:
        yield path or "value"


def difference(old: str, new: str) -> str:
    """In which places two outputs differ; empty if in none."""
    if old == new:
        return ""
    try:
        return " ".join(differences(json.loads(old), json.loads(new)))
    except ValueError:
        return "text"


def measured(name: str, line: str, sides: tuple[Checkout, Checkout], pairs: int, folder: str) -> Row:
    """The row of a command, run in turns by both sides."""
    words = line.split()
    (_, old_text, old_status), (_, new_text, new_status) = (side.run(words, folder) for side in sides)
    differs = difference(old_text, new_text)
    if old_status or new_status:
        return Row(name, f"exit {old_status} and {new_status} {differs}".rstrip())
    old, new = sides
    runs, rounds = (old, new, old), []
    for order in islice(cycle(ORDERS), pairs):
        seconds = {number: runs[number].run(words, folder)[0] for number in order}
        rounds.append([seconds[number] for number in range(3)])
    return judged(name, differs, rounds)


def table(rows: list[Row], pairs: int) -> Table:
    """The rows, and the mean of their ratios."""
    shown = Table("command", "old CPU s", "new CPU s", "new / old", "old / old", "", "differs in", box=None)
    for row in rows:
        if row.ratio is None:
            shown.add_row(row.command, "", "", "", "", "not timed", row.differs)
            continue
        verdict = "slower" if row.slower else ""
        shown.add_row(
            row.command, f"{row.old:.3f}", f"{row.new:.3f}", str(row.ratio), str(row.null), verdict, row.differs
        )
    shown.add_row("geometric mean", "", "", f"{mean_ratio(rows):.3f}", "", "", f"{pairs} pairs, 95% intervals")
    return shown


def mean_ratio(rows: list[Row]) -> float:
    """The geometric mean of the ratios; 1 if there is none."""
    logs = [log(row.ratio.median) for row in rows if row.ratio is not None]
    return exp(sum(logs) / len(logs)) if logs else 1.0


def main() -> int:
    """Measure, judge and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--pairs", type=int, default=18, help=f"rounds for each command, {MIN_PAIRS} at least")
    parser.add_argument("--only", default="", help="only the commands whose name holds this word")
    parser.add_argument("--python", type=Path, help="run both checkouts by this Python, whatever environment they have")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    asked = parser.parse_args()
    lines = {name: line for name, line in COMMANDS.items() if asked.only in name}
    if not lines:
        parser.error(f"no command has {asked.only!r} in its name")
    if asked.pairs < MIN_PAIRS:
        parser.error(f"{asked.pairs} pairs judge nothing; {MIN_PAIRS} at least")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            old = Checkout.at(asked.old, asked.python, Path(folder) / "old")
            new = Checkout.at(asked.new, asked.python, Path(folder) / "new")
        except ValueError as error:
            parser.error(str(error))
        for name, line in lines.items():
            row = measured(name, line, (old, new), asked.pairs, folder)
            rows.append(row)
            print(f"{name}: {row.ratio or 'not timed'} {'slower ' * bool(row.slower)}{row.differs}", file=sys.stderr)
    if asked.json:
        sides = {"old": str(old.folder), "new": str(new.folder), "pairs": asked.pairs}
        print(json.dumps({**sides, "mean_ratio": mean_ratio(rows), "rows": [asdict(row) for row in rows]}))
    else:
        Console(width=160).print(table(rows, asked.pairs))
    if all(row.ratio is None for row in rows):
        print("no command ran on both sides, so nothing is judged", file=sys.stderr)
        return 2
    return int(any(row.slower for row in rows))


if __name__ == "__main__":
    sys.exit(main())
