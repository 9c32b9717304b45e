"""Actions that differ in cost: what is gained for each unit of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pytest

from sleuth import Game, begin, evaluate, parse_game, parse_strategy
from sleuth.core import Draws
from sleuth.core.game import Goal
from sleuth.measures.sharma_mittal import deformed_log
from sleuth.strategies.criteria import CRITERIA, PartCriterion, scored, sharma_mittal

RULES = ("entropy", "size", "parts", "minimax", "sharma-mittal:order=2,degree=2", "sharma-mittal:degree=-3")


@dataclass(frozen=True)
class Doctor(Game):
    """Find one of eight illnesses: halving tests are dear, the others cheap."""

    goal = Goal.KNOW
    dear: float = 5.0

    def secrets(self) -> Iterable[int]:
        return range(8)

    def actions(self) -> Iterable[tuple[int, ...]]:
        return [(0, 1, 2, 3), (0, 1, 4, 5), (0, 2, 4, 6), (0, 1), (2, 3), (4, 5), *((i,) for i in range(8))]

    def feedback(self, action: tuple[int, ...], secret: int) -> bool:
        return secret in action

    def cost(self, action: tuple[int, ...]) -> float:
        return self.dear if len(action) == 4 else 1.0


@dataclass(frozen=True)
class Safe(Game):
    """Open one of four safes; trying a key is dear, a look is cheap."""

    keys: float = 10.0

    def secrets(self) -> Iterable[int]:
        return range(4)

    def actions(self) -> Iterable[int | str]:
        return [0, 1, 2, 3, "low"]

    def prior(self, secret: int) -> float:
        return (4, 3, 2, 1)[secret]

    def feedback(self, action: int | str, secret: int) -> str:
        return ("yes" if secret % 2 == 0 else "no") if action == "low" else ("open" if action == secret else "shut")

    def cost(self, action: int | str) -> float:
        return 1.0 if action == "low" else self.keys + (20 if action == 0 else 0)

    def format_action(self, action: int | str) -> str:
        return str(action)


@pytest.mark.parametrize("name", [*CRITERIA, "sm"])
@pytest.mark.parametrize("jar", ["", "5-2-1"])
def test_the_gain_is_divided_by_the_cost(name: str, jar: str) -> None:
    criterion = CRITERIA.get(name) or sharma_mittal(2, 0.5)
    game = parse_game(f"mastermind:pegs=2,jar={jar}" if jar else "mastermind:pegs=2,colours=3")
    outcomes = begin(game).outcomes()
    scores, idle = criterion(outcomes), criterion.idle(outcomes)
    costs = np.linspace(1, 3, len(outcomes))
    priced = type(outcomes)(**{**vars_of(outcomes), "costs": costs})
    assert np.allclose((idle - scored(criterion, priced, True)) * costs, idle - scores)
    assert (scored(criterion, priced, False) == scores).all()
    assert (scored(criterion, outcomes, True) == scores).all()


def test_far_from_degree_one_the_gain_is_that_of_the_entropy() -> None:
    criterion, outcomes = sharma_mittal(0.5, -4), begin(parse_game("mastermind:pegs=2,jar=5-2-1")).outcomes()
    scores, idle = (deformed_log(nats, -4) for nats in (criterion(outcomes), criterion.idle(outcomes)))
    costs = np.linspace(1, 3, len(outcomes))
    priced = type(outcomes)(**{**vars_of(outcomes), "costs": costs})
    scale = np.exp(5 * criterion.idle(outcomes))
    assert np.allclose(-scored(criterion, priced, True) * costs, (idle - scores) / scale)
    assert (scored(criterion, outcomes, True) == criterion(outcomes)).all()


def vars_of(outcomes: object) -> dict[str, object]:
    return {k: getattr(outcomes, k) for k in outcomes.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", ["entropy", "size", "minimax", "parts", "sharma-mittal:order=2,degree=0.5"])
def test_asking_nothing_is_one_part_with_everything(rule: str) -> None:
    """An action that tells nothing scores as if nothing was asked (entropies of an uneven prior set it last)."""
    game = parse_game("treasure-hunt:cells=8")
    criterion = parse_strategy(rule).criterion  # type: ignore[attr-defined]
    info = begin(game)
    action = info.actions[0]
    after = info.observe(action, game.feedback(action, 0))
    again = after.outcomes([action])
    assert isinstance(criterion, PartCriterion)
    assert float(criterion(again)[0]) == pytest.approx(criterion.idle(again))


@pytest.mark.parametrize("rule", RULES)
def test_cheap_questions_are_asked_where_they_pay(rule: str) -> None:
    joiner = "," if ":" in rule else ":"
    plain, costly = (evaluate(Doctor(), parse_strategy(r)) for r in (rule, f"{rule}{joiner}per_cost=true"))
    assert costly.mean_cost <= plain.mean_cost
    assert costly.tie_break.endswith(", per cost")
    even = [evaluate(Doctor(1.0), parse_strategy(r)).steps for r in (rule, f"{rule}{joiner}per_cost=true")]
    assert (even[0] == even[1]).all()


def test_entropy_per_cost_asks_what_tells_most_for_its_price() -> None:
    info = begin(Doctor())
    decision = parse_strategy("entropy:per_cost=true").decide(info)
    outcomes = info.outcomes()
    worth = outcomes.information / np.array([Doctor().cost(a) for a in outcomes.actions])
    assert decision.action == outcomes.actions[int(worth.argmax())]
    assert len(decision.action) == 2
    assert len(parse_strategy("entropy").decide(info).action) == 4


def test_with_two_left_the_cheaper_way_is_taken() -> None:
    game = Safe()
    info = begin(game).observe(2, "shut").observe(3, "shut")
    assert parse_strategy("entropy").decide(info).action == 0
    assert parse_strategy("entropy:per_cost=true").decide(info).action == "low"  # 1 + E[key] < naming either first
    flat = begin(Safe(keys=1.0)).observe(2, "shut").observe(3, "shut")
    # Naming 1 first costs 1 and, if it fails, 21 more; looking first would not save anything.
    assert parse_strategy("entropy:per_cost=true").decide(flat).action == 1


def test_a_whole_play_costs_less() -> None:
    plain, costly = (evaluate(Safe(), parse_strategy(r)) for r in ("entropy", "entropy:per_cost=true"))
    assert costly.mean_cost < plain.mean_cost


def test_costs_count_on_particles_too() -> None:
    @dataclass(frozen=True)
    class Drawn(Doctor, Draws):
        def draw(self, rng: np.random.Generator) -> int:
            return int(rng.integers(8))

        def draw_action(self, rng: np.random.Generator) -> tuple[int, ...]:
            every = list(self.actions())
            return every[rng.integers(len(every))]

    info = begin(Drawn(), "sampled")
    assert len(parse_strategy("entropy").decide(info).action) == 4
    assert len(parse_strategy("entropy:per_cost=true").decide(info).action) == 2
