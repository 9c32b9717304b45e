"""The kernels of the exact search against slow twins."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.solve.test_against_brute_force import Strict
from tests.trials import trials

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.tabulate import tabulate
from sleuth.kernels import search as kernel
from sleuth.kernels import search_bounds, search_levels, search_memo
from sleuth.kernels.arrays import Ints, frozen
from sleuth.kernels.bits import ones
from sleuth.kernels.search_memo import new_memo
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


@settings(max_examples=trials(100), deadline=None)
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
    if cands.size == 1 and most < 1:  # the last step names it
        names = law.named[action] == cands[0]
        return float(law.weights[cands[0]] * law.costs[action]) if names else search_bounds.INFINITE
    if cands.size <= law.flat and cands.size <= most:
        heaviest = sum(float(law.weights[part].max()) for part in parts.values())
        out = 3.0 * float(law.weights[cands].sum()) - heaviest
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


@settings(max_examples=trials(150), deadline=None)
@given(games, st.data(), st.sampled_from([1, 2, 3, search_bounds.FOREVER]))
def test_scan(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    cands = some(data, made.cands, 1)
    actions = made.actions if data.draw(st.booleans()) else some(data, made.actions)
    out = np.empty(actions.size)
    search_bounds.scan(made.law, cands, actions, depth, inside(made.law, cands), out)
    assert out == pytest.approx([bound_twin(made.law, cands, a, depth) for a in actions.tolist()])


@settings(max_examples=trials(100), deadline=None)
@given(tiny, st.data(), st.sampled_from([2, 3, search_bounds.FOREVER]))
def test_no_bound_is_above_the_truth(game: Game, data: st.DataObject, depth: int) -> None:
    made = whole(game)
    cands = some(data, made.cands, 2)
    truth = twins.search_twin(made.law, cands, made.actions, depth)
    assert search_bounds.by_size(made.law, cands, depth) <= truth + 1e-9
    out = np.empty(made.actions.size)
    search_bounds.scan(made.law, cands, made.actions, depth, inside(made.law, cands), out)
    assert out.min() <= truth + 1e-9


@settings(max_examples=trials(150), deadline=None)
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
    assert memo.state[search_memo.KEPT] == memo.tally[search_memo.NODES] == 0


@settings(max_examples=trials(100), deadline=None)
@given(tiny, st.data(), st.sampled_from([2, 3, 4, search_bounds.FOREVER]))
def test_search_with_a_first_action(game: Game, data: st.DataObject, depth: int) -> None:
    """What the action costs, and what the least trees of its parts take."""
    made = whole(game)
    cands = some(data, made.cands, 2)
    action = data.draw(st.sampled_from(made.actions.tolist()))
    law, below = made.law, depth if depth == search_bounds.FOREVER else depth - 1
    parts = parts_of(law, cands, action)
    truth = float(law.weights[cands].sum() * law.costs[action])
    for code, part in parts.items():
        if not (law.name and code == law.winning[action]):
            truth += twins.search_twin(law, np.array(part, np.int32), made.actions, below)
    truth = search_bounds.INFINITE if len(parts) == 1 or truth > search_bounds.INFINITE else truth
    memo, keys = new_memo(64), made.salts(cands, made.actions, action)
    arguments = cands, action, made.actions, depth, search_bounds.INFINITE, *keys
    for _ in range(2):  # the second time from memory
        assert kernel.search_first(law, memo, kernel.UNLIKE, *arguments) == pytest.approx(truth)
    memo.tally[search_memo.STOP] = 1
    assert kernel.search_first(law, memo, kernel.UNLIKE, *arguments) <= truth


# Trees, a level at a time.


def one_node(made: Problem, cands: Ints, actions: Ints) -> search_levels.Nodes:
    zero = np.zeros(1, np.int32)
    order = made.rows[cands].astype(np.int32)
    return search_levels.Nodes(order, zero, zero + cands.size, actions.copy(), np.array([0, actions.size], np.int64))


@settings(max_examples=trials(100), deadline=None)
@given(tiny, st.data())
def test_a_level_is_given_the_best_actions(game: Game, data: st.DataObject) -> None:
    """The action at each set is the first of those that a least tree may begin with, in the order of their bounds."""
    made = whole(game)
    cands = some(data, made.cands, 2)
    law, memo, out = made.law, new_memo(64), np.empty(1, np.int32)
    rank, ranked = made.ranks
    forever = search_bounds.FOREVER
    search_levels.choose_level(law, memo, one_node(made, cands, made.actions), rank, ranked, forever, out)
    truth = twins.search_twin(law, cands, made.actions)
    if truth >= search_bounds.INFINITE:
        return
    keys = made.salts(cands, made.actions, int(out[0]))
    arguments = cands, int(out[0]), made.actions, forever, search_bounds.INFINITE, *keys
    assert kernel.search_first(law, new_memo(64), kernel.UNLIKE, *arguments) == pytest.approx(truth)


@settings(max_examples=trials(100), deadline=None)
@given(games, st.data())
def test_the_most_promising_action(game: Game, data: st.DataObject) -> None:
    made = whole(game)
    cands = some(data, made.cands, 2)
    actions = some(data, made.actions)
    law, flags = made.law, inside(made.law, cands)
    best, key = -1, None
    for a in actions.tolist():
        bound = bound_twin(law, cands, a, search_bounds.FOREVER)
        rank = (round(bound, 6), not (law.named[a] >= 0 and flags[law.named[a]]), a)
        if len(parts_of(law, cands, a)) > 1 and (key is None or rank < key):
            best, key = a, rank
    found = search_levels.most_promising(law, cands.copy(), actions.copy())
    assert (found < 0) == (best < 0)
    if best >= 0:
        found_bound = bound_twin(law, cands, int(found), search_bounds.FOREVER)
        assert found_bound == pytest.approx(bound_twin(law, cands, best, search_bounds.FOREVER))
        assert not made.whole or found == best


def strict(seed: int) -> Problem:
    return whole(Strict(5, 4, 3, 1, seed, False))


@settings(max_examples=trials(40), deadline=None)
@given(st.integers(0, 1000), st.data())
def test_what_is_allowed_at_the_children_of_a_level(seed: int, data: st.DataObject) -> None:
    made = strict(seed)
    law, first = made.law, made.actions
    second = some(data, first)
    nodes = search_levels.Nodes(
        *([np.zeros(0, np.int32)] * 3),
        np.concatenate([first, second]).astype(np.int32),
        np.array([0, first.size, first.size + second.size], np.int64),
    )
    chosen = np.array([data.draw(st.sampled_from(list(first))) for _ in range(2)], np.int32)
    parent, code = np.array([0, 1, 1], np.int32), np.array([0, 1, 2], np.int32)
    allowed, begin = search_levels.narrow_level(law, nodes, chosen, parent, code)
    for child, (node, answer) in enumerate(zip(parent.tolist(), code.tolist(), strict=True)):
        before = [first, second][node]
        assert allowed[begin[child] : begin[child + 1]].tolist() == [
            a for a in before.tolist() if not (law.need[chosen[node], answer] & ~law.have[a]).any()
        ]


@settings(max_examples=trials(40), deadline=None)
@given(st.integers(0, 1000), st.booleans())
def test_whether_candidates_stay_allowed(seed: int, forbid: bool) -> None:
    law = strict(seed).law
    if forbid:
        law = law._replace(have=frozen(np.where(np.arange(law.have.shape[0])[:, None] < 2, 0, law.have)))
    twin = all(
        not (law.need[a, law.codes[s, a]] & ~law.have[law.naming[s]]).any()
        for s in range(law.weights.size)
        for a in range(law.codes.shape[1])
    )
    assert search_bounds.stay_allowed(law) == twin
    assert forbid or twin


# The memo.

word = st.integers(0, 2**64 - 1).map(np.uint64)


@settings(max_examples=trials(30), deadline=None)
@given(word, word)
def test_a_key_is_all_of_its_128_bits(h0: np.uint64, h1: np.uint64) -> None:
    memo = new_memo(16)
    search_memo.remember(memo, h0, h1, 3, 7.0, 5)
    assert search_memo.look_up(memo, h0, h1) == (7.0, 5)
    for bit in range(64):
        flip = np.uint64(1 << bit)
        assert search_memo.look_up(memo, h0, h1 ^ flip)[1] == search_memo.MISSING
        assert search_memo.look_up(memo, h0 ^ flip, h1)[1] == search_memo.MISSING


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
    assert search_memo.look_up(memo, *key) == (7.0, search_memo.BOUND)
    search_memo.remember(memo, *key, 4, 9.0, 2)
    search_memo.remember(memo, *key, 4, 11.0, -1)  # a total is never given up
    assert search_memo.look_up(memo, *key) == (9.0, 2)
    assert memo.state[search_memo.KEPT] == 1


def test_a_full_corner_forgets_its_smallest_set() -> None:
    memo = new_memo(4)
    for number, size in enumerate([5, 2, 9, 4], 1):
        search_memo.remember(memo, np.uint64(number), np.uint64(number), size, 1.0, 0)
    search_memo.remember(memo, np.uint64(7), np.uint64(7), 6, 1.0, 0)
    known = [n for n in (1, 2, 3, 4, 7) if search_memo.look_up(memo, np.uint64(n), np.uint64(n))[1] >= 0]
    assert known == [1, 3, 4, 7]
    assert (memo.state[search_memo.KEPT], memo.state[search_memo.DROPPED]) == (4, 1)


@settings(max_examples=trials(50), deadline=None)
@given(st.integers(0, 2**32), st.floats(0, 1e6), st.floats(0, 1e6), st.integers(-1, 9), st.integers(-1, 9))
def test_an_entry_that_is_written_by_halves_is_never_taken_for_another(
    seed: int, one: float, other: float, action: int, second: int
) -> None:
    """Whatever words of two entries lie together in a place, what is found under either key was kept under it."""
    keys = np.random.default_rng(seed).integers(0, 1 << 64, (2, 2), np.uint64)
    keys[:, 0] &= ~np.uint64(3)  # both in the same places of the smallest memo
    kept = [(one, action), (other, second)]
    entries = []
    for key, (value, number) in zip(keys, kept, strict=True):
        memo = new_memo(4)
        search_memo.write(memo, 0, key[0], key[1], 5, value, number)
        entries.append(memo.entries[0].copy())
    for mix in range(16):
        memo = new_memo(4)
        memo.entries[0] = [entries[mix >> w & 1][w] for w in range(4)]
        for key, expected in zip(keys, kept, strict=True):
            assert search_memo.look_up(memo, key[0], key[1]) in ((0.0, search_memo.MISSING), expected)


def test_a_memo_that_grows_keeps_what_it_knows() -> None:
    memo = new_memo(1 << 12, first=16)
    keys = np.random.default_rng(5).integers(0, 1 << 64, (600, 2), np.uint64)
    kept = []
    for key in keys:
        before = memo.state[search_memo.DROPPED]
        search_memo.make_room(memo)
        search_memo.remember(memo, key[0], key[1], 3, float(key[0] % np.uint64(50)), 1)
        kept.append(key)
        if memo.state[search_memo.DROPPED] > before:  # somebody had to go
            kept = [k for k in kept if search_memo.look_up(memo, k[0], k[1])[1] >= 0]
    assert memo.state[search_memo.PLACES] == 2048
    assert len(kept) == memo.state[search_memo.KEPT]
    assert len(kept) > 500
    for key in kept:
        assert search_memo.look_up(memo, key[0], key[1]) == (float(key[0] % np.uint64(50)), 1)


def test_a_memo_grows_no_further_than_it_may() -> None:
    memo = new_memo(64, first=16)
    for key in np.random.default_rng(5).integers(0, 1 << 64, (500, 2), np.uint64):
        search_memo.make_room(memo)
        search_memo.remember(memo, key[0], key[1], 3, 1.0, 1)
    assert memo.state[search_memo.PLACES] == 64
    assert memo.state[search_memo.KEPT] <= 64
