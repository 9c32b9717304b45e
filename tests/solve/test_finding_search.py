"""The optimum of games in which everything must be found, against all strategies on small ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core import Constraint, Hits
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game, Goal
from sleuth.core.game_spec import parse_game
from sleuth.core.limit import Limit
from sleuth.core.sequential import Sequential
from sleuth.play.evaluate import evaluate
from sleuth.solve import solve
from sleuth.solve.finding_search import solve_finding
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing.brute_force import best_tree


@dataclass(frozen=True)
class Letters(Game, Constraint, Hits):
    """Find the letters of a word; it may be named where `named` says so."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False

    words: str = "abc abd bcd cde dea"
    named: bool = False
    heavy: bool = False

    def secrets(self) -> list[str]:
        return self.words.split()

    def actions(self) -> list[str]:
        letters = sorted(set("".join(self.secrets())))
        return [*letters, *self.secrets()] if self.named else letters

    def prior(self, secret: str) -> float:
        return 1 + self.secrets().index(secret) if self.heavy else 1

    def feedback(self, action: str, secret: str) -> object:
        return tuple(i for i, c in enumerate(secret) if c == action) if len(action) == 1 else action == secret

    def hits(self, secret: str) -> Collection[str]:
        return frozenset(secret)


@dataclass(frozen=True)
class Row(Sequential, Constraint, Hits):
    """Find a ship of two cells in a row of `cells`; a shot says whether it sank."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False
    ordered: ClassVar[bool] = False

    cells: int = 5

    def secrets(self) -> Iterator[tuple[int, int]]:
        return ((i, i + 1) for i in range(self.cells - 1))

    def actions(self) -> range:
        return range(self.cells)

    def feedback_after(self, past: Sequence[int], action: int, secret: tuple[int, int]) -> str:
        if action not in secret:
            return "miss"
        return "sunk" if set(secret) <= {*past, action} else "hit"

    def hits(self, secret: tuple[int, int]) -> Collection[int]:
        return secret


def least_steps(game: Game) -> float:
    """The least total over all strategies, by trying everything."""
    actions = list(game.actions())

    @cache
    def value(candidates: tuple[object, ...], asked: tuple[object, ...]) -> float:
        if all(set(game.hits(s)) <= set(asked) for s in candidates):
            return 0.0
        best = float("inf")
        for action in actions:
            if action in asked:
                continue
            parts: dict[object, list[object]] = {}
            for secret in candidates:
                if isinstance(game, Sequential):
                    answer = game.feedback_after(asked, action, secret)
                else:
                    answer = game.feedback(action, secret)
                parts.setdefault(answer, []).append(secret)
            steps = sum(float(game.prior(s)) for s in candidates)
            for part in parts.values():
                if part != [action]:
                    steps += value(tuple(part), tuple(sorted([*asked, action], key=str)))
            best = min(best, steps)
        return best

    return value(tuple(game.secrets()), ())


words = st.lists(st.text("abcd", min_size=3, max_size=3), min_size=1, max_size=5, unique=True)


@settings(max_examples=trials(40), deadline=None)
@given(words, st.booleans(), st.booleans())
def test_no_strategy_is_better_on_words(found: list[str], named: bool, heavy: bool) -> None:
    game = Letters(" ".join(sorted(found)), named=named, heavy=heavy)
    solved = solve(game)
    assert solved.proved
    assert solved.total == pytest.approx(least_steps(game))


@pytest.mark.parametrize("cells", [2, 3, 4, 5, 6])
def test_no_strategy_is_better_in_a_row(cells: int) -> None:
    solved = solve(Row(cells))
    assert solved.proved
    assert solved.total == least_steps(Row(cells))


def test_an_order_that_does_not_matter_is_only_quicker() -> None:
    @dataclass(frozen=True)
    class Ordered(Row):
        """The same, without saying so."""

        ordered: ClassVar[bool] = True

    plain, quick = solve(Ordered(6)), solve(Row(6))
    assert plain.total == quick.total
    assert plain.nodes >= quick.nodes


@pytest.mark.parametrize("rule", ["hit-probability", "entropy", "blend"])
def test_no_rule_beats_the_optimum(rule: str) -> None:
    game = Letters("bird bold cold cord corn farm firm ford form worm word work")
    played, best = evaluate(game, parse_strategy(rule)), solve(game)
    assert played.total >= best.total
    assert played.mean_misses == pytest.approx(played.mean - best.hits)


def test_a_first_action_is_kept() -> None:
    game = Letters()
    totals = {a: solve(game, first=a).total for a in game.actions()}
    assert min(totals.values()) == solve(game).total
    assert max(totals.values()) > min(totals.values())
    assert dict(solve(game, first="d").rows())["proved"] == "the total is the least there is among trees that begin so"
    assert dict(solve(game).rows())["proved"] == "the total is the least there is"


@dataclass(frozen=True)
class PreciousLetters(Letters):
    """Weights are whole numbers of which no float holds the total."""

    def prior(self, secret: str) -> int:
        return 10**15 + len(self.words) * ord(secret[0]) % 17


def test_totals_of_whole_weights_are_exact_however_large() -> None:
    game = PreciousLetters("abc abd bcd cde dea bce ade")
    found, true = solve(game), best_tree(game).total
    assert true is not None
    assert true > 2**53
    assert (found.total, found.lower_bound, found.claims[0].value) == (true, true, true)


def test_a_limit_gives_the_best_so_far_and_a_bound() -> None:
    game = Letters(" ".join(f"{a}{b}{c}" for a in "abcde" for b in "fghij" for c in "klmno"))
    found = solve(game, limit=Limit(seconds=0.05))
    assert not found.proved
    assert found.stopped == "time"
    assert found.lower_bound <= found.total <= evaluate(game, parse_strategy("random")).total
    assert dict(found.rows())["proved"] == f"no tree has a total below {found.lower_bound:,.0f}; the time was up"


def test_other_goals_are_refused() -> None:
    with pytest.raises(ParameterError, match="nothing is to be found"):
        solve_finding(parse_game("mastermind:pegs=2,colours=2"))
