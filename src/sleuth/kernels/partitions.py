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

from sleuth.kernels.arrays import Codes, Floats, Ints, frozen, own
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.threads import spread

BLOCK = 128
LONG_BLOCK = 256
"""Actions at a time where secrets are alike, so that there is less to keep in the cache of each."""
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


class PartTerms(NamedTuple):
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


class Weighing(NamedTuple):
    """A criterion for candidates that differ in weight: its terms, and what `prepare` makes of its entropy."""

    weights: Floats
    """The weight of each secret."""
    per_mass: Floats
    per_part: Floats
    bits: float
    worst: bool
    powers: Floats
    law: Floats


@kernel
def is_run(actions: Ints) -> bool:
    """Whether each action follows the one before it in the order of the game."""
    run = True
    for j in range(1, actions.size):
        run &= actions[j] == actions[j - 1] + 1
    return run


@kernel
def tally(codes: Codes, cands: Ints, actions: Ints, counts: Ints) -> None:
    """Add to `counts[action, feedback]` how many candidates give it. Actions that follow each other are read fast."""
    m = actions.size
    if is_run(actions):
        first = actions[0]
        for i in range(cands.size):
            row = codes[cands[i], first : first + m]
            for j in range(m):
                counts[j, row[j]] += 1
    else:
        for i in range(cands.size):
            row = codes[cands[i]]
            for j in range(m):
                counts[j, row[actions[j]]] += 1


@kernel
def score_uniform(
    codes: Codes, cands: Ints, actions: Ints, width: int, table: Floats, worst: bool, out: Floats
) -> None:
    """The scores of some actions, every candidate alike."""
    n = cands.size
    most = min(actions.size, LONG_BLOCK)
    counts = np.zeros((most, width), np.int32)
    dense = 4 * n >= width
    for first in range(0, actions.size, most):
        m = min(most, actions.size - first)
        for j in range(m):
            out[first + j] = 0.0
        if dense or worst:
            tally(codes, cands, actions[first : first + m], counts)
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


class _PartSums(NamedTuple):
    """What is summed of each part, one row for each action of a block."""

    counts: Ints
    masses: Floats
    sums: Floats
    """The powers of the weights, where an entropy asks for them."""
    tops: Floats
    """The largest of these, as a logarithm, where it is taken out."""


@kernel
def _add(form: int, order: float, row: Codes, actions: Ints, weight: float, power: float, parts: _PartSums) -> None:
    """Add a candidate, by its row of the table, to its part under each action."""
    counts, masses, sums, tops = parts
    if form == NONE:
        for j in range(actions.size):
            c = row[actions[j]]
            counts[j, c] += 1
            masses[j, c] += weight
    elif form != PEAK:
        for j in range(actions.size):
            c = row[actions[j]]
            counts[j, c] += 1
            masses[j, c] += weight
            sums[j, c] += power
    else:
        for j in range(actions.size):
            c = row[actions[j]]
            counts[j, c] += 1
            masses[j, c] += weight
            if order == np.inf:
                tops[j, c] = max(tops[j, c], power)
            elif counts[j, c] == 1:
                tops[j, c] = power
                sums[j, c] = 1.0
            else:
                above = order * (power - tops[j, c])
                if above > 0.0:
                    sums[j, c] = 1.0 + (sums[j, c] * exp(-above) if above < NEGLIGIBLE else 0.0)
                    tops[j, c] = power
                elif above > -NEGLIGIBLE:
                    sums[j, c] += exp(above)


@kernel
def score_weighted(codes: Codes, cands: Ints, actions: Ints, width: int, weighing: Weighing, out: Floats) -> None:
    """The scores of some actions, candidates weighted.

    An action that tells nothing scores past every other under an entropy: where the entropy is not concave, an answer
    may raise it, and asking in vain would look best.
    """
    n = cands.size
    weights, per_mass, per_part, bits, worst, powers, law = weighing
    form, order, degree, base = int(law[0]), law[1], law[2], law[3]
    averaged = not 0.0 <= degree <= 2.0
    slope = 1.0 - degree
    counts = np.zeros((BLOCK, width), np.int32)
    masses = np.zeros((BLOCK, width), np.float64)
    sums = np.zeros((BLOCK if form != NONE else 1, width), np.float64)
    tops = np.full((BLOCK if form == PEAK else 1, width), -np.inf)
    leads = np.zeros(BLOCK, np.float64)
    parts = _PartSums(counts, masses, sums, tops)
    for first in range(0, actions.size, BLOCK):
        m = min(BLOCK, actions.size - first)
        block = actions[first : first + m]
        for i in range(n):
            secret = cands[i]
            power = powers[secret] if form != NONE else 0.0
            _add(form, order, codes[secret], block, weights[secret], power, parts)
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
def count_parts(codes: Codes, cands: Ints, actions: Ints, out: Ints) -> None:
    """How many candidates give each feedback: `out[action, feedback]`, which comes filled with zeros."""
    for first in range(0, actions.size, BLOCK):
        tally(codes, cands, actions[first : first + BLOCK], out[first : first + BLOCK])


@kernel
def weigh_parts(codes: Codes, cands: Ints, actions: Ints, weights: Floats, out: Floats) -> None:
    """The mass of the candidates that give each feedback: `out[action, feedback]`, which comes filled with zeros."""
    for i in range(cands.size):
        row = codes[cands[i]]
        w = weights[cands[i]]
        for j in range(actions.size):
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


def scores(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats, terms: PartTerms) -> Floats:
    """The score of each action, spread over threads. Empty `weights` mean that all candidates are alike."""
    out = np.empty(actions.size, np.float64)
    if weights.size == 0 and terms.power is not None and terms.power.averaged:
        weights = np.ones(codes.shape[0])
    codes, cands, actions, weights = frozen(codes), own(cands), own(actions), frozen(weights)
    if weights.size == 0:
        table = own(terms.folded())

        def piece(lo: int, hi: int) -> None:
            score_uniform(codes, cands, actions[lo:hi], width, table, terms.worst, out[lo:hi])
    else:
        powers, law = map(own, prepare(terms.power, weights, cands))
        by_part = (own(terms.per_mass), own(terms.per_part), terms.bits, terms.worst)
        weighing = Weighing(weights, *by_part, powers, law)

        def piece(lo: int, hi: int) -> None:
            score_weighted(codes, cands, actions[lo:hi], width, weighing, out[lo:hi])

    spread(piece, actions.size, pieces(actions, cands))
    return out


def pieces(actions: Ints, cands: Ints) -> int | None:
    """Into how many pieces work on so many cells of a table is cut: as many as there are threads (`None`), or one."""
    return None if actions.size * cands.size > ENOUGH else 1


def counts(codes: Codes, cands: Ints, actions: Ints, width: int) -> Ints:
    """The actions x feedbacks table of how many candidates give each feedback."""
    out = np.zeros((actions.size, width), np.int32)
    codes, cands, actions = frozen(codes), own(cands), own(actions)
    spread(lambda a, b: count_parts(codes, cands, actions[a:b], out[a:b]), actions.size, pieces(actions, cands))
    return out


def masses(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats) -> Floats:
    """The actions x feedbacks table of the weight of the candidates that give each feedback."""
    out = np.zeros((actions.size, width), np.float64)
    codes, cands, actions, weights = frozen(codes), own(cands), own(actions), frozen(weights)
    spread(
        lambda a, b: weigh_parts(codes, cands, actions[a:b], weights, out[a:b]), actions.size, pieces(actions, cands)
    )
    return out


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


@takes(2.5)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(1.5)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    cands = actions = np.zeros(1, np.int32)
    terms = PartTerms(np.zeros(2), np.zeros(2), 1.0, False)
    power = PartTerms(np.zeros(2), np.zeros(2), 0.0, False, Power(2.0, 1.0))
    scores(codes, cands, actions, 1, NO_WEIGHTS, terms)
    scores(codes, cands, actions, 1, np.ones(1), terms)
    scores(codes, cands, actions, 1, np.ones(1), power)
    counts(codes, cands, actions, 1)
    masses(codes, cands, actions, 1, np.ones(1))
    first_cells(frozen(codes), np.full(1, -1, np.int32), np.zeros(1, np.int32))
