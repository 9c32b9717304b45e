"""The solver against all trees in exact arithmetic: weights and costs of very different size, and dead ends."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.core import Constraint, Rounds
from sleuth.core.errors import StuckError
from sleuth.core.game import Game, Goal
from sleuth.core.limit import Limit
from sleuth.play.evaluate import evaluate
from sleuth.solve import Solution, solve
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing.brute_force import best_tree
from sleuth.testing.nasty_catalogue import nasty_game

SHARE = Fraction(1, 10**9)
"""Of the total: how far the result may be from the least one."""


@dataclass(frozen=True)
class Wide(Game):
    """A random law; weights and costs that differ by up to 24 orders of magnitude."""

    goal: ClassVar[Goal] = Goal.KNOW

    seed: int = 0

    @cached_property
    def drawn(self) -> dict[str, Any]:
        """Everything that chance decides."""
        rng = random.Random(self.seed)
        secrets = list(range(rng.randint(1, 6)))
        guesses = secrets if self.goal.only_names else []
        actions = [*range(100, 101 + rng.randint(0, 4)), *guesses]
        rng.shuffle(actions)
        answers = {
            (a, s): "win" if a == s else rng.choice("xyz"[: rng.randint(2, 3)]) for a in actions for s in secrets
        }
        heavy = rng.choice([(1.0,), (1.0, 2.0, 7.0), (1e-12, 1e-6, 1.0), (1e-18, 1e-9, 1e-5, 1.0, 1e6)])
        dear = rng.choice([(1.0,), (1.0, 2.0, 3.0), (1e-12, 1e-11, 1e-3, 1.0)])
        weights, costs = {s: rng.choice(heavy) for s in secrets}, {a: rng.choice(dear) for a in actions}
        return {"secrets": secrets, "actions": actions, "answers": answers, "weights": weights, "costs": costs}

    def secrets(self) -> list[int]:
        return list(self.drawn["secrets"])

    def actions(self) -> list[int]:
        return list(self.drawn["actions"])

    def feedback(self, action: int, secret: int) -> str:
        return str(self.drawn["answers"][action, secret])

    def prior(self, secret: int) -> float:
        return float(self.drawn["weights"][secret])

    def cost(self, action: int) -> float:
        return float(self.drawn["costs"][action])


@dataclass(frozen=True)
class WideNames(Wide):
    """The same, and the secret must be named."""

    goal: ClassVar[Goal] = Goal.NAME


@dataclass(frozen=True)
class Strict(Wide, Constraint):
    """What was answered forbids some questions from then on, so that a tree may come to a dead end."""

    def allows(self, action: int, past: int, feedback: Any) -> bool:
        return random.Random(f"{self.seed} {action} {past} {feedback}").random() < 0.7


@dataclass(frozen=True)
class StrictNames(Strict):
    """The same, and the secret must be named, which may be forbidden too."""

    goal: ClassVar[Goal] = Goal.NAME


def cost_of(found: Solution) -> Fraction:
    """What the tree takes, node by node."""
    game, tables, tree = found.game, found.tables, found.game_tree
    total = Fraction(0)
    for node in range(len(tree)):
        here = tree.order[tree.start[node] :][: tree.size[node]]
        mass = sum((Fraction(float(game.prior(tables.secrets[s]))) for s in here), Fraction(0))
        total += mass * Fraction(float(game.cost(tables.actions[tree.action[node]])))
    return total


KINDS = [Wide, WideNames, Strict, StrictNames]


@pytest.mark.parametrize("kind", KINDS)
def test_the_cost_is_the_least_of_all_trees_to_a_billionth(kind: type[Wide]) -> None:
    for seed in range(60):
        game, rng = kind(seed), random.Random(seed)
        first = rng.choice([None, None, rng.choice(game.actions())])
        best = best_tree(game, first=first).total
        if best is None:
            with pytest.raises(StuckError):
                solve(game, first=first)
            continue
        found = solve(game, first=first, threads=1, limit=Limit(seconds=60))
        assert found.proved, game
        assert abs(cost_of(found) - best) <= SHARE * best, game
        assert first is None or not len(found.game_tree) or found.first == first, game


@pytest.mark.parametrize("kind", KINDS)
def test_the_longest_play_is_the_shortest_of_all_trees(kind: type[Wide]) -> None:
    @dataclass(frozen=True)
    class Rows(kind, Rounds):  # type: ignore[valid-type, misc]
        """Fewer rows than anybody may need: the objective worst does not look at them."""

        rows: ClassVar[int | None] = 1

    for seed in range(40):
        game = Rows(seed)
        optimum = best_tree(game)
        if optimum.worst is None:
            with pytest.raises(StuckError):
                solve(game, objective="worst")
            continue
        found, best = solve(game, objective="worst", threads=1), optimum.within(optimum.worst)
        assert best is not None
        assert (found.worst, found.proved, found.total_proved) == (optimum.worst, True, True), game
        assert abs(cost_of(found) - best) <= SHARE * best, game


def test_costs_from_a_trillionth_to_one_are_solved_and_the_clock_is_obeyed() -> None:
    table = {4: "1010w", 1: "1w000", 3: "000w0", 2: "10w10", 0: "w0111", 100: "00010"}
    costs = {4: 1e-11, 1: 0.001, 3: 1e-12, 2: 1e-11, 0: 1.0, 100: 0.001}

    @dataclass(frozen=True)
    class Dear(Game):
        """Questions of very different cost."""

        def secrets(self) -> range:
            return range(5)

        def actions(self) -> list[int]:
            return list(table)

        def feedback(self, action: int, secret: int) -> str:
            return table[action][secret]

        def cost(self, action: int) -> float:
            return costs[action]

    began = time.monotonic()
    found = solve(Dear(), limit=Limit(seconds=30))
    assert time.monotonic() - began < 30
    assert found.proved
    assert abs(cost_of(found) - (best := best_tree(Dear()).total or Fraction(0))) <= SHARE * best


@pytest.mark.parametrize(("seed", "within"), [(7554, 2), (18801, 4)])
def test_a_result_that_a_limit_makes_far_dearer_is_proved(seed: int, within: int) -> None:
    game = nasty_game("wide-costs", seed)
    optimum = best_tree(game)
    best, least = optimum.within(within), optimum.total
    assert best is not None
    assert least is not None
    assert best > 10**5 * least
    found = solve(game, within=within, threads=1)
    assert found.proved
    assert abs(cost_of(found) - best) <= SHARE * best


@dataclass(frozen=True)
class Once(Game, Constraint):
    """A wide question burns the bridges."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self) -> str:
        return "abcd"

    def actions(self) -> list[str]:
        return ["wide", "left", "pair", "last"]

    def feedback(self, action: str, secret: str) -> str:
        law = {"wide": "0122", "left": "0011", "pair": "0101", "last": "0001"}
        return law[action]["abcd".index(secret)]

    def allows(self, action: str, past: str, feedback: Any) -> bool:
        return past != "wide"


def test_a_greedy_tree_that_is_stuck_is_not_the_truth() -> None:
    assert solve(Once()).total == 7
    assert evaluate(Once(), parse_strategy("optimal")).total == 7
    assert solve(Once(), objective="worst").worst == 2


RULES = ["entropy", "minimax", "size", "parts", "sharma-mittal:degree=3", "sampled-ises", "hit-probability", "blend"]


@pytest.mark.parametrize("rule", [*RULES, "random", "ismcts", "look-ahead", "rollout", "optimal", "hit-look-ahead"])
def test_where_no_action_is_allowed_any_more_every_rule_says_so(rule: str) -> None:
    from sleuth.belief.begin import begin

    info = begin(Once()).observe("wide", "2")
    with pytest.raises(StuckError, match=r"no action is allowed|cannot be reached") as caught:
        parse_strategy(rule).decide(info, rng=np.random.default_rng(0))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rule", ["ismcts", "look-ahead", "rollout", "optimal"])
def test_rules_that_look_ahead_keep_away_from_dead_ends(rule: str) -> None:
    assert evaluate(Once(), parse_strategy(rule)).worst <= 3


@pytest.mark.parametrize("rule", RULES)
def test_evaluate_says_in_one_line_that_a_rule_got_stuck(rule: str) -> None:
    with pytest.raises(StuckError, match="after 1 step no action is allowed, with 2 candidates left"):
        evaluate(Once(), parse_strategy(rule))
