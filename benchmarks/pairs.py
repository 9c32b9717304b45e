"""Is one checkout slower than another? Whole commands, run by both in turns.

Run: `python benchmarks/pairs.py OLD NEW [--rounds 7] [--only WORD]`. OLD and NEW are folders of checkouts in which
`make setup` was run. Every command runs once in each without being counted, so that tables and kernels are there; then
in alternating pairs, whose order changes each time. CPU seconds of the command with all its threads and children; the
ratio is the median over the pairs, so a machine that slows down for a while falls on both. NEW must print what OLD
does, but for keys that differ from run to run; keys that are new are let be.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from math import exp, log
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


def cpu_seconds(checkout: Path, words: list[str], folder: str) -> tuple[float, str, int]:
    """The CPU seconds of one command, what it printed, and its exit status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [str(checkout / ".venv" / "bin" / "sleuth"), *words],
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout, done.returncode


def without_varying(value: object) -> object:
    """JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_varying(inner) for key, inner in value.items() if key not in VARYING}
    if isinstance(value, list):
        return [without_varying(inner) for inner in value]
    return value


def known(value: object, pattern: object) -> object:
    """A value without the keys that a pattern does not have."""
    if isinstance(value, dict) and isinstance(pattern, dict):
        return {key: known(value[key], inner) for key, inner in pattern.items() if key in value}
    if isinstance(value, list) and isinstance(pattern, list) and len(value) == len(pattern):
        return [known(*pair) for pair in zip(value, pattern, strict=True)]
    return value


def difference(old: str, new: str) -> str:
    """Which keys of two outputs differ; empty if none does."""
    if old == new:
        return ""
    try:
        left, right = without_varying(json.loads(old)), without_varying(json.loads(new))
    except ValueError:
        return "text"
    right = known(right, left)
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return "" if left == right else "value"
    return " ".join(key for key in {**left, **right} if left.get(key) != right.get(key))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="only the commands whose name holds this word")
    asked = parser.parse_args()
    table = Table("command", "old CPU s", "new CPU s", "new/old", "differs in", box=None, header_style="bold")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, line in COMMANDS.items():
            if asked.only not in name:
                continue
            words = line.split()
            sides = (asked.old.resolve(), asked.new.resolve())
            outputs = [cpu_seconds(side, words, folder) for side in sides]
            differs = difference(outputs[0][1], outputs[1][1])
            if outputs[0][2] or outputs[1][2]:
                differs = f"exit {outputs[0][2]} and {outputs[1][2]} {differs}"
            times: tuple[list[float], list[float]] = ([], [])
            for number in range(asked.rounds):
                for side in (0, 1) if number % 2 else (1, 0):
                    times[side].append(cpu_seconds(sides[side], words, folder)[0])
            ratio = median(new / old for old, new in zip(*times, strict=True))
            ratios.append(ratio)
            table.add_row(name, f"{median(times[0]):.3f}", f"{median(times[1]):.3f}", f"{ratio:.3f}", differs)
            print(f"{name}: {ratio:.3f} {differs}", file=sys.stderr)
    if not ratios:
        parser.error(f"no command has {asked.only!r} in its name")
    table.add_row("geometric mean", "", "", f"{exp(sum(map(log, ratios)) / len(ratios)):.3f}", "")
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
