"""The recurrence (4.1) of Bart's thesis, plane by plane."""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Floats
from sleuth.kernels.jit import kernel


@kernel
def next_plane(m: int, before: Floats, plane: Floats, guess: Floats, guess_before: Floats) -> None:
    """Fill P(m, n1, n2) for all n1 and n2 from `before`, which is P(m - 1, n1, n2).

    `guess[n]` is one over m + n choose m; `guess_before[n]` the same for m - 1. A row is n1, a column n2.
    """
    size = plane.shape[0]
    for a in range(size):
        plane[a, 0] = 1.0
    # A state looks back at (m, n2 - 1, n1), whose cards are one fewer: go by the number of cards.
    for total in range(1, 2 * size - 1):
        for b in range(max(1, total - size + 1), min(size, total + 1)):
            a = total - b
            found = m / (m + b) * max(guess_before[b], 1.0 - before[b, a])
            plane[a, b] = found + b / (m + b) * max(guess[b - 1], 1.0 - plane[b - 1, a])


def warm() -> None:
    """Compile the kernel."""
    one = np.ones((2, 2))
    next_plane(1, one, one.copy(), np.ones(2), np.ones(2))
