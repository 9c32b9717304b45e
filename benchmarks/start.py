"""How long is the first second? Whole commands, with and without what is compiled.

Run: `python benchmarks/start.py [--rounds 5] [--only WORD] [--old FOLDER]`. CPU seconds of a command with all its
threads and children. Cold: the cache is empty, so the command compiles what it needs. Warm: the least of some rounds
after that, with the same cache. `--old` names another checkout (its `src` is imported, by this Python) to compare with;
cold then includes whatever it compiles. Bytecode is written to a folder of our own before anything is counted, as an
install does. Bars: a cold `evaluate mastermind` 12, warm 0.7; a cold first advice 15. All of `warmup` comes last.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

COMMANDS = (
    "--version",
    "--help",
    "games",
    "assist mastermind",
    "assist wordle",
    "assist battleship",
    "solve mastermind --pegs 3 --colours 4",
    "evaluate mastermind",
    "evaluate bulls-and-cows",
    "watch mastermind --secret 3141",
    "watch clue",
)
BARS = {"evaluate mastermind": (12.0, 0.7), "assist mastermind": (15.0, None), "assist wordle": (15.0, None)}
"""The most that a cold and a warm start may take."""
HERE = Path(__file__).resolve().parents[1]


class Start(NamedTuple):
    """What a command took, in CPU seconds, and how many kernels it compiled."""

    cold: float
    warm: float
    compiled: int
    announced: int
    """How many lines were said about it."""


def start(command: str, checkout: Path, bytecode: Path, rounds: int) -> Start:
    """A command from nothing, and again."""
    with tempfile.TemporaryDirectory() as cache:
        run(command, checkout, bytecode, Path(cache) / "first")  # its modules are bytecode now
        cold, said = run(command, checkout, bytecode, Path(cache) / "cold")
        compiled = len(list((Path(cache) / "cold").rglob("*.nbc")))
        warm = min(run(command, checkout, bytecode, Path(cache) / "cold")[0] for _ in range(rounds))
        return Start(cold, warm, compiled, said.count("Compiling"))


def run(command: str, checkout: Path, bytecode: Path, cache: Path) -> tuple[float, str]:
    """The CPU seconds of a command, and what it said on stderr."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"SLEUTH_CACHE": str(cache), "PYTHONPATH": str(checkout / "src"), "PYTHONPYCACHEPREFIX": str(bytecode)}
    before = cpu()
    done = subprocess.run(
        [sys.executable, "-m", "sleuth", *command.split()], env=env, capture_output=True, text=True, check=True
    )
    return cpu() - before, done.stderr


def cpu() -> float:
    """CPU seconds of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rows(commands: list[str], old: Path | None, bytecode: Path, rounds: int) -> Iterator[list[str]]:
    """The rows of the table."""
    for command in commands:
        ours = start(command, HERE, bytecode / "new", rounds)
        row = [f"sleuth {command}", f"{ours.cold:.2f}", f"{ours.warm:.2f}", f"{ours.compiled}", f"{ours.announced}"]
        cold, warm = BARS.get(command, (None, None))
        row += ["" if bar is None else f"{bar:g}" for bar in (cold, warm)]
        if old is not None:
            theirs = start(command, old, bytecode / "old", rounds)
            row += [f"{theirs.cold:.2f}", f"{theirs.warm:.2f}", f"{theirs.warm / ours.warm:.1f}"]
        yield row


def main() -> int:
    """Measure, and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often a warm start is measured")
    parser.add_argument("--only", default="", help="only commands with this word")
    parser.add_argument("--old", type=Path, help="another checkout, to compare with")
    options = parser.parse_args()
    columns = ["CPU s", "cold", "warm", "kernels", "lines", "bar cold", "bar warm"]
    columns += ["old cold", "old warm", "old : new, warm"] if options.old else []
    table = Table(*columns, title="starts")
    commands = [command for command in COMMANDS if options.only in command]
    with tempfile.TemporaryDirectory() as bytecode:
        for row in rows(commands, options.old, Path(bytecode), options.rounds):
            table.add_row(*row)
        if options.only in "warmup":
            with tempfile.TemporaryDirectory() as cache:
                took, _ = run("warmup", HERE, Path(bytecode) / "new", Path(cache))
                table.add_row("sleuth warmup", f"{took:.2f}", *[""] * (len(columns) - 2))
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
