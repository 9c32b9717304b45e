"""`per_cost` divides the gain of the entropy that a rule is named after, at every degree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.game import Game, Goal
from sleuth.measures.sharma_mittal import sharma_mittal
from sleuth.strategies.catalogue import parse_strategy


@dataclass(frozen=True)
class Shop(Game):
    """Random questions at random prices about secrets of random weight."""

    seed: int = 0

    goal = Goal.KNOW

    @cached_property
    def rng(self) -> Any:
        rng = np.random.default_rng(self.seed)
        return rng.integers(0, 3, (5, 7)), rng.integers(1, 9, 7), rng.choice([0.5, 1.0, 1.3, 2.0, 3.0], 5)

    def secrets(self) -> range:
        return range(7)

    def actions(self) -> range:
        return range(100, 105)

    def feedback(self, action: int, secret: int) -> int:
        return int(self.rng[0][action - 100, secret])

    def prior(self, secret: int) -> int:
        return int(self.rng[1][secret])

    def cost(self, action: int) -> float:
        return float(self.rng[2][action - 100])


@pytest.mark.parametrize("degree", [-3.0, -0.5, 0.5, 1.0, 2.0, 2.5, 4.0])
@pytest.mark.parametrize("order", [0.5, 1.0, 2.0])
def test_the_chosen_action_gains_most_entropy_for_a_unit_of_cost(order: float, degree: float) -> None:
    rule = parse_strategy(f"sharma-mittal:order={order},degree={degree},per_cost=true")
    for seed in range(25):
        game = Shop(seed)
        table, weights, costs = game.rng
        idle, gains = float(sharma_mittal(weights / weights.sum(), order, degree)), []
        for row, cost in zip(table, costs, strict=True):
            parts = [weights[row == answer] for answer in np.unique(row)]
            left = sum(p.sum() / weights.sum() * float(sharma_mittal(p / p.sum(), order, degree)) for p in parts)
            gain = idle - left
            gains.append(gain / cost if gain > 0 else gain * cost)
        chosen = rule.decide(begin(game)).action - 100
        assert gains[chosen] >= max(gains) - 1e-8 * max(1.0, abs(max(gains))), (seed, gains)
