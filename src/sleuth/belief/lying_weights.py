"""What every information set under lies holds: for each secret the lies that the answers take, and a weight."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.channel import Channel
from sleuth.kernels.arrays import Array, Floats, Ints, frozen
from sleuth.measures.shannon import shannon


class WeighedSet(InformationSet):
    """Secrets by number, each with a count of lies and a weight."""

    def _weigh(self, lies: Array, weights: Floats) -> None:
        """Hold these."""
        self.lies = frozen(lies)
        """The lies that each secret takes, those that are excluded too."""
        self.weights = frozen(weights)
        """The weight of each secret; 0 where it is excluded."""
        self.indices: Ints = frozen(np.flatnonzero(weights > 0).astype(np.int32))

    @property
    @abstractmethod
    def channel(self) -> Channel:
        """What lies may be told."""

    @property
    def size(self) -> int:
        return self.indices.size

    @property
    def exact(self) -> bool:
        return True

    @cached_property
    def _shares(self) -> Floats:
        """The probability of each candidate."""
        weights = self.weights[self.indices]
        return frozen(weights / weights.sum())

    @cached_property
    def entropy(self) -> float:
        return float(shannon(self._shares))

    @property
    def spent(self) -> Floats:
        """The probability that so many lies were told: 0, 1, 2 and so on."""
        least = (self.channel.most or 0) + 1
        return np.asarray(np.bincount(self.lies[self.indices], self._shares, minlength=least), np.float64)
