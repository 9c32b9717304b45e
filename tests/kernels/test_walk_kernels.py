"""The kernels of a walk against what they mean: floors, the best of few, members of groups."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.twins import counts_twin, scores_twin
from tests.trials import trials

from sleuth.kernels import few_candidates, partitions, stabilisers, tree_walk
from sleuth.kernels.arrays import Codes, Floats, Ints, frozen

TABLES = {
    "entropy": lambda n: n * np.log2(np.maximum(n, 1)),
    "size": lambda n: n * n,
    "parts": lambda n: -(n > 0).astype(np.float64),
}


def splits(n: int, parts: int, most: int) -> list[tuple[int, ...]]:
    """The ways to cut `n` into so many parts, largest first."""
    if parts == 0:
        return [()] if n == 0 else []
    return [(k, *rest) for k in range(min(n, most), 0, -1) for rest in splits(n - k, parts - 1, k)]


def floor_twin(table: Floats, n: int, parts: int, worst: bool) -> float:
    """`floors`, one number: every way to cut a set."""
    scores = [[table[k] for k in sizes] for sizes in splits(n, parts, n)]
    return float(min(max(0.0, *values) if worst else sum(values) for values in scores))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("worst", [False, True])
def test_floors_are_the_least_scores(name: str, worst: bool) -> None:
    table = TABLES[name](np.arange(12, dtype=np.float64))
    worst = worst and name != "parts"
    floors = few_candidates.floors(table, worst)
    for n in range(1, 12):
        for parts in range(1, n + 1):
            assert floors[n, parts] == pytest.approx(floor_twin(table, n, parts, worst))


def least_twin(codes: Codes, cands: Ints, actions: Ints, scores: Floats, slack: float, full_first: bool) -> list[int]:
    """`least_of_few`: the actions with the least scores, or the first that separates all."""
    full = [int(a) for a in actions if len(set(codes[cands, a].tolist())) == cands.size]
    if full and full_first:
        return full[:1]
    return [int(a) for a in actions[scores <= scores.min() + slack]]


@settings(max_examples=trials(30), deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 40), st.sampled_from([3, 20, 40, 300]), st.sampled_from(list(TABLES)))
def test_the_best_of_few(seed: int, n: int, width: int, name: str) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, width, (50, 300))
    codes: Codes = cells.astype(np.uint8) if width <= 256 else cells.astype(np.uint16)
    cands = np.sort(rng.permutation(50)[:n]).astype(np.int32)
    some = np.sort(rng.permutation(300)[: rng.integers(1, 300)]).astype(np.int32)
    table = TABLES[name](np.arange(51, dtype=np.float64))
    terms = partitions.PartTerms(np.zeros(51), table, 0.0, False)
    for actions in (np.arange(300, dtype=np.int32), some):
        scores = scores_twin(codes, cands, actions, width, np.empty(0), terms)
        for full_first in (False, True) if name != "parts" else (False,):
            tied, score = np.empty(300, np.int32), np.empty(300)
            floor = few_candidates.floors(table, False)[n]
            left = few_candidates.least_of_few(
                frozen(codes), cands, frozen(actions), width, table, False, floor, 1e-9 * n, full_first, tied, score
            )
            assert tied[:left].tolist() == least_twin(codes, cands, actions, scores, 1e-9 * n, full_first)


def test_counts_of_a_run_and_of_some() -> None:
    rng = np.random.default_rng(2)
    codes, cands = rng.integers(0, 9, (40, 700)).astype(np.uint8), np.arange(0, 40, 3, dtype=np.int32)
    for actions in (np.arange(5, 650), rng.permutation(700)[:301]):
        found = partitions.counts(codes, cands, actions.astype(np.int32), 9)
        assert (found == counts_twin(codes, cands, actions.astype(np.int32), 9)).all()


def test_levels_are_split_by_answers() -> None:
    order = np.array([5, 3, 8, 1, 9, 2], np.int32)
    answers = np.array([2, 0, 2, 1, 1], np.uint8)
    start, size = np.array([0, 4], np.int32), np.array([3, 2], np.int32)
    children = np.empty((4, 5), np.int32)
    made = tree_walk.split_level(frozen(answers), 3, order, start, size, children)
    assert order.tolist() == [3, 5, 8, 1, 9, 2]
    assert children[:, :made].T.tolist() == [[0, 1, 0, 0], [1, 2, 0, 2], [4, 2, 1, 1]]


# Groups. A turn and a swap make all arrangements.


def arrangements(points: int) -> Ints:
    turn, swap = [*range(1, points), 0], [1, 0, *range(2, points)]
    return np.array([turn, swap], np.int32)


def test_members_are_listed_by_what_they_do() -> None:
    generators, points = arrangements(5), np.array([0, 1, 2, 3], np.int32)
    listed = stabilisers.members_of(generators, points, 120)
    assert listed is not None
    assert sorted(map(tuple, listed.images.tolist())) == sorted(permutations(range(5), 4))
    assert stabilisers.members_of(generators, points, 119) is None
    full = stabilisers.in_full(generators, listed, np.arange(120, dtype=np.int32))
    assert len({tuple(row) for row in full.tolist()}) == 120
    assert (full[:, :4] == listed.images).all()
    assert (np.sort(full, axis=1) == np.arange(5)).all()


def test_members_that_do_alike_are_listed_once() -> None:
    listed = stabilisers.members_of(arrangements(5), np.array([2], np.int32), 10)
    assert listed is not None
    assert sorted(listed.images[:, 0].tolist()) == [0, 1, 2, 3, 4]


def test_who_keeps_answers() -> None:
    """Actions are 0 and 1, secrets 2 to 4."""
    moves = np.array([[0, 1, 2, 3, 4], [1, 0, 3, 2, 4], [0, 1, 4, 3, 2]], np.int32)
    cands, answers = np.array([0, 1], np.int32), np.array([7, 7, -1], np.int32)
    kept = np.empty(3, np.bool_)
    stabilisers.keeps_answers(frozen(moves), 2, frozen(cands), answers, kept)
    assert kept.tolist() == [True, True, False]
    answers[1] = 6
    stabilisers.keeps_answers(frozen(moves), 2, frozen(cands), answers, kept)
    assert kept.tolist() == [True, False, False]
