"""Wordle's patterns for whole lists of words. The slow twin is the law, `Wordle.feedback`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Codes
from sleuth.kernels.jit import kernel


@kernel
def patterns(guesses: npt.NDArray[np.uint8], answers: npt.NDArray[np.uint8], out: Codes) -> None:
    """Write into `out[a, s]` the answer to guess `a` when the secret is `s`.

    A pattern is a number in base three, the first letter first: 2 is green, 1 yellow, 0 grey. Letters are
    only compared, so any numbering of an alphabet will do.

    The answers are turned so that each loop runs over one position of all of them: the compiler then
    handles many answers in one instruction.
    """
    rows, length = guesses.shape
    total = answers.shape[0]
    columns = np.empty((length, total), np.uint8)
    for s in range(total):
        for i in range(length):
            columns[i, s] = answers[s, i]
    left = np.empty(total, np.uint8)
    one = np.uint8(1)
    for a in range(rows):
        guess = guesses[a]
        row = out[a]
        row[:] = 0
        for i in range(length):
            letter = guess[i]
            seen = False
            for j in range(i):
                seen |= guess[j] == letter
            if seen:
                continue
            # What is left of the letter for yellows: its copies in the answer where the guess has another letter.
            left[:] = 0
            for j in range(length):
                if guess[j] != letter:
                    column = columns[j]
                    for s in range(total):
                        left[s] += np.uint8(column[s] == letter)
            weight = 3 ** (length - 1 - i)
            for j in range(i, length):
                if guess[j] == letter:
                    column = columns[j]
                    yellow_worth = row.dtype.type(weight)
                    green_worth = row.dtype.type(2 * weight)
                    for s in range(total):
                        green = column[s] == letter
                        yellow = (not green) and left[s] > 0
                        row[s] += green_worth * green + yellow_worth * yellow
                        left[s] -= one * yellow
                weight //= 3


def warm() -> None:
    """Compile the kernel for every type that it is called with."""
    words = np.zeros((1, 2), np.uint8)
    patterns(words, words, np.zeros((1, 1), np.uint8))
    patterns(words, words, np.zeros((1, 1), np.uint16))
