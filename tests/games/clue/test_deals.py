"""The kernels that count deals against their slow twins, which list every mask."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth.games.clue.belief.card_classes import Ground, arrange
from sleuth.games.clue.belief.hand_join import Hands, Join
from sleuth.games.clue.kernels import deals
from sleuth.kernels.arrays import frozen

quick = settings(max_examples=trials(60), deadline=None)


def kin_of(ground: Ground, mask: int) -> int:
    size = mask.bit_count()
    return int(ground.level(size).states[ground.place(np.array([mask]), size)][0])


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5).filter(lambda sizes: sum(sizes) <= 10))
    numbers = iter(range(sum(sizes)))
    return arrange([[next(numbers) for _ in range(size)] for size in sizes])[1]


@st.composite
def lists_of_hands(draw: st.DrawFn, ground: Ground, size: int) -> Hands:
    """Hands of one size, with weights; like hands are all there, and weigh the same."""
    masks = [sum(1 << bit for bit in chosen) for chosen in combinations(range(ground.total), size)]
    kinds = sorted({kin_of(ground, mask) for mask in masks})
    weight = {kind: draw(st.sampled_from([0.0, 1.0, 0.5, 2.0])) for kind in kinds}
    kept = [mask for mask in masks if weight[kin_of(ground, mask)]]
    weights = [weight[kin_of(ground, mask)] for mask in kept]
    return Hands.of(size, np.array(kept, np.int64), np.array(weights))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Ground, list[Hands]]:
    ground = draw(grounds())
    left, holders = ground.total, []
    while left:
        size = draw(st.integers(0 if holders else 1, min(left, 4)))
        holders.append(draw(lists_of_hands(ground, size)))
        left -= size
        if len(holders) == 4:
            holders.append(draw(lists_of_hands(ground, left)))
            break
    return ground, holders


def spread_out(ground: Ground, size: int, values: np.ndarray) -> dict[int, float]:
    """What the kernels keep for one mask of each kind, for every mask."""
    level = ground.level(size)
    value = dict(zip(level.states.tolist(), values.tolist(), strict=True))
    masks = (sum(1 << bit for bit in chosen) for chosen in combinations(range(ground.total), size))
    return {mask: value[kin_of(ground, mask)] for mask in masks}


@quick
@given(grounds())
def test_the_tables_of_a_ground(ground: Ground) -> None:
    for size in range(ground.total + 1):
        level = ground.level(size)
        assert level.states.size == ground.counts[size]
        assert level.kin.sum() == comb(ground.total, size)
        for place, state in enumerate(level.states.tolist()):
            assert state.bit_count() == size
            assert kin_of(ground, state) == state
            assert level.high[state >> ground.bits] + ground.low[state & (1 << ground.bits) - 1] == place


@quick
@given(st.integers(0, 9), st.data())
def test_list_hands(total: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, total))
    clauses = data.draw(st.lists(st.integers(1, 2**9 - 1), max_size=3))
    cards = [1 << bit for bit in range(total)]
    out = np.zeros(comb(total, size), np.int64)
    found = deals.list_hands(frozen(np.array(cards, np.int64)), size, frozen(np.array(clauses, np.int64)), out)
    assert out[:found].tolist() == twins.list_hands_twin(cards, size, clauses)


@quick
@given(st.lists(st.integers(0, 6)))
def test_grouped(parts: list[int]) -> None:
    order, starts = deals.grouped(np.array(parts, np.int64), 7)
    assert (order.tolist(), starts.tolist()) == twins.grouped_twin(parts, 7)


@quick
@given(st.lists(st.lists(st.integers(0, 2), max_size=2), max_size=8))
def test_alike(lists: list[list[int]]) -> None:
    """Every high part that has low parts, those with the same together."""
    starts = np.cumsum([0, *map(len, lists)])
    lows = np.array([low for some in lists for low in some], np.int64)
    highs, kinds = deals.alike(lows, starts)
    assert sorted(highs.tolist()) == [high for high, some in enumerate(lists) if some]
    found = [[lists[high] for high in highs[a:b]] for a, b in pairwise(kinds.tolist())]
    assert all(some.count(some[0]) == len(some) for some in found)
    assert kinds.size - 1 == len({tuple(some) for some in lists if some})


@quick
@given(st.lists(st.integers(0, 15), max_size=6), st.lists(st.integers(0, 15), max_size=5), st.integers(5, 12))
def test_fitting(states: list[int], hands: list[int], room: int) -> None:
    """Piece by piece, however little room there is."""
    low, starts = np.arange(16, dtype=np.int32), np.zeros(len(states) + 1, np.int64)
    which, union = np.zeros(room, np.uint32), np.zeros(room, np.uint32)
    first, found = 0, []
    while first < len(states):
        end = deals.fitting(
            np.array(states, np.int64), first, np.array(hands, np.int64), frozen(low), starts, which, union
        )
        for s in range(first, end):
            found += [(s, int(which[n]), int(union[n])) for n in range(starts[s], starts[s + 1])]
        first = end
    pairs = ((s, i) for s, state in enumerate(states) for i, hand in enumerate(hands) if not state & hand)
    assert found == [(s, i, states[s] | hands[i]) for s, i in pairs]


@quick
@given(st.data())
def test_push_and_pull(data: st.DataObject) -> None:
    ground = data.draw(grounds())
    first = data.draw(st.integers(0, ground.total))
    second = data.draw(st.integers(0, ground.total - first))
    one, other = data.draw(lists_of_hands(ground, first)), data.draw(lists_of_hands(ground, second))
    before, after = ground.level(first), ground.level(first + second)

    start = {0: 1.0}
    by_hand = twins.push_twin(start, one.masks.tolist(), one.weights.tolist())
    twin = twins.push_twin(by_hand, other.masks.tolist(), other.weights.tolist())

    mass, out = np.zeros(before.states.size), np.zeros(after.states.size)
    nothing = ground.level(0)
    found_before, found_after = (deals.Finder(ground.bits, ground.low, level.high) for level in (before, after))
    deals.push(deals.Joining(nothing.states, frozen(np.ones(1)), one.masks, one.weights, found_before), mass)
    joining = deals.Joining(before.states, frozen(mass), other.masks, other.weights, found_after)
    deals.push(joining, out)
    for mask, value in spread_out(ground, first + second, out / after.kin).items():
        assert value == pytest.approx(twin.get(mask, 0.0))

    beyond = frozen(np.linspace(0.5, 2.0, after.states.size))
    back, shares = np.zeros(before.states.size), np.zeros(other.masks.size)
    deals.pull(joining, beyond, back, shares)
    wide = spread_out(ground, first + second, beyond)
    back_twin, shares_twin = twins.pull_twin(by_hand, other.masks.tolist(), other.weights.tolist(), wide)
    for mask, value in back_twin.items():
        assert spread_out(ground, first, back)[mask] == pytest.approx(value)
    assert shares.sum() == pytest.approx(sum(shares_twin))
    cards, cards_twin = np.zeros(ground.total), twins.card_shares_twin(other.masks.tolist(), shares_twin, ground.total)
    deals.card_shares(other.masks, frozen(shares), cards)
    for like in ground.classes:  # one of a kind stands for all, so only sums over a class are the same
        assert cards[like].sum() == pytest.approx(sum(cards_twin[like]))


@quick
@given(tables())
def test_joined_deals(table: tuple[Ground, list[Hands]]) -> None:
    """The whole join against every way to deal."""
    ground, holders = table
    middle, *others = holders
    left = {0: 1.0}
    for hands in others:
        left = twins.push_twin(left, hands.masks.tolist(), hands.weights.tolist())
    total, shares = twins.meet_twin(left, middle.masks.tolist(), middle.weights.tolist(), {0: 1.0}, ground.full)
    join = Join(ground, holders)
    assert join.total == pytest.approx(total)
    assert join.shares(0).tolist() == pytest.approx(shares)
    for number, hands in enumerate(holders):
        rest = {0: 1.0}
        for other, more in enumerate(holders):
            if other != number:
                rest = twins.push_twin(rest, more.masks.tolist(), more.weights.tolist())
        _, twin = twins.meet_twin(rest, hands.masks.tolist(), hands.weights.tolist(), {0: 1.0}, ground.full)
        assert join.shares(number).tolist() == pytest.approx(twin)


@settings(max_examples=trials(25), deadline=None)
@given(tables(), st.integers(0, 99))
def test_drawn_deals_are_deals(table: tuple[Ground, list[Hands]], seed: int) -> None:
    ground, holders = table
    join = Join(ground, holders)
    if not join.total:
        return
    drawn = join.samples(200, np.random.default_rng(seed))
    assert (drawn == join.samples(200, np.random.default_rng(seed))).all()
    ones = 1 << np.arange(ground.total)
    for number, hands in enumerate(holders):
        masks = ((drawn == number) * ones).sum(axis=1)
        assert set(masks.tolist()) <= set(hands.masks.tolist())
