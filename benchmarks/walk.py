"""How fast the whole tree of a one-step rule is walked: beside other programs, and with each device on and off.

Run: `python benchmarks/walk.py [--lists FOLDER] [--rounds 5]`. CPU seconds of all threads around `evaluate`, tables and
kernels loaded, the least of some rounds; the first round, which also maps the symmetries that a game declares, is told
beside it. Peers, measured on this machine by their own whole process: mastermind-strategy (C++, symmetry) for four
pegs and Bulls & Cows, Mastermind by mikemag (C++) for five pegs. Totals differ by tie-breaks.

Memory is the peak of a process of its own that evaluates Mastermind 5x8, with all that it imports.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from unittest import mock

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import Game, evaluate, parse_game, parse_strategy, tabulate
from sleuth.core.kernel_warmup import warm_part
from sleuth.core.numbered_law import AnswerBlocks
from sleuth.core.tables import Tables
from sleuth.kernels import partitions
from sleuth.kernels.arrays import frozen
from sleuth.strategies.walk_symmetry import WalkSymmetry

LARGE = "mastermind:pegs=5,colours=8"
CASES = {
    ("mastermind", "minimax"): 0.013,
    ("mastermind", "size"): 0.010,
    ("mastermind", "entropy"): 0.014,
    ("mastermind", "parts"): 0.010,
    ("bulls-and-cows", "entropy"): 0.081,
    (LARGE, "entropy"): 5.4,
}
"""What is walked, and the CPU seconds of the quickest other program."""


def timed(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The CPU seconds of the first round, and of the best."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return times[0], min(times)


@contextmanager
def stored() -> Iterator[None]:
    """Tables are stored, however large they are."""
    making = import_module("sleuth.core.tabulate")
    with mock.patch.object(making, "STREAM_CELLS", 1 << 62), mock.patch.object(making, "_remembered", return_value=[]):
        yield


def streamed_tables(game: Game) -> Tables:
    """Tables without codes, where the game has a law on numbers."""
    making = import_module("sleuth.core.tabulate")
    with mock.patch.object(making, "STREAM_CELLS", 1):
        tables: Tables = making.tabulate(game, keep=False)
    return tables


def without_symmetry() -> AbstractContextManager[object]:
    """The walk asks all actions everywhere."""
    return mock.patch.object(WalkSymmetry, "of", return_value=None)


def beside_peers(rounds: int) -> Table:
    table = Table("game", "rule", "total", "first, CPU s", "best, CPU s", "peer", "of the peer", box=None)
    for (spec, rule), peer in CASES.items():
        game, strategy = parse_game(spec), parse_strategy(rule)
        tabulate(game)
        first, best = timed(partial(evaluate, game, strategy), rounds if spec != LARGE else 2)
        table.add_row(
            spec,
            rule,
            f"{evaluate(game, strategy).total:,}",
            f"{first:.4f}",
            f"{best:.4f}",
            f"{peer:g}",
            f"{best / peer:.0%}",
        )
    return table


def devices(rounds: int, folder: Path) -> Table:
    """Each device off, in the same run."""
    table = Table("game", "as it is", "without symmetry", "times", "streamed", "times", box=None)
    games = [parse_game(spec) for spec in ("bulls-and-cows", "mastermind:pegs=5,colours=6", "mastermind:colours=9")]
    if folder.is_dir():
        games.append(parse_game(f"wordle:answers={folder / 'answers-2315.txt'},allowed={folder / 'allowed-12972.txt'}"))
    making, entropy = import_module("sleuth.core.tabulate"), parse_strategy("entropy")
    for game in games:
        tabulate(game)
        best = timed(partial(evaluate, game, entropy), rounds)[1]
        with without_symmetry():
            plain = timed(partial(evaluate, game, entropy), rounds)[1]
        kept = [streamed_tables(game)]
        with mock.patch.object(making, "_remembered", lambda game, kept=kept: kept):
            streamed = timed(partial(evaluate, game, entropy), rounds)[1]
        ratios = f"{plain / best:.2f}", f"{streamed / best:.2f}"
        table.add_row(str(game)[:32], f"{best:.4f}", f"{plain:.4f}", ratios[0], f"{streamed:.4f}", ratios[1])
    return table


def rates(rounds: int) -> Table:
    """Answers a second of a core, by what is done with them."""
    table = Table("answers of Mastermind 5x6", "millions a CPU second", box=None)
    with stored():
        tables = tabulate(parse_game("mastermind:pegs=5,colours=6"))
    assert tables.stored is not None
    codes, number = frozen(tables.stored), len(tables.actions)
    actions = frozen(np.arange(number, dtype=np.int32))
    scattered = frozen(np.random.default_rng(0).permutation(number).astype(np.int32))
    folded, out = frozen(np.arange(number + 1, dtype=np.float64)), np.empty(number)
    for name, asked in (("scored from the table, in order", actions), ("the same, in any order", scattered)):
        work = partial(partitions.score_uniform, codes, actions, asked, tables.width, folded, False, out)
        table.add_row(name, f"{number * number / timed(work, rounds)[1] / 1e6:,.0f}")
    blocks, some = AnswerBlocks(streamed_tables(tables.game)), np.arange(128, dtype=np.int32)
    best = timed(lambda: blocks.answers(some), 5 * rounds)[1]
    table.add_row("computed, in blocks", f"{128 * number / best / 1e6:,.0f}")
    return table


def peak() -> float:
    """The peak memory, in MiB, of a process that evaluates Mastermind 5x8.

    What the process was before it began (a copy of this one) would count too: so this comes before all else.
    """
    code = f"from sleuth import *; print(evaluate(parse_game('{LARGE}'), parse_strategy('entropy')).total)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "wordle")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    console = Console()
    console.print(f"Mastermind 5x8, entropy: {peak():.0f} MiB at the peak (200 at most)\n")
    for part in ("partitions", "tree_walk", "few_candidates", "groups", "stabilisers", "codes"):
        warm_part(part)
    evaluate(parse_game("mastermind:pegs=3,colours=4"), parse_strategy("entropy"))  # what else a first call loads
    console.print(beside_peers(options.rounds), "", devices(options.rounds, options.lists), "", rates(options.rounds))


if __name__ == "__main__":
    main()
