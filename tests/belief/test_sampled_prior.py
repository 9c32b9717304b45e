"""Samples of games that have weights go by the weights, however rare what is left, and say how far they may be off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.errors import StarvedError
from sleuth.core.game import Game
from sleuth.core.spec import parse_game


@dataclass(frozen=True)
class Raffle(Game[int, int, bool]):
    """Which ticket won? Every other ticket is nine times as likely; asked is whether its number is below another."""

    tickets: int = 20_000

    def secrets(self) -> Iterable[int]:
        return range(self.tickets)

    def feedback(self, action: int, secret: int) -> bool:
        return secret < action

    def prior(self, secret: int) -> float:
        return 1.0 + 8 * (secret % 2)

    def draw(self, rng: np.random.Generator) -> int:
        even = int(rng.integers(self.tickets // 2)) * 2
        return even + int(rng.random() < 0.9)


def test_weights_are_kept_where_draws_alone_must_do() -> None:
    info = begin(Raffle(), "sampled", seed=1).observe(20, True)
    assert isinstance(info, SampledSet)
    assert not info.found.moves
    assert info.found.accepted >= 50
    assert info.probability(lambda ticket: ticket % 2) == pytest.approx(0.9, abs=0.08)


def test_what_is_rare_is_drawn_for_longer() -> None:
    effort = Effort(particles=50, draws=200, walkers=10, moves=500)
    info = begin(Raffle(), "sampled", seed=1, effort=effort).observe(10, True)
    assert isinstance(info, SampledSet)
    assert info.found.drawn > effort.draws
    assert set(info.candidates()) <= set(range(10))
    for moves, drawn in ((500, "40,000"), (1, "200")):
        with pytest.raises(StarvedError, match=f"{drawn} drawn, 0 moves"):
            begin(Raffle(), "sampled", effort=replace(effort, moves=moves)).observe(0, True)


JARS = parse_game("mastermind:pegs=6,jar=5-3-2-1-1")
STEPS = [((4, 4, 3, 2, 1, 4), (0, 3)), ((2, 0, 3, 0, 4, 3), (2, 1))]
"""They leave some codes in parts that small changes do not lead across."""


def distances(seeds: range, most: int) -> list[float]:
    """How far samples are off, all secrets together, and off their own errors; sets of up to so many are listed."""
    listed = begin(JARS, "enumerated").observe_all(STEPS)
    off = []
    for seed in seeds:
        info = begin(JARS, "sampled", seed=seed, effort=Effort(2000, 1, 1000, 200)).observe_all(STEPS)
        assert isinstance(info, SampledSet)
        off.append(sum(abs(info.probability(s) - listed.probability(s)) for s in listed.candidates()) / 2)
    return off
