"""Hard and ultra-hard mode as bits, for the solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.games.wordle.rules.marks import sound


class DemandBits(NamedTuple):
    """The numbers of the bits that `Wordle.demands` speaks of."""

    letters: npt.NDArray[Any]
    """The number of each letter, a row for each position."""
    times: npt.NDArray[Any]
    """How often each letter occurs in its word."""
    alphabet: int
    kinds: int
    """1; or 2 if each bit is followed by its opposite, as ultra-hard mode needs."""

    @classmethod
    def of(cls, columns: npt.NDArray[Any], ultra: bool) -> DemandBits:
        """The bits of words, whose letters are the columns."""
        _, places = np.unique(columns, return_inverse=True)
        letters = places.reshape(columns.shape)
        times = (letters[:, None] == letters[None, :]).sum(axis=1)
        return cls(letters, times, int(letters.max()) + 1, 2 if ultra else 1)

    @property
    def impossible(self) -> int:
        """The last bit, which no word has."""
        return int(self.often(int(self.times.max()) + 1, 0))

    def at(self, position: int, letter: Any) -> Any:
        """A letter stands in a place."""
        return self.kinds * (position * self.alphabet + letter)

    def often(self, count: Any, letter: Any) -> Any:
        """A letter occurs so many times or more."""
        return self.kinds * ((len(self.letters) + count - 1) * self.alphabet + letter)

    def had(self) -> npt.NDArray[np.uint64]:
        """The bits of each word."""
        rows = self.letters.shape[1]
        have = np.zeros((rows, self.impossible // 64 + 1), np.uint64)
        for letter in range(self.alphabet):
            each = np.full(rows, letter)
            for position, letters in enumerate(self.letters):
                self._either(have, self.at(position, each), letters == letter)
            number = (self.letters == letter).sum(axis=0)
            for count in range(1, int(self.times.max()) + 1):
                self._either(have, self.often(count, each), number >= count)
        return have

    def _either(self, have: npt.NDArray[np.uint64], bits: npt.NDArray[Any], true: npt.NDArray[np.bool_]) -> None:
        """Set the bit where it is true, and else its opposite, if it has one."""
        _set_bits(have, bits, true)
        if self.kinds == 2:
            _set_bits(have, bits + 1, ~true)

    def want(self, need: npt.NDArray[np.uint64], guesses: Sequence[str], marks: str) -> None:
        """Set the bits that marks ask for, a row for each word that was guessed."""
        places = [i for i, mark in enumerate(marks) if mark in "gy"]
        for i, letters in enumerate(self.letters):
            count = (self.letters[places] == letters).sum(axis=0)
            if marks[i] in "gy":
                _set_bits(need, self.often(count, letters))
            if marks[i] == "g":
                _set_bits(need, self.at(i, letters))
            elif self.kinds == 2:
                _set_bits(need, self.at(i, letters) + 1)
            if marks[i] == "-" and self.kinds == 2:
                _set_bits(need, self.often(count + 1, letters) + 1, count < self.times.max())
        if self.kinds == 2:
            odd = np.array([not sound(guess, marks) for guess in guesses])
            _set_bits(need, np.full(len(guesses), self.impossible), odd)


def _set_bits(rows: npt.NDArray[np.uint64], bits: npt.NDArray[Any], where: npt.NDArray[np.bool_] | None = None) -> None:
    """Set one bit in each row, or in some of them."""
    some = np.arange(len(rows)) if where is None else np.flatnonzero(where)
    rows[some, bits[some] // 64] |= np.left_shift(np.uint64(1), (bits[some] % 64).astype(np.uint64))
