"""Counting fleets, beside the product of all placements."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.games.battleship.kernels.chain import draw_board, fair_price, one_after_another, walked
from sleuth.games.battleship.kernels.estimate import estimated_boards
from sleuth.games.battleship.kernels.fleet import Waters, count_boards, cover, waters, work
from sleuth.kernels.arrays import Longs, Words
from sleuth.kernels.bits import WORD, ones


def bits_of(words: Words) -> set[int]:
    return {w * WORD + b for w, word in enumerate(words.tolist()) for b in range(WORD) if word >> b & 1}


def words_of(bits: set[int], length: int) -> Words:
    out = [0] * length
    for bit in bits:
        out[bit // WORD] |= 1 << bit % WORD
    return np.array(out, np.uint64)


def cells_by_hand(rows: int, columns: int, length: int) -> set[frozenset[tuple[int, int]]]:
    every = {(r, c) for r in range(rows) for c in range(columns)}
    ways = [[(r + k * d, c + k * (1 - d)) for k in range(length)] for r, c in every for d in (0, 1)]
    return {frozenset(way) for way in ways if every.issuperset(way)}


def apart(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]], touching: bool) -> bool:
    near = 0 if touching else 1
    return all(max(abs(a - c), abs(b - d)) > near for a, b in one for c, d in other)


def placed(sea: Waters, columns: int, bit: int) -> frozenset[tuple[int, int]]:
    return frozenset(divmod(cell, columns) for cell in bits_of(sea.cells[bit]))


def by_product(sea: Waters, open_: set[int], many: list[int], hits: set[int]) -> tuple[int, Longs]:
    """Every choice of placements, one by one: the slow twin. Of ships that are alike, one order stands for all."""
    lists = [[b for b in sorted(open_) if sea.edges[g] <= b // WORD < sea.edges[g + 1]] for g in range(len(many))]
    weights = np.zeros(len(sea.places), np.int64)
    total = 0
    for chosen in product(*map(combinations, lists, many)):
        choice = [b for part in chosen for b in part]
        clash = any(int(sea.conflict[a, b // WORD]) >> b % WORD & 1 for i, a in enumerate(choice) for b in choice[:i])
        if not clash and hits <= set().union(*(bits_of(sea.cells[b]) for b in choice)):
            total += 1
            weights[choice] += 1
    return total, weights


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (3, 4), (5, 5)])
def test_placements_and_conflicts(rows: int, columns: int, touching: bool) -> None:
    sea = waters(rows, columns, (3, 2, 1), touching)
    for group, length in enumerate((3, 2, 1)):
        words = range(int(sea.edges[group]), int(sea.edges[group + 1]))
        bits = [b for b in bits_of(sea.every) if b // WORD in words]
        assert {placed(sea, columns, b) for b in bits} == cells_by_hand(rows, columns, length)
        assert len(bits) == len(cells_by_hand(rows, columns, length))
        places = [tuple(sea.places[b]) for b in sorted(bits)]
        assert places == sorted(places)
    for a, b in product(sorted(bits_of(sea.every)), repeat=2):
        clash = bool(int(sea.conflict[a, b // WORD]) >> b % WORD & 1)
        assert clash == (not apart(placed(sea, columns, a), placed(sea, columns, b), touching))
    for cell in range(rows * columns):
        assert bits_of(sea.cover[cell]) == {
            b for b in bits_of(sea.every) if divmod(cell, columns) in placed(sea, columns, b)
        }


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_ones(word: int) -> None:
    assert ones(np.uint64(word)) == word.bit_count()


@settings(max_examples=trials(40), deadline=None)
@given(st.data())
def test_counts_are_those_of_the_product(data: st.DataObject) -> None:
    rows, columns = data.draw(st.sampled_from([(2, 3), (3, 3), (2, 5), (3, 4)]))
    lengths = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3, unique=True))
    most = {1: 5, 2: 2, 3: 2}[len(lengths)]
    many = [data.draw(st.integers(0 if len(lengths) > 1 else 1, most)) for _ in lengths]
    if sum(many) > 5:
        many = [1] * len(lengths)
    sea = waters(rows, columns, tuple(lengths), data.draw(st.booleans()))
    every = sorted(bits_of(sea.every))
    open_ = set(data.draw(st.lists(st.sampled_from(every), min_size=min(8, len(every)), max_size=12, unique=True)))
    hits = set(data.draw(st.lists(st.integers(0, rows * columns - 1), max_size=4, unique=True)))
    avail, uncovered = words_of(open_, len(sea.every)), words_of(hits, sea.cells.shape[1])
    covered = cover(sea, avail, np.array(many, np.int64), uncovered)
    found = count_boards(sea, covered)
    boards, weights = by_product(sea, open_, many, hits)
    assert found.boards == boards
    assert found.weights.tolist() == weights.tolist()
    assert work(sea, covered) < 1e6


@pytest.mark.parametrize("touching", [True, False])
def test_four_and_five_and_six_free_ships(touching: bool) -> None:
    sea = waters(2, 5, (3, 2, 1), touching)
    for many in ([1, 1, 2], [0, 2, 2], [1, 2, 1], [0, 1, 4], [0, 0, 6]) if touching else ([1, 1, 2], [0, 1, 3]):
        covered = cover(sea, sea.every, np.array(many, np.int64), np.zeros(1, np.uint64))
        boards, weights = by_product(sea, bits_of(sea.every), many, set())
        found = count_boards(sea, covered)
        assert (found.boards, found.weights.tolist()) == (boards, weights.tolist())


def test_ways_to_cover_are_cut_short_and_then_not_counted() -> None:
    sea = waters(5, 5, (2,), True)
    hits = words_of({0, 6, 12, 18}, 1)
    every = cover(sea, sea.every, np.array([4]), hits)
    some = cover(sea, sea.every, np.array([4]), hits, most=10)
    assert len(some.ends) == 11 < len(every.ends)
    assert {tuple(path) for path in some.paths.tolist()} <= {tuple(path) for path in every.paths.tolist()}


def test_a_hit_that_nothing_covers_leaves_no_board() -> None:
    sea = waters(1, 5, (2,), True)
    open_ = bits_of(sea.every) - bits_of(sea.cover[0])
    covered = cover(sea, words_of(open_, 1), np.array([1]), words_of({0}, 1))
    assert len(covered.ends) == 0
    assert count_boards(sea, covered).boards == 0


def test_a_chain_visits_every_board_alike() -> None:
    sea = waters(3, 3, (2, 1), True)
    groups = np.array([0, 1])
    hits = words_of({4}, 1)
    start = np.array([min(bits_of(sea.cover[4])), max(bits_of(sea.every) - bits_of(sea.cover[4]))])
    price = fair_price(sea, groups, start, sea.every, hits, 0)
    boards = walked(sea, groups, start, sea.every, hits, 1, price, 100, 20_000, 200_000).boards
    assert len(boards) == 20_000
    found = count_boards(sea, cover(sea, sea.every, np.array([1, 1]), hits))
    visits = np.unique(boards, axis=0, return_counts=True)[1]
    assert len(visits) == found.boards
    mean = 20_000 / found.boards
    # Records follow each other closely, so they vary more than independent draws would.
    assert ((visits - mean) ** 2 / mean).sum() < 3 * found.boards
    shares = np.bincount(boards.ravel(), minlength=len(sea.places)) / len(boards)
    assert np.abs(shares - found.weights / found.boards).max() < 0.02


def test_one_after_another_says_where_it_got_stuck() -> None:
    sea = waters(1, 3, (2, 1), True)
    counts, stuck = one_after_another(sea, np.array([1, 0]), sea.every, 200, 0)
    assert stuck.size == 1  # the single cell in the middle leaves no room for two
    counts, stuck = one_after_another(sea, np.array([0, 1]), sea.every, 200, 0)
    assert stuck.size == 0
    assert counts.sum() == 400


def test_no_board_is_drawn_where_none_is() -> None:
    sea = waters(2, 2, (2,), True)
    assert draw_board(sea, np.array([0, 0, 0]), 0) is None


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize("hits", [set(), {5}, {5, 6}, {0, 15}])
def test_dives_estimate_the_count(hits: set[int], touching: bool) -> None:
    """Ships that are alike, on four by four; the dives are seeded."""
    sea, many, struck = waters(4, 4, (3, 1), touching), np.array([1, 2]), words_of(hits, 1)
    counted = count_boards(sea, cover(sea, sea.every, many, struck)).boards
    bits, error = estimated_boards(sea, sea.every, many, struck, 20_000, 0)
    assert error < 0.02
    assert abs(bits - np.log2(counted)) < 4 * error + 1e-9


def test_dives_without_a_choice_are_exact() -> None:
    sea = waters(1, 4, (2,), True)
    assert estimated_boards(sea, sea.every, np.array([2]), np.zeros(1, np.uint64), 500, 0)[0] <= 0.1
    bits, error = estimated_boards(sea, sea.every, np.array([1]), np.zeros(1, np.uint64), 10, 0)
    assert (bits, error) == (pytest.approx(np.log2(3)), pytest.approx(0, abs=1e-12))
    bits, error = estimated_boards(sea, sea.every, np.array([3]), np.zeros(1, np.uint64), 10, 0)
    assert np.isnan(bits)
    assert np.isinf(error)
