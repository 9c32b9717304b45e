"""Difficulty, the bound that no player can beat, and published optima."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import evaluate, parse_game, parse_strategy, tabulate
from sleuth.core.game import Goal
from sleuth.core.offers import count_of
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.lab import analyse
from sleuth.lab.difficulty import ONE_STEP, difficulty
from sleuth.lab.information_bound import least_mean, least_total
from sleuth.lab.players import NoisyEntropy, play_all, skills
from sleuth.lab.published_optima import KNOWN, KnownOptimum, find_optimum, known_optimum


@cache
def least_know(weights: tuple[int, ...], answers: int) -> int:
    """The least total of any b-ary tree, by trying every way to cut the weights."""
    if len(weights) == 1:
        return 0
    best = None
    for labels in np.ndindex(*(answers,) * len(weights)):
        parts = [tuple(w for w, own in zip(weights, labels, strict=True) if own == k) for k in range(answers)]
        parts = [p for p in parts if p]
        if len(parts) > 1:
            total = sum(weights) + sum(least_know(tuple(sorted(p)), answers) for p in parts)
            best = total if best is None else min(best, total)
    assert best is not None
    return best


@settings(max_examples=trials(20), deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(2, 3))
def test_knowing_cannot_be_quicker_than_the_best_tree(weights: list[int], answers: int) -> None:
    assert least_total(np.array(weights, float), answers, Goal.KNOW) == least_know(tuple(sorted(weights)), answers)


@cache
def least_name(weights: tuple[int, ...], answers: int) -> int:
    """The same where each node names one secret, and one answer of it wins."""
    if not weights:
        return 0
    best = None
    for named in range(len(weights)):
        rest = weights[:named] + weights[named + 1 :]
        for labels in np.ndindex(*(answers - 1,) * len(rest)):
            parts = [tuple(w for w, own in zip(rest, labels, strict=True) if own == k) for k in range(answers - 1)]
            total = sum(weights) + sum(least_name(tuple(sorted(p)), answers) for p in parts if p)
            best = total if best is None else min(best, total)
    assert best is not None
    return best


@settings(max_examples=trials(20), deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(2, 3))
def test_naming_cannot_be_quicker_than_the_best_tree(weights: list[int], answers: int) -> None:
    assert least_total(np.array(weights, float), answers, Goal.NAME) == least_name(tuple(sorted(weights)), answers)


@pytest.mark.parametrize("spec", ["number:numbers=100", "treasure-hunt:cells=8", "guess-who"])
def test_some_rules_reach_the_bound(spec: str) -> None:
    game = parse_game(spec)
    result = evaluate(game, parse_strategy("entropy"))
    answers = 3 if spec.startswith("number") else 2
    assert Fraction(result.total, result.secrets) == least_mean(tabulate(game), answers)


def test_the_bound_holds_for_published_optima() -> None:
    for spec, optimum in KNOWN.items():
        game = parse_game(spec)
        assert str(game) == spec
        number = count_of(game)
        assert number is not None
        length = int(spec.partition("=")[2].partition(",")[0])
        assert optimum.total >= least_total(np.ones(number), length * (length + 3) // 2, Goal.NAME)


def test_published_optima_hold_for_their_game_only() -> None:
    assert known_optimum("mastermind:pegs=4,colours=6") == KnownOptimum(5625, 6, "Koyama & Lai 1993")
    assert known_optimum("bulls-and-cows:length=4,symbols=10") == KnownOptimum(26274, 7, "published")
    assert known_optimum("mastermind:pegs=4,colours=6,jar=2-2-2-2-2-2") is None
    assert known_optimum("simple-mastermind:pegs=4,colours=6") is None


@pytest.mark.parametrize("spec", [s for s in KNOWN if (count_of(parse_game(s)) or 0) < 100])
def test_no_rule_beats_a_published_optimum(spec: str) -> None:
    for name in ONE_STEP:
        assert evaluate(parse_game(spec), parse_strategy(name)).total >= KNOWN[spec].total


def test_figures() -> None:
    game = parse_game("mastermind:pegs=3,colours=3")
    tables = tabulate(game)
    plays = play_all(tables, skills(game.goal), 6, seed=1)
    rules = [evaluate(game, parse_strategy(name)) for name in ONE_STEP]
    hard = difficulty(tables, plays, rules, 9)
    assert hard.random is not None
    assert hard.random.mean == pytest.approx(plays.steps[:, 0].mean())
    assert hard.random.low < hard.random.mean < hard.random.high
    assert hard.random.worst == plays.steps[:, 0].max()
    assert [r.player for r in hard.others] == ["random:only_possible=true", str(NoisyEntropy())]
    assert [r.player for r in hard.rules] == list(ONE_STEP)
    assert hard.best.mean == min(e.mean for e in rules)
    assert hard.optimal_mean == pytest.approx(73 / 27)
    assert hard.gap == pytest.approx(hard.best.mean - 73 / 27)
    assert hard.saving == pytest.approx(1 - hard.best.mean / hard.random.mean)
    given_one = difficulty(tables, None, rules, 9, KnownOptimum(70, None, "made up"))
    assert given_one.optimal_mean == pytest.approx(70 / 27)
    assert given_one.random is None
    assert given_one.saving is None


@dataclass(frozen=True)
class Priced(Mastermind):
    """Every guess costs the same, or the first code costs more."""

    price: float = 1.0
    dear: float = 1.0

    def cost(self, action: tuple[int, ...]) -> float:
        return self.dear if sum(action) == 0 else self.price


@pytest.mark.parametrize("price", [1.0, 2.5])
def test_one_cost_for_all_does_not_hide_the_optimum(price: float) -> None:
    best = find_optimum(Priced(pegs=2, colours=3, price=price, dear=price))
    assert best is not None
    assert best.total == 21
    hard = analyse(Priced(pegs=2, colours=3, price=price, dear=price)).difficulty
    assert hard is not None
    assert hard.optimal_mean == pytest.approx(21 / 9)


def test_where_costs_differ_the_fewest_steps_are_no_optimum() -> None:
    assert find_optimum(Priced(pegs=2, colours=3, dear=3.0)) is None


def test_no_optimum_is_claimed_where_answers_may_be_lies() -> None:
    assert find_optimum(parse_game("mastermind:pegs=2,colours=3@lies:most=1")) is None
