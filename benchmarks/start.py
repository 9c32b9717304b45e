"""How long is the first second? Whole commands, with and without what is compiled.

Run: `python benchmarks/start.py [--rounds 5] [--only WORD] [--old FOLDER]`. CPU seconds of a command with all its
threads and children. Cold: the cache is empty, so the command compiles what it needs. Warm: the least of some rounds
after that, with the same cache. `--old` names another checkout (its `src` is imported, by this Python) to compare with;
cold then includes whatever it compiles. Bytecode is written to a folder of our own before anything is counted, as an
install does. Bars: a cold `evaluate mastermind` 12, warm 0.7; a cold first advice 15. All of `warmup` comes last.

`--docs` writes the cold and warm seconds of some of them into docs/explanation/speed.md, in the place of those there.

The commands are those of the README's console blocks, in a folder where the files that earlier ones of them write are,
and some others about one play. What installs, and what runs until it is stopped, is left out (`LEFT_OUT`).
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parents[1]
OTHERS = (
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
"""What the README only names, with a game."""
LEFT_OUT = {"play": "it waits for a person", "serve": "it runs until it is stopped"}
"""Commands of the README that are not timed, and why."""


def readme_commands() -> list[str]:
    """The commands of the README's console blocks that are ours; of two alike one."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ sleuth ")]
    commands = [shlex.join(shlex.split(line, comments=True)[1:]) for line in lines]
    return [command for command in dict.fromkeys(commands) if command.split()[0] not in LEFT_OUT]


README = readme_commands()
COMMANDS = (*README, *(command for command in OTHERS if command not in README))
TOLD = (
    "--help",
    "games",
    "assist mastermind",
    "assist wordle",
    "solve mastermind --pegs 3 --colours 4",
    "evaluate mastermind",
    "evaluate bulls-and-cows",
    "evaluate pegs.py --pegs 3 --colours 4 --strategy parts",
    "watch mastermind --secret 3141",
    "watch clue",
    "warmup",
    "warmup --wide",
)
"""Those that the documentation tells."""
SPEED = HERE / "docs" / "explanation" / "speed.md"
HEAD = "| command, CPU s | cold | warm | kernels compiled |\n|---|---|---|---|\n"
"""Begins their table there."""
BARS = {"evaluate mastermind": (12.0, 0.7), "assist mastermind": (15.0, None), "assist wordle": (15.0, None)}
"""The most that a cold and a warm start may take."""
FILES = (".py", ".json", ".csv", ".txt", ".svg", ".html")
"""The suffixes by which a word of a command is known to be a file."""


class Start(NamedTuple):
    """What a command took, in CPU seconds, and how many kernels it compiled."""

    cold: float
    warm: float
    compiled: int
    announced: int
    """How many lines were said about it."""


def start(command: str, checkout: Path, bytecode: Path, rounds: int) -> Start:
    """A command from nothing, and again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = bytecode / "cache"  # one for all commands: what they share is compiled once
        for earlier in file_writers(command):
            run(earlier, checkout, bytecode, known, folder / "files")
        run(command, checkout, bytecode, known, fresh_copy(folder))  # its modules are bytecode now
        cold, said = run(command, checkout, bytecode, folder / "cold", fresh_copy(folder))
        compiled = len(list((folder / "cold").rglob("*.nbc")))
        warm = min(run(command, checkout, bytecode, folder / "cold", fresh_copy(folder))[0] for _ in range(rounds))
        return Start(cold, warm, compiled, said.count("Compiling"))


def file_writers(command: str) -> list[str]:
    """The commands of the README that write the files of a command: of each file, the first that names it."""
    writers = []
    if command in README:
        for word in shlex.split(command):
            first = next(earlier for earlier in README if word in shlex.split(earlier))
            if Path(word).suffix in FILES and first != command:
                writers += [*file_writers(first), first]
    return list(dict.fromkeys(writers))


def fresh_copy(folder: Path) -> Path:
    """A fresh copy of the files that a command needs, since it may write them."""
    (folder / "files").mkdir(exist_ok=True)
    shutil.rmtree(folder / "copy", ignore_errors=True)
    return Path(shutil.copytree(folder / "files", folder / "copy"))


def run(command: str, checkout: Path, bytecode: Path, cache: Path, place: Path) -> tuple[float, str]:
    """The CPU seconds of a command in a folder, and what it said on stderr."""
    place.mkdir(exist_ok=True)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"SLEUTH_CACHE": str(cache), "PYTHONPATH": str(checkout / "src"), "PYTHONPYCACHEPREFIX": str(bytecode)}
    before = cpu()
    words = [sys.executable, "-m", "sleuth", *shlex.split(command)]
    done = subprocess.run(words, cwd=place, env=env, capture_output=True, text=True, check=True)
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


def docs_table(text: str, starts: dict[str, Start]) -> str:
    """A page with the figures in the place of those that are there."""
    before, head, after = text.partition(HEAD)
    if not head:
        raise SystemExit(f"{SPEED.name} has no table that begins with {HEAD.splitlines()[0]!r}")
    old = re.match(r"(\|.*\n)*", after)
    assert old is not None
    rows = [f"| `{name}` | {plain(s.cold)} | {plain(s.warm)} | {s.compiled} |\n" for name, s in starts.items()]
    return before + head + "".join(rows) + after[old.end() :]


def plain(seconds: float) -> str:
    """Two figures."""
    return f"{seconds:.2f}" if seconds < 1 else f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"


def main() -> int:
    """Measure, and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often a warm start is measured")
    parser.add_argument("--only", default="", help="only commands with this word")
    parser.add_argument("--old", type=Path, help="another checkout, to compare with")
    parser.add_argument("--docs", action="store_true", help="write what the documentation tells")
    options = parser.parse_args()
    if options.docs:
        with tempfile.TemporaryDirectory() as bytecode:
            told = {}
            for command in TOLD:
                told[command] = start(command, HERE, Path(bytecode), options.rounds)
                print(f"{command}: {told[command]}", flush=True)
        SPEED.write_text(docs_table(SPEED.read_text(encoding="utf-8"), told), encoding="utf-8")
        print(f"written: {SPEED.relative_to(HERE)}")
        return 0
    old = options.old and options.old.resolve()  # commands run in other folders
    columns = ["CPU s", "cold", "warm", "kernels", "lines", "bar cold", "bar warm"]
    columns += ["old cold", "old warm", "old : new, warm"] if old else []
    table = Table(*columns, title="starts")
    commands = [command for command in COMMANDS if options.only in command]
    with tempfile.TemporaryDirectory() as bytecode:
        for row in rows(commands, old, Path(bytecode), options.rounds):
            table.add_row(*row)
        if options.only in "warmup":
            with tempfile.TemporaryDirectory() as cache:
                took, _ = run("warmup", HERE, Path(bytecode) / "new", Path(cache), Path(cache))
                table.add_row("sleuth warmup", f"{took:.2f}", *[""] * (len(columns) - 2))
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
