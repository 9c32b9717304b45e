"""The candidates under lies, by how many lies each has left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.belief.lying_law import histories
from sleuth.core.channel import Channel
from sleuth.kernels.arrays import Array, Ints, frozen


class Group(NamedTuple):
    """The candidates that have the same number of lies left."""

    left: int
    members: Ints
    chance: float
    """How likely each of them is to lie next, where it can."""
    ways: float
    """The ways in which each may lie in the steps that are needed at least."""
    ways_less: float
    """The same once it has told one lie more."""


def lies_left(channel: Channel, lies: Array) -> dict[int, int]:
    """How many secrets have so many lies left, of the lies that each has told."""
    left, numbers = np.unique((channel.most or 0) - lies, return_counts=True)
    return dict(zip(left.tolist(), numbers.tolist(), strict=True))


def grouped(channel: Channel, indices: Ints, lies: Array, steps: int) -> list[Group]:
    """The candidates by the lies that they have left, if at least so many steps are still needed."""
    if channel.most is None:
        return [Group(0, indices, 1.0 if channel.always else channel.chance or 0.0, 1.0, 1.0)]
    left, groups = channel.most - lies[indices], []
    for n in np.unique(left).tolist():
        ways, less = (float(histories(steps, lies)) for lies in (n, n - 1))
        chance = channel.chance
        if chance is None:
            chance = histories(steps - 1, n - 1) / ways
        groups.append(Group(n, frozen(indices[left == n]), chance if n else 0.0, ways, less))
    return groups
