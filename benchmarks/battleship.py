"""How well and how fast Battleship is played: boards counted, the prior, shots by strategy, and the sampler.

Run: `python benchmarks/battleship.py [--boards 1000] [--only hit-probability,entropy] [--exhaustive]`. Kernels are
warmed first. Every strategy meets the same seeded boards. `--exhaustive` compares the count with the plain law on every
history of two ships on five by five, up to three shots deep, in every variant (some minutes).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.belief.begin import begin
from sleuth.belief.fleet import FleetSet
from sleuth.belief.fleet_chain import ChainSet, chain_after
from sleuth.core.history import History
from sleuth.games.battleship import ANSWERS, Battleship, Board, Cell
from sleuth.kernels.warmup import warm_all
from sleuth.play.sample import evaluate_sample
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.greedy import greedy

ROWS = (
    ("battleship", "hit-probability", "44.80 (at most 45.0)"),
    ("battleship:answers=length", "hit-probability", "44.57"),
    ("battleship:answers=hits", "hit-probability", "47.10"),
    ("battleship", "entropy", "45.96"),
    ("battleship", "hit-probability:ties=possible+lex", ""),
    ("battleship", "blend:weight=0.05", ""),
    ("battleship", "blend:weight=0.2", ""),
    ("battleship", "bits-per-miss", ""),
    ("battleship", "hit-look-ahead:wide=5", ""),
    ("battleship", "maheshwari-singhvi", ""),
    ("battleship", "random", "95.39"),
    ("battleship:size=8,fleet=4-3-2,shots=24", "hit-probability", ""),
)
"""Game, strategy, and the figure to compare with, where there is one."""
COSTLY = ("hit-look-ahead", "random", "maheshwari-singhvi")
"""Strategies that play a fifth of the boards."""
PER_MISS = greedy(lambda outcomes: -outcomes.information / (1 - outcomes.hit_probability + 1e-12), "bits-per-miss")
"""The most bits for each miss that is expected."""


def timed_count() -> Table:
    """The boards before the first shot."""
    table = Table("what", "counted", "expected", box=None, header_style="bold")
    game = Battleship()
    began = time.perf_counter()
    info = FleetSet(game, History())
    chances = info.ship_probability()
    seconds = time.perf_counter() - began
    table.add_row("labelled configurations", f"{game.configurations:,}", "30,093,975,536")
    table.add_row("boards, the two 3s alike", f"{info.size:,}", "15,046,987,768")
    table.add_row("prior chance of a ship, corner", f"{chances[0, 0]:.4f}", ".0800")
    table.add_row("prior chance of a ship, centre", f"{chances[4, 4]:.4f}", ".2136")
    table.add_row("seconds to count five free ships", f"{seconds:.3f}", "")
    return table


def plays(boards: int, only: list[str]) -> Table:
    """Shots until the fleet is sunk, over the same seeded boards."""
    columns = ("game", "strategy", "boards", "mean shots", "± 95%", "expected", "worst", "within shots", "ms a move")
    table = Table(*columns, box=None, header_style="bold")
    console = Console()
    for spec, rule, expected in ROWS:
        if only and rule.partition(":")[0] not in only:
            continue
        number = max(20, boards // 5) if rule.partition(":")[0] in COSTLY else boards
        strategy = PER_MISS if rule == PER_MISS.name else parse_strategy(rule)
        game = Battleship.from_parameters(dict(p.split("=") for p in spec.partition(":")[2].split(",") if p))
        with console.status(f"{spec} {rule}"):
            result = evaluate_sample(game, strategy, number)
        within = "" if result.within_rows is None else f"{result.within_rows:.1%}"
        figures = (f"{result.mean:.2f}", f"{result.error:.2f}", expected, str(result.worst), within)
        table.add_row(spec, rule, str(number), *figures, f"{result.milliseconds:.2f}")
    return table


def sampler() -> Table:
    """The Markov chain beside the count."""
    table = Table("history", "said error", "true error", "R-hat", "worth", "seconds", box=None, header_style="bold")
    game = Battleship()
    for text in ("", "5,5=miss;5,6=hit", "5,5=hit;4,5=hit;6,5=hit;3,5=sunk;6,6=hit;2,2=miss;6,7=hit"):
        history = History.parse(game, text)
        began = time.perf_counter()
        chain = chain_after(game, history)
        seconds = time.perf_counter() - began
        assert isinstance(chain, ChainSet)
        off = np.abs(chain.ship_probability() - FleetSet(game, history).ship_probability()).max()
        told = chain.diagnosis
        figures = (f"{told.error:.3f}", f"{off:.3f}", f"{told.rhat:.3f}", f"{told.effective:,.0f}", f"{seconds:.2f}")
        table.add_row(text or "none", *figures)
    return table


def histories(
    info: FleetSet, boards: list[Board], past: list[Cell], depth: int
) -> Iterator[tuple[FleetSet, list[Board], list[Cell]]]:
    """Every history up to a depth, each with the boards that the plain law leaves."""
    yield info, boards, past
    if depth == 0 or info.all_found:
        return
    for action in info.actions:
        parts: dict[object, list[Board]] = {}
        for board in boards:
            parts.setdefault(info.game.feedback_after(past, action, board), []).append(board)
        for feedback, part in parts.items():
            after = info.observe(action, feedback)
            assert isinstance(after, FleetSet)
            yield from histories(after, part, [*past, action], depth - 1)


def exhaustive(depth: int = 3) -> Table:
    """The count beside the plain law."""
    table = Table("answers", "touching", "histories", "wrong", box=None, header_style="bold")
    for answers in ANSWERS:
        for touching in (True, False):
            game = Battleship(size="5", fleet="3-2", answers=answers, touching=touching)
            start = begin(game)
            assert isinstance(start, FleetSet)
            seen = wrong = 0
            for info, boards, _ in histories(start, list(game.secrets()), [], depth):
                counts = Counter(cell for board in boards for cell in game.hits(board))
                chances = info.ship_probability() * len(boards)
                same = all(abs(chances[r - 1, c - 1] - counts[r, c]) < 1e-6 for r, c in game.actions())
                seen += 1
                wrong += info.size != len(boards) or not same
            table.add_row(answers, str(touching).lower(), f"{seen:,}", str(wrong))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000, help="seeded boards for each strategy")
    parser.add_argument("--only", default="", help="strategies, with commas")
    parser.add_argument("--exhaustive", action="store_true", help="compare every short history with the plain law")
    parser.add_argument("--depth", type=int, default=3, help="the shots of the longest history that is compared")
    given = parser.parse_args()
    console = Console(width=140)
    warm_all(lambda *told: None)
    if given.exhaustive:
        console.print(exhaustive(given.depth))
        return
    console.print(timed_count(), "", sampler(), "", plays(given.boards, [n for n in given.only.split(",") if n]))


if __name__ == "__main__":
    main()
