"""Exact play: what the solver proves, in how many CPU seconds and how much memory, beside published peers and the bar.

Run: `python benchmarks/exact.py [long] [--only NAME ...] [--lists FOLDER]`; `--list` shows the names.

Each row is solved in a process of its own, so that peaks of memory are apart. Kernels and tables are made first and
not counted; compiling anew is timed by itself. CPU seconds count all threads. `long` adds Mastermind 4x8, 15 minutes.
`--lists` names a folder with answers-2315.txt and allowed-12972.txt; without them the Wordle rows are skipped.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

SIZES = {"2x6": "132:5", "2x8": "284:6", "3x2": "18:3", "3x3": "73:4", "3x4": "206:4", "3x6": "854:5", "3x8": "2359:6",
         "4x2": "44:4", "4x3": "246:4", "4x4": "905:5", "4x6": "5625:6"}  # fmt: skip
"""Published optima of Mastermind, pegs x colours, up to 1,296 codes."""
WORDS = "wordle:answers={answers},allowed={allowed}"
console = Console(width=130)


@dataclass(frozen=True)
class Line:
    """One row: what is solved, what is known of it, and the bar."""

    games: tuple[str, ...]
    expected: str
    """`total:worst`, or a total alone; nothing where nobody has published it."""
    peer: float | None
    """CPU seconds elsewhere, where somebody has published them."""
    bar: float
    """CPU seconds here, at most."""
    objective: str = "mean"
    first: str | None = None
    beam: int = 0
    within: int | None = None
    long: bool = False
    seconds: float | None = None

    @property
    def needs_lists(self) -> bool:
        return any("{answers}" in game for game in self.games)


def mastermind(size: str) -> str:
    pegs, colours = size.split("x")
    return f"mastermind:pegs={pegs},colours={colours}"


LINES = {
    "4x6": Line(("mastermind",), "5625:6", 0.19, 2),
    "4x6-worst": Line(("mastermind",), "5626:5", None, 2, objective="worst"),
    "sizes": Line(tuple(map(mastermind, SIZES)), " ".join(SIZES.values()), None, 10),
    "4x7": Line((mastermind("4x7"),), "11228:6", 31, 60),
    "bulls-and-cows": Line(("bulls-and-cows",), "26274:7", None, 1800),
    "salet": Line((WORDS,), "7920:5", 1.7, 5, first="salet"),
    "beam": Line((WORDS,), "7920", 2.2, 10, beam=10),
    "hard": Line((WORDS + ",hard=true",), "8122", 3.2, 20, first="salet"),
    "hard-any-length": Line((WORDS + ",hard=true",), "", None, 20, first="salet", within=0),
    "fake-coin": Line(("fake-coin:coins=12",), "72:3", 0.7, 1),
    "black-box": Line(("black-box:size=5,atoms=3",), "", None, 60),
    "guess-who": Line(("guess-who",), "", None, 60),
    "4x8": Line((mastermind("4x8"),), "20471:7", 8000, 900, long=True, seconds=900),
}


def solve_line(line: Line, lists: Path) -> dict[str, Any]:
    """Solve the games of a row here, after kernels and tables are made."""
    from sleuth import parse_game, tabulate
    from sleuth.core.kernel_warmup import warm_all
    from sleuth.core.limit import Limit
    from sleuth.solve import solve

    warm_all(lambda what, done, total: None)
    found, cpu, wall, proved = [], 0.0, 0.0, True
    for text in line.games:
        spec = text.format(answers=lists / "answers-2315.txt", allowed=lists / "allowed-12972.txt")
        game = parse_game(spec)
        tabulate(game)
        cpu_before, wall_before = time.process_time(), time.perf_counter()
        solution = solve(
            game,
            objective=line.objective,
            first=None if line.first is None else game.parse_action(line.first),
            beam=line.beam,
            within=line.within,
            limit=Limit(seconds=line.seconds),
        )
        cpu += time.process_time() - cpu_before
        wall += time.perf_counter() - wall_before
        found.append(f"{solution.total}:{solution.worst}")
        proved &= solution.proved
        if not solution.proved and not line.beam:
            found[-1] += f" (at least {solution.lower_bound})"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10)
    return {"found": found, "proved": proved, "cpu": cpu, "wall": wall, "peak": peak}


def in_a_process(name: str, lists: Path) -> dict[str, Any]:
    """The same in a process of its own."""
    words = [sys.executable, __file__, "--here", name, "--lists", str(lists)]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def compile_time() -> float:
    """CPU seconds to compile every kernel of the search, with nothing kept from before."""
    code = "from sleuth.kernels import groups, search; groups.warm(); search.warm()"
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-") as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"} | {"SLEUTH_CACHE": folder}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def agrees(line: Line, found: list[str]) -> str:
    """How what was found compares with what is published."""
    if not line.expected:
        return "first published here"
    published = line.expected.split()
    told = []
    for ours, theirs in zip(found, published, strict=True):
        total, worst = (int(part) for part in ours.split(" ")[0].split(":"))
        if ours == theirs or str(total) == theirs:
            continue
        known = int(theirs.split(":")[0])
        if total == known and worst < int(theirs.split(":")[1]):
            told.append(f"{ours}, a shorter longest play than the published {theirs}")
        else:
            told.append(f"{ours}, published {theirs}")
    same = len(found) - len(told)
    return "; ".join(([f"{same} as published" if len(found) > 1 else "as published"] if same else []) + told)


def report(names: list[str], lists: Path) -> None:
    heads = "row", "total:worst", "proved", "CPU s", "wall s", "MiB", "peer, CPU s", "of peer", "bar, CPU s", "of bar"
    table = Table(*heads, "published", box=None, header_style="bold")
    for name in names:
        line = LINES[name]
        if line.needs_lists and not lists.is_dir():
            console.print(f"{name} is skipped: the published Wordle lists are not here")
            continue
        told = in_a_process(name, lists)
        proved = "yes" if told["proved"] else "beam" if line.beam else "no"
        result = told["found"][0] if len(told["found"]) == 1 else f"{len(told['found'])} games"
        cpu, peer = told["cpu"], line.peer
        beside = ("", "") if peer is None else (f"{peer:g}", f"{cpu / peer:.0%}")
        table.add_row(
            name, result, proved, f"{cpu:.2f}", f"{told['wall']:.2f}", f"{told['peak']:,.0f}", *beside,
            f"{line.bar:g}", f"{cpu / line.bar:.0%}", agrees(line, told["found"])
        )  # fmt: skip
        print(f"{name}: {' '.join(told['found'])} in {told['cpu']:.2f} CPU s", file=sys.stderr, flush=True)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["long", []], default=[])
    parser.add_argument("--only", nargs="+", choices=list(LINES), metavar="NAME", help="these rows")
    parser.add_argument("--list", action="store_true", help="show the names of the rows")
    parser.add_argument("--lists", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "wordle")
    parser.add_argument("--here", choices=list(LINES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(solve_line(LINES[options.here], options.lists)))
        return
    if options.list:
        print(*LINES, sep="\n")
        return
    if not options.only:
        print(f"compiling the kernels of the search, once on a machine: {compile_time():.1f} CPU s", flush=True)
    report(options.only or [n for n, line in LINES.items() if "long" in options.what or not line.long], options.lists)


if __name__ == "__main__":
    main()
