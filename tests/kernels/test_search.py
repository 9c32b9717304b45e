"""The kernels of the exact search against slow twins."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.tabulate import tabulate
from sleuth.kernels import search as kernel
from sleuth.kernels import search_bounds, search_memo
from sleuth.kernels.arrays import Ints, frozen
from sleuth.kernels.bits import ones
from sleuth.solve.branch_and_bound import GrowingMemo, new_memo
from sleuth.solve.search_problem import Problem, problem
from sleuth.testing.random_games import RandomLaw, RandomNaming

games = st.builds(
    lambda cls, *values: cls(*values),
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(2, 12),
    st.integers(0, 80),  # more than a block of actions
    st.integers(2, 5),
    st.sampled_from([1, 1, 4]),
    st.integers(0, 10_000),
    st.booleans(),
)
tiny = st.builds(
    lambda cls, *values: cls(*values),
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(2, 6),
    st.integers(0, 3),
    st.integers(2, 4),
    st.sampled_from([1, 1, 4]),
    st.integers(0, 10_000),
    st.booleans(),
)


def whole(game: Game) -> Problem:
    return problem(EnumeratedSet(tabulate(game)))


def some(data: st.DataObject, values: Ints, least: int = 1) -> Ints:
    """Some of the values, in their order."""
    kept = data.draw(st.sets(st.integers(0, values.size - 1), min_size=min(least, values.size)))
    return frozen(values[sorted(kept)])


def parts_of(law: search_bounds.Law, cands: Ints, action: int) -> dict[int, list[int]]:
    parts: dict[int, list[int]] = defaultdict(list)
    for s in cands.tolist():
        parts[int(law.codes[s, action])].append(s)
    return parts


def inside(law: search_bounds.Law, cands: Ints) -> np.ndarray:
    flags = np.zeros(law.weights.size, np.bool_)
    flags[cands] = True
    return flags


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_ones(word: int) -> None:
    assert ones(np.uint64(word)) == word.bit_count()


@settings(max_examples=100, deadline=None)
@given(games, st.data())
def test_count_parts(game: Game, data: st.DataObject) -> None:
    made = whole(game)
    cands = some(data, made.cands)
    actions = made.actions if data.draw(st.booleans()) else some(data, made.actions)
    lo = data.draw(st.integers(0, actions.size - 1))
    hi = data.draw(st.integers(lo + 1, actions.size))
    parts = np.empty(hi - lo, np.int32)
    search_bounds.count_parts(made.law, cands, actions, lo, hi, parts)
    assert parts.tolist() == [len(parts_of(made.law, cands, a)) for a in actions[lo:hi].tolist()]


def bound_twin(law: search_bounds.Law, cands: Ints, action: int, depth: int) -> float:
    """What `scan` says of an action: every part takes what its size and weights tell, and what wins is settled."""
    parts = parts_of(law, cands, action)
    most = law.capacity[min(depth - 1, law.capacity.size - 1)]
    if cands.size <= law.flat and cands.size <= most:
        out = 3.0 * cands.size - len(parts)
    else:
        out = float(law.weights[cands].sum() * law.costs[action])
        for part in parts.values():
            out += sum(w * r for w, r in zip(law.weights[part].tolist(), law.rank.tolist(), strict=False))
        if max(map(len, parts.values())) > most:
            return search_bounds.INFINITE
    named = int(law.named[action])
    if law.name and named >= 0 and named in cands:
        out -= law.weights[named] * law.rank[0]
    return out


@settings(max_examples=150, deadline=None)
@given(games, st.data(), st.sampled_from([1, 2, 3, search_bounds.FOREVER]))
def test_scan(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    cands = some(data, made.cands, 2)
    actions = made.actions if data.draw(st.booleans()) else some(data, made.actions)
    out = np.empty(actions.size)
    search_bounds.scan(made.law, cands, actions, depth, inside(made.law, cands), out)
    assert out == pytest.approx([bound_twin(made.law, cands, a, depth) for a in actions.tolist()])


@settings(max_examples=100, deadline=None)
@given(tiny, st.data(), st.sampled_from([2, 3, search_bounds.FOREVER]))
def test_no_bound_is_above_the_truth(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    cands = some(data, made.cands, 2)
    truth = twins.search_twin(made.law, cands, made.actions, depth)
    assert search_bounds.by_size(made.law, cands, depth) <= truth + 1e-9
    out = np.empty(made.actions.size)
    search_bounds.scan(made.law, cands, made.actions, depth, inside(made.law, cands), out)
    assert out.min() <= truth + 1e-9


@settings(max_examples=150, deadline=None)
@given(tiny, st.data(), st.sampled_from([2, 3, 4, search_bounds.FOREVER]))
def test_search(game: Game, data: st.DataObject, depth: int) -> None:
    """Below the bound the answer is the truth; from it on, it lies between the two."""
    made = whole(game)
    cands = some(data, made.cands, 2)
    truth = twins.search_twin(made.law, cands, made.actions, depth)
    bound = data.draw(st.sampled_from([search_bounds.INFINITE, truth, truth + 1.0, max(0.0, truth - 1.0)]))
    memo = new_memo(64)
    h0, h1 = made.salts(cands)
    for _ in range(2):  # the second time from memory
        found = kernel.search(made.law, memo, cands, made.actions, made.actions, depth, bound, h0, h1, False)
        if truth < bound:
            assert found == pytest.approx(truth)
        else:
            assert bound - 1e-9 <= found <= truth + 1e-9
    assert memo.tally[search_memo.STOP] == 0


def test_a_search_that_is_told_to_stop_says_nothing() -> None:
    made = whole(parse_game("mastermind:pegs=3,colours=4"))
    memo = new_memo(64)
    memo.tally[search_memo.STOP] = 1
    h0, h1 = made.salts(made.cands)
    arguments = made.cands, made.actions, made.actions, search_bounds.FOREVER, 500.0, h0, h1, False
    assert kernel.search(made.law, memo, *arguments) == 500.0
    assert memo.tally[search_memo.KEPT] == memo.tally[search_memo.NODES] == 0


# The memo.

word = st.integers(0, 2**64 - 1).map(np.uint64)


@settings(max_examples=30, deadline=None)
@given(word, word)
def test_a_key_is_all_of_its_128_bits(h0: np.uint64, h1: np.uint64) -> None:
    memo = new_memo(16)
    search_memo.remember(memo, h0, h1, 3, 7.0, 5)
    place = search_memo.look_up(memo, h0, h1)
    assert (memo.lower[place], memo.action[place]) == (7.0, 6)
    for bit in range(64):
        flip = np.uint64(1 << bit)
        assert search_memo.look_up(memo, h0, h1 ^ flip) != place
        assert search_memo.look_up(memo, h0 ^ flip, h1) != place


def test_sets_have_different_keys_whatever_their_order() -> None:
    made = whole(parse_game("mastermind:pegs=2,colours=3"))
    keys = set()
    for bits in range(1, 1 << 9):
        cands = np.array([s for s in range(9) if bits >> s & 1], np.int32)
        assert made.salts(cands) == made.salts(cands[::-1].copy())
        keys.add(made.salts(cands))
    assert len(keys) == 511
    assert len({h0 for h0, _ in keys}) == len({h1 for _, h1 in keys}) == 511


def test_a_total_replaces_a_bound_and_a_better_bound_a_worse_one() -> None:
    memo, key = new_memo(16), (np.uint64(8), np.uint64(9))
    search_memo.remember(memo, *key, 4, 7.0, -1)
    search_memo.remember(memo, *key, 4, 6.0, -1)
    assert memo.lower[search_memo.look_up(memo, *key)] == 7.0
    search_memo.remember(memo, *key, 4, 9.0, 2)
    search_memo.remember(memo, *key, 4, 11.0, -1)  # a total is never given up
    place = search_memo.look_up(memo, *key)
    assert (memo.lower[place], memo.action[place]) == (9.0, 3)
    assert memo.tally[search_memo.KEPT] == 1


def test_a_full_corner_forgets_its_smallest_set() -> None:
    memo = new_memo(4)
    for number, size in enumerate([5, 2, 9, 4], 1):
        search_memo.remember(memo, np.uint64(number), np.uint64(number), size, 1.0, 0)
    search_memo.remember(memo, np.uint64(7), np.uint64(7), 6, 1.0, 0)
    known = [n for n in (1, 2, 3, 4, 7) if search_memo.look_up(memo, np.uint64(n), np.uint64(n)) >= 0]
    assert known == [1, 3, 4, 7]
    assert (memo.tally[search_memo.KEPT], memo.tally[search_memo.DROPPED]) == (4, 1)


def test_a_memo_that_grows_keeps_what_it_knows() -> None:
    store = GrowingMemo(1 << 12)
    rng = np.random.default_rng(5)
    keys = rng.integers(0, 1 << 64, (40, 2), np.uint64)
    small = store.memo.size.size
    for key in keys:
        search_memo.remember(store.memo, key[0], key[1], 3, float(key[0] % np.uint64(50)), 1)
    larger = new_memo(4096)
    search_memo.transfer(store.memo, larger)
    kept = [key for key in keys if search_memo.look_up(store.memo, key[0], key[1]) >= 0]
    assert small >= search_memo.WAYS
    assert len(kept) == store.memo.tally[search_memo.KEPT]
    for key in kept:
        place = search_memo.look_up(larger, key[0], key[1])
        assert larger.lower[place] == float(key[0] % np.uint64(50))
