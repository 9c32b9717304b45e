"""Weighing questions whose answers may be lies: for every action, what may be said, how likely, and what it tells.

One pass over the candidates counts their true answers, by the lies that they have left; each true answer is then spread
over what may be said in its place. `sleuth.belief.lying_outcomes.figures` is the slow and readable twin.
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, all_frozen, frozen
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.partitions import pieces
from sleuth.kernels.threads import spread

BLOCK = 64


class AnswerFigures(NamedTuple):
    """What may be said, a row for each action."""

    counts: Floats
    """How many candidates each answer leaves."""
    masses: Floats
    """The weight of the candidates and the lies behind each answer."""
    reach: Floats
    """What each answer leaves, each candidate by the ways to lie that it then has left."""
    told_bits: Floats
    """The bits that the answer tells about the secret."""
    answers: Ints
    """How many answers are true of some candidate."""


class LieGroups(NamedTuple):
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


class Sayings(NamedTuple):
    """What may be said of the truth, a row for each action where there are rows."""

    may: Bools
    """Whether each answer may be said."""
    winning: Ints
    """The answer that is never a lie; -1 if there is none."""
    starts: Ints
    """`others[starts[t] : starts[t + 1]]` may be said for the truth `t`."""
    others: Ints
    every: bool
    """Whether any other answer may be said for the truth, whatever `others` says."""
    always: bool
    """Whether those lie who can."""


@kernel
def _ways(sayings: Sayings, j: int, t: int, openings: Any) -> Any:
    """In how many ways a lie may be told of a truth; `openings` are the answers that may be said at all."""
    if t == sayings.winning[j]:
        return 0
    if sayings.every:
        return openings - (1 if sayings.may[j, t] else 0)
    ways = 0
    for p in range(sayings.starts[t], sayings.starts[t + 1]):
        if sayings.may[j, sayings.others[p]]:
            ways += 1
    return ways


@kernel
def _say(out: AnswerFigures, expected: Floats, j: int, f: int, lied: Floats) -> None:
    """Add lies to an answer: those who lie, their mass, the ways that they have left, and their planned mass."""
    out.counts[j, f] += lied[0]
    out.masses[j, f] += lied[1]
    out.reach[j, f] += lied[2]
    expected[f] += lied[3]


@kernel
def _bits_told(expected: Floats, whole: float, lost: float) -> float:
    """The bits that an answer tells, less those that are about lies."""
    bits = 0.0
    for f in range(expected.size):
        if expected[f] > 0.0:
            share = expected[f] / whole
            bits -= share * log2(share)
    return max(0.0, bits - lost / whole)


@kernel
def weigh(
    codes: Codes, width: int, cands: Ints, weights: Floats, actions: Ints, liars: LieGroups, sayings: Sayings,
    out: AnswerFigures,
) -> None:  # fmt: skip
    """Weigh some actions."""
    group, chance, plan = liars.group, liars.chance, liars.plan
    groups, answers = chance.size, sayings.may.shape[1]
    number, mass = np.zeros((width, groups), np.float64), np.zeros((width, groups), np.float64)
    expected, own = np.zeros(answers, np.float64), np.zeros((width, 4), np.float64)
    lied, all_lied = np.zeros(4, np.float64), np.zeros(4, np.float64)
    doubt = np.zeros(groups, np.float64)
    touched, stamp = np.empty(width, np.int32), np.full(width, -1, np.int64)
    column = np.empty((BLOCK, cands.size), codes.dtype)
    for g in range(groups):
        if 0.0 < chance[g] < 1.0:
            doubt[g] = -chance[g] * log2(chance[g]) - (1.0 - chance[g]) * log2(1.0 - chance[g])
    for j in range(actions.size):
        at = j % BLOCK
        if at == 0:  # a row of the table lies together, so some columns are copied at once
            for i in range(cands.size):
                row = codes[cands[i]]
                for b in range(min(BLOCK, actions.size - j)):
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
        out.answers[j] = seen
        out.counts[j], out.masses[j], out.reach[j] = 0.0, 0.0, 0.0
        expected[:], all_lied[:] = 0.0, 0.0
        openings = np.count_nonzero(sayings.may[j])
        lost, whole = 0.0, 0.0
        for t in touched[:seen]:
            ways = _ways(sayings, j, t, openings)
            lied[:] = 0.0
            for g in range(groups):
                n, m = number[t, g], mass[t, g]
                number[t, g], mass[t, g] = 0.0, 0.0
                if n == 0.0:
                    continue
                whole += plan[g] * m
                lies = 0.0
                free = ways > 0 and chance[g] > 0.0
                if free:
                    lies = m * chance[g]
                    lied[0] += n
                    lied[1] += lies
                    lied[2] += n * liars.ways_less[g]
                    lied[3] += plan[g] * lies
                    lost += plan[g] * (m * doubt[g] + lies * log2(float(ways)))
                if not (sayings.always and free):
                    out.counts[j, t] += n
                    out.reach[j, t] += n * liars.ways[g]
                out.masses[j, t] += m - lies
                expected[t] += plan[g] * (m - lies)
            if lied[0] == 0.0:
                continue
            lied[1] /= ways
            lied[3] /= ways
            if sayings.every:
                own[t] = lied
                all_lied += lied
                continue
            for p in range(sayings.starts[t], sayings.starts[t + 1]):
                if sayings.may[j, sayings.others[p]]:
                    _say(out, expected, j, sayings.others[p], lied)
        if sayings.every and all_lied[0] > 0.0:
            for f in range(answers):
                if sayings.may[j, f] and all_lied[0] - own[f, 0] > 0.0:
                    for kind in range(4):
                        lied[kind] = all_lied[kind] - own[f, kind]
                    _say(out, expected, j, f, lied)
            for t in touched[:seen]:
                own[t] = 0.0
        out.told_bits[j] = _bits_told(expected, whole, lost)


def answer_figures(
    codes: Codes, width: int, cands: Ints, weights: Floats, actions: Ints, liars: LieGroups, sayings: Sayings
) -> AnswerFigures:
    """`weigh`, spread over threads."""
    number, shape = actions.size, sayings.may.shape
    out = AnswerFigures(np.empty(shape), np.empty(shape), np.empty(shape), np.empty(number), np.empty(number, np.int32))
    codes, cands, weights, actions = frozen(codes), frozen(cands), frozen(weights), frozen(actions)
    liars, sayings = all_frozen(liars), all_frozen(sayings)

    def piece(lo: int, hi: int) -> None:
        some = sayings._replace(may=sayings.may[lo:hi], winning=sayings.winning[lo:hi])
        figures = AnswerFigures._make(part[lo:hi] for part in out)
        weigh(codes, width, cands, weights, actions[lo:hi], liars, some, figures)

    spread(piece, number, pieces(actions, cands))
    return out


@takes(3)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(1.4)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    one, ones = np.zeros(1, np.int32), np.ones(1)
    sayings = Sayings(np.ones((1, 1), np.bool_), one, np.zeros(2, np.int32), one, False, False)
    answer_figures(codes, 1, one, ones, one, LieGroups(one, ones, ones, ones, ones), sayings)
