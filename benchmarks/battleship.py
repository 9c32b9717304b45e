"""How well and how fast Battleship is played: boards counted, the prior, shots by strategy, and the sampler.

Run: `python benchmarks/battleship.py [--boards 1000] [--only hit-probability,entropy] [--exhaustive]`. Kernels are
warmed first. Every strategy meets the same seeded boards. `--exhaustive` compares the count with the plain law on every
history of small boards, in every variant (some 25 minutes of one core).

A history is hits and misses, mixed. A miss of a board is no cell of it, so it changes no other answer of that board:
misses may be moved to the end, in any order, where they only strike out the boards that they meet. So it is enough to
look at hits in every order, and at sets of misses. The boards are listed, each is shot at in every order of its own
cells, by the law written down here once more, and boards with the same shots and answers are gathered. Compared are
`orders`: after every history of hits alone, to the end, the number of boards for every answer to every next shot;
`mixed`: the same with a seeded set of misses between the hits, for one history in so many;
`miss sets`: a history acts through the placements that it leaves open and the hits to cover. For each such state and
each set of misses, of any size or up to a given one, the number of boards, and of boards with each placement.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.belief.fleet import FleetSet
from sleuth.belief.fleet_chain import ChainSet, chain_after
from sleuth.belief.fleet_sea import Sea, sea_of
from sleuth.core.history import History, Step
from sleuth.games.battleship import ANSWERS, Battleship, cells_of
from sleuth.kernels.arrays import Longs, Words
from sleuth.kernels.fleet import PATHS_MOST, cover_hits
from sleuth.kernels.fleet_count import sum_leaves
from sleuth.kernels.jit import kernel
from sleuth.kernels.warmup import warm_all
from sleuth.play.evaluate_plays import evaluate_sample
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


class Part(NamedTuple):
    """Which histories are compared on a board."""

    size: str
    fleet: str
    mixed: int
    """Misses are mixed into one of so many histories of hits."""
    misses: int
    """The largest set of misses beside a state."""


PARTS = (Part("4", "3-2", 4, 16), Part("4", "2-2", 4, 16), Part("5", "3-2", 20, 2))


class Fleet:
    """The boards of a game as arrays, and the law over all of them at once."""

    def __init__(self, game: Battleship) -> None:
        self.game = game
        self.cells = game.actions()
        self.boards = list(game.secrets())
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.ship: Longs = np.full((len(self.boards), len(self.cells)), -1, np.int64)
        """For each board and cell the ship that is there, or -1."""
        self.place: Longs = np.zeros((len(self.boards), len(game.ships)), np.int64)
        """For each board and ship the number of its placement."""
        self.places = sorted({ship for board in self.boards for ship in board})
        numbers = {ship: i for i, ship in enumerate(self.places)}
        for b, board in enumerate(self.boards):
            for s, ship in enumerate(board):
                self.place[b, s] = numbers[ship]
                self.ship[b, [number[cell] for cell in cells_of(ship)]] = s

    def answers(self, boards: Longs, left: Longs, cells: Longs | slice) -> Longs:
        """What each of some boards answers, as numbers; `left` is how many cells of each ship were not hit."""
        ship = self.ship[boards][:, cells] if isinstance(cells, slice) else self.ship[boards, cells][:, None]
        sunk = np.take_along_axis(left, np.maximum(ship, 0), axis=1) == 1
        place = np.take_along_axis(self.place[boards], np.maximum(ship, 0), axis=1)
        lengths = np.array(self.game.ships)[ship]
        told = {
            "anonymous": 1 + sunk,
            "length": np.where(sunk, 1 + lengths, 1),
            "named": 1 + 2 * ship + sunk,
            "cells": np.where(sunk, 2 + place, 1),
            "hits": np.ones_like(ship),
        }
        return np.where(ship < 0, 0, told[self.game.answers])

    def text(self, answer: int) -> str:
        """An answer as the game writes it."""
        kind, names = self.game.answers, self.game.names
        if answer == 0:
            return "miss"
        if kind == "named":
            return f"{('hit', 'sunk')[(answer - 1) % 2]} {names[(answer - 1) // 2]}"
        if answer == 1:
            return "hit"
        if kind == "cells":
            return "sunk " + " ".join(f"{row},{column}" for row, column in cells_of(self.places[answer - 2]))
        return "sunk" if kind == "anonymous" else f"sunk {answer - 1}"


class Node(NamedTuple):
    """A history of hits, with every board that gives it."""

    cells: list[int]
    answers: list[int]
    boards: Longs
    left: Longs
    """For each board how many cells of each ship were not hit."""


def orders(fleet: Fleet) -> Iterator[Node]:
    """Every history that is hits alone: each board in every order of its cells, those that look alike together."""
    every = np.arange(len(fleet.boards))
    own = np.stack([np.flatnonzero(row) for row in fleet.ship >= 0])
    boards, left = every, np.tile(np.array(fleet.game.ships), (len(every), 1))
    shots, answers = np.empty((len(every), 0), np.int64), np.empty((len(every), 0), np.int64)
    yield Node([], [], boards, left)
    for _ in range(own.shape[1]):
        rows: list[tuple[Longs, Longs, Longs, Longs]] = []
        for cell in own.T:
            fresh = np.flatnonzero((shots != cell[boards][:, None]).all(axis=1))
            some, shot = boards[fresh], cell[boards[fresh]]
            told = fleet.answers(some, left[fresh], shot)
            after = left[fresh].copy()
            after[np.arange(len(some)), fleet.ship[some, shot]] -= 1
            rows.append((some, after, np.column_stack((shots[fresh], shot)), np.column_stack((answers[fresh], told))))
        boards, left, shots, answers = (np.concatenate(column) for column in zip(*rows, strict=True))
        told = np.column_stack((shots, answers))
        order = np.lexsort(told.T)
        ends = np.flatnonzero(np.append((told[order][1:] != told[order][:-1]).any(axis=1), True)) + 1
        begin = 0
        for end in ends.tolist():
            same = order[begin:end]
            yield Node(shots[same[0]].tolist(), answers[same[0]].tolist(), boards[same], left[same])
            begin = end


def observed(fleet: Fleet, node: Node, misses: Longs, rng: np.random.Generator) -> FleetSet:
    """The set after a history, with some misses anywhere between its hits."""
    steps = [Step(fleet.cells[c], fleet.text(a)) for c, a in zip(node.cells, node.answers, strict=True)]
    for miss in misses.tolist():
        steps.insert(int(rng.integers(len(steps) + 1)), Step(fleet.cells[miss], "miss"))
    return FleetSet(fleet.game, History(tuple(steps)))


def right(fleet: Fleet, node: Node, misses: Longs, info: FleetSet) -> bool:
    """Whether a set has the boards that the law leaves, for every answer to every next shot."""
    fits = (fleet.ship[node.boards][:, misses] < 0).all(axis=1)
    boards, left = node.boards[fits], node.left[fits]
    if info.size != len(boards):
        return False
    unshot = np.ones(len(fleet.cells), np.bool_)
    unshot[node.cells] = unshot[misses] = False
    answers = fleet.answers(boards, left, slice(None))[:, unshot]
    outcomes = info.outcomes()
    found = {text: outcomes.counts[:, i] for i, text in enumerate(outcomes.feedbacks)}
    told: list[int] = np.unique(answers).tolist()
    expected = {fleet.text(answer): (answers == answer).sum(axis=0) for answer in told}
    hits = (answers > 0).sum(axis=0) / max(1, len(boards))
    chances = info.ship_probability().ravel()[unshot]
    return bool(
        np.abs(chances - hits).max(initial=0) < 1e-9
        and all(text in found and np.array_equal(found.pop(text), row) for text, row in expected.items())
        and not any(row.any() for row in found.values())
    )


@kernel
def counted(
    avails: Words,
    many: Longs,
    hits: Words,
    edges: Longs,
    lengths: Longs,
    conflict: Words,
    cover: Words,
    cells: Words,
    boards: Longs,
    weights: Longs,
) -> None:
    """Count the boards of many states with the same hits."""
    for i in range(len(avails)):
        opens, frees, paths, ends = cover_hits(
            avails[i], many, hits, edges, lengths, conflict, cover, cells, PATHS_MOST
        )
        boards[i] = sum_leaves(opens, frees, paths, ends, edges, conflict, weights[i])


def wrong_sets(fleet: Fleet, sea: Sea, state: tuple[Words, Words], boards: Longs, most: int) -> tuple[int, int]:
    """How many sets of at most so many misses a state was tried with, and how many were counted wrongly.

    Sets that leave no board are left out, and of sets that strike out the same placements all but one.
    """
    waters, (avail, hits) = sea.waters, state
    on = fleet.ship[boards] >= 0
    avails, fits, misses = avail[None], np.ones((1, len(boards)), np.bool_), np.zeros(1, np.int64)
    for cell in np.flatnonzero(((avail & waters.cover) != 0).any(axis=1)).tolist():
        more = fits & ~on[:, cell]
        grows = more.any(axis=1) & (misses < most)
        avails = np.concatenate((avails, avails[grows] & ~waters.cover[cell]))
        fits, misses = np.concatenate((fits, more[grows])), np.concatenate((misses, misses[grows] + 1))
    order = np.lexsort(avails.T)
    first = np.append(True, (avails[order][1:] != avails[order][:-1]).any(axis=1))
    avails, fits = avails[order[first]], fits[order[first]]
    numbers, weights = np.zeros(len(avails), np.int64), np.zeros((len(avails), len(waters.places)), np.int64)
    geometry = (waters.edges, waters.lengths, waters.conflict, waters.cover, waters.cells)
    counted(np.ascontiguousarray(avails), sea.many, hits, *geometry, numbers, weights)
    has = np.zeros((len(boards), len(waters.places)), np.float32)
    for row, board in enumerate(boards.tolist()):
        has[row, sea.placed(fleet.boards[board])] = 1
    expected = fits.astype(np.float32) @ has  # small whole numbers, so exact
    wrong = (numbers != fits.sum(axis=1)) | (weights != expected).any(axis=1)
    return len(numbers), int(wrong.sum())


def compare(part: Part, answers: str, touching: bool, seed: int) -> list[str]:
    """A row of the table."""
    began = time.process_time()
    game = Battleship(size=part.size, fleet=part.fleet, answers=answers, touching=touching)
    fleet, sea, rng = Fleet(game), sea_of(game), np.random.default_rng(seed)
    states: dict[tuple[bytes, bytes], Longs] = {}
    seen = mixed = sets = wrong = 0
    none = np.empty(0, np.int64)
    for node in orders(fleet):
        seen += 1
        info = observed(fleet, node, none, rng)
        wrong += not right(fleet, node, none, info)
        if seen % part.mixed == 0:
            mixed += 1
            # Misses of a board that explains the hits, so that something is left.
            water = np.flatnonzero(fleet.ship[node.boards[int(rng.integers(len(node.boards)))]] < 0)
            misses = water[rng.random(len(water)) < rng.random()]
            wrong += not right(fleet, node, misses, observed(fleet, node, misses, rng))
        same = states.setdefault((info.state[0].tobytes(), info.state[2].tobytes()), node.boards)
        wrong += not np.array_equal(np.sort(same), np.sort(node.boards))
    for (avail, hits), boards in states.items():
        tried, off = wrong_sets(
            fleet, sea, (np.frombuffer(avail, np.uint64), np.frombuffer(hits, np.uint64)), boards, part.misses
        )
        sets, wrong = sets + tried, wrong + off
    figures = (len(fleet.boards), seen, mixed, len(states), sets, wrong)
    seconds = f"{time.process_time() - began:.0f}"
    size = f"{game.height}x{game.width}"
    return [size, part.fleet, answers, str(touching).lower(), *(f"{n:,}" for n in figures), seconds]


def exhaustive(console: Console, seed: int = 0) -> Table:
    """Every variant of every part."""
    columns = ("board", "fleet", "answers", "touching", "boards", "orders", "mixed", "states", "miss sets", "wrong")
    table = Table(*columns, "CPU s", box=None, header_style="bold")
    for part in PARTS:
        for answers in ANSWERS:
            for touching in (True, False):
                with console.status(f"{part.size} {part.fleet} {answers}"):
                    table.add_row(*compare(part, answers, touching, seed))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000, help="seeded boards for each strategy")
    parser.add_argument("--only", default="", help="strategies, with commas")
    parser.add_argument("--exhaustive", action="store_true", help="compare every history of small boards with the law")
    parser.add_argument("--seed", type=int, default=0, help="of the misses that --exhaustive mixes into histories")
    given = parser.parse_args()
    console = Console(width=140)
    warm_all(lambda *told: None)
    if given.exhaustive:
        console.print(exhaustive(console, given.seed))
        return
    console.print(timed_count(), "", sampler(), "", plays(given.boards, [n for n in given.only.split(",") if n]))


if __name__ == "__main__":
    main()
