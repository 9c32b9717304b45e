"""Black and white pegs for whole blocks of codes: the vectorised law of Mastermind and of Bulls & Cows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Array, frozen
from sleuth.kernels.jit import kernel

Symbols = npt.NDArray[np.uint8]

BLOCK = 2048
"""Codes at a time: what is counted for them stays in the fastest cache."""
FEW = 64
"""Guesses that are too few for a loop of their own."""


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
    """
    length, number = places.shape
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
            for a in range(hi - lo):
                codes[a] = lut[blacks[a], both[a]]


def pegs(guesses: Symbols, codes: Symbols, symbols: int, whites: bool = True) -> Array:
    """A number for (blacks, whites), or for blacks alone, of each guess (row) against each code (column)."""
    length = codes.shape[1]
    lut = np.zeros((length + 1, length + 1), np.uint8 if length <= 20 else np.uint16)
    answers = [(b, b + w) for b in range(length + 1) for w in range(length + 1 - b)]
    for number, (b, both) in enumerate(answers):
        lut[b, both] = number if whites else b
    # Who guesses whom makes no difference. The inner loop runs over the guesses, unless they are few.
    few = len(guesses) < min(FEW, len(codes))
    inner, outer = (codes, guesses) if few else (guesses, codes)
    kinds = np.zeros((symbols, len(inner)), np.uint8)
    count(frozen(np.ascontiguousarray(inner)), kinds)
    out = np.empty((len(outer), len(inner)), lut.dtype)
    fill(frozen(np.ascontiguousarray(inner.T)), frozen(kinds), frozen(np.ascontiguousarray(outer)), lut, out)
    return out if few else out.T


def warm() -> None:
    """Compile for every type of answer."""
    for length in (2, 21):
        some = np.zeros((1, length), np.uint8)
        pegs(some, some, 2)
