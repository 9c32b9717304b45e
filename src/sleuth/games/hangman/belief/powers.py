"""Entropies of every order for Hangman: sums of powers are products over words, as the numbers of phrases are.

Where words do not depend on each other, so are the power means over the patterns that a letter shows, and nothing is
listed at all. Where they do (denied letters, phrases guessed in vain), few phrases are listed, else the patterns of the
phrase are, up to `CELLS`; and past that the likeliest, so that the result is an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from itertools import islice
from math import log, prod
from typing import Any, NamedTuple

import numpy as np

from sleuth.belief import entropy_powers
from sleuth.core.game import Action
from sleuth.games.hangman.belief.false_denials import Hypothesis, unions
from sleuth.games.hangman.belief.heaviest_products import heaviest
from sleuth.games.hangman.belief.tally import Tally
from sleuth.games.hangman.belief.weighed_phrases import WeighedPhrases
from sleuth.games.hangman.belief.word import Word
from sleuth.kernels.arrays import Floats, Ints
from sleuth.measures.renyi import renyi

LISTED = 5_000
"""Up to so many phrases are listed."""
SOME = 200
"""Of patterns that are too many to list, so many are looked at."""
CELLS = 20_000
STEEP = 4.0
"""At higher orders the likeliest phrase may be all that counts, and what is left without it is lost in rounding."""
LOST = 1e-4
OTHERS = 200
"""Then so many others are looked at, of which the likeliest count."""


class LeftPowers(NamedTuple):
    """What the answers to one action leave."""

    chances: Floats
    nats: Floats


class Algebra:
    """How power sums of one order are multiplied and added up. At order 1 they go with their masses, in pairs."""

    def __init__(self, order: float) -> None:
        self.order, self.paired = order, order == 1

    @property
    def one(self) -> Floats:
        """The power sum of a single certainty."""
        return np.array([1.0, 0.0]) if self.paired else np.zeros(())

    def of(self, codes: Ints, width: int, weights: Floats) -> Floats:
        """The power sums of words by code."""
        sums = entropy_powers.summed(codes, width, entropy_powers.terms_of(weights, self.order), self.order)
        return np.array([np.bincount(codes, weights, width), sums]) if self.paired else sums

    def total(self, values: Floats) -> Floats:
        """The sum over the last axis."""
        return np.asarray(entropy_powers.ufunc_of(self.order).reduce(values, axis=-1))

    def plus(self, one: Floats, other: Floats) -> Floats:
        """The power sum of both."""
        return np.asarray(entropy_powers.ufunc_of(self.order)(one, other))

    def less(self, one: Floats, other: Floats) -> Floats:
        """The power sum without a part of it; at order inf the part is left in."""
        if self.paired:
            return one - other
        if np.isinf(self.order):
            return one
        return np.asarray(one + entropy_powers.logs_of(-np.expm1(np.minimum(other - one, 0.0))))

    def times(self, one: Floats, other: Floats) -> Floats:
        """The power sum of all products, a table of them where both are lists."""
        if not self.paired:
            return np.add.outer(one, other)
        times = np.multiply.outer
        return np.array([times(one[0], other[0]), times(one[0], other[1]) + times(one[1], other[0])])

    def scaled(self, values: Floats, factor: float) -> Floats:
        """The power sums once every weight is multiplied."""
        if self.paired:
            return np.array([factor * values[0], factor * (values[1] + values[0] * (log(factor) if factor else 0.0))])
        if factor == 0:
            return np.full(np.shape(values), -np.inf)
        return values + (1.0 if np.isinf(self.order) else self.order) * log(factor)

    def nats(self, sums: Floats, masses: Floats) -> Floats:
        """The Renyi entropies, of the masses."""
        return entropy_powers.renyi_of(sums[1] if self.paired else sums, masses, self.order)

    def product(self, values: Sequence[Floats]) -> Floats:
        """One after the other."""
        return reduce(self.times, values, self.one)


def _apart(words: Sequence[Word], info: WeighedPhrases) -> bool:
    """Whether the words do not depend on each other, a lie about the answer to come aside."""
    return not info._wrong and all(word.masses.keys() == {0} for word in words)


def whole_nats(info: WeighedPhrases, order: float) -> float:
    """The Renyi entropy of the phrase."""
    if info.size <= LISTED:
        return float(renyi(_phrases(info).shares, order))
    return float(entropy_powers.closely(lambda near: _whole_nats(info, near), order))


def _whole_nats(info: WeighedPhrases, order: float) -> Floats:
    return Algebra(order).nats(_whole_sum(info, Algebra(order)), np.asarray(info.mass))


def _whole_sum(info: WeighedPhrases, algebra: Algebra) -> Floats:
    """The power sum of all phrases, by their weights."""
    words = [_totals(word, algebra) for word in info.words if not word.outside]
    made = unions(words, info.lies.allows, algebra.one, algebra.times, algebra.plus)
    terms = [algebra.scaled(value, info.lies.weight(h)) for h, value in made.items()]
    whole = reduce(algebra.plus, terms)
    for weight in info._wrong.values():
        whole = algebra.less(whole, algebra.scaled(algebra.one, weight))
    return whole


def _totals(word: Word, algebra: Algebra) -> dict[Hypothesis, Floats]:
    return {h: algebra.of(np.zeros(rows.size, np.int32), 1, word.weights[rows])[..., 0] for h, rows in _groups(word)}


def _groups(word: Word) -> list[tuple[Hypothesis, Ints]]:
    return list(word.groups.items())


class Phrases:
    """All phrases of a small set, one by one."""

    def __init__(self, info: WeighedPhrases) -> None:
        self.info = info
        self.texts: list[str] = [str(phrase) for phrase in info.candidates()]
        self.shares: Floats = np.array([info.probability(phrase) for phrase in self.texts])
        self.shares /= self.shares.sum()

    @cached_property
    def honest(self) -> Floats:
        """How likely a letter that each phrase has is shown."""
        lies, info = self.info.lies, self.info
        return np.array([lies.truth(info._hypothesis(phrase)) for phrase in self.texts])

    @cached_property
    def spelled(self) -> Ints:
        """The code points of each phrase."""
        width = len(self.texts[0])
        return np.frombuffer("".join(self.texts).encode("utf-32-le"), "<u4").reshape(-1, width).astype(np.int32)

    def left(self, action: Action, order: float) -> LeftPowers:
        """What the answers to an action leave."""
        if len(action) > 1:
            codes = np.array([int(phrase == action) for phrase in self.texts], np.int32)
            return self._by(codes, self.shares, order)
        shown = self.spelled == ord(action)
        patterns = np.unique(shown, axis=0, return_inverse=True)[1].reshape(-1) + 1
        has = shown.any(axis=1)
        said = np.where(has, patterns, 0).astype(np.int32)  # 0 is the answer no
        true = self.shares * np.where(has, self.honest, 1.0)
        lying = np.flatnonzero(has & (self.honest < 1))
        every = np.concatenate([said, np.zeros(lying.size, np.int32)])
        return self._by(every, np.concatenate([true, (self.shares * (1 - self.honest))[lying]]), order)

    def _by(self, codes: Ints, shares: Floats, order: float) -> LeftPowers:
        width = int(codes.max()) + 1
        masses = np.bincount(codes, shares, width).astype(np.float64)
        sums = entropy_powers.summed(codes, width, entropy_powers.terms_of(shares, order), order)
        return LeftPowers(masses, entropy_powers.renyi_of(sums, masses, order))


def _phrases(info: WeighedPhrases) -> Phrases:
    if info.listed is None:
        info.listed = Phrases(info)
    listed: Phrases = info.listed
    return listed


def guess_left(info: WeighedPhrases, phrase: str, order: float) -> LeftPowers:
    """What the answers to a guess of a phrase leave, where phrases are too many to list."""
    share = info.probability(phrase)
    if share == 0:
        return LeftPowers(np.ones(1), np.array([float(_whole_nats(info, order))]))
    algebra, mass = Algebra(order), info.mass
    sums, own = _whole_sum(info, algebra), algebra.scaled(algebra.one, mass * share)
    if order > STEEP and (np.isinf(order) or float(own - sums) > -LOST):
        others = [info.probability(other) for other in info.candidates(OTHERS) if other != phrase]
        sums = algebra.total(entropy_powers.terms_of(mass * np.array(others), order))
    else:
        sums = algebra.less(sums, own)
    return LeftPowers(
        np.array([share, 1 - share]), np.array([0.0, float(algebra.nats(sums, np.asarray(mass * (1 - share))))])
    )


class Shown:
    """The power sums of one letter, by patterns of each word."""

    def __init__(self, tally: Tally, order: float) -> None:
        self.tally, self.info, self.algebra = tally, tally.info, Algebra(order)
        self.lies = tally.info.lies

    @cached_property
    def words(self) -> list[dict[Hypothesis, Floats]]:
        """The power sums of each word, by groups and patterns."""
        return [self._word(word, patterns.values) for word, patterns in self._pairs]

    @property
    def _pairs(self) -> list[tuple[Word, Any]]:
        return list(zip(self.tally.words, self.tally.patterns, strict=True))

    def _word(self, word: Word, values: Any) -> dict[Hypothesis, Floats]:
        places = np.searchsorted(values, word.list.masks[word.indices, self.tally.number]).astype(np.int32)
        return {h: self.algebra.of(places[rows], values.size, word.weights[rows]) for h, rows in _groups(word)}

    # Words apart.

    def apart(self) -> Floats:
        """The entropies that each pattern of each word leaves of it, and that which `no` leaves of the phrase."""
        pairs = zip(self.tally.patterns, self.words, strict=True)
        words = [self.algebra.nats(sums[0], patterns.masses[0]) for patterns, sums in pairs]
        return np.concatenate([*words, self._denied()])

    def _denied(self) -> Floats:
        """What `no` leaves where words are apart: the phrases without the letter, and those about which it lies."""
        algebra, lie = self.algebra, 1 - self.lies.truth(0)
        first = [sums[0][..., 0] for sums in self.words]
        whole = [algebra.total(sums[0]) for sums in self.words]
        sums = algebra.product(first)
        for k, own in enumerate(self.words):  # words without the letter, one with it, and any: none is counted twice
            if own[0].shape[-1] > 1:
                rest = algebra.total(own[0][..., 1:])
                shown = algebra.product([*first[:k], rest, *whole[k + 1 :]])
                sums = algebra.plus(sums, algebra.scaled(shown, lie))
        masses = [patterns.masses[0] for patterns in self.tally.patterns]
        total = prod(float(mass.sum()) for mass in masses)
        share = _shown_share([mass / mass.sum() for mass in masses])
        return algebra.nats(sums, np.asarray(total * (1 - share + lie * share))).reshape(1)

    # Pattern by pattern.

    def table(self) -> LeftPowers:
        """What every pattern of the phrase leaves."""
        algebra, lies = self.algebra, self.lies
        masses = self.tally.table[0]
        made = unions(self.words, lies.allows, algebra.one, algebra.times, algebra.plus)
        shape, sums = masses.shape, None
        for h, value in made.items():
            flat = value.reshape(2, -1) if algebra.paired else value.reshape(-1)
            own = self._said(h, self._without_wrong(h, flat, shape))
            sums = own if sums is None else algebra.plus(sums, own)
        assert sums is not None
        chances = masses.reshape(-1)
        return LeftPowers(chances, algebra.nats(sums, chances * self.info.mass))

    def _without_wrong(self, hypothesis: Hypothesis, flat: Floats, shape: tuple[int, ...]) -> Floats:
        """The power sums of a hypothesis, by weight, without the phrases that were guessed in vain."""
        algebra = self.algebra
        flat = algebra.scaled(flat, self.lies.weight(hypothesis))
        for phrase, weight in self.info._wrong.items():
            if self.info._hypothesis(phrase) == hypothesis:
                cell = int(np.ravel_multi_index(self.tally._cell(phrase), shape))
                flat[..., cell] = algebra.less(flat[..., cell], algebra.scaled(algebra.one, weight))
        return flat

    def _said(self, hypothesis: Hypothesis, flat: Floats) -> Floats:
        """What is said, of what is true: the first cell is the answer `no`, and may be a lie about any other."""
        algebra, truth = self.algebra, self.lies.truth(hypothesis)
        if truth == 1:
            return flat
        out = algebra.scaled(flat, truth)
        lie = algebra.scaled(algebra.total(flat[..., 1:]), 1 - truth)
        out[..., 0] = algebra.plus(flat[..., 0], lie)
        return out

    def likeliest(self) -> LeftPowers:
        """What some of the likeliest patterns leave, where they are too many to list."""
        algebra, tally = self.algebra, self.tally
        cells = heaviest([tally._marginal(k)[0] for k in range(len(tally.words))])
        no = (0,) * len(tally.words)
        chosen = [no, *islice((tuple(cell) for cell in cells if tuple(cell) != no), SOME)]
        chances = np.array([tally._cell_part(cell).probability for cell in chosen])
        sums = np.stack([self._cell_sum(cell) for cell in chosen], axis=-1)
        return LeftPowers(chances, algebra.nats(sums, chances * self.info.mass))

    def _cell_sum(self, cell: tuple[int, ...]) -> Floats:
        """The power sum of one pattern of the phrase, as far as phrases guessed in vain do not matter."""
        algebra, lies = self.algebra, self.lies
        here = [{h: s[..., c] for h, s in word.items()} for word, c in zip(self.words, cell, strict=True)]
        made = unions(here, lies.allows, algebra.one, algebra.times, algebra.plus)
        if any(cell):
            return reduce(algebra.plus, [algebra.scaled(v, lies.weight(h) * lies.truth(h)) for h, v in made.items()])
        every = unions([_totals(word, algebra) for word in self.tally.words], lies.allows, algebra.one, algebra.times,
                       algebra.plus)  # fmt: skip
        terms = [algebra.scaled(value, lies.weight(h)) for h, value in made.items()]
        for h, value in every.items():
            if lies.truth(h) < 1:
                shown = algebra.less(value, made[h]) if h in made else value
                terms.append(algebra.scaled(shown, lies.weight(h) * (1 - lies.truth(h))))
        return reduce(algebra.plus, terms)


def effective_of(info: WeighedPhrases, tally: Tally | None, action: Action, order: float, degree: float) -> float:
    """The effective number of phrases that an action leaves, as a logarithm.

    `tally` are the answers to a letter; `None` for a phrase.
    """
    if tally is not None and _apart(tally.words, info):
        return _apart_effective(tally, order, degree)
    if info.size <= LISTED and not info.outside:
        return _mean(lambda near: _phrases(info).left(action, near), order, degree)
    if tally is None:
        return _mean(lambda near: guess_left(info, action, near), order, degree)
    if tally.cells > CELLS:
        return _mean(lambda near: Shown(tally, near).likeliest(), order, degree)
    return _mean(lambda near: Shown(tally, near).table(), order, degree)


def looks_at_all(info: WeighedPhrases, tally: Tally | None, order: float) -> bool:
    """Whether `effective_of` looks at every answer, and at every phrase that it leaves."""
    if info.outside:
        return False
    if info.size <= LISTED or (tally is not None and _apart(tally.words, info)):
        return True
    rough = order > STEEP if tally is None else bool(np.isinf(order) and info._wrong)
    return not rough and (tally is None or tally.cells <= CELLS)


def _mean(left: Callable[[float], LeftPowers], order: float, degree: float) -> float:
    """The power mean of what is left."""
    chances: list[Floats] = []

    def nats(near: float) -> Floats:
        found = left(near)
        chances.append(found.chances)
        return found.nats

    values = entropy_powers.closely(nats, order)
    return float(entropy_powers.power_mean(chances[0], values, degree))


def _apart_effective(tally: Tally, order: float, degree: float) -> float:
    """Where words do not depend on each other: the means of the words add up; `no` may be a lie besides."""
    chances = [patterns.masses[0] / patterns.masses[0].sum() for patterns in tally.patterns]
    ends = np.cumsum([p.size for p in chances])
    found = entropy_powers.closely(lambda near: Shown(tally, near).apart(), order)
    *nats, no = np.split(found, ends)
    lie = 1 - tally.info.lies.truth(0)
    if lie == 0:
        return float(sum(entropy_powers.power_mean(p, h, degree) for p, h in zip(chances, nats, strict=True)))
    # Every pattern that shows the letter, each as likely as it is true; and `no`.
    shown = (1 - lie) * _shown_share(chances)
    if shown <= 0:
        return float(no[0])
    means = np.array([float(no[0]), _shown_mean(chances, nats, degree)])
    return float(entropy_powers.power_mean(np.array([1 - shown, shown]), means, degree))


def _shown_share(chances: Sequence[Floats]) -> float:
    """The chance that something is shown: the first place of each word is that nothing is."""
    return sum(prod(float(p[0]) for p in chances[:k]) * float(own[1:].sum()) for k, own in enumerate(chances))


def _shown_mean(chances: Sequence[Floats], nats: Sequence[Floats], degree: float) -> float:
    """The power mean over the patterns that show something: the first place of each word is that nothing is shown."""
    parts: list[tuple[float, float]] = []
    for k in range(len(chances)):
        share, mean = 1.0, 0.0
        for j, (p, h) in enumerate(zip(chances, nats, strict=True)):
            some = slice(0, 1) if j < k else slice(1, None) if j == k else slice(None)
            own = float(p[some].sum())
            share *= own
            if share <= 0:
                break
            mean += float(entropy_powers.power_mean(p[some], h[some], degree))
        if share > 0:
            parts.append((share, mean))
    shares, means = (np.array(values) for values in zip(*parts, strict=True))
    return float(entropy_powers.power_mean(shares, means, degree))
