"""Published optima: totals and longest plays that the solver must find and prove."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth import Game, parse_game
from sleuth.solve import Solution, solve

LISTS = Path(__file__).parents[3] / "shared" / "data" / "wordle"
needs_lists = pytest.mark.skipif(not LISTS.is_dir(), reason="the published Wordle lists are not here")

MASTERMIND = [
    ("2x6", "132:5"),
    ("2x8", "284:6"),
    ("3x2", "18:3"),
    ("3x3", "73:4"),
    ("3x4", "206:4"),
    ("3x6", "854:5"),
    ("3x8", "2359:6"),
    ("4x2", "44:4"),
    ("4x3", "246:4"),
    ("4x4", "905:4"),  # published as 905:5: there is a tree with the same total and a shorter longest play
    ("4x6", "5625:6"),  # Koyama & Lai 1993
]
OTHERS = [
    ("bulls-and-cows:length=4,symbols=6", "1446:5"),
    ("bulls-and-cows:length=4,symbols=8", "7817:6"),
    ("fake-coin:coins=12", "72:3"),
    ("guess-who", "112:5"),
    ("black-box:size=4,atoms=2", "366:5"),
]
"""The last two are not published elsewhere."""


def proved(found: Solution) -> str:
    assert found.proved
    assert found.total_proved
    assert found.worst_proved
    assert found.lower_bound == (found.total if found.objective == "mean" else found.worst)
    assert found.stopped == ""
    return f"{found.total}:{found.worst}"


@pytest.mark.parametrize(("size", "expected"), MASTERMIND)
def test_mastermind(size: str, expected: str) -> None:
    pegs, colours = size.split("x")
    assert proved(solve(parse_game(f"mastermind:pegs={pegs},colours={colours}"), shortest=True)) == expected


@pytest.mark.parametrize(("spec", "expected"), OTHERS)
def test_other_games(spec: str, expected: str) -> None:
    assert proved(solve(parse_game(spec), shortest=True)) == expected


def test_the_shortest_worst_case_of_mastermind_costs_one_step() -> None:
    assert proved(solve(parse_game("mastermind"), objective="worst")) == "5626:5"


def test_mastermind_with_possible_guesses_only() -> None:
    assert proved(solve(parse_game("mastermind"), only_possible=True, shortest=True)) == "5660:6"


@pytest.fixture(scope="module")
def wordle() -> Game:
    return parse_game(f"wordle:answers={LISTS / 'answers-2315.txt'},allowed={LISTS / 'allowed-12972.txt'}")


@needs_lists
@pytest.mark.parametrize(("first", "total"), [("salet", 7920), ("crane", 7930), ("raise", 8014), ("soare", 7997)])
def test_wordle_with_a_first_word(wordle: Game, first: str, total: int) -> None:
    found = solve(wordle, first=first, shortest=True)
    assert (found.total, found.first) == (total, first)
    proved(found)


@needs_lists
def test_wordle_finds_its_first_word_with_ten_tries_at_each_set(wordle: Game) -> None:
    found = solve(wordle, beam=10)
    assert (found.total, found.worst, found.first, found.proved) == (7920, 5, "salet", False)
    assert found.lower_bound < 7920


@needs_lists
@pytest.mark.parametrize(("within", "expected"), [(None, "8122:6"), (0, "8116:7")])
def test_wordle_in_hard_mode_with_and_without_its_six_rows(wordle: Game, within: int | None, expected: str) -> None:
    found = solve(parse_game(f"{wordle},hard=true"), first="salet", within=within)
    assert found.total_proved
    assert found.lower_bound == found.total
    assert f"{found.total}:{found.worst}" == expected
