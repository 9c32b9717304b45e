"""Sampled sets of games with a prior against a list; and the comparison itself, on planted faults."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth.belief.sampled import SampledSet
from sleuth.belief.walkers import Population, Walkers
from sleuth.testing.sampled_opinion import SAMPLED, sampled_game
from sleuth.testing.second_opinion import compare

GAMES = 12
"""Games of each kind."""


@pytest.mark.parametrize("kind", SAMPLED)
def test_a_list_is_of_the_same_opinion(kind: str) -> None:
    for seed in range(GAMES):
        assert compare(kind, seed).wrong == [], f"{kind} {seed}"


def test_no_jar_is_even() -> None:
    """Codes that are all alike are sampled by a chain, which tells no error: nothing could be held against it."""
    for seed in (*range(200), 703_519, 704_938):  # two of those had jars of 2-2-2 and 3-3-3-3
        game = sampled_game("sampled-jars", seed)
        assert len({game.prior(secret) for secret in game.secrets()}) > 1


def test_samples_of_every_kind_occur() -> None:
    comparisons = [compare("sampled-weights", seed) for seed in range(GAMES)]
    compared = {what.partition(" ")[0].rstrip(":") for one in comparisons for what in one.compared}
    assert compared >= {"drawn", "led", "whole"}


def wrong(kind: str = "sampled-weights") -> int:
    """How many of some games are wrong."""
    return sum(bool(compare(kind, seed).wrong) for seed in range(GAMES))


def test_walkers_that_are_not_weighed_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unweighed(self: Population, step: float) -> None:
        self.cold += min(step, 1 / 0.3 - self.cold)

    monkeypatch.setattr(Population, "_cool", unweighed)
    monkeypatch.setattr(Walkers, "_priors", lambda self, states: np.ones(len(states)))
    assert wrong() > 1


def test_an_error_that_is_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SampledSet, "standard_error", lambda self, event: 1e-4)
    monkeypatch.setattr(SampledSet, "effective_size", 1e8)
    assert wrong() > 1


def test_secrets_without_a_chance_that_are_listed_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walkers, "_priors", lambda self, states: np.ones(len(states)))
    assert wrong() > 1
