"""Where options of the solver cross, against brute force: random games of each shape, and planted faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sleuth.solve import certify, solve
from sleuth.solve.counts import count_optimal
from sleuth.solve.method import SETTER, WITHIN
from sleuth.solve.no_tree import NoTree
from sleuth.testing import solver_opinion
from sleuth.testing.comparison import GameComparison
from sleuth.testing.second_opinion import compare
from sleuth.testing.solver_opinion import AIMED

pytest.importorskip("highspy")

GAMES = 200
"""Games of each shape, one way to ask each."""


@pytest.mark.parametrize("kind", AIMED)
def test_nothing_is_wrong_where_two_things_cross(kind: str) -> None:
    wrong = {seed: compare(kind, seed, everything=False).wrong for seed in range(GAMES)}
    assert {seed: lines for seed, lines in wrong.items() if lines} == {}


def told(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any], kind: str) -> str:
    """What is said of some games once a function is replaced."""
    monkeypatch.setattr(solver_opinion, name, fault)
    return "\n".join(line for seed in range(12) for line in compare(kind, seed).wrong)


def faulty(objective: str, **more: Callable[[Any], Any]) -> Callable[..., Any]:
    """A solver whose answers for one objective are changed."""

    def fault(game: Any, **terms: Any) -> Any:
        found = solve(game, **terms)
        if not str(terms.get("objective", "")).startswith(objective) or isinstance(found, NoTree):
            return found
        return replace(found, **{key: change(found) for key, change in more.items()})  # type: ignore[type-var]

    return fault


@pytest.mark.parametrize(
    ("kind", "objective", "changes", "says"),
    [
        ("few-rows", SETTER, {"low": lambda found: found.low + Fraction(1, 100)}, "setter: lower bound"),
        ("few-rows", SETTER, {"trees": lambda found: found.trees[:1]}, "setter: chances"),
        ("few-rows", SETTER, {"terms": lambda found: {**found.terms, "within": None}}, "setter: within"),
        ("one-secret", WITHIN, {"late_bound": lambda found: found.late_bound + 1}, "in time: lower bound"),
        ("dead-ends", WITHIN, {"longest": lambda found: found.longest + 1}, "in time: longest"),
        ("few-rows", WITHIN, {"terms": lambda found: {**found.terms, "first": None}}, "in time: among"),
        ("few-rows", SETTER, {"terms": lambda found: {**found.terms, "first": None}}, "setter: among"),
        ("few-under-lies", "", {"worst": lambda found: found.worst + 1}, "lies: worst"),
    ],
)
def test_a_wrong_claim_is_noticed(
    kind: str, objective: str, changes: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert says in told(monkeypatch, "solve", faulty(objective, **changes), kind)


def test_a_tree_that_is_not_found_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(game: Any, *, bound: float | None = None, **terms: Any) -> Any:
        found = solve(game, bound=bound, **terms)
        if bound is None or isinstance(found, NoTree):
            return found
        return NoTree(game, 1, bound, bound, forced=False, only_possible=False, within=None, nodes=0, seconds=0.0)

    assert "bound: no tree" in told(monkeypatch, "solve", never, "few-rows")


def test_a_wrong_number_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(*args: Any, **terms: Any) -> Any:
        found = count_optimal(*args, **terms)
        return replace(found, trees=(found.trees or 0) + 1)

    assert "count: trees" in told(monkeypatch, "count_optimal", one_more, "fractions")


def test_a_certificate_that_lacks_its_last_lemma_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*args: Any, **terms: Any) -> Any:
        written = certify(*args, **terms)
        return replace(written, lines=written.lines[: max(1, len(written.lines) - 1)])

    assert "certificate: total" in told(monkeypatch, "certify", short, "priced-steps")


def test_an_option_that_is_not_refused_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def easy(game: Any, *, only_possible: bool = False, **terms: Any) -> Any:
        return solve(game, **terms)

    assert "only possible: it is taken" in told(monkeypatch, "solve", easy, "guessing")


def test_a_game_and_its_comparison_are_the_same_again() -> None:
    one, other = (compare("few-rows", 3, everything=False) for _ in range(2))
    assert isinstance(one, GameComparison)
    assert (one.game, one.compared) == (other.game, other.compared)
