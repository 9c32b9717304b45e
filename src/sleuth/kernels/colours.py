"""Colours of secrets and actions by their answers, and whether a permutation keeps every answer.

A colour is a word of 64 bits. What a secret sees of some actions is a sum over them, each the word of the answer times
the colour of the action: equal where equally many actions of each colour give each answer, and else as good as never.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Codes, Ints, Words, frozen
from sleuth.kernels.jit import kernel, takes


@kernel
def seen_by_secrets(codes: Codes, words: Words, actions: Words, some: Ints, out: Words) -> None:
    """For each secret, the sum over some actions of the word of its answer times the colour of the action."""
    whole = some.size == codes.shape[1]
    for s in range(codes.shape[0]):
        total = np.uint64(0)
        if whole:
            for a in range(codes.shape[1]):
                total += words[codes[s, a]] * actions[a]
        else:
            for a in some:
                total += words[codes[s, a]] * actions[a]
        out[s] = total


@kernel
def seen_by_actions(codes: Codes, words: Words, secrets: Words, some: Ints, out: Words) -> None:
    """For each action, the sum over some secrets of the word of the answer times the colour of the secret."""
    for a in range(codes.shape[1]):
        out[a] = 0
    for s in some:
        colour = secrets[s]
        for a in range(codes.shape[1]):
            out[a] += words[codes[s, a]] * colour


@kernel
def kept_rows(codes: Codes, secrets: Ints, actions: Ints) -> int:
    """How many secrets, from the first on, have images that answer the images of all actions as they do."""
    for s in range(codes.shape[0]):
        image = secrets[s]
        for a in range(codes.shape[1]):
            if codes[image, actions[a]] != codes[s, a]:
                return s
    return int(codes.shape[0])


@takes(0.3)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(0.3)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    words, one = np.zeros(1, np.uint64), frozen(np.zeros(1, np.int32))
    seen_by_secrets(frozen(codes), frozen(words), frozen(words), one, words.copy())
    seen_by_actions(frozen(codes), frozen(words), frozen(words), one, words.copy())
    kept_rows(frozen(codes), one, one)
