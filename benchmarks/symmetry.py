"""Symmetries of games that declare none: what is found in the table, in how many CPU seconds, and what it saves.

Run: `python benchmarks/symmetry.py [--quick]`.

The first table looks for the symmetries of games of the catalogue without asking them, and compares with what they
declare; a declared map may rename answers, a found one keeps them. The second solves a game of fifteen lines that
declares nothing (Mastermind 4x6 whose secret is not of one colour) and the same game with the symmetries of Mastermind
declared: the bar is three times. Kernels and tables are made first and not counted; of each the least of three runs.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from operator import eq
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.core.capabilities import Symmetries
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels import groups
from sleuth.kernels.arrays import frozen
from sleuth.solve import position_symmetry, solve
from sleuth.solve.symmetry import SymmetryGroup, declared
from sleuth.solve.symmetry_search import discovered
from sleuth.testing.random_games import RandomNaming

GAMES = [
    "mastermind:pegs=3,colours=6", "mastermind:pegs=4,colours=5", "mastermind", "mastermind:pegs=4,colours=7",
    "bulls-and-cows:length=4,symbols=8", "bulls-and-cows", "fake-coin:coins=12", "black-box:size=5,atoms=3",
    "treasure-hunt:cells=10", "guess-who", "wordle:length=5",
]  # fmt: skip
BAR = 3.0
console = Console(width=120)
Code = tuple[int, ...]


@dataclass(frozen=True)
class Mixed(Game):
    """Mastermind whose secret is not of one colour."""

    pegs: int = 4
    colours: int = 6

    def secrets(self) -> Iterable[Code]:
        return (code for code in self.actions() if len(set(code)) > 1)

    def actions(self) -> Iterable[Code]:
        return product(range(self.colours), repeat=self.pegs)

    def feedback(self, guess: Code, code: Code) -> tuple[int, int]:
        black = sum(map(eq, guess, code))
        return black, (Counter(guess) & Counter(code)).total() - black


@dataclass(frozen=True)
class Declared(Mixed):
    """The same game, with the symmetries of Mastermind."""

    def offers(self, kind: type[Any]) -> Any:
        if kind is Symmetries:
            return parse_game(f"mastermind:pegs={self.pegs},colours={self.colours}").offers(kind)
        return super().offers(kind)


def order(group: SymmetryGroup) -> int:
    """How many members a group has."""
    size, left = 1, group.generators
    while len(left):
        point = int(np.flatnonzero((left != np.arange(left.shape[1])).any(axis=0))[0])
        orbit = groups.orbits(frozen(left), left.shape[1])
        size *= int((orbit == orbit[point]).sum())
        left = SymmetryGroup(group.actions, groups.stabiliser(frozen(left), point, 40)).generators
    return size


def least_cpu(work: Callable[[], Any]) -> tuple[float, Any]:
    """The least CPU seconds of three runs, and what the last one made."""
    least, out = float("inf"), None
    for _ in range(3):
        began = time.process_time()
        out = work()
        least = min(least, time.process_time() - began)
    return least, out


def search_table(specs: list[str]) -> None:
    """What is found in each game, beside what it declares."""
    table = Table("game", "secrets", "actions", "maps", "group found", "group declared", "CPU-s")
    games: list[tuple[str, Tables]] = [(spec, tabulate(parse_game(spec))) for spec in specs]
    games.append(("random, 1,000 secrets", tabulate(RandomNaming(1000, 1000, 6))))
    for name, tables in games:
        seconds, group = least_cpu(partial(discovered, tables))
        told = declared(tables)
        figures = [f"{len(tables.secrets):,}", f"{len(tables.actions):,}", len(group.generators), f"{order(group):,}"]
        table.add_row(name, *map(str, figures), f"{order(told):,}" if told else "none", f"{seconds:.3f}")
    console.print(table)


def solve_both() -> None:
    """The plain game and the declared one."""
    table = Table("game", "total", "worst", "CPU-s", "ratio", f"at most {BAR:g}")
    before = 0.0
    for game in (Declared(), Mixed()):
        tabulate(game)

        def fresh(game: Game = game) -> Any:
            position_symmetry._groups.clear()
            return solve(game, threads=1)

        seconds, found = least_cpu(fresh)
        before = before or seconds
        ratio = seconds / before
        name = f"4x6 without one colour, {'plain' if type(game) is Mixed else 'declared'}"
        table.add_row(name, str(found.total), str(found.worst), f"{seconds:.2f}", f"{ratio:.2f}", str(ratio <= BAR))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the games that take long to tabulate")
    quick = parser.parse_args().quick
    search_table(GAMES[:3] if quick else GAMES)
    solve_both()


if __name__ == "__main__":
    main()
