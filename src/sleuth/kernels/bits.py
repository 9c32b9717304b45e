"""Sets as bits of words."""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.jit import kernel

WORD = 64
"""Bits of a word."""


@kernel
def ones(word: Any) -> Any:
    """How many bits are set in a word; the twin is `int.bit_count`."""
    word = np.uint64(word)
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))
