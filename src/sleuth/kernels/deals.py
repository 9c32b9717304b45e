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

from itertools import combinations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Floats, Ints, frozen
from sleuth.kernels.jit import kernel

Masks = npt.NDArray[np.int64]


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


@kernel
def push(
    states: Masks, mass: Floats, hands: Masks, weights: Floats, bits: int, low: Ints, high: Ints, out: Floats
) -> None:
    """Add a holder to a side: the mass of every state moves on with each hand that is disjoint from it."""
    ones = (1 << bits) - 1
    for s in range(len(states)):
        weight = mass[s]
        if weight == 0.0:
            continue
        taken = states[s]
        for i in range(len(hands)):
            hand = hands[i]
            if hand & taken == 0:
                both = hand | taken
                out[high[both >> bits] + low[both & ones]] += weight * weights[i]


@kernel
def pull(
    states: Masks,
    mass: Floats,
    hands: Masks,
    weights: Floats,
    bits: int,
    low: Ints,
    high: Ints,
    beyond: Floats,
    out: Floats,
    shares: Floats,
) -> None:
    """The way back of `push`: from the weight of all that may follow a state (`beyond`) to that of the states before.

    `shares[i]` grows by the weight of all deals in which the holder has a hand like `hands[i]`.
    """
    ones = (1 << bits) - 1
    for s in range(len(states)):
        weight = mass[s]
        if weight == 0.0:
            continue
        taken = states[s]
        total = 0.0
        for i in range(len(hands)):
            hand = hands[i]
            if hand & taken == 0:
                both = hand | taken
                term = weights[i] * beyond[high[both >> bits] + low[both & ones]]
                total += term
                shares[i] += weight * term
        out[s] = total


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
def meet(
    states: Masks,
    mass: Floats,
    hands: Masks,
    weights: Floats,
    bits: int,
    low: Ints,
    high: Ints,
    value: Floats,
    full: int,
    beyond: Floats,
    shares: Floats,
    across: Floats,
) -> float:
    """Join both sides over the holder in the middle; the weight of all deals.

    `value` is the weight of one state of the right side. `beyond[s]` becomes the weight of all that may follow a state
    of the left, `shares[i]` that of the deals with a middle hand like `hands[i]`, `across` that of each right state.

    Hands are taken by their high bits and states by their low ones. Which of these hands miss the low bits is looked up
    once for all states that have them, and what is met of the right side lies close together.
    """
    ones, upper = (1 << bits) - 1, full >> bits
    live = np.flatnonzero(mass)
    state_at, state_from = grouped(states[live] & ones, ones + 1)
    live = live[state_at]
    state_high, state_mass, after = states[live] >> bits, mass[live], np.zeros(len(live))
    hand_at, hand_from = grouped(hands >> bits, upper + 1)
    lows = np.flatnonzero(np.diff(state_from))
    fits, where = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    chance, part = np.empty(len(hands)), np.empty(len(hands))
    for hand_high in np.flatnonzero(np.diff(hand_from)):
        for state_low in lows:
            number = 0
            for n in range(hand_from[hand_high], hand_from[hand_high + 1]):
                fits[number] = hand_at[n]
                number += (hands[hand_at[n]] & state_low) == 0
            for n in range(number):
                where[n] = low[(full & ones & ~state_low) ^ (hands[fits[n]] & ones)]
                chance[n], part[n] = weights[fits[n]], 0.0
            for s in range(state_from[state_low], state_from[state_low + 1]):
                if state_high[s] & hand_high:
                    continue
                base, weight, total = high[upper ^ state_high[s] ^ hand_high], state_mass[s], 0.0
                here, there = value[base:], across[base:]
                for n in range(number):
                    term = chance[n] * here[where[n]]
                    total += term
                    part[n] += weight * term
                    there[where[n]] += weight * term
                after[s] += total
            for n in range(number):
                shares[fits[n]] += part[n]
    for s in range(len(live)):
        beyond[live[s]] = after[s]
    return float((mass * beyond).sum())


@kernel
def draw_states(
    states: Masks,
    mass: Floats,
    hands: Masks,
    starts: Masks,
    bits: int,
    low: Ints,
    high: Ints,
    value: Floats,
    full: int,
    targets: Floats,
    out: Masks,
) -> None:
    """Draw left states given hands in the middle: for `hands[k]`, those from `starts[k]` up to the next start.

    Its `targets`, in rising order, are drawn from 0 to the weight of all that fits the hand.
    """
    ones = (1 << bits) - 1
    for k in range(len(hands)):
        hand, done, end = hands[k], starts[k], starts[k + 1]
        total, last = 0.0, -1
        for s in range(len(states)):
            if mass[s] == 0.0 or states[s] & hand:
                continue
            rest = full & ~(hand | states[s])
            term = mass[s] * value[high[rest >> bits] + low[rest & ones]]
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
    unions: Masks,
    chance: Floats,
    hands: Masks,
    weights: Floats,
    bits: int,
    low: Ints,
    high: Ints,
    value: Floats,
    out: Masks,
) -> None:
    """Draw the last holder's hand out of each union: in proportion to its weight and to `value` of what is left."""
    ones = (1 << bits) - 1
    for n in range(len(unions)):
        union = unions[n]
        total = 0.0
        for i in range(len(hands)):
            if hands[i] & ~union == 0:
                rest = union ^ hands[i]
                total += weights[i] * value[high[rest >> bits] + low[rest & ones]]
        target = chance[n] * total
        total = 0.0
        for i in range(len(hands)):
            if hands[i] & ~union == 0:
                rest = union ^ hands[i]
                term = weights[i] * value[high[rest >> bits] + low[rest & ones]]
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


# The slow, readable twins: the test oracles of the kernels above. They know nothing of tables or of kin.


def grouped_twin(parts: list[int], size: int) -> tuple[list[int], list[int]]:
    """`grouped`."""
    order = sorted(range(len(parts)), key=lambda n: parts[n])
    return order, [sum(part < number for part in parts) for number in range(size + 1)]


def list_hands_twin(cards: list[int], size: int, clauses: list[int]) -> list[int]:
    """`list_hands`."""
    hands = (sum(chosen) for chosen in combinations(cards, size))
    return [hand for hand in hands if all(hand & clause for clause in clauses)]


def push_twin(mass: dict[int, float], hands: list[int], weights: list[float]) -> dict[int, float]:
    """`push` with every mask for itself: the weight of each union."""
    out: dict[int, float] = {}
    for state, before in mass.items():
        for hand, weight in zip(hands, weights, strict=True):
            if not hand & state:
                out[hand | state] = out.get(hand | state, 0.0) + before * weight
    return out


def pull_twin(
    mass: dict[int, float], hands: list[int], weights: list[float], beyond: dict[int, float]
) -> tuple[dict[int, float], list[float]]:
    """`pull`: what may follow each state, and the share of each hand."""
    out = {
        state: sum(
            w * beyond.get(hand | state, 0.0) for hand, w in zip(hands, weights, strict=True) if not hand & state
        )
        for state in mass
    }
    shares = [
        sum(before * w * beyond.get(hand | state, 0.0) for state, before in mass.items() if not hand & state)
        for hand, w in zip(hands, weights, strict=True)
    ]
    return out, shares


def meet_twin(
    left: dict[int, float], hands: list[int], weights: list[float], right: dict[int, float], full: int
) -> tuple[float, list[float]]:
    """`meet`: the weight of all deals, and the share of each hand in the middle."""
    shares = [
        sum(before * w * right.get(full & ~(hand | state), 0.0) for state, before in left.items() if not hand & state)
        for hand, w in zip(hands, weights, strict=True)
    ]
    return sum(shares), shares


def card_shares_twin(hands: list[int], shares: list[float], bits: int) -> list[float]:
    """`card_shares`."""
    pairs = list(zip(hands, shares, strict=True))
    return [sum(share for hand, share in pairs if hand >> bit & 1) for bit in range(bits)]


def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    one, weight = frozen(np.zeros(1, np.int64)), frozen(np.ones(1))
    table, out = frozen(np.zeros(2, np.int32)), np.zeros(1)
    list_hands(one, 1, one[:0], np.zeros(1, np.int64))
    grouped(np.zeros(1, np.int64), 1)
    push(one, weight, one, weight, 0, table, table, out)
    pull(one, weight, one, weight, 0, table, table, weight, out, out)
    meet(one, weight, one, weight, 0, table, table, weight, 0, out, out, out)
    draw_states(one, weight, one, frozen(np.arange(2)), 0, table, table, weight, 0, weight, np.zeros(1, np.int64))
    draw_hands(one, weight, one, weight, 0, table, table, weight, np.zeros(1, np.int64))
    card_shares(one, weight, out)
