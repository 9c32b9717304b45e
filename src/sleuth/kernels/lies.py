"""Weighing questions whose answers may be lies: for every action, what may be said, how likely, and what it tells.

One pass over the candidates counts their true answers, by the lies that they have left; each true answer is then spread
over what may be said in its place. `sleuth.belief.lying_outcomes.figures` is the slow and readable twin.
"""

from __future__ import annotations

from math import log2
from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel
from sleuth.kernels.partitions import ENOUGH
from sleuth.kernels.threads import spread

BLOCK = 64


class Said(NamedTuple):
    """What may be said, a row for each action."""

    counts: Floats
    """How many candidates each answer leaves."""
    masses: Floats
    """The weight of the candidates and the lies behind each answer."""
    reach: Floats
    """What each answer leaves, each candidate by the ways to lie that it then has left."""
    told: Floats
    """The bits that the answer tells about the secret."""
    answers: Ints
    """How many answers are true of some candidate."""


class Liars(NamedTuple):
    """The candidates by the lies that they have left, a group each."""

    group: Ints
    """The group of each candidate."""
    chance: Floats
    """How likely each group is to lie next, where it can."""
    ways: Floats
    """The ways to lie that each group has left."""
    ways_less: Floats
    """The same after one lie more."""
    plan: Floats
    """What a secret of each group weighs when questions are compared."""


@kernel
def weigh(
    codes: Codes,
    cands: Ints,
    weights: Floats,
    actions: Ints,
    lo: int,
    hi: int,
    group: Ints,
    chance: Floats,
    ways_left: Floats,
    ways_less: Floats,
    plan: Floats,
    may: Bools,
    winning: Ints,
    starts: Ints,
    others: Ints,
    every: bool,
    always: bool,
    width: int,
    counts: Floats,
    masses: Floats,
    reach: Floats,
    told: Floats,
    answers: Ints,
) -> None:
    """Weigh `actions[lo:hi]`. `others[starts[t]:starts[t + 1]]` may be said for `t`; or `every` other answer may."""
    groups, sayings = chance.size, may.shape[1]
    number = np.zeros((width, groups), np.float64)
    mass = np.zeros((width, groups), np.float64)
    expected = np.zeros(sayings, np.float64)
    own = np.zeros((4, width), np.float64)
    touched = np.empty(width, np.int32)
    doubt = np.zeros(groups, np.float64)
    stamp = np.full(width, -1, np.int64)
    column = np.empty((BLOCK, cands.size), codes.dtype)
    for g in range(groups):
        if 0.0 < chance[g] < 1.0:
            doubt[g] = -chance[g] * log2(chance[g]) - (1.0 - chance[g]) * log2(1.0 - chance[g])
    for j in range(lo, hi):
        at = (j - lo) % BLOCK
        if at == 0:  # a row of the table lies together, so some columns are copied at once
            for i in range(cands.size):
                row = codes[cands[i]]
                for b in range(min(BLOCK, hi - j)):
                    column[b, i] = row[actions[j + b]]
        seen = 0
        for i in range(cands.size):
            t = column[at, i]
            if stamp[t] != j:
                stamp[t] = j
                touched[seen] = t
                seen += 1
            number[t, group[i]] += 1.0
            mass[t, group[i]] += weights[cands[i]]
        answers[j] = seen
        openings = 0
        for f in range(sayings):
            counts[j, f] = 0.0
            masses[j, f] = 0.0
            reach[j, f] = 0.0
            expected[f] = 0.0
            if may[j, f]:
                openings += 1
        lost, whole = 0.0, 0.0
        all_counts, all_masses, all_reach, all_expected = 0.0, 0.0, 0.0, 0.0
        for k in range(seen):
            t = touched[k]
            ways = 0
            if t != winning[j]:
                if every:
                    ways = openings - (1 if may[j, t] else 0)
                else:
                    for p in range(starts[t], starts[t + 1]):
                        if may[j, others[p]]:
                            ways += 1
            turned, lied, turned_reach, planned = 0.0, 0.0, 0.0, 0.0
            for g in range(groups):
                n, m = number[t, g], mass[t, g]
                number[t, g] = 0.0
                mass[t, g] = 0.0
                if n == 0.0:
                    continue
                whole += plan[g] * m
                lies = 0.0
                free = ways > 0 and chance[g] > 0.0
                if free:
                    lies = m * chance[g]
                    turned += n
                    turned_reach += n * ways_less[g]
                    lied += lies
                    planned += plan[g] * lies
                    lost += plan[g] * (m * doubt[g] + lies * log2(float(ways)))
                if not (always and free):
                    counts[j, t] += n
                    reach[j, t] += n * ways_left[g]
                masses[j, t] += m - lies
                expected[t] += plan[g] * (m - lies)
            if turned == 0.0:
                continue
            lied /= ways
            planned /= ways
            if every:
                own[0, t] = turned
                own[1, t] = lied
                own[2, t] = turned_reach
                own[3, t] = planned
                all_counts += turned
                all_masses += lied
                all_reach += turned_reach
                all_expected += planned
                continue
            for p in range(starts[t], starts[t + 1]):
                f = others[p]
                if may[j, f]:
                    counts[j, f] += turned
                    masses[j, f] += lied
                    reach[j, f] += turned_reach
                    expected[f] += planned
        if every and all_counts > 0.0:
            for f in range(sayings):
                if not may[j, f]:
                    continue
                if all_counts - own[0, f] > 0.0:
                    counts[j, f] += all_counts - own[0, f]
                    masses[j, f] += all_masses - own[1, f]
                    reach[j, f] += all_reach - own[2, f]
                    expected[f] += all_expected - own[3, f]
            for k in range(seen):
                for kind in range(4):
                    own[kind, touched[k]] = 0.0
        bits = 0.0
        for f in range(sayings):
            if expected[f] > 0.0:
                share = expected[f] / whole
                bits -= share * log2(share)
        told[j] = max(0.0, bits - lost / whole)


def said(
    codes: Codes,
    cands: Ints,
    weights: Floats,
    actions: Ints,
    liars: Liars,
    may: Bools,
    winning: Ints,
    starts: Ints,
    others: Ints,
    every: bool,
    always: bool,
    width: int,
) -> Said:
    """`weigh`, spread over threads."""
    shape = may.shape
    out = Said(
        np.empty(shape), np.empty(shape), np.empty(shape), np.empty(actions.size), np.empty(actions.size, np.int32)
    )
    codes, cands, weights, actions = frozen(codes), frozen(cands), frozen(weights), frozen(actions)
    group, chance, plan = frozen(liars.group), frozen(liars.chance), frozen(liars.plan)
    ways, less = frozen(liars.ways), frozen(liars.ways_less)
    may, winning, starts, others = frozen(may), frozen(winning), frozen(starts), frozen(others)

    def piece(lo: int, hi: int) -> None:
        weigh(
            codes, cands, weights, actions, lo, hi, group, chance, ways, less, plan, may, winning, starts, others,
            every, always, width, out.counts, out.masses, out.reach, out.told, out.answers,
        )  # fmt: skip

    spread(piece, actions.size, None if actions.size * cands.size > ENOUGH else 1)
    return out


def warm() -> None:
    """Compile the kernel for both types of table."""
    one, ones = np.zeros(1, np.int32), np.ones(1)
    codes: list[Codes] = [np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.uint16)]
    for table in codes:
        said(
            table, one, ones, one, Liars(one, ones, ones, ones, ones), np.ones((1, 1), np.bool_),
            one, np.zeros(2, np.int32), one, False, False, 1,
        )  # fmt: skip
