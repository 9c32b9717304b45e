"""Brute force itself, on games whose best trees are known or found by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from sleuth.core import Constraint, Hits
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.sequential import Sequential
from sleuth.testing import best_tree, replay


@dataclass(frozen=True)
class Table(Game):
    """Four secrets and four questions, answered by a table."""

    goal: ClassVar[Goal] = Goal.KNOW
    rows_of: ClassVar[dict[str, str]] = {"wide": "0122", "left": "0011", "pair": "0101", "last": "0001"}

    def secrets(self) -> str:
        return "abcd"

    def actions(self) -> Sequence[str]:
        return list(self.rows_of)

    def feedback(self, action: str, secret: str) -> str:
        return self.rows_of[action]["abcd".index(secret)]


class Burnt(Table, Constraint):
    """After the wide question nothing may be asked."""

    def allows(self, action: Action, past: Action, feedback: Feedback) -> bool:
        return past != "wide"


class Priced(Table):
    """The wide question is dear, and one secret is likelier."""

    def cost(self, action: str) -> float:
        return 2.5 if action == "wide" else 1

    def prior(self, secret: str) -> float:
        return 0.75 if secret == "a" else 0.25


class Likely(Table):
    """One secret is ten times as likely as each other."""

    rows_of: ClassVar[dict[str, str]] = {"left": "0011", "pair": "0101", "this": "1000"}

    def prior(self, secret: str) -> float:
        return 10 if secret == "a" else 1


class Idle(Table):
    """One question tells nothing."""

    rows_of: ClassVar[dict[str, str]] = {"idle": "0000", **Table.rows_of}


class Twins(Table):
    """Nothing tells c and d apart."""

    rows_of: ClassVar[dict[str, str]] = {"wide": "0122", "left": "0011"}


@dataclass(frozen=True)
class Eggs(Game, Constraint, Hits):
    """Eggs in one nest or two, and nobody says whether there is one."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False

    def secrets(self) -> str:
        return "AB"

    def actions(self) -> Sequence[str]:
        return ["q0", "q1", "q2"]

    def feedback(self, action: str, secret: str) -> bool:
        return action == "q1" and secret == "B"

    def hits(self, secret: str) -> set[str]:
        return {"A": {"q0", "q2"}, "B": {"q2"}}[secret]


@dataclass(frozen=True)
class Asked(Sequential, Constraint):
    """The second question is answered whatever it is, and the first is not."""

    goal: ClassVar[Goal] = Goal.KNOW
    repeats: ClassVar[bool] = False

    def secrets(self) -> str:
        return "ab"

    def actions(self) -> Sequence[str]:
        return ["x", "y"]

    def feedback_after(self, past: Sequence[Action], action: Action, secret: str) -> Feedback:
        return secret if past else ""


@pytest.mark.parametrize(
    ("spec", "total", "worst"),
    [
        ("mastermind:pegs=2,colours=3", 21, 3),
        ("mastermind:pegs=3,colours=2", 18, 3),
        ("bulls-and-cows:length=2,symbols=4", 30, 3),
        ("number:numbers=7", 17, 3),
        ("fake-coin:coins=4", 18, 3),
    ],
)
def test_the_least_totals_of_small_games_are_the_known_ones(spec: str, total: int, worst: int) -> None:
    best = best_tree(parse_game(spec))
    assert (best.total, best.worst) == (total, worst)


def test_a_tree_may_trade_the_longest_play_for_the_total() -> None:
    # Two halvings take two steps each; to ask for the likely one first takes one for it, and up to three for others.
    best = best_tree(Likely())
    assert best.by_steps == (None, None, 26, 18)
    assert best.within(1) is None
    assert best.within(2) == 26
    assert best.within(9) == best.total == 18
    assert (best.worst, best.worst_at_total) == (2, 3)


def test_costs_and_weights_are_exact() -> None:
    # left then pair: two steps of cost 1 for a weight of 3/2.
    assert best_tree(Priced()).total == 3
    assert best_tree(Priced(), first="wide").total == Fraction(5, 2) * Fraction(3, 2) + Fraction(1, 2)


def test_what_earlier_answers_forbid_is_not_asked() -> None:
    assert best_tree(Table()).total == 6  # wide, then pair for two of four
    assert best_tree(Burnt()).total == 7  # last, and then wide for the other three
    assert best_tree(Burnt(), first="wide").total is None


def test_what_cannot_be_reached_is_none() -> None:
    best = best_tree(Twins())
    assert best.by_steps == (None,)
    assert (best.total, best.worst, best.worst_at_total) == (None, None, None)


def test_a_first_action_that_tells_nothing_costs_its_step() -> None:
    assert best_tree(Idle()).total == 6
    assert best_tree(Idle(), first="idle").total == 6 + 4


def test_guesses_alone_may_take_longer() -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    free, strict = best_tree(game).total, best_tree(game, only_possible=True).total
    assert free is not None
    assert strict is not None
    assert free <= strict


def test_everything_is_found_even_where_answers_do_not_tell() -> None:
    assert best_tree(Eggs()).total == 4


def test_a_law_that_depends_on_the_past_is_followed() -> None:
    assert best_tree(Asked()).by_steps == (None, None, 4)


def test_endless_pasts_are_refused() -> None:
    class Again(Asked):
        """The same may be asked again and again."""

        repeats: ClassVar[bool] = True

    with pytest.raises(ParameterError, match="no end of pasts"):
        best_tree(Again())


def test_lies_are_refused() -> None:
    with pytest.raises(ParameterError, match="may be lies"):
        best_tree(parse_game("number:numbers=3@lies:most=1"))


def test_a_strategy_is_played_secret_by_secret() -> None:
    played = replay(Priced(), lambda history: ["left", "pair"][len(history)])
    assert played is not None
    assert played.steps == dict.fromkeys("abcd", 2)
    assert (played.total, played.cost, played.worst) == (3, 3, 2)


def test_a_play_that_does_not_end_is_none() -> None:
    assert replay(Table(), lambda history: "left") is None
    assert replay(Table(), lambda history: None) is None


def test_a_strategy_that_breaks_the_rules_is_refused() -> None:
    def choose(history: History) -> str:
        return ["wide", "pair"][len(history)]

    with pytest.raises(ParameterError, match="pair may not be asked after 'wide="):
        replay(Burnt(), choose)
