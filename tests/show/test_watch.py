"""Watching a play: lines in a terminal, a strip afterwards, and rows for a data frame."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sleuth import begin, parse_game, show
from sleuth.core.errors import SecretError
from sleuth.games import Mastermind
from sleuth.show import play_strip, watch
from sleuth.show.html.strips import MAX_BOARDS, frame
from sleuth.strategies import parse_strategy


def test_each_step_is_a_line_where_there_is_no_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch("mastermind", "entropy", "3512", pause=60)  # nobody looks on, so nothing waits
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "mastermind:pegs=4,colours=6: 1,296 secrets, 10.340 bits after 0 steps"
    assert lines[1] == "1. 0123 = 0.3: 136 candidates, 7.09 bits"
    assert lines[-1] == "The secret is 3512."
    assert len(lines) == len(play) + 2
    assert repr(play) == "<PlayStrip of mastermind:pegs=4,colours=6, played by entropy: 5 steps, solved>"


def test_what_is_returned_is_the_whole_play(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch(Mastermind(), parse_strategy("entropy"), (3, 5, 1, 2))
    html, svg = play._repr_html_() or "", play._repr_svg_() or ""
    assert html.count("<figure") == len(play) + 1  # the boards and the curve
    assert "found in 5 steps" in html
    assert ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title")
    assert play.record.solved
    assert play.record.secret == (3, 5, 1, 2)
    assert len(play.entropies) == 6
    assert frame(play).count("<svg") == 2


def test_the_same_seed_draws_the_same_play(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (watch("number:numbers=50", seed=3) for _ in range(2))
    assert one.record == other.record


def test_a_record_and_a_set_are_drawn_as_strips(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch("mastermind", "entropy", "3512")
    again = play_strip(play.record)
    assert [info.history for info in again.sets] == [info.history for info in play.sets]
    assert list(again.rows()) == [row | {"bits_expected": None} for row in play.rows()]
    some = play_strip(play.sets[2])
    assert len(some) == 2
    assert "3512" not in (some._repr_html_() or "").partition("</style>")[2].partition("</div>")[0]


def test_of_a_long_play_some_boards_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch("battleship:size=5,fleet=3-2", seed=1)
    assert len(play) > MAX_BOARDS
    html = play._repr_html_() or ""
    assert html.count("<figure") == MAX_BOARDS + 1
    assert "are not drawn" in html


def test_lies_are_confessed(capsys: pytest.CaptureFixture[str]) -> None:
    play = watch("number:numbers=8@lies:most=1", secret="5", seed=4)
    told = capsys.readouterr().out
    for sentence in play.confession:
        assert sentence in told
    assert play.oracle == "lying"


def test_before_the_first_question_there_is_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    start = play_strip(begin(Mastermind(2, 3)))
    assert len(start) == 0
    assert (start._repr_html_() or "").count("<figure") == 1
    ET.fromstring(start._repr_svg_() or "")


def test_a_secret_that_cannot_be_is_refused() -> None:
    with pytest.raises(SecretError):
        watch("mastermind", secret="9999")
    assert show.watch is watch
    assert parse_game("mastermind") == Mastermind()
