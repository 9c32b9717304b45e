"""Counting deals: hands as bit masks, joined where they are disjoint.

Holders stand in a row. Those on the left are joined one after the other, those on the right too, and both sides meet at
the holder in the middle. A *state* of a side is the set of cards that its holders so far have in hand together.

Cards that nothing tells apart are kept next to each other, and one state stands for all that differ only in which of
them it has (its *kin*). `mass` is the weight of all ways to reach a state or one of its kin; so a hand that is added
to a state adds its mass to whatever state stands for the union, and no multiplicity has to be worked out.

A state of a given size is found by two tables, one for the low bits and one for the high: `high[mask >> bits] +
low[mask & ones]`. Each class of like cards lies in one of the two.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Floats, Ints, frozen
from sleuth.kernels.jit import kernel, takes

Masks = npt.NDArray[np.int64]
Places = npt.NDArray[np.uint32]

PUSH, PULL, MEET = 0, 1, 2
"""What `walk` is for."""
ROOM = 1 << 12
"""Pairs that `walk` lists at a time: they stay in the nearest cache."""


@kernel
def list_hands(cards: Masks, size: int, clauses: Masks, out: Masks) -> int:
    """Write the unions of `size` of the one-card masks that meet every clause; how many there are."""
    total = len(cards)
    at = np.arange(size)
    found = 0
    while True:
        hand = 0
        for i in range(size):
            hand |= cards[at[i]]
        fits = True
        for i in range(len(clauses)):
            if clauses[i] & hand == 0:
                fits = False
                break
        if fits:
            out[found] = hand
            found += 1
        i = size - 1
        while i >= 0 and at[i] == total - size + i:
            i -= 1
        if i < 0:
            return found
        at[i] += 1
        for later in range(i + 1, size):
            at[later] = at[later - 1] + 1


class Finder(NamedTuple):
    """Two tables that find the place of a state of some size: see `place`."""

    bits: int
    low: Ints
    high: Ints


@kernel
def place(finder: Finder, mask: int) -> Any:
    """Where a state, or the one that stands for it, is found."""
    return finder.high[mask >> finder.bits] + finder.low[mask & ((1 << finder.bits) - 1)]


class Joining(NamedTuple):
    """A holder who is added to a side."""

    states: Masks
    """The states of the side before."""
    mass: Floats
    hands: Masks
    """What the holder may have."""
    weights: Floats
    finder: Finder
    """Finds the states after."""


@kernel
def push(joining: Joining, out: Floats) -> None:
    """Add a holder to a side: the mass of every state moves on with each hand that is disjoint from it."""
    none = np.empty(0)
    walk(PUSH, joining, joining.mass, none, none, out)


@kernel
def pull(joining: Joining, beyond: Floats, out: Floats, shares: Floats) -> None:
    """The way back of `push`: from the weight of all that may follow a state (`beyond`) to that of the states before.

    `shares[i]` becomes the weight of all deals in which the holder has a hand like `hands[i]`.
    """
    walk(PULL, joining, beyond, out, shares, np.empty(0))


@kernel
def meet(joining: Joining, value: Floats, beyond: Floats, shares: Floats, across: Floats) -> float:
    """Join both sides over the holder in the middle; the weight of all deals.

    Here the finder finds the state of the right side that a union leaves, and `value` is the weight of one such.
    `beyond[s]` becomes the weight of all that may follow a state of the left, `shares[i]` that of the deals with a
    middle hand like `hands[i]`, `across` that of all that comes before each right state.
    """
    walk(MEET, joining, value, beyond, shares, across)
    return float((joining.mass * beyond).sum())


class Pairs(NamedTuple):
    """Hands that miss states: those of state `s` from `starts[s]` up to the next start."""

    starts: Masks
    which: Places
    """The hand, by number."""
    union: Places
    """Where the union of state and hand is found, among those with the same high bits."""


@kernel
def walk(task: int, joining: Joining, value: Floats, beyond: Floats, shares: Floats, across: Floats) -> None:
    """Go through the states and the hands that are disjoint from them, there, back, or both at once.

    States and hands are cut into high and low bits. Few kinds of high parts differ in the low parts that go with them,
    for what was told of a holder comes down to how many of the high cards there are and which questions they answer. So
    the low parts that fit each other are listed once for two kinds, and used for all of their high parts that fit.
    """
    states, mass, hands, weights, (bits, low, high) = joining
    live = np.flatnonzero(mass)
    at, state_from, state_low, state_high, state_kinds = cut(states[live], bits, len(high))
    live = live[at]
    state_mass, after = mass[live], np.zeros(len(live))
    hand_at, hand_from, hand_low, hand_high, hand_kinds = cut(hands.copy(), bits, len(high))
    chance, part = weights[hand_at], np.zeros(len(hands))
    starts = np.empty(longest(state_from) + 1, np.int64)
    room = max(ROOM, longest(hand_from))
    which, union = np.empty(room, np.uint32), np.empty(room, np.uint32)
    for k in range(len(state_kinds) - 1):
        some = state_high[state_kinds[k] : state_kinds[k + 1]]
        states_low = state_low[state_from[some[0]] : state_from[some[0] + 1]]
        for j in range(len(hand_kinds) - 1):
            others = hand_high[hand_kinds[j] : hand_kinds[j + 1]]
            if not apart(some, others):
                continue
            hands_low = hand_low[hand_from[others[0]] : hand_from[others[0] + 1]]
            first: Any = np.int64(0)  # a constant would be a type of its own, and compiled for apart
            while first < len(states_low):
                end = fitting(states_low, first, hands_low, low, starts, which, union)
                for one in some:
                    s, t = state_from[one] + first, state_from[one] + end
                    for other in others:
                        if one & other == 0:
                            base, h = high[one | other], hand_from[other]
                            pairs = Pairs(starts[first : end + 1], which, union)
                            worth, out = value[base:], across[base:]
                            add_up(task, pairs, state_mass[s:t], chance[h:], worth, after[s:t], part[h:], out)
                first = end
    if task != PUSH:
        for n in range(len(live)):
            beyond[live[n]] = after[n]
        for n in range(len(hands)):
            shares[hand_at[n]] = part[n] * chance[n]


@kernel
def cut(masks: Masks, bits: int, size: int) -> tuple[Masks, Masks, Masks, Masks, Masks]:
    """Masks by their high parts, of which there are `size`: their order, where each high part begins, the low parts in
    that order, and the high parts as `alike` has them."""
    order, starts = grouped(masks >> bits, size)
    lows = masks[order] & ((1 << bits) - 1)
    highs, kinds = alike(lows, starts)
    return order, starts, lows, highs, kinds


@kernel
def longest(starts: Masks) -> int:
    """The most places from a start to the next."""
    most = 0
    for k in range(len(starts) - 1):
        most = max(most, starts[k + 1] - starts[k])
    return most


@kernel
def alike(lows: Masks, starts: Masks) -> tuple[Masks, Masks]:
    """The high parts, those with the same low parts together, and where each kind begins.

    The low parts of a high part are those from its start up to the next.
    """
    highs = np.flatnonzero(starts[1:] > starts[:-1])
    marks = np.zeros(len(highs), np.int64)
    for k in range(len(highs)):
        for n in range(starts[highs[k]], starts[highs[k] + 1]):
            marks[k] = 1000003 * marks[k] + lows[n] + 1
    highs = highs[np.argsort(marks)]
    kinds, number = np.empty(len(highs) + 1, np.int64), 0
    for k in range(len(highs)):
        same = k > 0
        if same:
            other, this, end = starts[highs[k - 1]], starts[highs[k]], starts[highs[k] + 1]
            same = starts[highs[k - 1] + 1] - other == end - this
            while same and this < end:
                same = lows[other] == lows[this]
                other, this = other + 1, this + 1
        if not same:
            kinds[number] = k
            number += 1
    kinds[number] = len(highs)
    return highs, kinds[: number + 1]


@kernel
def apart(some: Masks, others: Masks) -> bool:
    """Whether any two of them are disjoint."""
    for one in some:
        for other in others:
            if one & other == 0:
                return True
    return False


@kernel
def fitting(states: Masks, first: int, hands: Masks, low: Ints, starts: Masks, which: Places, union: Places) -> int:
    """List the hands that miss each state from the first on, and where their union is found.

    As many states as there is room for; the one to go on with.
    """
    number = 0
    for s in range(first, len(states)):
        starts[s] = number
        if number + len(hands) > len(which):
            return s
        for i in range(len(hands)):
            which[number], union[number] = i, low[states[s] | hands[i]]
            number += (hands[i] & states[s]) == 0
    starts[len(states)] = number
    return len(states)


@kernel
def add_up(
    task: int, pairs: Pairs, mass: Floats, chance: Floats, value: Floats, after: Floats, part: Floats, across: Floats
) -> None:
    """What the pairs of `fitting` give, for one high part of states and one of hands."""
    starts, which, union = pairs
    for s in range(len(mass)):
        weight, total = mass[s], 0.0
        if task == PUSH:
            for n in range(starts[s], starts[s + 1]):
                across[union[n]] += weight * chance[which[n]]
        elif task == PULL:
            for n in range(starts[s], starts[s + 1]):
                i, worth = which[n], value[union[n]]
                total += chance[i] * worth
                part[i] += weight * worth
        else:
            for n in range(starts[s], starts[s + 1]):
                i, u = which[n], union[n]
                share, worth = chance[i], value[u]
                total += share * worth
                part[i] += weight * worth
                across[u] += weight * share
        after[s] += total


@kernel
def grouped(parts: Masks, size: int) -> tuple[Masks, Masks]:
    """The places of numbers below `size`, equal ones together; where those of each number begin, and the end."""
    starts = np.zeros(size + 1, np.int64)
    for n in range(len(parts)):
        starts[parts[n] + 1] += 1
    for part in range(size):
        starts[part + 1] += starts[part]
    at, order = starts[:-1].copy(), np.empty(len(parts), np.int64)
    for n in range(len(parts)):
        order[at[parts[n]]] = n
        at[parts[n]] += 1
    return order, starts


@kernel
def draw_states(joining: Joining, starts: Masks, value: Floats, full: int, targets: Floats, out: Masks) -> None:
    """Draw left states given hands in the middle: for `hands[k]`, those from `starts[k]` up to the next start.

    Its `targets`, in rising order, are drawn from 0 to the weight of all that fits the hand.
    """
    states, mass, hands, _, finder = joining
    for k in range(len(hands)):
        hand, done, end = hands[k], starts[k], starts[k + 1]
        total, last = 0.0, -1
        for s in range(len(states)):
            if mass[s] == 0.0 or states[s] & hand:
                continue
            term = mass[s] * value[place(finder, full & ~(hand | states[s]))]
            if term == 0.0:
                continue
            total += term
            last = s
            while done < end and targets[done] < total:
                out[done] = states[s]
                done += 1
            if done == end:
                break
        while done < end:  # what rounding left over
            out[done] = states[last]
            done += 1


@kernel
def draw_hands(
    unions: Masks, chance: Floats, hands: Masks, weights: Floats, finder: Finder, value: Floats, out: Masks
) -> None:
    """Draw the last holder's hand out of each union: in proportion to its weight and to `value` of what is left."""
    for n in range(len(unions)):
        union = unions[n]
        total = 0.0
        for i in range(len(hands)):
            if hands[i] & ~union == 0:
                total += weights[i] * value[place(finder, union ^ hands[i])]
        target = chance[n] * total
        total = 0.0
        for i in range(len(hands)):
            if hands[i] & ~union == 0:
                term = weights[i] * value[place(finder, union ^ hands[i])]
                if term > 0.0:
                    total += term
                    out[n] = hands[i]
                    if target < total:
                        break


@kernel
def card_shares(hands: Masks, shares: Floats, out: Floats) -> None:
    """Add up the shares of the hands that have each card."""
    for i in range(len(hands)):
        if shares[i] != 0.0:
            for bit in range(len(out)):
                if hands[i] >> bit & 1:
                    out[bit] += shares[i]


@takes(10)
def warm() -> None:
    """Compile what Python calls. `walk` is compiled for each task apart: it is half as fast if that is a number."""
    one, weight = frozen(np.zeros(1, np.int64)), frozen(np.ones(1))
    table, out, drawn = frozen(np.zeros(2, np.int32)), np.zeros(1), np.zeros(1, np.int64)
    finder = Finder(0, table, table)
    joining = Joining(one, weight, one, weight, finder)
    list_hands(one, 1, one[:0], np.zeros(1, np.int64))
    push(joining, out)
    pull(joining, weight, out, out)
    meet(joining, weight, out, out, out)
    draw_states(joining, frozen(np.arange(2)), weight, 0, weight, drawn)
    draw_hands(one, weight, one, weight, finder, weight, drawn)
    card_shares(one, weight, out)
