"""Counting the parts that each action cuts a set of candidates into, and scoring them in the same pass.

Tables are secret-major (`codes[secret, action]`), so that the inner loops run along an action block that lies
in one cache line a candidate, and small sets never pay for the whole width of the feedback alphabet.

A score is a sum (or a maximum) over the parts of an action. For a part of `n` secrets with mass `m`:

    m * per_mass[n] + per_part[n] + bits * m * log2(m)

On a uniform prior `m = n`, and everything folds into one table by `n`.
"""

from __future__ import annotations

from math import log2
from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Array, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel, spread

BLOCK = 128
ENOUGH = 1 << 21
"""Below this many table look-ups a second thread costs more than it saves."""

NO_WEIGHTS: Floats = np.empty(0)


class Terms(NamedTuple):
    """A criterion as numbers: what a part of `n` secrets contributes, for `n` up to the whole set."""

    per_mass: Floats
    per_part: Floats
    bits: float
    worst: bool

    def folded(self) -> Floats:
        """The one table by `n` that holds on a uniform prior."""
        n = np.arange(self.per_part.size, dtype=np.float64)
        table: Floats = n * self.per_mass + self.per_part + self.bits * n * np.log2(np.maximum(n, 1))
        return table


@kernel
def score_uniform(
    codes: Codes, cands: Ints, actions: Ints, lo: int, hi: int, width: int, table: Floats, worst: bool, out: Floats
) -> None:
    """Scores of `actions[lo:hi]` into `out[lo:hi]`, every candidate alike."""
    n = cands.size
    counts = np.zeros((BLOCK, width), np.int32)
    dense = n >= 2 * width
    for first in range(lo, hi, BLOCK):
        m = min(BLOCK, hi - first)
        for j in range(m):
            out[first + j] = 0.0
        if dense or worst:
            for i in range(n):
                row = codes[cands[i]]
                for j in range(m):
                    counts[j, row[actions[first + j]]] += 1
            if dense:
                for j in range(m):
                    score = 0.0
                    for c in range(width):
                        value = table[counts[j, c]]
                        score = max(score, value) if worst else score + value
                        counts[j, c] = 0
                    out[first + j] = score
            else:
                for i in range(n):
                    row = codes[cands[i]]
                    for j in range(m):
                        c = row[actions[first + j]]
                        value = table[counts[j, c]]
                        if value > out[first + j]:
                            out[first + j] = value
                        counts[j, c] = 0
        else:
            for i in range(n):
                row = codes[cands[i]]
                for j in range(m):
                    c = row[actions[first + j]]
                    k = counts[j, c]
                    counts[j, c] = k + 1
                    out[first + j] += table[k + 1] - table[k]
            for i in range(n):
                row = codes[cands[i]]
                for j in range(m):
                    counts[j, row[actions[first + j]]] = 0


@kernel
def score_weighted(
    codes: Codes,
    cands: Ints,
    actions: Ints,
    lo: int,
    hi: int,
    width: int,
    weights: Floats,
    per_mass: Floats,
    per_part: Floats,
    bits: float,
    worst: bool,
    out: Floats,
) -> None:
    """Scores of `actions[lo:hi]` into `out[lo:hi]`, candidates weighted by `weights[secret]`."""
    n = cands.size
    counts = np.zeros((BLOCK, width), np.int32)
    masses = np.zeros((BLOCK, width), np.float64)
    for first in range(lo, hi, BLOCK):
        m = min(BLOCK, hi - first)
        for i in range(n):
            row = codes[cands[i]]
            w = weights[cands[i]]
            for j in range(m):
                c = row[actions[first + j]]
                counts[j, c] += 1
                masses[j, c] += w
        for j in range(m):
            out[first + j] = 0.0
        for i in range(n):
            row = codes[cands[i]]
            for j in range(m):
                c = row[actions[first + j]]
                k = counts[j, c]
                if k > 0:
                    mass = masses[j, c]
                    value = mass * per_mass[k] + per_part[k]
                    if bits != 0.0:
                        value += bits * mass * log2(mass)
                    if not worst:
                        out[first + j] += value
                    elif value > out[first + j]:
                        out[first + j] = value
                    counts[j, c] = 0
                    masses[j, c] = 0.0


@kernel
def count_parts(codes: Codes, cands: Ints, actions: Ints, lo: int, hi: int, out: Ints) -> None:
    """How many candidates give each feedback: `out[action, feedback]`, for `actions[lo:hi]`."""
    for j in range(lo, hi):
        out[j, :] = 0
    for i in range(cands.size):
        row = codes[cands[i]]
        for j in range(lo, hi):
            out[j, row[actions[j]]] += 1


@kernel
def weigh_parts(codes: Codes, cands: Ints, actions: Ints, lo: int, hi: int, weights: Floats, out: Floats) -> None:
    """The mass of the candidates that give each feedback: `out[action, feedback]`, for `actions[lo:hi]`."""
    for j in range(lo, hi):
        out[j, :] = 0.0
    for i in range(cands.size):
        row = codes[cands[i]]
        w = weights[cands[i]]
        for j in range(lo, hi):
            out[j, row[actions[j]]] += w


@kernel
def first_cells(codes: Codes, secrets: Ints, actions: Ints) -> int:
    """For each code that occurs, the first secret and action that give it (-1 elsewhere); how many there are."""
    found = 0
    for s in range(codes.shape[0]):
        for a in range(codes.shape[1]):
            c = codes[s, a]
            if secrets[c] < 0:
                secrets[c] = s
                actions[c] = a
                found += 1
    return found


def scores(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats, terms: Terms) -> Floats:
    """The score of each action, spread over threads. Empty `weights` mean that all candidates are alike."""
    out = np.empty(actions.size, np.float64)
    codes, cands, actions, weights = frozen(codes), frozen(cands), frozen(actions), frozen(weights)
    if weights.size == 0:
        table = terms.folded()

        def piece(lo: int, hi: int) -> None:
            score_uniform(codes, cands, actions, lo, hi, width, table, terms.worst, out)
    else:
        per_mass, per_part = frozen(terms.per_mass), frozen(terms.per_part)

        def piece(lo: int, hi: int) -> None:
            score_weighted(
                codes,
                cands,
                actions,
                lo,
                hi,
                width,
                weights,
                per_mass,
                per_part,
                terms.bits,
                terms.worst,
                out,
            )

    spread(piece, actions.size, None if actions.size * cands.size > ENOUGH else 1)
    return out


def counts(codes: Codes, cands: Ints, actions: Ints, width: int) -> Ints:
    """The actions x feedbacks table of how many candidates give each feedback."""
    out = np.empty((actions.size, width), np.int32)
    codes, cands, actions = frozen(codes), frozen(cands), frozen(actions)
    pieces = None if actions.size * cands.size > ENOUGH else 1
    spread(lambda lo, hi: count_parts(codes, cands, actions, lo, hi, out), actions.size, pieces)
    return out


def masses(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats) -> Floats:
    """The actions x feedbacks table of the weight of the candidates that give each feedback."""
    out = np.empty((actions.size, width), np.float64)
    codes, cands, actions, weights = frozen(codes), frozen(cands), frozen(actions), frozen(weights)
    pieces = None if actions.size * cands.size > ENOUGH else 1
    spread(lambda lo, hi: weigh_parts(codes, cands, actions, lo, hi, weights, out), actions.size, pieces)
    return out


def scores_twin(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats, terms: Terms) -> Floats:
    """`scores`, slow and readable: the test oracle of the kernels."""
    out = []
    for action in actions:
        column = codes[cands, action]
        values = []
        for code in np.unique(column):
            part = cands[column == code]
            n = part.size
            mass = float(weights[part].sum()) if weights.size else float(n)
            values.append(mass * terms.per_mass[n] + terms.per_part[n] + terms.bits * mass * np.log2(mass))
        out.append(max(0.0, *values) if terms.worst else sum(values))
    return np.array(out, np.float64)


def counts_twin(codes: Codes, cands: Ints, actions: Ints, width: int) -> Array:
    """`counts`, slow and readable."""
    return np.array([np.bincount(codes[cands, a], minlength=width) for a in actions], np.int32)


def warm() -> None:
    """Compile every kernel of this file for every type of table."""
    cands = actions = np.zeros(1, np.int32)
    terms = Terms(np.zeros(2), np.zeros(2), 1.0, False)
    for dtype in (np.uint8, np.uint16):
        codes = np.zeros((1, 1), dtype)
        scores(codes, cands, actions, 1, NO_WEIGHTS, terms)
        scores(codes, cands, actions, 1, np.ones(1), terms)
        counts(codes, cands, actions, 1)
        masses(codes, cands, actions, 1, np.ones(1))
        first_cells(frozen(codes), np.full(1, -1, np.int32), np.zeros(1, np.int32))
