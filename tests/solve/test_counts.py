"""How many first actions and trees are optimal: against all trees, with and without symmetry."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import parse_game
from sleuth.adapters.cli.app import run
from sleuth.core.capabilities import Rounds
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game, Goal
from sleuth.core.limit import Limit
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.solve import solve
from sleuth.solve.counts import OptimalCounts, count_optimal
from sleuth.solve.method import SolveOptions
from sleuth.solve.solve import check_options
from sleuth.testing.brute_force import count_trees
from sleuth.testing.random_games import RandomLaw, RandomNaming

ENDLESS = 10**9


def by_hand(tables: Tables, depth: int = 50) -> tuple[int, int]:
    """The optimal first actions and trees, by trying every action at every set."""
    codes, names = tables.codes, tables.game.goal.only_names
    weights = [1] * len(tables.secrets) if tables.uniform else tables.weights.tolist()
    assert codes is not None

    @cache
    def best(cands: tuple[int, ...], left: int) -> tuple[float, int, int]:
        """The least total, how many actions reach it, and with how many trees."""
        if len(cands) == 1 and not names:
            return 0, 0, 1
        out: list[tuple[float, int]] = []
        for action in range(len(tables.actions)):
            parts: dict[int, list[int]] = {}
            for secret in cands:
                parts.setdefault(int(codes[secret, action]), []).append(secret)
            won = parts.pop(int(tables.winning[action]), None) if names else None
            if left < 1 or (won is None and len(parts) == 1):
                continue
            after = [best(tuple(part), left - 1) for part in parts.values()]
            total = sum(weights[s] for s in cands) + sum(value for value, _, _ in after)
            out.append((total, prod(trees for _, _, trees in after)))
        least = min((total for total, _ in out), default=ENDLESS)
        if least >= ENDLESS:
            return ENDLESS, 0, 0
        return least, sum(t == least for t, _ in out), sum(trees for t, trees in out if t == least)

    return best(tuple(range(len(tables.secrets))), depth)[1:]


def counts(game: Game, **options: object) -> OptimalCounts:
    chosen = SolveOptions(threads=1, **options)  # type: ignore[arg-type]
    return count_optimal(check_options(game).run(game, chosen), symmetry=chosen.symmetry)  # type: ignore[arg-type]


games = st.builds(
    lambda cls, size, questions, answers, heaviest, seed, wide: cls(size, questions, answers, heaviest, seed, wide),
    st.sampled_from([RandomLaw, RandomNaming]),
    st.integers(1, 7),
    st.integers(0, 4),
    st.integers(2, 4),
    st.sampled_from([1, 1, 3]),
    st.integers(0, 10_000),
    st.booleans(),
)


@settings(max_examples=trials(80), deadline=None)
@given(games, st.booleans())
def test_all_are_counted(game: Game, symmetry: bool) -> None:
    found = counts(game, symmetry=symmetry)
    first, trees = by_hand(tabulate(game))
    assert (found.first, found.trees) == (first, trees)
    assert found.first_classes is not None
    assert found.first_classes <= first
    assert symmetry or found.first_classes == first


@settings(max_examples=trials(30), deadline=None)
@given(games)
def test_trees_that_are_never_longer_than_need_be(game: Game) -> None:
    worst = solve(game, objective="worst", threads=1).worst
    found = counts(game, objective="worst")
    assert (found.first, found.trees) == by_hand(tabulate(game), worst)


@pytest.mark.parametrize(
    ("spec", "first", "classes", "trees"),
    [
        ("mastermind:pegs=2,colours=3", 6, 1, 24),
        ("mastermind:pegs=3,colours=4", 36, 1, 1467670855680),
        ("number:numbers=7", 1, 1, 1),
        ("number:numbers=4", 2, 2, 4),
    ],
)
def test_small_games(spec: str, first: int, classes: int, trees: int) -> None:
    for symmetry in (True, False):
        found = counts(parse_game(spec), symmetry=symmetry)
        assert (found.first, found.trees) == (first, trees)
        assert found.first_classes == (classes if symmetry else first)


def test_terms() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    assert counts(game, first=(0, 0)).first == 1
    free, narrow = counts(game), counts(game, only_possible=True)
    assert narrow.first == 6
    assert narrow.trees is not None
    assert free.trees is not None
    assert 0 < narrow.trees <= free.trees
    assert counts(game, within=3).trees == by_hand(tabulate(game), 3)[1]


@dataclass(frozen=True)
class TwoQuestions(Game, Rounds):
    """Who of four is it? There is a best tree of two questions, and some of as small a total take three."""

    goal: ClassVar[Goal] = Goal.KNOW

    rows: int = 2

    def secrets(self) -> str:
        return "abcd"

    def prior(self, secret: str) -> int:
        return {"a": 4, "b": 4, "c": 1, "d": 3}[secret]

    def actions(self) -> list[str]:
        return [*"abcd", "is it a or c?"]

    def feedback(self, action: str, secret: str) -> bool:
        return secret in "ac" if len(action) > 1 else action == secret


def test_what_takes_more_than_the_rows_of_a_game_is_not_counted() -> None:
    """Also where the search of all trees finds one that keeps to them, so that they never bound it."""
    tables = tabulate(TwoQuestions())
    kept, lifted = counts(TwoQuestions()), counts(TwoQuestions(), within=0)
    assert (kept.first, kept.trees) == by_hand(tables, 2) == (1, 4)
    assert (lifted.first, lifted.trees) == by_hand(tables) == (3, 10)
    assert counts(TwoQuestions(rows=1)).trees == 10  # too few for anybody


def test_what_is_not_known_in_time_is_said() -> None:
    game = parse_game("mastermind:pegs=3,colours=5")
    found = solve(game, threads=1)
    late = count_optimal(found, limit=Limit(seconds=1e-9))
    assert late.trees is None
    assert late.stopped == "time"
    assert dict(late.rows())["best trees"] == "not known; the time was up"
    unproved = solve(game, beam=1, threads=1)
    assert count_optimal(unproved).first is None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "mastermind", "--pegs", "3", "--colours", "4", "--count", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["optimal_first"] == 36
    assert said["optimal_first_classes"] == 1
    assert said["optimal_trees"] == "1467670855680"
    assert run(["solve", "mastermind", "--pegs", "3", "--colours", "4", "--count"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "best firsts 36 actions in 1 class of those alike" in text
    assert "best trees 1,467,670,855,680" in text


@pytest.mark.parametrize("objective", ["setter", None])
def test_what_has_no_trees_to_count(objective: str | None) -> None:
    game = parse_game("mastermind" if objective else "battleship:size=2x3,fleet=2")
    with pytest.raises(ParameterError, match="count does not go with that"):
        check_options(game, objective=objective, count=True)
    with pytest.raises(ParameterError, match="a beam proves nothing"):
        check_options(parse_game("mastermind"), beam=3, count=True)


@dataclass(frozen=True)
class Fractions(Game):
    """Six faces; questions have prices that are not whole, and the dear one is never worth it."""

    goal: ClassVar[Goal] = Goal.KNOW

    dear: float = 0.7

    def secrets(self) -> range:
        return range(6)

    def actions(self) -> list[str]:
        return ["odd", "two", "four", "both"]

    def feedback(self, action: str, secret: int) -> int:
        return {"odd": secret & 1, "two": secret >> 1 & 1, "four": secret >> 2 & 1, "both": int(secret in (2, 4))}[
            action
        ]

    def prior(self, secret: int) -> float:
        return 0.3 + secret

    def cost(self, action: str) -> float:
        return {"odd": self.dear, "two": 0.1, "four": 0.1, "both": 0.2}[action]


@pytest.mark.parametrize("dear", [0.7, 1000.0, 0.2])
def test_totals_that_are_not_whole_are_told_apart(dear: float) -> None:
    game = Fractions(dear)
    found = counts(game)
    assert (found.first, found.trees) == count_trees(game, near=Fraction(1, 10**9))
