"""The package against brute force, on a few hundred nasty games; and the comparison itself, on planted faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sleuth.core.errors import StuckError
from sleuth.core.game import Game
from sleuth.play.evaluate import evaluate
from sleuth.solve import solve
from sleuth.solve.finding_search import solve_finding
from sleuth.solve.method import SolveOptions
from sleuth.solve.solver import solve_table
from sleuth.testing import second_opinion
from sleuth.testing.nasty_catalogue import KINDS
from sleuth.testing.second_opinion import compare

GAMES = 10
"""Games of each kind."""


@pytest.mark.parametrize("kind", KINDS)
def test_brute_force_is_of_the_same_opinion(kind: str) -> None:
    for seed in range(GAMES):
        assert compare(kind, seed).wrong == [], f"{kind} {seed}"


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("quiet-find", 3),  # the solver took what was found of one candidate for found of all
        ("quiet-find", 4),
        ("naming-find", 0),
        ("sequential-find", 2),
        ("sequential-find", 16),  # it was 20 and "proved", and 17 is possible
        ("sequential-find", 77),
        ("battleship", 30),  # with a first shot that hits for certain
        ("naming-find", 24),
        ("constrained-find", 0),  # it asked what was forbidden
        ("constrained-find", 2),
        ("constrained-know", 6),  # the solver took a dead end of its first tree for the truth
        ("constrained-know", 36),
        ("constrained-know", 49),
        ("no-action-left", 8),  # evaluation fell over where nothing was left to ask
        ("no-action-left", 10),
        ("costs", 29),
        ("wide-weights", 40),  # the solver never came back
        ("wide-costs", 4),  # a lower bound above the optimum
        ("wide-costs", 32),
        ("wide-costs", 40),
        ("tables", 75),  # a first action that tells nothing
        ("guess-who", 7),
        ("rows", 14),  # rows that are too few kept the total from being proved
    ],
)
def test_what_was_wrong_once_is_right(kind: str, seed: int) -> None:
    assert compare(kind, seed).wrong == []
    assert compare(kind, seed, everything=False).wrong == []


def wrong_with(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any], kind: str = "tables") -> str:
    """What the comparison says of some games once a function is replaced."""
    monkeypatch.setattr(second_opinion, name, fault)
    return "\n".join(line for seed in range(6) for line in compare(kind, seed).wrong)


def test_a_total_that_is_too_high_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(game: Game, options: SolveOptions) -> Any:
        return replace(solve_table(game, replace(options, beam=1)), total_proved=True, worst_proved=True)

    assert "total: " in wrong_with(monkeypatch, "solve_table", greedy)


def test_a_bound_that_is_too_high_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def bold(game: Game, options: SolveOptions) -> Any:
        solution = solve_table(game, options)
        return replace(solution, lower_bound=solution.lower_bound + 1)

    assert "lower bound: " in wrong_with(monkeypatch, "solve_table", bold)


def test_a_proof_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def shy(game: Game, options: SolveOptions) -> Any:
        return replace(solve_table(game, options), total_proved=False)

    assert "not proved" in wrong_with(monkeypatch, "solve_table", shy)


def test_steps_that_the_tree_does_not_take_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def vain(game: Game, options: SolveOptions) -> Any:
        solution = solve_table(game, options)
        return replace(solution, steps=solution.steps[::-1].copy())

    assert "steps of the tree" in wrong_with(monkeypatch, "solve_table", vain)


def test_a_solver_that_gives_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*args: Any, **terms: Any) -> Any:
        raise StuckError("I cannot")

    assert "StuckError though there is a way (I cannot)" in wrong_with(monkeypatch, "solve_table", stuck)


def test_a_solver_that_solves_the_impossible_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    possible = solve(second_opinion.nasty_game("tables", 0))
    told = wrong_with(monkeypatch, "solve_table", lambda *args, **terms: possible, "twins")
    assert "gives a result though there is no way" in told


def test_a_crash_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*args: Any, **terms: Any) -> Any:
        raise ValueError("zero-size array")

    assert "ValueError: zero-size array" in wrong_with(monkeypatch, "evaluate", crash)


def test_a_search_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*args: Any, **terms: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr(second_opinion, "evaluate", endless)
    comparison = compare("tables", 0, patience=0.3)
    assert "does not end within 0.3 seconds of CPU time" in "\n".join(comparison.wrong)


def test_an_evaluation_of_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.strategies.catalogue import parse_strategy

    def other(game: Any, strategy: Any) -> Any:
        return evaluate(game, parse_strategy("random"), seed=5)

    assert ": mean: " in wrong_with(monkeypatch, "evaluate", other)


def test_a_wrong_finding_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(*args: Any, **terms: Any) -> Any:
        finding = solve_finding(*args, **terms)
        return replace(finding, total=finding.total - 1, worst=0)

    told = wrong_with(monkeypatch, "solve_finding", hasty, "telling-find")
    assert "find: total: " in told
    assert "find: longest play" in told


def test_a_wrong_posterior_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.core.channel_game import ChannelGame

    def gullible(game: Any) -> Any:
        from sleuth.belief.begin import begin

        return begin(game.game if isinstance(game, ChannelGame) else game)

    told = wrong_with(monkeypatch, "begin", gullible, "lies")
    assert "candidates: " in told or "chance of a secret: " in told or "ContradictionError" in told
