"""The numbers of Battleship: boards, the prior, the bias of placing ship after ship, shots."""

from __future__ import annotations

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.games.battleship.belief.fleet_set import FleetSet
from sleuth.games.battleship.belief.placements import sea_of
from sleuth.games.battleship.kernels.chain import one_after_another
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.battleship.rules.packing import Cell
from sleuth.strategies.catalogue import parse_strategy

GAME = Battleship()
CORNERS = (0, 9, 90, 99)


def test_boards_and_configurations() -> None:
    assert GAME.configurations == 30_093_975_536
    assert GAME.boards == GAME.count() == begin(GAME).size == 15_046_987_768
    assert Battleship(answers="named").count() == begin(Battleship(answers="named")).size == 30_093_975_536


def test_the_prior() -> None:
    info = begin(GAME)
    assert isinstance(info, FleetSet)
    chances = info.ship_probability()
    assert chances[0, 0] == pytest.approx(0.0800, abs=5e-5)
    assert chances[4, 4] == pytest.approx(0.2136, abs=5e-5)
    assert chances.sum() == pytest.approx(17)
    for turned in (chances.T, chances[::-1], chances[:, ::-1]):
        assert np.allclose(chances, turned, atol=1e-12)


def test_drawing_is_uniform_where_placing_ship_after_ship_is_biased() -> None:
    """Corner .0800 against .0743; four corners of 6,000 boards tell them apart by four standard deviations."""
    rng = np.random.default_rng(1)
    corners = {(1, 1), (1, 10), (10, 1), (10, 10)}
    number = 6_000
    share = sum(len(corners & GAME.hits(GAME.draw(rng))) for _ in range(number)) / (4 * number)
    error = np.sqrt(0.08 * 0.92 / (4 * number))
    assert abs(share - 0.0800) < 3 * error
    sea, many = sea_of(GAME), 200_000
    counts, _ = one_after_another(sea.waters, np.array([3, 2, 2, 1, 0]), sea.waters.every, many, 0)
    placed = counts @ sea.on / many
    assert placed[list(CORNERS)].mean() == pytest.approx(0.0743, abs=0.0009)
    assert placed[44] == pytest.approx(0.2236, abs=0.004)


def test_hit_probability_over_a_few_boards() -> None:
    """The first twelve of the 1,000 seeded boards over which the mean is 44.8: they are easy ones."""
    strategy, shots = parse_strategy("hit-probability"), 0
    for number in range(12):
        board, info, past = GAME.draw(np.random.default_rng([0, number])), begin(GAME), list[Cell]()
        while not info.all_found:
            action = strategy.decide(info).action
            info = info.observe(action, GAME.feedback_after(past, action, board))
            past.append(action)
        shots += len(past)
    assert shots == 477
