"""Lower bounds by size: what so many secrets take at least, whatever is asked.

With the goal NAME an action may name one secret and leaves at most K other parts, so at best one secret takes one step,
K take two, K * K three, and so on. With the goal KNOW the leaves of a tree with at most K branches are the secrets,
and the least sum of their depths is known in closed form. Dropping the lightest secrets from a tree leaves a tree of
the others, so for secrets of unequal weight, heaviest first, the same differences hold, each times its weight.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Floats

DEPTHS = 64
"""Capacities are listed for so many steps."""


def totals(number: int, parts: int, name: bool) -> Floats:
    """The least total of 0, 1, ..., `number` secrets of weight one where an action leaves at most `parts` parts."""
    out: Floats = np.zeros(number + 1)
    if name:
        level, size, done = 1, 1, 0
        while done < number:
            fresh = min(size, number - done)
            out[done + 1 : done + fresh + 1] = level
            done, level, size = done + fresh, level + 1, min(size * max(parts, 1), number)
        return np.cumsum(out)
    branches = max(parts, 2)
    for n in range(2, number + 1):
        depth, leaves = 0, 1
        while leaves * branches <= n:
            depth, leaves = depth + 1, leaves * branches
        opened = -(-(n - leaves) // (branches - 1))  # nodes of the last full level that are not leaves
        out[n] = n * depth + (n - leaves + opened)
    return out


def capacity(parts: int, name: bool) -> Floats:
    """The most secrets that 0, 1, 2, ... steps can settle."""
    out, size, done = [], 1.0, 0.0
    for _ in range(DEPTHS):
        out.append(done if name else size)
        done, size = min(done + size, 1e18), min(size * max(parts, 1), 1e18)
    out[-1] = 1e18  # past the list there is no limit
    return np.array(out)
