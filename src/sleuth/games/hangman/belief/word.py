"""One word of a phrase: the words of the list that fit what was shown, by the denied letters that they have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sleuth.games.hangman.belief.false_denials import FalseDenials, Hypothesis
from sleuth.games.hangman.belief.word_arrays import Masks, WordList
from sleuth.games.hangman.rules import HIDDEN
from sleuth.kernels.arrays import Floats, Ints, frozen


@dataclass(frozen=True, eq=False)
class Word:
    """What is known of one word."""

    list: WordList
    shown: str
    """The letters in their places, and a star for each that is hidden."""
    indices: Ints
    """The words of the list that are possible; none where the word is in no list."""
    suspects: Hypothesis = 0
    """Denied letters that the word may have."""

    @classmethod
    def any(cls, words: WordList) -> Word:
        """A word of which nothing is known but its length."""
        return cls(words, HIDDEN * words.length, words.every)

    @property
    def outside(self) -> bool:
        """Whether no word of the list fits."""
        return self.indices.size == 0

    @property
    def known(self) -> int:
        """The places that are shown, as bits."""
        return sum(1 << i for i, sign in enumerate(self.shown) if sign != HIDDEN)

    @cached_property
    def weights(self) -> Floats:
        """The weights of the possible words."""
        return frozen(self.list.weights[self.indices])

    @cached_property
    def sets(self) -> Masks:
        """For each possible word, the suspects that it has."""
        return frozen(self.list.letters[self.indices] & np.uint64(self.suspects))

    @cached_property
    def groups(self) -> dict[Hypothesis, Ints]:
        """The places of the possible words in `indices`, by the suspects that they have."""
        if not self.suspects:
            return {0: np.arange(self.indices.size, dtype=np.int32)}
        values, inverse = np.unique(self.sets, return_inverse=True)
        return {int(v): np.flatnonzero(inverse == i).astype(np.int32) for i, v in enumerate(values)}

    @cached_property
    def masses(self) -> dict[Hypothesis, float]:
        """The weight of each group; a word outside the list has one group."""
        if self.outside:
            return {0: 1.0}
        return {h: float(self.weights[rows].sum()) for h, rows in self.groups.items()}

    @cached_property
    def counts(self) -> dict[Hypothesis, int]:
        """The size of each group; a word outside the list counts as one."""
        return {0: 1} if self.outside else {h: rows.size for h, rows in self.groups.items()}

    @cached_property
    def logs(self) -> dict[Hypothesis, Floats]:
        """For each group the sum of its weights, and of `w * log2(w)`."""
        if self.outside:
            return {0: np.array([1.0, 0.0])}
        terms = self.weights * np.log2(self.weights)
        return {h: np.array([self.masses[h], terms[rows].sum()]) for h, rows in self.groups.items()}

    @cached_property
    def without(self) -> dict[Hypothesis, Floats]:
        """For each group and each letter, the weight of the words that do not have the letter."""
        if self.outside:
            return {0: np.ones(len(self.list.alphabet))}
        has = self.list.has
        return {h: self.weights[rows] @ ~has[self.indices[rows]] for h, rows in self.groups.items()}

    @cached_property
    def counts_without(self) -> dict[Hypothesis, Floats]:
        """For each group and each letter, how many words do not have the letter."""
        if self.outside:
            return {0: np.ones(len(self.list.alphabet))}
        has = self.list.has
        return {h: (~has[self.indices[rows]]).sum(axis=0, dtype=np.float64) for h, rows in self.groups.items()}

    def show(self, letter: int, places: int) -> Word | None:
        """The word once a letter was shown in just these places; `None` if another letter is known to be there."""
        sign = self.list.alphabet[letter]
        held = sum(1 << i for i, known in enumerate(self.shown) if known == sign)
        if (held and held != places) or places & self.known & ~held:
            return None
        shown = "".join(sign if places >> i & 1 else old for i, old in enumerate(self.shown))
        stays = self.list.masks[self.indices, letter] == np.uint64(places)
        return replace(self, shown=shown, indices=frozen(self.indices[stays]))

    def under(self, lies: FalseDenials) -> Word:
        """The word once denied letters are absent, or take no more lies than are left."""
        stays = self.list.letters[self.indices] & np.uint64(lies.absent) == 0
        if lies.suspects:
            cost = np.zeros(self.indices.size, np.int64)
            for letter, times in lies.denied:
                cost += times * self.list.has[self.indices, letter]
            stays &= cost <= lies.left
        return replace(self, indices=frozen(self.indices[stays]), suspects=lies.suspects)

    def keep(self, groups: set[Hypothesis]) -> Word:
        """The word with some of its groups only."""
        if groups >= self.groups.keys():
            return self
        stays = np.isin(self.sets, np.array(sorted(groups), np.uint64))
        return replace(self, indices=frozen(self.indices[stays]))

    def dropped(self, word: str) -> Word:
        """The word once it is known not to be one of the list."""
        number = self.list.number.get(word, -1)
        return replace(self, indices=frozen(self.indices[self.indices != number]))
