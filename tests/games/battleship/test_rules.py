"""Battleship: the law by hand, text both ways, fleets that fit and fleets that do not."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.errors import ActionError, FeedbackError, ParameterError, SecretError
from sleuth.core.game_spec import parse_game, spec_of
from sleuth.core.history import History
from sleuth.games.battleship.rules.game import ANSWERS, Battleship, Board, SplooshKaboom, cells_of
from sleuth.games.battleship.rules.packing import Cell, fits, packed
from sleuth.testing import check_game

BOARD = "1,1-1,5 3,2-6,2 3,3-3,5 10,8-10,10 9,9-9,10"
SHOTS: list[Cell] = [(3, 3), (3, 4), (2, 2), (3, 5), (9, 10), (9, 9)]


def answers(kind: str) -> list[str]:
    game = Battleship(answers=kind)
    board = game.parse_secret(BOARD)
    return [str(game.feedback_after(SHOTS[:k], shot, board)) for k, shot in enumerate(SHOTS)]


def test_what_each_variant_tells() -> None:
    assert answers("anonymous") == ["hit", "hit", "miss", "sunk", "hit", "sunk"]
    assert answers("length") == ["hit", "hit", "miss", "sunk 3", "hit", "sunk 2"]
    assert answers("named") == ["hit d", "hit d", "miss", "sunk d", "hit p", "sunk p"]
    assert answers("cells") == ["hit", "hit", "miss", "sunk 3,3 3,4 3,5", "hit", "sunk 9,9 9,10"]
    assert answers("hits") == ["hit", "hit", "miss", "hit", "hit", "hit"]


def test_only_the_last_shot_sinks() -> None:
    game = Battleship()
    board = game.parse_secret(BOARD)
    assert game.feedback_after([(3, 3), (3, 5)], (3, 4), board) == "sunk"
    assert game.feedback_after([(3, 3)], (3, 4), board) == "hit"
    assert game.feedback((3, 4), board) == "hit"


def test_ships_of_one_length_are_alike_unless_they_are_named() -> None:
    other = "1,1-1,5 3,2-6,2 10,8-10,10 3,3-3,5 9,9-9,10"
    plain, named = Battleship(), Battleship(answers="named")
    assert plain.parse_secret(BOARD) == plain.parse_secret(other)
    assert named.parse_secret(BOARD) != named.parse_secret(other)
    small = {alike: Battleship(size="3", fleet="2-2", answers="hits" if alike else "named") for alike in (True, False)}
    assert len(list(small[False].secrets())) == 2 * len(list(small[True].secrets()))
    assert (small[True].count(), small[False].count()) == (small[True].boards, small[False].configurations)
    assert names(Battleship(answers="named")) == "cbdsp"
    assert names(Battleship(fleet="4-3-2")) == "abc"


def names(game: Battleship) -> str:
    return game.names


def by_hand(game: Battleship) -> set[frozenset[tuple[int, frozenset[Cell]]]]:
    """All boards, from cells alone; equal ships are told apart by nothing."""
    every = game.actions()
    ways = [
        {frozenset((r + k * d, c + k * (1 - d)) for k in range(n)) for r, c in every for d in (0, 1)}
        for n in game.ships
    ]
    near = 0 if game.touching else 1
    boards: list[tuple[frozenset[Cell], ...]] = [()]
    for options in ways:
        fits = [way for way in options if way <= set(every)]
        boards = [
            (*board, way)
            for board in boards
            for way in fits
            if all(max(abs(a - x), abs(b - y)) > near for ship in board for a, b in ship for x, y in way)
        ]
    return {frozenset((len(way), way) for way in board) for board in boards}


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize(("size", "fleet"), [("4", "3-2"), ("2x4", "2-2"), ("3x5", "2-1-2"), ("3", "1-1")])
def test_secrets_are_all_boards(size: str, fleet: str, touching: bool) -> None:
    try:
        game = Battleship(size=size, fleet=fleet, touching=touching)
    except ParameterError:
        assert (size, touching) == ("2x4", False)
        return
    boards = list(game.secrets())
    assert {frozenset((len(cells_of(s)), frozenset(cells_of(s))) for s in board) for board in boards} == by_hand(game)
    assert len(boards) == len(by_hand(game)) == game.boards
    assert boards == sorted(boards)
    assert all(game.is_board(board) and game.parse_secret(game.format_secret(board)) == board for board in boards)


@pytest.mark.parametrize("touching", [True, False])
@pytest.mark.parametrize(
    ("size", "fleet"),
    [("4", "3-2"), ("2x4", "2-2"), ("3x5", "2-1-2"), ("3", "1-1"), ("4x3", "3-3-2-1"), ("1x7", "2-1-1")],
)
def test_packing_finds_every_board_once(size: str, fleet: str, touching: bool) -> None:
    sides = Battleship(size=size, fleet="1").sides
    ships = tuple(map(int, fleet.split("-")))
    boards = packed(sides, ships, touching)
    assert boards is not None
    assert len(set(boards)) == len(boards)
    assert fits(sides, ships, touching) == bool(boards)
    if boards:
        game = Battleship(size=size, fleet=fleet, touching=touching)
        found = {frozenset((len(cells_of(s)), frozenset(cells_of(s))) for s in board) for board in boards}
        assert found == by_hand(game)


def test_packing_gives_up_where_boards_are_many() -> None:
    assert packed((10, 10), (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), True) is None
    assert fits((10, 10), (4, 3, 3, 2, 2, 2, 1, 1, 1, 1), False)


def test_the_contract() -> None:
    for answers in ANSWERS:
        check_game(Battleship(size="3x4", fleet="3-2", answers=answers), cells=1_000)
    check_game(Battleship(), cells=300)
    assert Battleship.goal.finds
    assert not Battleship.repeats


@settings(max_examples=trials(30), deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_draws_are_boards(seed: int, touching: bool) -> None:
    game = Battleship(touching=touching)
    board = game.draw(np.random.default_rng(seed))
    assert game.is_board(board)
    assert len(game.hits(board)) == 17
    past = [tuple(cell) for cell in np.random.default_rng(seed).permutation(np.array(game.actions())).tolist()]
    said = [game.feedback_after(past[:k], shot, board) for k, shot in enumerate(past)]
    assert (said.count("sunk"), said.count("hit"), said.count("miss")) == (5, 12, 83)


def test_a_crowded_board_is_drawn_by_a_chain() -> None:
    game = Battleship(size="8", fleet="-".join("2" * 24))
    assert game.count() is None
    assert game.is_board(game.draw(np.random.default_rng(0)))


def test_a_crowded_board_with_few_ways_is_drawn_from_all_of_them_alike() -> None:
    """The 36 ways to tile a board with dominoes: 3,600 draws, 35 degrees of freedom; 1 in 100,000 is beyond 85."""
    game, rng = Battleship(size="4", fleet="2-2-2-2-2-2-2-2"), np.random.default_rng(0)
    drawn = Counter(game._dense(rng) for _ in range(3_600))
    assert len(drawn) == game.count() == 36
    assert sum((n - 100) ** 2 / 100 for n in drawn.values()) < 85


@pytest.mark.parametrize("text", ["3,7", " 3, 7 ", "(3,7)", "3 7", "g3", "G3"])
def test_cells_are_read(text: str) -> None:
    assert Battleship().parse_action(text) == (3, 7)


@pytest.mark.parametrize("text", ["11,3", "0,1", "k1", "a11", "", "3", "x", "3,7,1"])
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(ActionError, match="is no cell of the board; write row,column from 1,1 to 10,10, or a1 to j10"):
        Battleship().parse_action(text)


@pytest.mark.parametrize(
    ("kind", "text", "read"),
    [
        ("anonymous", "Miss", "miss"),
        ("anonymous", "Hit and Sunk", "sunk"),
        ("anonymous", "h", "hit"),
        ("length", "sunk 3", "sunk 3"),
        ("named", "HIT C", "hit c"),
        ("cells", "sunk d3 e3 c3", "sunk 3,3 3,4 3,5"),
        ("hits", "hit", "hit"),
    ],
)
def test_answers_are_read(kind: str, text: str, read: str) -> None:
    assert Battleship(answers=kind).parse_feedback(text, (3, 4)) == read


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("anonymous", "sunk 3", "miss, hit or sunk"),
        ("anonymous", "boom", "miss, hit or sunk"),
        ("length", "sunk", "miss, hit or sunk 5, sunk 4, sunk 3, sunk 2"),
        ("length", "sunk 6", "miss, hit or sunk 5, sunk 4, sunk 3, sunk 2"),
        ("named", "hit", "miss, hit X or sunk X, where X is one of c, b, d, s, p"),
        ("cells", "sunk 1,1 1,2", "miss, hit or sunk with its cells, 3,4 among them"),
        ("cells", "sunk 3,4 5,4", "miss, hit or sunk with its cells, 3,4 among them"),
        ("hits", "sunk", "miss or hit"),
    ],
)
def test_what_is_no_answer(kind: str, text: str, told: str) -> None:
    with pytest.raises(FeedbackError, match=f"is no answer in battleship; it is {told}"):
        Battleship(answers=kind).parse_feedback(text, (3, 4))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1,1-1,5", "the fleet is 5-4-3-3-2, but '1,1-1,5' has ships: 1 of length 5"),
        ("1,1-2,5 3,2-6,2 3,3-3,5 10,8-10,10 9,9-9,10", "lies neither along a row nor along a column"),
        ("1,1-1,5 1,2-4,2 3,3-3,5 10,8-10,10 9,9-9,10", "two ships of .* overlap"),
        ("1,1-1,15", "is no ship; write its two ends, as in 1,1-1,5"),
    ],
)
def test_what_is_no_board(text: str, told: str) -> None:
    with pytest.raises(SecretError, match=told):
        Battleship().parse_secret(text)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"size": "0"}, "a side has 1 to 26 cells, not 0"),
        ({"size": "30"}, "a side has 1 to 26 cells, not 30"),
        ({"size": "ten"}, "size is as 10 or 8x12, not 'ten'"),
        ({"fleet": "5,4"}, "fleet is lengths as in 5-4-3-3-2, not '5,4'"),
        ({"fleet": ""}, "fleet is lengths as in 5-4-3-3-2"),
        ({"fleet": "11"}, "do not fit on 10x10: the longest is longer than the board"),
        ({"size": "3", "fleet": "3-3-3-1"}, "do not fit on 3x3: they have 10 cells, it has 9"),
        ({"size": "3", "fleet": "2-2-2-2-1", "touching": False}, "do not fit on 3x3 without touching"),
        ({"size": "3x2", "fleet": "3-2-1-1"}, "do not fit on 3x2: they have 7 cells"),
        ({"size": "7", "fleet": "1-" * 16 + "1", "touching": False}, "do not fit on 7x7 without touching"),
        ({"shots": -1}, "shots is 0 or more, not -1"),
        ({"answers": "loud"}, "answers is one of anonymous, length, named, cells, hits"),
        ({"fleet": "-".join("1" * 27), "answers": "named"}, "at most 26 ships have names, not 27"),
    ],
)
def test_what_is_no_game(parameters: dict[str, object], told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        Battleship(**parameters)  # type: ignore[arg-type]


def test_texts_survive_a_history() -> None:
    for kind in ANSWERS:
        game = Battleship(answers=kind)
        history = History(tuple(zip(SHOTS, answers(kind), strict=True)))  # type: ignore[arg-type]
        assert History.parse(game, history.format(game)) == history


def test_specs() -> None:
    assert str(Battleship()) == "battleship"
    game = parse_game("battleship:size=8x12,fleet=4-3-2,answers=length,touching=false,shots=30")
    assert isinstance(game, Battleship)
    assert (game.height, game.width, game.ships, game.touching, game.rows) == (8, 12, (4, 3, 2), False, 30)
    assert parse_game(str(game)) == game


def test_sploosh_kaboom_is_a_battleship_by_its_own_name() -> None:
    game = parse_game("sploosh-kaboom")
    assert isinstance(game, Battleship)
    assert (game.size, game.fleet, game.shots, game.rows) == ("8", "4-3-2", 24, 24)
    assert spec_of(game) == "sploosh-kaboom:shots=24"
    assert parse_game(spec_of(game)) == game
    assert parse_game("sploosh-kaboom:shots=30").rows == 30
    assert SplooshKaboom.summary().startswith("Sink three squid")


def test_the_first_boards_of_a_large_game() -> None:
    first: list[Board] = list(islice(Battleship().secrets(), 3))
    assert Battleship().format_secret(first[0]) == "1,1-1,5 1,6-1,9 1,10-3,10 2,1-2,3 2,4-2,5"
