"""Symmetries that are found in a table: true ones, all of them where that is known, and none where there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial
from operator import eq
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.capabilities import Symmetries
from sleuth.core.declared_symmetry import check
from sleuth.core.game import Feedback, Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels import groups
from sleuth.kernels.arrays import Ints, frozen
from sleuth.solve import solve, symmetry_search
from sleuth.solve.symmetry import SymmetryGroup, declared
from sleuth.solve.symmetry_search import discovered
from sleuth.testing.random_games import RandomLaw, RandomNaming

Code = tuple[int, ...]


@dataclass(frozen=True)
class Mixed(Game):
    """Mastermind whose secret is not of one colour: fifteen lines and no hook."""

    pegs: int = 3
    colours: int = 4

    def secrets(self) -> Iterable[Code]:
        return (code for code in self.actions() if len(set(code)) > 1)

    def actions(self) -> Iterable[Code]:
        return product(range(self.colours), repeat=self.pegs)

    def feedback(self, guess: Code, code: Code) -> Feedback:
        black = sum(map(eq, guess, code))
        return black, (Counter(guess) & Counter(code)).total() - black


@dataclass(frozen=True)
class Shuffled(Mixed):
    """The same, listed in another order, with secrets that are heavier where a colour is in them."""

    seed: int = 0
    heavy: int = 1

    def secrets(self) -> Iterable[Code]:
        return self._shuffled(list(super().secrets()), 0)

    def actions(self) -> Iterable[Code]:
        return self._shuffled(list(super().actions()), 1)

    def _shuffled(self, codes: list[Code], turn: int) -> list[Code]:
        return [codes[i] for i in np.random.default_rng([self.seed, turn]).permutation(len(codes))]

    def prior(self, code: Code) -> float:
        return self.heavy if 0 in code else 1


@dataclass(frozen=True)
class Sea(Game):
    """Where is the ship? A toy of Battleship: shots at a square sea, and a ship of two cells."""

    goal: ClassVar[Goal] = Goal.KNOW

    size: int = 4

    def secrets(self) -> Iterable[Feedback]:
        cells = list(product(range(self.size), repeat=2))
        return [frozenset(p) for p in permutations(cells, 2) if p[0] < p[1] and sum(map(abs, np.subtract(*p))) == 1]

    def actions(self) -> Iterable[Code]:
        return product(range(self.size), repeat=2)

    def feedback(self, cell: Code, ship: frozenset[Code]) -> bool:
        return cell in ship


def order(group: SymmetryGroup) -> int:
    """How many members a group has: orbits of one point after the other, each under what leaves the earlier alone."""
    size, left = 1, group.generators
    while len(left):
        point = int(np.flatnonzero((left != np.arange(left.shape[1])).any(axis=0))[0])
        orbit = groups.orbits(frozen(left), left.shape[1])
        size *= int((orbit == orbit[point]).sum())
        left = SymmetryGroup(group.actions, groups.stabiliser(frozen(left), point, 40)).generators
    return size


def true_everywhere(tables: Tables, group: SymmetryGroup) -> None:
    """Every map keeps every answer, the prior, the costs, and who names whom."""
    number = len(tables.actions)
    for member in group.generators:
        actions, secrets = member[:number], member[number:] - number
        assert sorted(actions.tolist()) == list(range(number))
        assert sorted(secrets.tolist()) == list(range(len(tables.secrets)))
        assert tables.codes is not None
        assert np.array_equal(tables.codes[np.ix_(secrets, actions)], tables.codes)
        assert tables.uniform or np.array_equal(tables.weights[secrets], tables.weights)
        named = np.where(tables.named >= 0, secrets[tables.named], -1)
        assert np.array_equal(tables.named[actions], named)
        check(tables, member)


@pytest.mark.parametrize(
    ("spec", "members"),
    [
        ("mastermind:pegs=3,colours=6", 6 * 720),
        ("mastermind:pegs=4,colours=4", 24 * 24),
        ("simple-mastermind:pegs=2,colours=5", 2 * 120 * 120),
        ("bulls-and-cows:length=3,symbols=7", 6 * factorial(7)),
        ("bulls-and-cows:length=4,symbols=6", 24 * 720),
        ("mastermind:pegs=3,jar=2-2-1", 6 * 2),
    ],
)
def test_all_that_a_game_declares_is_found_in_its_table(spec: str, members: int) -> None:
    tables = tabulate(parse_game(spec))
    group = discovered(tables)
    true_everywhere(tables, group)
    assert order(group) >= order(declared(tables)) == members
    assert order(group) % members == 0
    assert 2 ** len(group.generators) <= order(group)  # each generator makes the group at least twice as large


@pytest.mark.parametrize(("pegs", "colours"), [(3, 4), (3, 6), (4, 3), (2, 7)])
def test_a_plain_game(pegs: int, colours: int) -> None:
    tables = tabulate(Mixed(pegs, colours))
    group = discovered(tables)
    true_everywhere(tables, group)
    assert order(group) == factorial(pegs) * factorial(colours)


@settings(max_examples=trials(10), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([1, 3]))
def test_order_and_weights_of_the_list(seed: int, heavy: int) -> None:
    tables = tabulate(Shuffled(seed=seed, heavy=heavy))
    group = discovered(tables)
    true_everywhere(tables, group)
    assert order(group) == 6 * (24 if heavy == 1 else 6)  # a heavy colour stays where it is


def test_a_square_sea_has_eight() -> None:
    tables = tabulate(Sea())
    group = discovered(tables)
    true_everywhere(tables, group)
    assert order(group) == 8


@settings(max_examples=trials(60), deadline=None)
@given(
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(1, 7),
    st.integers(0, 4),
    st.integers(2, 3),
    st.sampled_from([1, 2]),
    st.integers(0, 10_000),
    st.booleans(),
)
def test_what_is_found_in_random_tables_is_true_and_is_all(
    kind: type[RandomLaw], size: int, questions: int, answers: int, heaviest: int, seed: int, wide: bool
) -> None:
    tables = tabulate(kind(size, questions, answers, heaviest, seed, wide))
    group = discovered(tables)
    true_everywhere(tables, group)
    moves = {tuple(member) for member in _moves(tables)}
    assert _closure(group, len(tables.secrets)) == moves


def _moves(tables: Tables) -> Iterable[tuple[int, ...]]:
    """Every permutation of secrets for which there is one of the actions that keeps all, by trying."""
    codes, size = tables.codes, len(tables.secrets)
    assert codes is not None
    weights = np.ones(size) if tables.uniform else tables.weights

    def columns(secrets: Ints) -> Counter[tuple[int, ...]]:
        place = np.argsort(secrets)
        named = np.where(tables.named >= 0, place[tables.named], -1)
        return Counter((*column, int(name)) for column, name in zip(codes[secrets].T.tolist(), named, strict=True))

    plain = columns(np.arange(size))
    for move in permutations(range(size)):
        if np.array_equal(weights[list(move)], weights) and columns(np.array(move)) == plain:
            yield move


def _closure(group: SymmetryGroup, size: int) -> set[tuple[int, ...]]:
    """What the generators make of the secrets."""
    found = {tuple(range(size))}
    fresh = list(found)
    moves = [(g[group.actions :] - group.actions).tolist() for g in group.generators]
    while fresh:
        new = {tuple(move[x] for x in member) for member in fresh for move in moves} - found
        found |= new
        fresh = list(new)
    return found


def test_too_little_work_finds_less_and_nothing_wrong() -> None:
    tables = tabulate(Mixed(3, 5))
    assert tables.codes is not None
    sizes = []
    for passes in (0, 1, 15, 20, 25, 30, 60, 200):
        group = discovered(tables, passes * tables.codes.size)
        true_everywhere(tables, group)
        sizes.append(order(group))
    assert sizes[0] == sizes[1] == 1
    assert sizes == sorted(sizes)
    assert sizes[-1] == factorial(3) * factorial(5)


@dataclass(frozen=True)
class Square(Game):
    """A Latin square: at first sight all secrets are alike. Where it is bent, most of its symmetry is gone."""

    goal: ClassVar[Goal] = Goal.KNOW

    size: int = 6
    bent: bool = False

    def secrets(self) -> range:
        return range(self.size)

    def feedback(self, action: int, secret: int) -> int:
        half = self.size // 2
        turn = half if self.bent and action % half == 0 and secret % half == 0 else 0
        return (action + secret + turn) % self.size


@pytest.mark.parametrize("bent", [False, True])
@pytest.mark.parametrize("tries", [1, symmetry_search.TRIES])
def test_regular_tables(bent: bool, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symmetry_search, "TRIES", tries)
    tables = tabulate(Square(bent=bent))
    group = discovered(tables)
    true_everywhere(tables, group)
    moves = set(_moves(tables))
    assert _closure(group, 6) <= moves if tries == 1 else _closure(group, 6) == moves
    assert len(moves) == (6 if not bent else 2)


def test_a_plain_game_is_solved_as_the_declared_one() -> None:
    @dataclass(frozen=True)
    class Declared(Mixed):
        def offers(self, kind: type) -> object:
            return (
                parse_game("mastermind:pegs=3,colours=4").offers(kind) if kind is Symmetries else super().offers(kind)
            )

    plain, told = solve(Mixed(), threads=1), solve(Declared(), threads=1)
    assert (plain.total, plain.worst, plain.nodes) == (told.total, told.worst, told.nodes)
    assert plain.total == solve(Mixed(), symmetry=False).total
