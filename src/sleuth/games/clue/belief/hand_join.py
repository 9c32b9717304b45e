"""Joining lists of hands into deals: how many, how likely each hand, and samples. Arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from sleuth.games.clue.belief.card_classes import Ground
from sleuth.games.clue.kernels import deals
from sleuth.games.clue.rules.errors import TooManyWorldsError
from sleuth.kernels.arrays import Array, Floats, Ints, frozen

MAX_WORK = 2e11
"""Pairs of a state and a hand: some minutes."""


class Hands(NamedTuple):
    """What one holder may have: masks over the ground and how much each weighs."""

    size: int
    masks: Array
    weights: Floats

    @classmethod
    def of(cls, size: int, masks: Array, weights: Floats) -> Hands:
        """Read-only, so that the kernels are compiled for one kind of array."""
        return cls(size, frozen(masks), frozen(weights))


class _Side:
    """Holders joined one after the other; `mass[k]` is that of the states after k of them."""

    def __init__(self, ground: Ground, holders: Sequence[Hands]) -> None:
        self.holders = holders
        self.sizes = list(accumulate((hands.size for hands in holders), initial=0))
        self.levels = [ground.level(size) for size in self.sizes]
        mass = [np.ones(1)]
        for hands, before, after in zip(holders, self.levels, self.levels[1:], strict=False):
            out = np.zeros(after.states.size)
            finder = deals.Finder(ground.bits, ground.low, after.high)
            deals.push(deals.Joining(before.states, frozen(mass[-1]), hands.masks, hands.weights, finder), out)
            mass.append(out)
        self.mass: list[Floats] = [frozen(one) for one in mass]
        self.ground = ground

    @cached_property
    def value(self) -> list[Floats]:
        """The weight of each state alone, without its kin."""
        return [frozen(mass / level.kin) for mass, level in zip(self.mass, self.levels, strict=True)]

    def back(self, beyond: Floats) -> list[Floats]:
        """The share of each hand of each holder, from the weight of what may follow the last states."""
        shares: list[Floats] = []
        for k in range(len(self.holders) - 1, -1, -1):
            hands, before, after = self.holders[k], self.levels[k], self.levels[k + 1]
            out, share = np.zeros(before.states.size), np.zeros(hands.masks.size)
            finder = deals.Finder(self.ground.bits, self.ground.low, after.high)
            joining = deals.Joining(before.states, self.mass[k], hands.masks, hands.weights, finder)
            deals.pull(joining, frozen(beyond), out, share)
            shares.append(share)
            beyond = out
        return shares[::-1]

    def draw(self, unions: Array, rng: np.random.Generator) -> list[Array]:
        """A hand for each holder out of each union."""
        drawn: list[Array] = []
        for k in range(len(self.holders) - 1, -1, -1):
            hands, level, out = self.holders[k], self.levels[k], np.zeros(unions.size, np.int64)
            chance, ground = frozen(rng.random(unions.size)), self.ground
            finder = deals.Finder(ground.bits, ground.low, level.high)
            deals.draw_hands(frozen(unions), chance, hands.masks, hands.weights, finder, self.value[k], out)
            drawn.append(out)
            unions = unions ^ out
        return drawn[::-1]


class Join:
    """Deals of the ground among holders. One of them stands in the middle, the others on either side of it."""

    def __init__(self, ground: Ground, holders: Sequence[Hands]) -> None:
        self.ground, self.holders = ground, list(holders)
        self.row = choose_row(ground, holders)
        self.left = _Side(ground, [holders[k] for k in self.row.left])
        self.right = _Side(ground, [holders[k] for k in self.row.right])
        left, level = self.left.levels[-1], self.right.levels[-1]
        self._beyond = np.zeros(left.states.size)
        self._middle = np.zeros(self.middle.masks.size)
        self._across = np.zeros(level.states.size)
        finder = deals.Finder(ground.bits, flipped(ground.low), flipped(level.high))
        joining = deals.Joining(left.states, self.left.mass[-1], self.middle.masks, self.middle.weights, finder)
        self.total = float(deals.meet(joining, self.right.value[-1], self._beyond, self._middle, self._across))

    @property
    def middle(self) -> Hands:
        """The hands of the holder in the middle."""
        return self.holders[self.row.middle]

    @cached_property
    def shares(self) -> list[Floats]:
        """For each holder, the weight of the deals with each of its hands; like hands have their mean."""
        shares: dict[int, Floats] = {self.row.middle: self._middle}
        shares |= zip(self.row.left, self.left.back(self._beyond), strict=True)
        shares |= zip(self.row.right, self.right.back(self._across / self.right.levels[-1].kin), strict=True)
        return [self._even(hands, shares[k]) for k, hands in enumerate(self.holders)]

    def _even(self, hands: Hands, shares: Floats) -> Floats:
        """Kin are equally likely, but a state stands for all of them, so that their shares come out uneven."""
        ground = self.ground
        if all(one.stop - one.start == 1 for one in ground.classes):
            return shares
        kind = ground.place(hands.masks, hands.size)
        number = np.bincount(kind)
        means: Floats = np.bincount(kind, weights=shares) / np.maximum(number, 1)
        return means[kind]

    def samples(self, number: int, rng: np.random.Generator) -> Array:
        """Deals drawn independently, each as likely as it weighs: who has each bit, one row a deal."""
        ground, middle = self.ground, self.middle
        chosen = np.sort(rng.choice(middle.masks.size, number, p=self._middle / self._middle.sum()))
        hands, starts = np.unique(chosen, return_index=True)
        starts = np.append(starts, number)
        most = np.repeat(self._middle[hands] / middle.weights[hands], np.diff(starts))
        targets = rng.random(number)
        for first, end in pairwise(starts.tolist()):
            targets[first:end].sort()
        unions = np.zeros(number, np.int64)
        finder = deals.Finder(ground.bits, ground.low, self.right.levels[-1].high)
        chosen_hands = frozen(middle.masks[hands]), frozen(middle.weights[hands])
        joining = deals.Joining(self.left.levels[-1].states, self.left.mass[-1], *chosen_hands, finder)
        deals.draw_states(joining, frozen(starts), self.right.value[-1], ground.full, frozen(targets * most), unions)
        in_middle = middle.masks[chosen]
        drawn = {self.row.middle: in_middle}
        drawn |= zip(self.row.left, self.left.draw(unions, rng), strict=True)
        drawn |= zip(self.row.right, self.right.draw(ground.full & ~(unions | in_middle), rng), strict=True)
        holders = np.zeros((number, ground.total), np.int8)
        for holder, masks in drawn.items():
            for bit in range(ground.total):
                holders[masks >> bit & 1 == 1, bit] = holder
        for cards in ground.classes:
            if cards.stop - cards.start > 1:
                holders[:, cards] = rng.permuted(holders[:, cards], axis=1)
        return holders[rng.permutation(number)]


def flipped(table: Ints) -> Ints:
    """A table of masks as one of their complements."""
    return frozen(np.ascontiguousarray(table[::-1]))


class JoinOrder(NamedTuple):
    """Who stands where, by number."""

    left: tuple[int, ...]
    middle: int
    right: tuple[int, ...]


def choose_row(ground: Ground, holders: Sequence[Hands]) -> JoinOrder:
    """The row that is expected to take least work. Sides are walked twice, there and back; the middle once."""
    lengths, sizes = [hands.masks.size for hands in holders], [hands.size for hands in holders]
    # The first of a side is joined for nothing, so the longest lists come first.
    order = sorted(range(len(holders)), key=lambda k: (-lengths[k], k))
    sides: list[tuple[float, float, tuple[int, ...]]] = []
    for choice in range(1 << len(order)):
        side = tuple(k for place, k in enumerate(order) if choice >> place & 1)
        work, states, size = 0.0, 1.0, 0
        for k in side:
            work += states * lengths[k]
            size += sizes[k]
            states = min(ground.counts[size], states * lengths[k])
        sides.append((work, states, side))
    best, row = float("inf"), JoinOrder((), 0, ())
    everybody = len(sides) - 1
    for place, middle in enumerate(order):
        others = everybody & ~(1 << place)
        choice = others
        while True:
            (left_work, states, left), (right_work, _, right) = sides[choice], sides[others & ~choice]
            work = 2 * (left_work + right_work) + states * lengths[middle]
            if work < best:
                best, row = work, JoinOrder(left, middle, right)
            if not choice:
                break
            choice = (choice - 1) & others
    if best > MAX_WORK:
        raise TooManyWorldsError(f"counting would take some {best:.0e} steps; tell more of the deal first")
    return row
