"""Black and white pegs for whole blocks of codes: the vectorised law of Mastermind and of Bulls & Cows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Array, Codes, Ints, frozen
from sleuth.kernels.jit import kernel

Symbols = npt.NDArray[np.uint8]

BLOCK = 2048
"""Codes at a time: what is counted for them stays in the fastest cache."""
FEW = 64
"""Guesses that are too few for a loop of their own."""
SHORT = 15
"""Answers to codes up to this length are numbered without a look-up: the numbers fit in a byte on the way."""


@kernel
def count(codes: Symbols, kinds: Symbols) -> None:
    """How often each code has each symbol: `kinds[symbol, code]`, which comes filled with zeros."""
    for s in range(codes.shape[0]):
        for p in range(codes.shape[1]):
            kinds[codes[s, p], s] += np.uint8(1)


@kernel
def fill(places: Symbols, kinds: Symbols, others: Symbols, lut: Array, out: Array) -> None:
    """`out[other, code]`: `lut[blacks, blacks + whites]`.

    `places` has one row a place and `kinds` one row a symbol, so that the loops over codes run on vector registers.
    Without `kinds` whites are not counted.
    """
    length, number = places.shape
    numbered = length <= SHORT and kinds.shape[0] > 0
    blacks, both, counts = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8), np.empty(kinds.shape[0], np.uint8)
    for lo in range(0, number, BLOCK):
        hi = min(number, lo + BLOCK)
        for s in range(others.shape[0]):
            blacks[:], both[:], counts[:] = 0, 0, 0
            for p in range(length):
                symbol = others[s, p]
                counts[symbol] += np.uint8(1)
                row = places[p, lo:hi]
                for a in range(hi - lo):
                    blacks[a] += np.uint8(row[a] == symbol)
            for k in range(kinds.shape[0]):
                most = counts[k]
                if most > 0:
                    row = kinds[k, lo:hi]
                    for a in range(hi - lo):
                        both[a] += min(row[a], most)
            codes = out[s, lo:hi]
            if numbered:
                for a in range(hi - lo):
                    b = blacks[a]
                    codes[a] = both[a] + ((b * (2 * length + 1 - b)) >> 1)
            else:
                for a in range(hi - lo):
                    codes[a] = lut[blacks[a], both[a]]


@kernel
def fill_pairs(guesses: Symbols, codes: Symbols, symbols: int, lut: Array, out: Array) -> None:
    """`out[pair]`: `lut[blacks, blacks + whites]` of each guess against the code beside it."""
    counts = np.zeros(symbols, np.int32)
    for pair in range(out.size):
        guess, code = guesses[pair], codes[pair]
        blacks, both = 0, 0
        for p in range(guess.size):
            blacks += guess[p] == code[p]
            counts[guess[p]] += 1
        for p in range(code.size):
            if counts[code[p]] > 0:
                counts[code[p]] -= 1
                both += 1
        for p in range(guess.size):
            counts[guess[p]] = 0
        out[pair] = lut[blacks, both]


def numbering(length: int, whites: bool) -> Array:
    """The number of an answer, by blacks and by blacks and whites together; of blacks alone, if whites do not count."""
    lut = np.zeros((length + 1, length + 1), np.uint8 if length <= 20 else np.uint16)
    answers = [(b, b + w) for b in range(length + 1) for w in range(length + 1 - b)]
    for number, (b, both) in enumerate(answers):
        lut[b, both] = number
    if not whites:
        lut[:] = np.arange(length + 1)[:, None]
    return lut


class Columns(NamedTuple):
    """Codes as the loops of `fill` want them."""

    places: Symbols
    """One row a place."""
    kinds: Symbols
    """How often each symbol comes, one row a symbol; no rows where whites do not count."""

    @classmethod
    def of(cls, codes: Symbols, symbols: int, whites: bool) -> Columns:
        """The columns of some codes."""
        kinds = np.zeros((symbols if whites else 0, len(codes)), np.uint8)
        if whites:
            count(frozen(np.ascontiguousarray(codes)), kinds)
        return cls(frozen(np.ascontiguousarray(codes.T)), frozen(kinds))

    def take(self, numbers: Ints) -> Columns:
        """Those of some of the codes."""
        return Columns(*(frozen(np.take(rows, numbers, axis=1)) for rows in self))


class PegLaw:
    """The law on numbers: guesses and codes are listed once, and asked by their places in the lists."""

    def __init__(self, guesses: Symbols, codes: Symbols, symbols: int, whites: bool) -> None:
        self._symbols, self._guesses, self._codes = symbols, frozen(guesses), frozen(codes)
        self._lut = frozen(numbering(codes.shape[1], whites))
        self._columns = Columns.of(guesses, symbols, whites)

    def only(self, actions: Ints) -> PegLaw:
        """The same law, with some of the guesses in the place of all."""
        law = object.__new__(PegLaw)
        law.__dict__.update(vars(self), _guesses=self._guesses[actions], _columns=self._columns.take(actions))
        return law

    def fill(self, secrets: Ints, out: Codes) -> None:
        """Write the answers of some codes (rows) to every guess (columns)."""
        fill(*self._columns, frozen(self._codes[secrets]), self._lut, out)

    def pairs(self, actions: Ints, secrets: Ints) -> Array:
        """The answer to each of some guesses of the code beside it."""
        out = np.empty(actions.size, self._lut.dtype)
        fill_pairs(frozen(self._guesses[actions]), frozen(self._codes[secrets]), self._symbols, self._lut, out)
        return out


def pegs(guesses: Symbols, codes: Symbols, symbols: int, whites: bool = True) -> Array:
    """A number for (blacks, whites), or for blacks alone, of each guess (row) against each code (column)."""
    # Who guesses whom makes no difference. The inner loop runs over the guesses, unless they are few.
    few = len(guesses) < min(FEW, len(codes))
    inner, outer = (codes, guesses) if few else (guesses, codes)
    lut = frozen(numbering(codes.shape[1], whites))
    out = np.empty((len(outer), len(inner)), lut.dtype)
    fill(*Columns.of(inner, symbols, whites), frozen(np.ascontiguousarray(outer)), lut, out)
    return out if few else out.T


def warm() -> None:
    """Compile for every type of answer."""
    number = np.zeros(1, np.int32)
    for length in (2, 21):
        some = np.zeros((1, length), np.uint8)
        pegs(some, some, 2)
        PegLaw(some, some, 2, True).pairs(number, number)
