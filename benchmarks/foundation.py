"""How fast the foundation is: tables, recommendations and whole evaluations, beside the bar or a naive reference.

Run: `python benchmarks/foundation.py [--lists FOLDER] [--large]`. Compilation is not counted: kernels are warmed first.
`--lists` names a folder with answers-2315.txt and allowed-12972.txt; without them the Wordle rows are left out.
`--large` adds Mastermind 5x8, whose table would take 1 GiB and is streamed.
CPU seconds count all threads; wall seconds are what a person waits.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import log2
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sleuth import Game, begin, evaluate, parse_game, parse_strategy, tabulate
from sleuth.core.kernel_warmup import warm_all

Times = tuple[float, float]


def timed(work: Callable[[], object], times: int = 3) -> Times:
    """The best wall and CPU seconds of some runs."""
    best = (float("inf"), float("inf"))
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        best = min(best[0], time.perf_counter() - wall), min(best[1], time.process_time() - cpu)
    return best


def naive_choice(game: Game, secrets: list[object], actions: list[object]) -> object:
    """One decision by the plain law and a dictionary: what one would write in an afternoon."""

    def remaining(action: object) -> float:
        return sum(n * log2(n) for n in Counter(game.feedback(action, s) for s in secrets).values())

    return min(actions, key=remaining)


class Report:
    """A table that prints itself."""

    def __init__(self) -> None:
        self.table = Table("what", "wall s", "CPU s", "bar s", "of the bar", box=None, header_style="bold")
        self.ratios = Table(
            "beside a reference", "ours, CPU s", "reference s", "times faster", box=None, header_style="bold"
        )

    def row(self, what: str, times: Times, bar: float | None, cpu: bool = False) -> None:
        used = times[1] if cpu else times[0]
        share = "" if bar is None else f"{used / bar:.0%}"
        limit = "" if bar is None else f"{bar:g}"
        self.table.add_row(what, f"{times[0]:.3f}", f"{times[1]:.3f}", limit, share)

    def beside(self, what: str, ours: float, reference: float) -> None:
        self.ratios.add_row(what, f"{ours:.3f}", f"{reference:.3g}", f"{reference / ours:,.0f}")


def start_up(report: Report) -> None:
    for words in (["-c", "import sleuth"], ["-m", "sleuth", "--help"]):
        best = (float("inf"), float("inf"))
        for _ in range(5):
            before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
            best = min(best[0], time.perf_counter() - wall), min(best[1], cpu)
        report.row(f"python {' '.join(words)}", best, 0.5, cpu=True)


def evaluations(report: Report) -> None:
    game = parse_game("mastermind")
    tabulate(game)
    for rule in map(parse_strategy, ("minimax", "size", "entropy", "parts")):
        report.row(f"Mastermind 4x6, {rule}, all secrets", timed(partial(evaluate, game, rule)), 0.05)
    game, entropy = parse_game("bulls-and-cows"), parse_strategy("entropy")
    report.row("Bulls & Cows, the table", timed(lambda: tabulate(game, keep=False)), None)
    tabulate(game)
    whole = timed(lambda: evaluate(game, entropy))
    report.row("Bulls & Cows, entropy, all secrets", whole, 0.3, cpu=True)
    report.beside("all 5,040 games of Bulls & Cows, against Hutchison's 16 minutes of 2012", whole[1], 16 * 60)
    info = begin(game)
    first = timed(lambda: entropy.decide(info).action)
    # The naive pass is linear in the secrets, so 100 of the 5,040 are enough to measure it.
    some = timed(lambda: naive_choice(game, list(game.secrets())[:100], list(game.secrets())), 1)
    report.beside("one first decision, against the plain law and a dictionary (scaled up)", first[1], some[1] * 50.4)


def wordle(report: Report, folder: Path) -> None:
    game = parse_game(f"wordle:answers={folder / 'answers-2315.txt'},allowed={folder / 'allowed-12972.txt'}")
    report.row("Wordle, the table, cold", timed(lambda: tabulate(game, keep=False)), 0.6)
    wall, cpu = time.perf_counter(), time.process_time()
    tabulate(game)
    report.row("Wordle, the table, from disk", (time.perf_counter() - wall, time.process_time() - cpu), None)
    info, rule = begin(game), parse_strategy("entropy")
    report.row("Wordle, first recommendation", timed(lambda: rule.decide(info).action), 0.1)
    report.row("Wordle, entropy, all secrets", timed(lambda: evaluate(game, rule)), 0.6)
    hard = parse_game(f"{game},hard=true")
    report.row("Wordle hard mode, entropy, all secrets", timed(lambda: evaluate(hard, rule), 1), None)


def own_words(report: Report) -> None:
    """The lists that Sleuth brings along, whose words are not equally likely."""
    game, rule = parse_game("wordle"), parse_strategy("entropy")
    info = begin(game)
    report.row("Wordle, its own lists and prior, first recommendation", timed(lambda: rule.decide(info).action), None)
    report.row("Wordle, its own lists and prior, entropy, all secrets", timed(lambda: evaluate(game, rule)), None)


def large(report: Report) -> None:
    game, rule = parse_game("mastermind:pegs=5,colours=8"), parse_strategy("entropy")
    report.row("Mastermind 5x8, its lists", timed(lambda: tabulate(game), 1), None)
    cpu = time.process_time()
    result = evaluate(game, rule)
    times = result.seconds, time.process_time() - cpu
    report.row(f"Mastermind 5x8, entropy: {result.total}:{result.worst}", times, 60)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
    report.table.add_row("  peak memory, GiB", f"{peak:.2f}", "", "2", f"{peak / 2:.0%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "wordle")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    warm_all(lambda what, done, total: None)
    report = Report()
    start_up(report)
    evaluations(report)
    own_words(report)
    if options.lists.is_dir():
        wordle(report, options.lists)
    if options.large:
        large(report)
    Console().print(report.table, "", report.ratios)


if __name__ == "__main__":
    main()
