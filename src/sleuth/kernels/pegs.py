"""Black and white pegs for whole blocks of codes: the vectorised law of Mastermind and of Bulls & Cows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Array
from sleuth.kernels.jit import kernel

Symbols = npt.NDArray[np.uint8]


@kernel
def fill(
    guesses: Symbols, codes: Symbols, groups_g: Array, groups_c: Array, shared: Array, lut: Array, out: Array
) -> None:
    """`out[code, guess]`: `lut[blacks, blacks + whites]`, the second read off the two codes' multisets.

    `guesses` has one row a place, so that the loop over guesses runs on vector registers.
    """
    length, number = guesses.shape
    blacks = np.empty(number, np.uint8)
    for s in range(codes.shape[0]):
        blacks[:] = 0
        for p in range(length):
            symbol = codes[s, p]
            for a in range(number):
                blacks[a] += np.uint8(guesses[p, a] == symbol)
        both = shared[groups_c[s]]
        for a in range(number):
            out[s, a] = lut[blacks[a], both[groups_g[a]]]


def _multisets(codes: Symbols, symbols: int) -> tuple[Array, Array]:
    """The different multisets of symbols among the codes, as counts, and the number of each code's."""
    in_order = np.ascontiguousarray(np.sort(codes, axis=1))
    whole = in_order.view(np.dtype((np.void, in_order.shape[1]))).reshape(-1)
    _, first, group = np.unique(whole, return_index=True, return_inverse=True)
    kinds = np.zeros((first.size, symbols), np.uint8)
    for p in range(codes.shape[1]):
        kinds[np.arange(first.size), in_order[first, p]] += 1
    return kinds, group.reshape(-1).astype(np.int32)


def pegs(guesses: Symbols, codes: Symbols, symbols: int, whites: bool = True) -> Array:
    """A number for (blacks, whites), or for blacks alone, of each guess (row) against each code (column)."""
    length = codes.shape[1]
    kinds_g, group_g = _multisets(guesses, symbols)
    kinds_c, group_c = _multisets(codes, symbols)
    shared = np.zeros((len(kinds_c), len(kinds_g)), np.uint8)
    for k in range(symbols):
        shared += np.minimum(kinds_c[:, k, None], kinds_g[None, :, k])
    lut = np.zeros((length + 1, length + 1), np.uint8 if length <= 20 else np.uint16)
    answers = [(b, b + w) for b in range(length + 1) for w in range(length + 1 - b)]
    for number, (b, both) in enumerate(answers):
        lut[b, both] = number if whites else b
    out = np.empty((len(codes), len(guesses)), lut.dtype)
    fill(np.ascontiguousarray(guesses.T), codes, group_g, group_c, shared, lut, out)
    return out.T


def warm() -> None:
    """Compile for every type of answer."""
    for length in (2, 21):
        some = np.zeros((1, length), np.uint8)
        pegs(some, some, 2)
