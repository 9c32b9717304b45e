"""Exact play: what the solver proves, in how many CPU seconds and how much memory, beside published peers and the bar.

Run: `python benchmarks/exact.py [long] [--only NAME ...] [--threads N] [--lists FOLDER]`; `--list` shows the names.

Each row is solved in a process of its own, so that peaks of memory are apart. Kernels and tables are made first and
not counted; compiling anew is timed by itself. A small row is solved five times, and
the least counts. CPU seconds count all threads. One thread, unless `--threads` says otherwise
or the row is about several: those print how much sooner several are done than one, which means something on a quiet
machine only. `long` adds Mastermind 4x8 and Bulls & Cows, half a minute each.
`--lists` names a folder with answers-2315.txt and allowed-12972.txt; without them the rows of those lists are skipped.

A row shows `value:worst`, the longest play behind the colon. The value is the total; of `within=N` the secrets that
come later, of the setter the expected steps, of games with lies none (`-`). Of several games the CPU seconds are added.
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
    """`value:worst` as others published it, or a value alone; nothing where nobody has."""
    peer: float | None
    """CPU seconds of the fastest other program, net of its start where that is known."""
    bar: float
    """CPU seconds here, at most; where threads are compared, how many times as fast two must be at least."""
    objective: str = "mean"
    first: str | None = None
    beam: int = 0
    within: int | None = None
    shortest: bool = False
    bound: float | None = None
    long: bool = False
    seconds: float | None = None
    several: bool = False
    """Whether it is solved by one thread and by several, for the ratio of their wall times."""
    ours: str = ""
    """The same as found here before, where nobody else has published it."""

    @property
    def needs_lists(self) -> bool:
        return any("{answers}" in game for game in self.games)


def mastermind(size: str) -> str:
    pegs, colours = size.split("x")
    return f"mastermind:pegs={pegs},colours={colours}"


def bulls_and_cows(length: int, symbols: int) -> str:
    return f"bulls-and-cows:length={length},symbols={symbols}"


LIES = f"{mastermind('3x6')}@lies:most=1", f"{mastermind('5x3')}@lies:most=1"
FLEETS = "battleship:size=3x3,fleet=3-2", "battleship:size=4x4,fleet=3"
LINES = {
    "5x3": Line((mastermind("5x3"),), "816", 0.004, 0.006),
    "4x5": Line((mastermind("4x5"),), "2463", 0.038, 0.06),
    "5x4": Line((mastermind("5x4"),), "3954", 0.202, 0.2),
    "4x6": Line(("mastermind",), "5625", 0.138, 0.14),
    "4of7": Line((bulls_and_cows(4, 7),), "3639", 0.045, 0.067),
    "3of10": Line((bulls_and_cows(3, 10),), "3575", 0.07, 0.105),
    "4x6-shortest": Line(("mastermind",), "5625:6", None, 0.5, shortest=True),
    "4x6-bound": Line(("mastermind",), "none", None, 0.14, bound=5625),
    "4x6-worst": Line(("mastermind",), "5626:5", None, 2, objective="worst"),
    "sizes": Line(tuple(map(mastermind, SIZES)), " ".join(SIZES.values()), None, 10, shortest=True),
    "3x10": Line((mastermind("3x10"),), "5242", 5.95, 1.5),
    "4of9": Line((bulls_and_cows(4, 9),), "14914", 3.73, 2),
    "4x7": Line((mastermind("4x7"),), "11228", 24.7, 6),
    "salet": Line((WORDS,), "7920", 1.23, 1, first="salet"),
    "salet-beam": Line((WORDS,), "7920", 0.19, 0.2, first="salet", beam=10),
    "beam": Line((WORDS,), "7920", 1.87, 1.6, beam=10),
    "hard": Line((WORDS + ",hard=true",), "8122", 2.51, 2.5, first="salet"),
    "hard-any-length": Line((WORDS + ",hard=true",), "", None, 4, first="salet", within=0),
    "fake-coin": Line(("fake-coin:coins=12",), "72", 0.7, 1),
    # The bars of these nine are one and a half times what they took when the rows were new.
    "4x6-within-3": Line(("mastermind",), "", None, 0.3, objective="within=3", ours="1164:5"),
    "4x6-within-4": Line(("mastermind",), "539", None, 0.6, objective="within=4"),
    "4x7-within-4": Line((mastermind("4x7"),), "", None, 1.1, objective="within=4", ours="1531:6"),
    "4x6-setter": Line(("mastermind",), "560/129", None, 0.8, objective="setter"),
    "jar": Line(("mastermind:jar=2-2-2-1-1-1",), "", None, 0.7, ours="27180:7"),
    "weighted": Line(("wordle",), "", None, 13.5, first="salet", ours="791140:6"),
    "weighted-beam": Line(("wordle",), "", None, 1.4, first="salet", beam=10, ours="791190:6"),
    "lie": Line(LIES, "", None, 0.45, objective="worst", ours="-:7 -:6"),
    "finding": Line(FLEETS, "", None, 0.85, ours="240:8 90:8"),
    "black-box": Line(("black-box:size=5,atoms=3",), "", None, 60),
    "guess-who": Line(("guess-who",), "", None, 60),
    "bulls-and-cows": Line(("bulls-and-cows",), "26274", None, 40, long=True),
    "4x8": Line((mastermind("4x8"),), "20471", 8000, 25, long=True, seconds=900),
    "bulls-and-cows-threads": Line(("bulls-and-cows",), "26274", None, 1.6, long=True, several=True),
    "4x8-threads": Line((mastermind("4x8"),), "20471", None, 1.6, long=True, several=True),
}
TIMES = 5
"""How often a small row is solved; the least counts."""
SMALL = 2.0
"""CPU seconds up to which a row is solved again."""


def solve_line(line: Line, lists: Path, threads: int) -> dict[str, Any]:
    """Solve the games of a row here, after kernels and tables are made."""
    from sleuth import parse_game, tabulate
    from sleuth.core.kernel_warmup import warm_all
    from sleuth.core.offers import plain_game, sequential

    warm_all(lambda what, done, total: None)
    found, cpu, wall, proved = [], 0.0, 0.0, True
    for text in line.games:
        spec = text.format(answers=lists / "answers-2315.txt", allowed=lists / "allowed-12972.txt")
        game = parse_game(spec)
        if not sequential(plain_game(game)):
            tabulate(plain_game(game))
        best_cpu, best_wall, solution = solve_once(game, line, threads)
        for _ in range(TIMES - 1 if best_cpu < SMALL else 0):
            again_cpu, again_wall, solution = solve_once(game, line, threads)
            best_cpu, best_wall = min(best_cpu, again_cpu), min(best_wall, again_wall)
        cpu, wall = cpu + best_cpu, wall + best_wall
        found.append(figures(solution))
        proved &= solution.proved
        if not solution.proved and not line.beam:
            found[-1] += f" (at least {solution.lower_bound})"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10)
    return {"found": found, "proved": proved, "cpu": cpu, "wall": wall, "peak": peak}


def figures(solution: Any) -> str:
    """The `value:worst` of a solution; `none` where there is no tree."""
    objective = solution.objective.partition("=")[0]
    if objective == "within":
        value = solution.late
    elif objective == "setter":
        value = solution.high
    else:
        value = solution.total
    return "none" if solution.worst is None else f"{'-' if value is None else value}:{solution.worst}"


def solve_once(game: Any, line: Line, threads: int) -> tuple[float, float, Any]:
    """CPU seconds, wall seconds and the solution."""
    from sleuth.core.limit import Limit
    from sleuth.solve import solve

    cpu, wall = time.process_time(), time.perf_counter()
    solution = solve(
        game,
        objective=line.objective,
        first=None if line.first is None else game.parse_action(line.first),
        beam=line.beam,
        within=line.within,
        shortest=line.shortest,
        bound=line.bound,
        limit=Limit(seconds=line.seconds),
        threads=threads,
    )
    return time.process_time() - cpu, time.perf_counter() - wall, solution


def in_a_process(name: str, lists: Path, threads: int) -> dict[str, Any]:
    """The same in a process of its own."""
    words = [sys.executable, __file__, "--here", name, "--lists", str(lists), "--threads", str(threads)]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def compile_time() -> float:
    """CPU seconds to compile every kernel of the search, with nothing kept from before."""
    code = "from sleuth.kernels import groups, search_levels; groups.warm(); search_levels.warm()"
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-") as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"} | {"SLEUTH_CACHE": folder}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def agrees(line: Line, found: list[str]) -> str:
    """How what was found compares with what is published, or with what was found before."""
    if not line.expected:
        same = not line.ours or found == line.ours.split()
        return "first published here" if same else f"first published here, before as {line.ours}"
    published, others = line.expected.split(), list[str]()
    for ours, theirs in zip(found, published, strict=True):
        value, _, worst = ours.partition(" ")[0].partition(":")
        known, _, longest = theirs.partition(":")
        if ours == theirs or (value == known and not longest):
            continue
        if value == known and int(worst) < int(longest):
            others.append(f"{ours}, a shorter longest play than the published {theirs}")
        else:
            others.append(f"{ours}, published {theirs}")
    same_number = len(found) - len(others)
    agreed = f"{same_number} as published" if len(found) > 1 else "as published"
    return "; ".join([agreed] * bool(same_number) + others)


def report(names: list[str], lists: Path, threads: int) -> None:
    heads = "row", "value:worst", "proved", "CPU s", "wall s", "MiB", "peer, CPU s", "of peer", "bar", "of bar"
    table = Table(*heads, "published", box=None, header_style="bold")
    for name in names:
        line = LINES[name]
        if line.needs_lists and not lists.is_dir():
            console.print(f"{name} is skipped: the published Wordle lists are not here")
            continue
        result = in_a_process(name, lists, 1 if line.several else threads)
        proved = "yes" if result["proved"] else "beam" if line.beam else "no"
        shown = result["found"][0] if len(result["found"]) == 1 else f"{len(result['found'])} games"
        cpu, wall, peer = result["cpu"], result["wall"], line.peer
        beside = ("", "") if peer is None else (f"{peer:g}", f"{cpu / peer:.0%}")
        bar = f"{line.bar:g} s", f"{cpu / line.bar:.0%}"
        if line.several:
            together = in_a_process(name, lists, max(2, threads))
            cpu, wall = together["cpu"], together["wall"]
            ratio = result["wall"] / wall
            bar = f"{line.bar:g} times", f"{ratio / line.bar:.0%}"
            print(f"{name}: {ratio:.2f} times as fast with {max(2, threads)} threads", file=sys.stderr, flush=True)
        table.add_row(
            name, shown, proved, f"{cpu:.3g}", f"{wall:.3g}", f"{result['peak']:,.0f}", *beside, *bar,
            agrees(line, result["found"])
        )  # fmt: skip
        print(f"{name}: {' '.join(result['found'])} in {cpu:.3g} CPU s", file=sys.stderr, flush=True)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["long", []], default=[])
    parser.add_argument("--only", nargs="+", choices=list(LINES), metavar="NAME", help="these rows")
    parser.add_argument("--list", action="store_true", help="show the names of the rows")
    parser.add_argument("--threads", type=int, default=1, help="threads for each row; two at least where that is asked")
    parser.add_argument("--lists", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "wordle")
    parser.add_argument("--here", choices=list(LINES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(solve_line(LINES[options.here], options.lists, options.threads)))
        return
    if options.list:
        print(*LINES, sep="\n")
        return
    if not options.only:
        print(f"compiling the kernels of the search, once on a machine: {compile_time():.1f} CPU s", flush=True)
    names = options.only or [n for n, line in LINES.items() if "long" in options.what or not line.long]
    report(names, options.lists, options.threads)


if __name__ == "__main__":
    main()
