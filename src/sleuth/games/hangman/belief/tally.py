"""The answers to one letter of a phrase, counted word by word.

The answer to a letter is a pattern for each word. Where words do not depend on each other, bits add up and numbers of
answers multiply. Where they do (a lie is told about the whole phrase; some phrases were guessed in vain), the patterns
of the phrase are listed one by one, up to `CELLS` of them; past that the words are taken as if they did not depend on
each other, so that the bits told are an upper bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, prod
from typing import Any

import numpy as np

from sleuth.belief.outcomes import Part
from sleuth.games.hangman import kernels
from sleuth.games.hangman.belief.false_denials import Hypothesis, unions
from sleuth.games.hangman.belief.heaviest_products import heaviest
from sleuth.games.hangman.belief.weighed_phrases import WeighedPhrases
from sleuth.games.hangman.belief.word import Word
from sleuth.games.hangman.belief.word_arrays import Masks
from sleuth.games.hangman.rules import HIDDEN, NO
from sleuth.kernels.arrays import Floats

CELLS = 20_000
"""Up to so many patterns of a phrase are listed."""
LEAVES = 200
"""Of more patterns, so many are shown."""
MAX_PARTS = 2**31 - 1


@dataclass(frozen=True)
class LetterFigures:
    """What is to be expected of one action."""

    bits: float
    parts: float
    largest: float
    expected: float
    win: float


def binary(share: float) -> float:
    """The bits of a yes or no that is yes with some probability."""
    return 0.0 if share <= 0 or share >= 1 else -share * log2(share) - (1 - share) * log2(1 - share)


@dataclass(frozen=True, eq=False)
class Patterns:
    """The patterns of a letter in one word, and for each group of words their weights and numbers."""

    word: Word
    values: Masks
    masses: dict[Hypothesis, Floats]
    counts: dict[Hypothesis, Floats]

    @classmethod
    def of(cls, word: Word, letter: int) -> Patterns:
        """Count the patterns; the empty one is always among them."""
        masks = word.list.masks[word.indices, letter]
        values, inverse = np.unique(np.append(masks, np.uint64(0)), return_inverse=True)
        n = values.size
        weigh = {h: np.bincount(inverse[rows], word.weights[rows], n) for h, rows in word.groups.items()}
        masses = {h: mass.astype(np.float64) for h, mass in weigh.items()}
        counts = {h: np.bincount(inverse[rows], minlength=n).astype(np.float64) for h, rows in word.groups.items()}
        return cls(word, values, masses, counts)

    @property
    def last(self) -> int:
        """The place of the pattern that would leave nothing hidden; -1 if there is none."""
        rest = self.word.list.full & ~self.word.known
        found = np.flatnonzero(self.values == np.uint64(rest))
        return int(found[0]) if found.size else -1


def _at(groups: dict[Hypothesis, Floats], place: int) -> dict[Hypothesis, float]:
    """One place of the list of each group."""
    return {h: float(values[place]) for h, values in groups.items()}


def tally_of(info: WeighedPhrases, letter: str) -> Tally:
    return Tally(info, letter, [word for word in info.words if not word.outside])


@dataclass(frozen=True, eq=False)
class Tally:
    """The answers to one letter, for the words that are in the list."""

    info: WeighedPhrases
    letter: str
    words: list[Word]

    @property
    def number(self) -> int:
        return self.info.hangman.alphabet.index(self.letter)

    @cached_property
    def patterns(self) -> list[Patterns]:
        """The patterns of each word."""
        return [Patterns.of(word, self.number) for word in self.words]

    @property
    def cells(self) -> int:
        """How many patterns the phrase might show."""
        return prod(p.values.size for p in self.patterns)

    @property
    def apart(self) -> bool:
        """Whether the words do not depend on each other, and the answer only on the phrase."""
        info = self.info
        single = all(word.masses.keys() == {0} for word in self.words)
        return single and not info._wrong and (info.lies.chance is None or info.lies.left == 0)

    def figures(self) -> LetterFigures:
        """What is to be expected."""
        if self.apart:
            return self._product()
        return self._figures_of_cells() if self.cells <= CELLS else self._product()

    # Words apart.

    def _product(self) -> LetterFigures:
        """Bits add up, numbers multiply. Where words are coupled, each has the chances that the phrase gives it."""
        bits, parts, largest, expected = 0.0, 1.0, 1.0, 1.0
        for k, word in enumerate(self.words):
            own = (
                self._alone(k)
                if word.suspects
                else kernels.tally(word.list.masks, word.indices, word.list.weights, self.number)
            )
            bits, parts, largest, expected = bits + own[0], parts * own[1], largest * own[2], expected * own[3]
        absent, denied = self._left_by_no()
        expected += (1 - float(self.info.chances[self.number])) * (denied - absent)
        return LetterFigures(bits, parts, max(largest, denied), expected, self._win())

    def _left_by_no(self) -> tuple[float, float]:
        """How many phrases do not have the letter, and how many `no` would leave: a lie may be told then."""
        lies = self.info.lies
        if lies.left == 0:
            return 0.0, 0.0
        lack = [{h: float(n[self.number]) for h, n in word.counts_without.items()} for word in self.words]
        absent = unions(lack, lies.allows, 1.0)
        every = unions([word.counts for word in self.words], lies.allows, 1)
        denied = sum(every[h] if lies.spare(h) > 0 else absent[h] for h in every)
        return sum(absent.values()), float(denied)

    def _alone(self, k: int) -> tuple[float, float, float, float]:
        """Bits, parts, the largest part and the expected one for a single word of the phrase."""
        masses, counts = self._marginal(k)
        p = masses / masses.sum()
        logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
        return float(-(p * logs).sum()), float((p > 0).sum()), float(counts.max()), float(p @ counts)

    def _marginal(self, k: int) -> tuple[Floats, Floats]:
        """The weight of the phrases that show each pattern in one word, and the number of such words."""
        lies, own = self.info.lies, self.patterns[k]
        words: list[Any] = [w.masses if i != k else own.masses for i, w in enumerate(self.words)]
        made = unions(words, lies.allows, 1.0)
        masses = sum((lies.weight(h) * np.asarray(v) for h, v in made.items()), np.zeros(own.values.size))
        return masses, sum(own.counts.values(), np.zeros(own.values.size))

    def _win(self) -> float:
        """The chance that the letter ends the play: in each word it stands in just the places that are hidden."""
        lies, info = self.info.lies, self.info
        ends = []
        for word in self.words:
            rest = np.uint64(word.list.full & ~word.known)
            last = word.list.masks[word.indices, self.number] == rest
            if not last.any():
                return 0.0
            ends.append({h: float(word.weights[rows][last[rows]].sum()) for h, rows in word.groups.items()})
        made = unions(ends, lies.allows, 1.0)
        won = sum(lies.weight(h) * self.info.lies.truth(h) * mass for h, mass in made.items())
        for phrase, weight in info._wrong.items():
            if not set(phrase) - {*info.shown, self.letter}:
                won -= weight * self.info.lies.truth(self.info._hypothesis(phrase))
        return max(0.0, won / info.mass)

    # Pattern by pattern.

    def _cell(self, phrase: str) -> tuple[int, ...]:
        """The patterns that a phrase would show, by their places."""
        texts = [t for t, word in zip(phrase.split(" "), self.info.words, strict=True) if not word.outside]
        masks = [word.list.masks[word.list.number[t], self.number] for t, word in zip(texts, self.words, strict=True)]
        return tuple(int(np.searchsorted(p.values, mask)) for p, mask in zip(self.patterns, masks, strict=True))

    @cached_property
    def table(self) -> tuple[Floats, Floats, float]:
        """For each pattern of the phrase its probability and what it leaves; and the chance that a lie may be told.

        The first cell is the answer `no`.
        """
        info, lies, shape = self.info, self.info.lies, tuple(p.values.size for p in self.patterns)
        masses, counts, one = np.zeros(shape), np.zeros(shape), np.ones(())
        no = (0,) * len(shape)
        weights = unions([p.masses for p in self.patterns], lies.allows, one, np.multiply.outer)
        numbers = unions([p.counts for p in self.patterns], lies.allows, one, np.multiply.outer)
        open_, denied = 0.0, 0.0
        for h, mass in weights.items():
            mass, number = lies.weight(h) * mass, numbers[h].copy()
            for phrase, weight in info._wrong.items():
                if self.info._hypothesis(phrase) == h:
                    mass[self._cell(phrase)] -= weight
                    number[self._cell(phrase)] -= 1
            mass = np.where(number > 0.5, mass, 0.0)
            counts += number
            shown = mass.sum() - mass[no]
            if lies.spare(h) > 0:
                counts[no] += number.sum() - number[no]
                lie = 1 - self.info.lies.truth(h)
                open_ += shown if lie else 0.0
                denied += lie * shown
                mass = np.where(np.arange(mass.size).reshape(shape) == 0, mass, mass * (1 - lie))
            masses += mass
        masses[no] += denied
        total = float(masses.sum())
        return masses / total, counts, open_ / total

    def _figures_of_cells(self) -> LetterFigures:
        masses, counts, open_ = self.table
        p = masses[masses > 0]
        bits = float(-(p * np.log2(p)).sum())
        chance = self.info.lies.chance
        if chance is not None:
            bits -= open_ * binary(chance)
        wins = [p.last for p in self.patterns]
        win = 0.0 if -1 in wins else float(masses[tuple(wins)])
        return LetterFigures(max(bits, 0.0), float(p.size), float(counts.max()), float((masses * counts).sum()), win)

    def listed(self) -> list[Part]:
        """Every answer that is possible."""
        masses, counts, _ = self.table
        return [
            self._part(cell, float(masses[cell]), int(counts[cell]))
            for cell in zip(*np.nonzero(counts > 0.5), strict=True)
        ]

    def likeliest(self) -> Iterator[Part]:
        """The answers in about the order of their chances, where they are too many to list; `no` among the first."""
        no = (0,) * len(self.words)
        yield self._cell_part(no)
        for cell in heaviest([self._marginal(k)[0] for k in range(len(self.words))]):
            if tuple(cell) != no and (part := self._cell_part(cell)).left > 0:
                yield part

    def _cell_part(self, cell: Sequence[int]) -> Part:
        """One cell of the table, by itself."""
        info, lies, cell = self.info, self.info.lies, tuple(cell)
        wrong = [(info._hypothesis(p), self._cell(p) == cell, weight) for p, weight in info._wrong.items()]
        here = unions([_at(p.counts, c) for p, c in zip(self.patterns, cell, strict=True)], lies.allows, 1.0)
        if not any(cell):  # whoever has the letter may be denied it, while lies are left
            every = unions([word.counts for word in self.words], lies.allows, 1)
            left = 0.0
            for h, number in every.items():
                free = lies.spare(h) > 0
                left += (number if free else here[h]) - sum(own == h and (free or inside) for own, inside, _ in wrong)
            return self._part(cell, 1 - float(info.shown_chances[self.number]), round(left))
        weights = unions([_at(p.masses, c) for p, c in zip(self.patterns, cell, strict=True)], lies.allows, 1.0)
        mass = sum(lies.truth(h) * lies.weight(h) * weight for h, weight in weights.items())
        mass -= sum(lies.truth(h) * weight for h, inside, weight in wrong if inside)
        left = sum(here.values()) - sum(inside for _, inside, _ in wrong)
        return self._part(cell, max(0.0, mass / info.mass), round(left))

    def _part(self, cell: Sequence[Any], share: float, left: int) -> Part:
        values = iter(int(p.values[c]) for p, c in zip(self.patterns, cell, strict=True))
        masks = [0 if word.outside else next(values) for word in self.info.words]
        texts = [
            "".join(self.letter if mask >> i & 1 else HIDDEN for i in range(word.list.length))
            for mask, word in zip(masks, self.info.words, strict=True)
        ]
        over = all(word.known | mask == word.list.full for mask, word in zip(masks, self.info.words, strict=True))
        return Part(" ".join(texts) if any(masks) else NO, share, left, over and any(masks))
