"""Samples of games that have weights go by the weights, however rare what is left, and say how far they may be off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.belief.secret_search import Sample, WeightRange
from sleuth.core import Draws
from sleuth.core.errors import StarvedError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game


@dataclass(frozen=True)
class Raffle(Game[int, int, bool], Draws):
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
PARTS = [((4, 1, 0, 1, 1, 4), (3, 0)), ((4, 0, 2, 4, 0, 3), (2, 1))]
"""They leave 33 codes, in parts that small changes hardly lead across."""
MANY = [((3, 0, 2, 0, 2, 4), (2, 1)), ((2, 0, 2, 0, 3, 4), (2, 1))]
"""They leave 469."""
CHAINS = Effort(particles=2000, draws=1, walkers=1000, moves=200)


def sampled_and_listed(steps: Any, seed: int = 0) -> tuple[SampledSet, InformationSet]:
    sampled = begin(JARS, "sampled", seed=seed, effort=CHAINS).observe_all(steps)
    assert isinstance(sampled, SampledSet)
    return sampled, begin(JARS, "enumerated").observe_all(steps)


def distance(sampled: SampledSet, listed: InformationSet) -> float:
    return sum(abs(sampled.probability(s) - listed.probability(s)) for s in listed.candidates()) / 2


def test_parts_that_a_chain_does_not_cross_to_have_their_share(monkeypatch: pytest.MonkeyPatch) -> None:
    info, listed = sampled_and_listed(PARTS)
    assert info.whole
    assert distance(info, listed) < 1e-9
    monkeypatch.setattr(WeightRange, "even", True)  # a chain that goes on from the last answer is far off
    assert distance(*sampled_and_listed(PARTS)) > 0.1


def test_chances_are_within_the_error_that_is_said() -> None:
    for seed in range(3):
        info, listed = sampled_and_listed(MANY, seed)
        assert info.found.moves
        assert not info.whole
        assert info.effective_size is not None
        assert 50 < info.effective_size < 2000
        for colour in range(5):
            event = partial(begins_with, colour)
            error = info.standard_error(event)
            assert error is not None
            assert error < 0.1
            assert abs(info.probability(event) - listed.probability(event)) < 3 * error
        assert info.notes[1].startswith("A chance has a standard error of up to about 0.0")


def begins_with(colour: int, code: Any) -> bool:
    return bool(code[0] == colour)


def test_who_goes_back_to_one_draw_is_one_witness() -> None:
    alone = Sample(np.arange(100), np.arange(100, dtype=np.int32))
    twice = Sample(np.arange(100), np.arange(100, dtype=np.int32) // 2)
    half = (np.arange(100) < 50).astype(np.float64)
    assert (alone.effective_size, twice.effective_size) == (100, 50)
    assert alone.standard_error(half) == pytest.approx((0.25 / 100 + 0.02**2) ** 0.5)
    assert twice.standard_error(half) == pytest.approx((0.25 / 50 + 0.04**2) ** 0.5)
    assert alone.standard_error(np.zeros(100)) == pytest.approx(0.02)


def test_what_is_exact_or_whole_has_no_error_and_nobody_knows_that_of_a_chain() -> None:
    whole, listed = sampled_and_listed(PARTS)
    assert (listed.effective_size, listed.standard_error(listed.candidates()[0])) == (None, 0.0)
    assert (whole.effective_size, whole.standard_error(whole.candidates()[0])) == (None, 0.0)
    even = begin(parse_game("mastermind:pegs=8,colours=12"), "sampled")
    assert even.effective_size == 4000
    chain = even.observe((0, 1, 2, 3, 4, 5, 6, 7), (3, 2))
    assert (chain.effective_size, chain.standard_error((0, 1, 2, 3, 5, 4, 8, 8))) == (None, None)
    assert len(chain.notes) == 1


def test_a_number_of_secrets_is_estimated_only_where_all_are_alike() -> None:
    """Once the particles that were left had one weight, and were taken for a share of all codes."""
    info = begin(JARS, "sampled", effort=replace(CHAINS, particles=50)).observe_all(PARTS[:1])
    info = info.observe((0, 0, 0, 0, 0, 0), (0, 0))
    assert isinstance(info, SampledSet)
    assert info.whole or info.estimated_size is None
