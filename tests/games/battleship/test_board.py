"""The board of Battleship as text."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from sleuth.belief.begin import begin
from sleuth.core.history import History
from sleuth.games.battleship.board.text import figure, mark_of
from sleuth.games.battleship.rules.game import Battleship
from sleuth.show.board import board


def shown(game: Battleship, text: str = "", secret: str = "") -> list[str]:
    info = begin(game).observe_all(History.parse(game, text))
    file = StringIO()
    drawn = board(info, game.parse_secret(secret) if secret else None)
    Console(file=file, width=100, no_color=True).print(drawn)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_row_one_is_at_the_top_and_column_one_at_the_left() -> None:
    lines = shown(Battleship(size="3x4", fleet="2"), "1,1=hit;3,4=miss")
    assert lines[0].split() == ["1", "2", "3", "4"]
    assert lines[1].split() == ["a", "b", "c", "d"]
    assert [line.split()[0] for line in lines[3:6]] == ["1", "2", "3"]
    assert lines[3].split()[2] == "X"
    assert lines[5].split()[-1] == "○"
    assert lines[4].split()[2] == lines[3].split()[3] == "50"  # the two ways to go on
    assert "2 shots, 1 hit of 2; 2 candidates, 1.00 bits" in lines


def test_the_opening_shows_the_prior_in_percent() -> None:
    lines = shown(Battleship())
    assert lines[3].split()[2] == lines[12].split()[-1] == "8"
    assert lines[7].split()[6] == "21"
    assert any("15,046,987,768 candidates, 33.81 bits" in line for line in lines)


def test_the_secret_is_shown_when_it_is_known() -> None:
    lines = shown(Battleship(size="2x3", fleet="2"), "1,1=miss", "2,2-2,3")
    assert lines[4].split() == ["2", "│", "33", "■", "■"] or lines[4].split()[3:] == ["■", "■"]
    assert any("The secret is 2,2-2,3." in line for line in lines)
    over = shown(Battleship(size="2x3", fleet="2"), "1,1=hit;1,2=sunk")
    assert over[3].split()[2:4] == ["X", "#"]
    assert any("found in 2 steps" in line for line in over)


def test_shots_left_and_wide_boards() -> None:
    assert "23 of 24 shots left" in shown(Battleship(size="8", fleet="4-3-2", shots=24), "4,4=miss")
    wide = shown(Battleship(size="2x26", fleet="3"))
    assert max(map(len, wide)) <= 100
    assert "█" in wide[3]


def test_a_sample_shows_its_error() -> None:
    lines = shown(Battleship(size="15", fleet="5-4-4-3-3-3-2-2-2-2"))
    text = " ".join(lines)
    assert "sampled: 3,200 boards worth" in text
    assert "R-hat" in text
    assert "about 6.2e+22 candidates, 75.71 bits ± 0.001" in text


@pytest.mark.parametrize(("chance", "text"), [(0, "·"), (0.001, "<1"), (0.214, "21"), (0.999, "99"), (1, "100")])
def test_figures(chance: float, text: str) -> None:
    assert figure(chance) == text


@pytest.mark.parametrize(("answer", "sign"), [("miss", "○"), ("sunk 3", "#"), ("hit c", "c"), ("sunk c", "C")])
def test_marks(answer: str, sign: str) -> None:
    assert mark_of(answer) == sign
