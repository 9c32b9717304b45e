"""What a board shows of what is known: how likely everything is, what is ruled out, and lies that were caught."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.black_box.board.svg import atom_chances
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.codes.board.svg import marginals
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.fake_coin.board.svg import coin_chances
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.wordle.board.svg import letter_chances
from sleuth.games.wordle.rules import Wordle
from sleuth.show.svg import (
    BoardView,
    svg_board,
)

SVG = "{http://www.w3.org/2000/svg}"


def buttons(svg: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter() if e.get("role") == "button"]


def view_of(info: InformationSet, game: Game | None = None) -> BoardView:
    return BoardView(info, info.game if game is None else game)


def test_heat_of_codes_is_the_chance_of_each_symbol_in_each_place(play: Any) -> None:
    for game in (Mastermind(3, 4, "3-2-1-1"), BullsAndCows(3, 5)):
        *_, info = play(begin(game), 3, 1)
        table = marginals(view_of(info), game)
        assert table is not None
        for symbol, row in enumerate(table.tolist()):
            for place, share in enumerate(row):
                expected = sum(info.probability(s) for s in info.candidates() if s[place] == symbol)
                assert share == pytest.approx(expected)


def test_heat_of_letters_is_the_chance_that_the_word_has_them(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("crane\nslate\nabbey\nkebab\nplant\nqueue\nvivid\n", encoding="utf-8")
    info = begin(Wordle(str(tmp_path / "words"))).observe("vivid", "-----")
    chances = letter_chances(view_of(info))
    assert chances is not None
    for letter, share in chances.items():
        assert share == pytest.approx(sum(info.probability(w) for w in info.candidates() if letter in w))


@pytest.mark.parametrize("spec", ["black-box:size=4,atoms=5", "black-box:size=3,atoms=2@lies:most=1"])
def test_heat_of_black_box_counts_all_layouts_and_not_only_those_that_stand_for_others(spec: str, play: Any) -> None:
    told = parse_game(spec)
    game = told.game if hasattr(told, "game") else told
    assert isinstance(game, BlackBox)
    *_, info = play(begin(told), 5, 3)
    chances = atom_chances(view_of(info, game), game)
    assert chances is not None
    expected = np.zeros(game.size**2)
    for layout in combinations(range(game.size**2), game.atoms):
        first = game.representative(layout)
        for cell in layout:
            expected[cell] += info.probability(first) / game.prior(first)
    assert chances == pytest.approx(expected)


def test_suspicion_of_coins_is_that_of_the_table() -> None:
    info = begin(FakeCoin(4)).observe(((0,), (1,)), "left")
    assert coin_chances(view_of(info)) == {1: (0, 0.5), 2: (0.5, 0), 3: (0, 0), 4: (0, 0)}
    labels = [str(e.get("aria-label")) for e in buttons(svg_board(info)) if e.get("data-part")]
    says = [label.removeprefix(f"coin {n}, on the table, ") for n, label in enumerate(labels, 1)]
    assert says == ["may be heavy", "may be light", "genuine", "genuine"]
    assert "genuine" not in svg_board(info, own=True)


def test_heat_of_battleship_is_the_share_of_boards_with_a_ship_there() -> None:
    game = Battleship("4", "2-2")
    info = begin(game).observe((1, 1), "miss")
    boards = [board for board in game.secrets() if (1, 1) not in game.hits(board)]
    labels = {e.get("data-action"): str(e.get("aria-label")) for e in buttons(svg_board(info, heat=True))}
    assert "1,1" not in labels
    for row, column in ((4, 4), (2, 2), (1, 2)):
        share = sum((row, column) in game.hits(board) for board in boards) / len(boards)
        assert labels[f"{row},{column}"] == f"{'ABCD'[column - 1]}{row}, {100 * share:.0f} in 100 to hit"


def test_the_sea_begins_at_the_upper_left() -> None:
    root = ET.fromstring(svg_board(begin(Battleship("4", "2-2"))))
    where = {}
    for button in (e for e in root.iter() if e.get("data-action")):
        rect = next(button.iter(f"{SVG}rect"))
        where[button.get("data-action")] = float(str(rect.get("x"))), float(str(rect.get("y")))
    assert where["1,1"][0] == min(x for x, _ in where.values())
    assert where["1,1"][1] == min(y for _, y in where.values())
    assert where["4,1"][1] == max(y for _, y in where.values())


def test_the_heavy_pan_hangs_lower() -> None:
    game = FakeCoin(4)

    def beam(answer: str) -> tuple[float, float]:
        root = ET.fromstring(svg_board(begin(game).observe(((0,), (1,)), answer)))
        line = next(root.iter(f"{SVG}line"))
        return float(str(line.get("y1"))), float(str(line.get("y2")))

    assert beam("left")[0] > beam("left")[1]
    assert beam("right")[0] < beam("right")[1]
    assert beam("even")[0] == beam("even")[1]


def test_faces_that_are_ruled_out_lie_flat_and_cannot_be_asked() -> None:
    info = begin(GuessWho()).observe(("hat", "yes"), True)
    svg = svg_board(info)
    left = set(info.candidates())
    named = {e.get("data-action") for e in buttons(svg)} & set(GuessWho().looks)
    assert named == left
    struck = {e.text for e in ET.fromstring(svg).iter(f"{SVG}text") if "strike" in str(e.get("class"))}
    assert struck == set(GuessWho().looks) - left
    assert "Is there a hat? was answered yes." in svg


def test_a_lie_that_was_caught_is_marked() -> None:
    told = parse_game("treasure-hunt:cells=4@lies:most=1")
    info = begin(told)
    for answer in (True, False, False):
        info = info.observe((0, 1), answer)
    svg = svg_board(info)
    assert ">Yes, a lie<" in svg
    assert svg.count(", a lie<") == 1
    assert "was answered yes, a lie." in svg
