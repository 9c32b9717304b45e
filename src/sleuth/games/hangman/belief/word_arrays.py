"""The words of one length as arrays: which letters each has, and where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sleuth.games.hangman.rules import Vocabulary
from sleuth.kernels.arrays import Bools, Floats, Ints, frozen

Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class WordList:
    """All words of a length. Letters are numbered as in the alphabet."""

    words: tuple[str, ...]
    alphabet: str
    length: int
    masks: Masks
    """For each word (row) and letter (column), the places of the letter as bits; the first place is bit 0."""
    letters: Masks
    """The letters of each word as bits."""
    weights: Floats
    """The prior weights."""

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each word in the list."""
        return {word: i for i, word in enumerate(self.words)}

    @cached_property
    def has(self) -> Bools:
        """Whether each word (row) has each letter (column)."""
        return frozen(self.masks != 0)

    @cached_property
    def every(self) -> Ints:
        """The numbers of all words."""
        return frozen(np.arange(len(self.words), dtype=np.int32))

    @cached_property
    def shares(self) -> Floats:
        """For each letter, the chance that a word of the list has it."""
        return frozen(self.weights @ self.has / self.weights.sum())

    @property
    def full(self) -> int:
        """The bits of all places."""
        return (1 << self.length) - 1


@lru_cache(maxsize=64)
def word_list(vocabulary: Vocabulary, length: int) -> WordList:
    """The words of a length, ready for counting."""
    words, alphabet = vocabulary.by_length[length], vocabulary.alphabet
    place = np.zeros(max(map(ord, alphabet)) + 1, np.uint8)
    place[[ord(letter) for letter in alphabet]] = np.arange(len(alphabet))
    points = np.frombuffer("".join(words).encode("utf-32-le"), "<u4").reshape(len(words), length)
    spelled, rows = place[points], np.arange(len(words))
    masks = np.zeros((len(words), len(alphabet)), np.uint64)
    letters = np.zeros(len(words), np.uint64)
    for position in range(length):
        masks[rows, spelled[:, position]] |= np.uint64(1 << position)
        letters |= np.left_shift(np.uint64(1), spelled[:, position].astype(np.uint64))
    weights = np.array([float(vocabulary.weights[word]) for word in words])
    return WordList(words, alphabet, length, frozen(masks), frozen(letters), frozen(weights))
