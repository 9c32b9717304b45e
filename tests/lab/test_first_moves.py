"""Spatial interest at the start, against the plain law."""

from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest

from sleuth import begin, parse_game
from sleuth.core.game import Game
from sleuth.lab.first_moves import FirstMoves, first_moves
from sleuth.lab.value_spread import levels, moments, spread

GAMES = [
    "mastermind:pegs=3,colours=3",
    "simple-mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=5",
    "treasure-hunt:cells=6",
    "low-middle-high:numbers=9",
    "black-box:size=3,atoms=2",
    "guess-who",
    "number:numbers=20",
    "mastermind:pegs=2,jar=4-2-1",
]


def told(game: Game, action: object) -> float:
    """The entropy of the answer, by the law and the prior alone."""
    mass: Counter[object] = Counter()
    for secret in game.secrets():
        mass[game.feedback(action, secret)] += game.prior(secret)
    total = sum(mass.values())
    return -sum(m / total * log2(m / total) for m in mass.values() if m)


def moves_of(spec: str) -> FirstMoves:
    return first_moves(begin(parse_game(spec)))


@pytest.mark.parametrize("spec", GAMES)
def test_bits_are_those_of_the_plain_law(spec: str) -> None:
    game, found = parse_game(spec), moves_of(spec)
    bits = [told(game, action) for action in game.actions()]
    assert found.bits == pytest.approx(bits, abs=1e-9)
    assert found.spread.best == pytest.approx(max(bits))
    assert found.spread.least == pytest.approx(min(bits))
    assert found.spread.median == pytest.approx(float(np.median(bits)))
    assert found.spread.mean == pytest.approx(float(np.mean(bits)))
    assert found.spread.deviation == pytest.approx(float(np.std(bits)), abs=1e-9)
    assert found.spread.distinct == len({round(b, 8) for b in bits})
    assert sum(o.count for o in found.openings) == len(bits)
    assert found.actions == tuple(map(game.format_action, game.actions()))


def test_two_colours_open_best_in_small_mastermind() -> None:
    """Meng & Lucas 2024, Fig. 3, left."""
    found = moves_of("mastermind:pegs=3,colours=3")
    best = {action for action, number in zip(found.actions, found.numbers, strict=True) if number == 0}
    assert best == {action for action in found.actions if len(set(action)) == 2}
    assert found.forced
    assert not found.dead


def test_all_first_moves_are_equal_in_simple_mastermind() -> None:
    """Meng & Lucas 2024, Fig. 3, right."""
    found = moves_of("simple-mastermind:pegs=3,colours=3")
    assert found.spread.deviation == 0.0
    assert found.spread.distinct == 1
    assert found.spread.choice == 0.0
    assert found.lead == 0.0
    assert not found.forced


def test_dead_moves_tell_nothing() -> None:
    found = moves_of("low-middle-high:numbers=9")
    assert not found.dead
    everything = first_moves(begin(Silent()))
    assert everything.dead == ("0", "1", "2")
    assert everything.spread.best == 0.0
    assert not everything.forced


class Silent(Game):
    """A game that never tells anything."""

    def secrets(self) -> range:
        return range(3)

    def feedback(self, action: int, secret: int) -> str:
        return "no"


def test_levels_join_what_the_tolerance_joins() -> None:
    numbers, kept = levels(np.array([1.0, 2.0, 2.0 - 5e-10, 0.5, 1.0 + 1e-12]))
    assert numbers.tolist() == [1, 0, 0, 2, 1]
    assert kept == pytest.approx([2.0, 1.0, 0.5])
    assert spread(np.full(27, 0.1)).deviation == 0.0
    assert moments(np.full(7, 0.3), np.full(7, 1 / 7)) == (pytest.approx(0.3), 0.0)
