"""Counting the parts that each action cuts a set of candidates into, and scoring them in the same pass.

Tables are secret-major (`codes[secret, action]`), so that the inner loops run along an action block that lies
in one cache line a candidate, and small sets never pay for the whole width of the feedback alphabet.

A score is a sum (or a maximum) over the parts of an action. For a part of `n` secrets with mass `m`:

    m * per_mass[n] + per_part[n] + bits * m * log2(m)

On a uniform prior `m = n`, and everything folds into one table by `n`.

An entropy of some order and degree (Sharma-Mittal) needs one number more of a part whose secrets differ in weight: the
sum of a power of each weight. With `H` the Renyi entropy that follows from it, the part contributes `m * ln_t(exp H)`,
where `ln_t x = (x^(1-t) - 1) / (1-t)`. At degrees below 0 or above 2 this overflows, or drowns in rounding; there the
score is the power mean of the parts' effective numbers, as a logarithm: the same order of actions, and no overflow.
"""

from __future__ import annotations

from math import exp, expm1, log, log1p, log2
from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Array, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel
from sleuth.kernels.threads import spread

BLOCK = 128
ENOUGH = 1 << 21
"""Below this many table look-ups a second thread costs more than it saves."""

NO_WEIGHTS: Floats = np.empty(0)

NONE, SUM, NEAR, PEAK = 0, 1, 2, 3
"""How a power of the weights is summed: not at all; plainly; near order 1, where the sum is near the mass; or with the
largest taken out, where plain powers would vanish."""
NO_POWER: Floats = np.zeros(4)
NO_POWERS: Floats = np.zeros(1)
VANISHING = 600.0
"""Powers down to exp(-600) are numbers."""
NEGLIGIBLE = 40.0
"""Beside one, exp(-40) is nothing."""


class Power(NamedTuple):
    """Which entropy of a part: its order, 0 to infinity, and its degree."""

    order: float
    degree: float

    @property
    def averaged(self) -> bool:
        """Whether the score is a power mean, as a logarithm, rather than a sum."""
        return not 0 <= self.degree <= 2


class Terms(NamedTuple):
    """A criterion as numbers: what a part of `n` secrets contributes, for `n` up to the whole set."""

    per_mass: Floats
    per_part: Floats
    bits: float
    worst: bool
    power: Power | None = None
    """Takes the place of the other terms where secrets differ in weight, or where the score is a power mean."""

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
def renyi_nats(form: int, order: float, mass: float, total: float, largest: float) -> float:
    """The Renyi entropy of a part, of its mass (as a logarithm), of the sum of powers and of the largest weight."""
    if form == NEAR:
        if order == 1.0:
            return mass - total
        return mass + log1p((order - 1.0) * total) / (1.0 - order)
    if form == SUM:
        return (log(total) - order * mass) / (1.0 - order)
    if order == np.inf:
        return mass - largest
    return (order * (largest - mass) + log(total)) / (1.0 - order)


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
    powers: Floats,
    law: Floats,
    out: Floats,
) -> None:
    """Scores of `actions[lo:hi]` into `out[lo:hi]`, candidates weighted by `weights[secret]`.

    `powers` and `law` come from `prepare`. An action that tells nothing scores past every other under an entropy:
    where the entropy is not concave, an answer may raise it, and asking in vain would look best.
    """
    n = cands.size
    form, order, degree, base = int(law[0]), law[1], law[2], law[3]
    averaged = not 0.0 <= degree <= 2.0
    slope = 1.0 - degree
    counts = np.zeros((BLOCK, width), np.int32)
    masses = np.zeros((BLOCK, width), np.float64)
    sums = np.zeros((BLOCK if form != NONE else 1, width), np.float64)
    tops = np.full((BLOCK if form == PEAK else 1, width), -np.inf)
    leads = np.zeros(BLOCK, np.float64)
    for first in range(lo, hi, BLOCK):
        m = min(BLOCK, hi - first)
        for i in range(n):
            row = codes[cands[i]]
            w = weights[cands[i]]
            if form == NONE:
                for j in range(m):
                    c = row[actions[first + j]]
                    counts[j, c] += 1
                    masses[j, c] += w
            elif form != PEAK:
                v = powers[cands[i]]
                for j in range(m):
                    c = row[actions[first + j]]
                    counts[j, c] += 1
                    masses[j, c] += w
                    sums[j, c] += v
            elif order == np.inf:
                v = powers[cands[i]]
                for j in range(m):
                    c = row[actions[first + j]]
                    counts[j, c] += 1
                    masses[j, c] += w
                    tops[j, c] = max(tops[j, c], v)
            else:
                v = powers[cands[i]]
                for j in range(m):
                    c = row[actions[first + j]]
                    masses[j, c] += w
                    if counts[j, c] == 0:
                        tops[j, c] = v
                        sums[j, c] = 1.0
                    else:
                        above = order * (v - tops[j, c])
                        if above > 0.0:
                            sums[j, c] = 1.0 + (sums[j, c] * exp(-above) if above < NEGLIGIBLE else 0.0)
                            tops[j, c] = v
                        elif above > -NEGLIGIBLE:
                            sums[j, c] += exp(above)
                    counts[j, c] += 1
        for j in range(m):
            out[first + j] = 0.0
            leads[j] = -np.inf
        whole = 0.0
        for i in range(n):
            row = codes[cands[i]]
            whole += weights[cands[i]]
            for j in range(m):
                c = row[actions[first + j]]
                k = counts[j, c]
                if k == 0:
                    continue
                mass = masses[j, c]
                counts[j, c] = 0
                masses[j, c] = 0.0
                if form == NONE:
                    value = mass * per_mass[k] + per_part[k]
                    if bits != 0.0:
                        value += bits * mass * log2(mass)
                    if not worst:
                        out[first + j] += value
                    elif value > out[first + j]:
                        out[first + j] = value
                    continue
                total, largest = sums[j, c], 0.0
                sums[j, c] = 0.0
                if form == PEAK:
                    largest = tops[j, c]
                    tops[j, c] = -np.inf
                if k == 1 and not averaged:
                    continue
                nats = 0.0
                if k == n > 1:
                    nats = log(float(n)) + 1.0
                elif k > 1:
                    total = total / mass if form == NEAR else total
                    nats = max(0.0, renyi_nats(form, order, log(mass) - base, total, largest))
                if not averaged:
                    out[first + j] += mass * (nats if slope == 0.0 else expm1(slope * nats) / slope)
                elif slope * nats > leads[j]:
                    out[first + j] = out[first + j] * exp(leads[j] - slope * nats) + mass
                    leads[j] = slope * nats
                else:
                    out[first + j] += mass * exp(slope * nats - leads[j])
        if form != NONE and averaged:
            for j in range(m):
                out[first + j] = (leads[j] + log(out[first + j] / whole)) / slope


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


def prepare(power: Power | None, weights: Floats, cands: Ints | None = None) -> tuple[Floats, Floats]:
    """What the kernels need of an entropy: a number for each secret, to be summed over a part, and how to read the sum.

    Only the candidates are looked at, where they are given. Weights are taken relative to the largest.
    """
    if power is None:
        return NO_POWERS, NO_POWER
    order, degree = power
    some = weights if cands is None else weights[cands]
    base = float(np.log(some.max()))
    logs = np.log(some) - base
    span = -float(logs.min())
    if abs(order - 1) * span <= 1:
        form, values = NEAR, some * (logs if order == 1 else np.expm1((order - 1) * logs) / (order - 1))
    elif order * span <= VANISHING:
        form, values = SUM, np.exp(order * logs)
    else:
        form, values = PEAK, logs
    powers: Floats = values
    if cands is not None:
        powers = np.zeros(weights.size)
        powers[cands] = values
    return powers, np.array([form, order, degree, base], np.float64)


def scores(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats, terms: Terms) -> Floats:
    """The score of each action, spread over threads. Empty `weights` mean that all candidates are alike."""
    out = np.empty(actions.size, np.float64)
    if weights.size == 0 and terms.power is not None and terms.power.averaged:
        weights = np.ones(codes.shape[0])
    codes, cands, actions, weights = frozen(codes), frozen(cands), frozen(actions), frozen(weights)
    if weights.size == 0:
        table = terms.folded()

        def piece(lo: int, hi: int) -> None:
            score_uniform(codes, cands, actions, lo, hi, width, table, terms.worst, out)
    else:
        per_mass, per_part = frozen(terms.per_mass), frozen(terms.per_part)
        powers, law = map(frozen, prepare(terms.power, weights, cands))

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
                powers,
                law,
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
        found = [cands[column == code] for code in np.unique(column)]
        if terms.power is not None and (weights.size or terms.power.averaged):
            out.append(power_twin([weights[p] if weights.size else np.ones(p.size) for p in found], terms.power))
            continue
        values = []
        for part in found:
            n = part.size
            mass = float(weights[part].sum()) if weights.size else float(n)
            values.append(mass * terms.per_mass[n] + terms.per_part[n] + terms.bits * mass * np.log2(mass))
        out.append(max(0.0, *values) if terms.worst else sum(values))
    return np.array(out, np.float64)


def power_twin(found: list[Floats], power: Power) -> float:
    """The score of one action under an entropy, of the weights in each of its parts."""
    masses = np.array([part.sum() for part in found])
    nats = np.array([renyi_twin(part / part.sum(), power.order) for part in found])
    if len(found) == 1 and found[0].size > 1:
        nats[0] = np.log(found[0].size) + 1.0
    slope = 1.0 - power.degree
    if power.averaged:
        largest = (slope * nats).max()
        return float((largest + np.log(masses @ np.exp(slope * nats - largest) / masses.sum())) / slope)
    return float(masses @ (nats if slope == 0 else np.expm1(slope * nats) / slope))


def renyi_twin(shares: Floats, order: float) -> float:
    """The Renyi entropy of shares that sum to one, in nats, as it is printed."""
    if order == 1:
        return float(-(shares @ np.log(shares)))
    top = shares.max()
    if np.isinf(order):
        return float(-np.log(top))
    return float((order * np.log(top) + np.log(((shares / top) ** order).sum())) / (1 - order))


def counts_twin(codes: Codes, cands: Ints, actions: Ints, width: int) -> Array:
    """`counts`, slow and readable."""
    return np.array([np.bincount(codes[cands, a], minlength=width) for a in actions], np.int32)


def warm() -> None:
    """Compile every kernel of this file for every type of table."""
    cands = actions = np.zeros(1, np.int32)
    terms = Terms(np.zeros(2), np.zeros(2), 1.0, False)
    power = Terms(np.zeros(2), np.zeros(2), 0.0, False, Power(2.0, 1.0))
    for dtype in (np.uint8, np.uint16):
        codes = np.zeros((1, 1), dtype)
        scores(codes, cands, actions, 1, NO_WEIGHTS, terms)
        scores(codes, cands, actions, 1, np.ones(1), terms)
        scores(codes, cands, actions, 1, np.ones(1), power)
        counts(codes, cands, actions, 1)
        masses(codes, cands, actions, 1, np.ones(1))
        first_cells(frozen(codes), np.full(1, -1, np.int32), np.zeros(1, np.int32))
