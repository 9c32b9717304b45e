"""Plays to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.core.sequential import law

Play = Callable[..., Iterator[InformationSet]]


@pytest.fixture
def play() -> Play:
    """The information sets of a play with random questions and true answers."""

    def sets(info: InformationSet, seed: int, most: int = 6) -> Iterator[InformationSet]:
        rng = np.random.default_rng(seed)
        secret = info.sample(rng)[0]
        yield info
        for _ in range(most):
            if info.over:
                return
            legal = info.actions
            action = legal[int(rng.integers(len(legal)))]
            info = info.observe(action, law(info.game, info.history, action, secret))
            yield info

    return sets
