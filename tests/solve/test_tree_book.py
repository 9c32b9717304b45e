"""The book: every page is a proved tree of the game that it is filed under."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game_spec import parse_game
from sleuth.core.tabulate import tabulate
from sleuth.solve.optimal import Optimal
from sleuth.solve.tree_book import file_name, opening, optimum, page, pages
from sleuth.verify.verification import verify

SPECS = ("bulls-and-cows", "fake-coin", "guess-who", "mastermind", "simple-mastermind")


def test_the_pages_are_those_of_these_games() -> None:
    assert pages() == sorted(file_name(str(parse_game(spec))) for spec in SPECS)


@pytest.mark.parametrize("spec", SPECS)
def test_a_page_is_a_right_tree_and_says_that_it_is_proved(spec: str) -> None:
    game = parse_game(spec)
    tree = page(str(game))
    assert tree is not None
    found = verify(str(files("sleuth.solve") / "book" / file_name(str(game))))
    assert found.ok
    assert tree.search is not None
    assert tree.search["total_proved"]
    assert tree.search["worst_proved"]
    assert optimum(game) == (tree.claims["total"], tree.claims["worst"])


def test_other_sizes_are_not_in_the_book() -> None:
    assert page("mastermind:pegs=3,colours=6") is None
    assert optimum(parse_game("mastermind:pegs=3,colours=6")) is None


def test_the_book_opens_and_goes_on_until_the_player_leaves_it() -> None:
    game = parse_game("bulls-and-cows")
    info = EnumeratedSet(tabulate(game))
    action, mean = opening(info, "mean") or (-1, 0.0)
    assert game.format_action(info.tables.actions[action]) == "0123"
    assert mean == pytest.approx(26274 / 5040)
    assert opening(info, "worst") is None
    secret = (7, 1, 8, 2)
    after = info.observe(info.tables.actions[action], game.feedback(info.tables.actions[action], secret))
    assert isinstance(after, EnumeratedSet)
    known = opening(after, "mean")
    assert known is not None
    assert Optimal().decide(after).action == info.tables.actions[known[0]]
    other = info.observe((9, 8, 7, 6), game.feedback((9, 8, 7, 6), secret))
    assert isinstance(other, EnumeratedSet)
    assert opening(other, "mean") is None


def test_a_play_by_the_book_takes_as_many_steps_as_its_tree_says() -> None:
    game = parse_game("mastermind")
    tree = page(str(game))
    assert tree is not None
    tables, steps = tabulate(game), []
    for secret in list(tables.secrets)[::97]:
        info = EnumeratedSet(tables)
        while not info.over:
            found = opening(info, "mean")
            assert found is not None
            action = tables.actions[found[0]]
            info = info.observe(action, game.feedback(action, secret))
            assert isinstance(info, EnumeratedSet)
        steps.append(len(info.history))
    assert max(steps) <= tree.claims["worst"]
    assert np.mean(steps) == pytest.approx(tree.claims["mean"], abs=0.6)
