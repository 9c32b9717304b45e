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
MAX_HOLDERS = 18
EXACT = 2.0**53
"""Below this a float holds every whole number."""
PRIMES = 67_108_859, 67_108_837
"""Products of two remainders are exact too, and sums of as many remainders as there are hands."""


class Hands(NamedTuple):
    """What one holder may have: masks over the ground and how much each weighs."""

    size: int
    masks: Array
    weights: Floats

    @classmethod
    def of(cls, size: int, masks: Array, weights: Floats) -> Hands:
        """Read-only, so that the kernels are compiled for one kind of array."""
        return cls(size, frozen(masks), frozen(weights))


Masses = dict[tuple[int, ...], Floats]
"""What was joined before on the same ground, by the identities of the hands."""


class _Side:
    """Holders joined one after the other; `mass[k]` is that of the states after k of them.

    With a `prime`, all is counted modulo that, in whole numbers that a float holds.
    """

    def __init__(self, ground: Ground, holders: Sequence[Hands], masses: Masses, prime: int = 0) -> None:
        self.ground, self.holders, self.prime = ground, holders, prime
        self.levels = [ground.level(size) for size in accumulate((hands.size for hands in holders), initial=0)]
        self.mass: list[Floats] = [frozen(np.ones(1))]
        for k in range(len(holders)):
            key = tuple(map(id, holders[: k + 1]))
            if key not in masses:
                masses[key] = self._pushed(k)
            self.mass.append(masses[key])

    def _pushed(self, k: int) -> Floats:
        hands, before, after = self.holders[k], self.levels[k], self.levels[k + 1]
        out = np.zeros(after.states.size)
        finder = deals.Finder(self.ground.bits, self.ground.low, after.high)
        deals.push(deals.Joining(before.states, self.mass[k], hands.masks, hands.weights, finder), out)
        return frozen(out % self.prime if self.prime else out)

    @cached_property
    def value(self) -> list[Floats]:
        """The weight of each state alone, without its kin."""
        return [frozen(self._alone(mass, level.kin)) for mass, level in zip(self.mass, self.levels, strict=True)]

    def _alone(self, mass: Floats, kin: Floats) -> Floats:
        if not self.prime:
            return mass / kin
        numbers, places = np.unique(kin, return_inverse=True)
        inverse = np.array([pow(int(number), -1, self.prime) for number in numbers], np.float64)
        return mass * inverse[places] % self.prime

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
    """Deals of the ground among holders. One of them stands in the middle, the others on either side of it.

    Joins that share a ground, a row and some of the hands may share `masses` too, and are worked out faster.
    """

    def __init__(
        self,
        ground: Ground,
        holders: Sequence[Hands],
        row: JoinOrder | None = None,
        masses: Masses | None = None,
        prime: int = 0,
    ) -> None:
        self.ground, self.holders = ground, list(holders)
        assert sum(hands.size for hands in holders) == ground.total, "kernels trust that all cards are held"
        self.row = choose_row(ground, holders) if row is None else row
        masses = {} if masses is None else masses
        self.left = _Side(ground, [holders[k] for k in self.row.left], masses, prime)
        self.right = _Side(ground, [holders[k] for k in self.row.right], masses, prime)
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
    def count(self) -> int:
        """How many deals there are, where each weighs 1. Where a float is too short, remainders mend it."""
        about = round(self.total)
        if self.total < EXACT:
            return about
        number, step = about, 1
        for prime in PRIMES:
            join = Join(self.ground, self.holders, self.row, prime=prime)
            rest = round(float((join.left.mass[-1] * (join._beyond % prime) % prime).sum()))
            number += step * ((rest - number) * pow(step, -1, prime) % prime)
            step *= prime
        # Of the numbers with the right remainders it is the nearest.
        return number - step * round((number - about) / step)

    def shares(self, holder: int) -> Floats:
        """The weight of the deals with each of the holder's hands; like hands have their mean."""
        if holder == self.row.middle:
            shares = self._middle
        elif holder in self.row.left:
            shares = self._left_shares[self.row.left.index(holder)]
        else:
            shares = self._right_shares[self.row.right.index(holder)]
        return self._even(self.holders[holder], shares)

    @cached_property
    def _left_shares(self) -> list[Floats]:
        return self.left.back(self._beyond)

    @cached_property
    def _right_shares(self) -> list[Floats]:
        return self.right.back(self._across / self.right.levels[-1].kin)

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


def choose_row(
    ground: Ground, holders: Sequence[Hands], middle: int | None = None, most: float = MAX_WORK
) -> JoinOrder:
    """The row that is expected to take least work. Sides are walked twice, there and back; the middle once."""
    if len(holders) > MAX_HOLDERS:
        raise TooManyWorldsError(f"{len(holders)} hands are open; deals are counted up to {MAX_HOLDERS}")
    # The first of a side is joined for nothing, so the longest lists come first.
    order = sorted(range(len(holders)), key=lambda k: (-holders[k].masks.size, k))
    sides = np.arange(1 << len(order))  # every set of holders as one side
    counts, sizes = np.array(ground.counts), np.zeros_like(sides)
    work, states = np.zeros(sides.size), np.ones(sides.size)
    for place, k in enumerate(order):
        here = sides >> place & 1 == 1
        more = states * holders[k].masks.size
        work += np.where(here, more, 0.0)
        sizes += holders[k].size * here
        states = np.where(here, np.minimum(counts[sizes], more), states)
    best, row = float("inf"), JoinOrder((), 0, ())
    for place, centre in enumerate(order):
        if middle not in (None, centre):
            continue
        left = sides[sides >> place & 1 == 0][::-1]
        right = sides.size - 1 - (1 << place) - left
        works = 2 * (work[left] + work[right]) + states[left] * holders[centre].masks.size
        least = int(works.argmin())
        if works[least] < best:
            chosen = (tuple(k for at, k in enumerate(order) if int(side[least]) >> at & 1) for side in (left, right))
            best, row = float(works[least]), JoinOrder(next(chosen), centre, next(chosen))
    if best > most:
        raise TooManyWorldsError(f"counting would take some {best:.0e} steps; tell more of the deal first")
    return row
