"""Questions and answers as people say them."""

from __future__ import annotations

from itertools import islice, product

import pytest

from sleuth.core.game_spec import game_names, parse_game
from sleuth.games.battleship.rules.game import Battleship
from sleuth.show.spoken import any_of, spoken, spoken_answer, spoken_secret

SMALL = {
    "battleship": "battleship:size=4,fleet=2-1",
    "sploosh-kaboom": "sploosh-kaboom:size=4,fleet=2",
    "hangman": "hangman:lengths=5",
    "ulam": "ulam:numbers=8",
    "black-box": "black-box:size=3,atoms=2",
}


@pytest.mark.parametrize(
    ("spec", "action", "said"),
    [
        ("battleship", "4,5", "E4"),
        ("battleship", "j10", "J10"),
        ("sploosh-kaboom", "1,8", "H1"),
        ("guess-who", "hair:red", "Is the hair red?"),
        ("guess-who", "length:short", "Is the hair short?"),
        ("guess-who", "eyes:blue", "Are the eyes blue?"),
        ("guess-who", "hat:yes", "Is there a hat?"),
        ("guess-who", "glasses:yes", "Are there glasses?"),
        ("guess-who", "Ada", "Is it Ada?"),
        ("fake-coin", "1,2/3,4", "1 2 against 3 4"),
        ("black-box", "7", "port 7"),
        ("number", "50", "50"),
        ("ulam:numbers=16", "0-3.8-11.15", "Is it 0 to 3, 8 to 11 or 15?"),
        ("ulam:numbers=16@lies:most=1", "0-3", "Is it 0 to 3?"),
        ("low-middle-high", "5-10", "5 to 10"),
        ("treasure-hunt", "1,4", "Is it at 1 or 4?"),
        ("treasure-hunt:cells=40", "3-7", "Is it at 3 to 7?"),
        ("treasure-hunt:cells=12,questions=line", "r2", "Is it in row 2?"),
        ("treasure-hunt:cells=12,questions=line", "c3", "Is it in column 3?"),
    ],
)
def test_questions(spec: str, action: str, said: str) -> None:
    game = parse_game(spec)
    assert spoken(game, game.parse_action(action)) == said


@pytest.mark.parametrize(
    ("spec", "action", "answer", "said"),
    [
        ("battleship:answers=length", "4,5", "sunk 3", "sunk, 3 long"),
        ("battleship:answers=cells", "4,5", "sunk 3,5 4,5 5,5", "sunk: E3 to E5"),
        ("battleship:answers=named", "4,5", "hit c", "hit: carrier"),
        ("battleship:answers=named,fleet=3-2", "4,5", "sunk b", "sunk: ship B, 2 long"),
        ("black-box", "7", "12", "out at port 12"),
        ("black-box", "7", "reflect", "reflected"),
        ("fake-coin", "1/2", "left", "left down"),
        ("guess-who", "Ada", "yes", "yes"),
    ],
)
def test_answers(spec: str, action: str, answer: str, said: str) -> None:
    game = parse_game(spec)
    asked = game.parse_action(action)
    assert spoken_answer(game, asked, game.parse_feedback(answer, asked)) == said


@pytest.mark.parametrize("name", game_names())
def test_different_questions_are_said_differently(name: str) -> None:
    game = parse_game(SMALL.get(name, name))
    actions = list(islice(game.actions(), 200))
    assert len({spoken(game, action) for action in actions}) == len(actions)


def test_different_answers_are_said_differently() -> None:
    for answers in ("anonymous", "length", "named", "cells"):
        game = Battleship("3", "2-1", answers)
        for action in game.actions():
            pasts: tuple[list[tuple[int, int]], ...] = ([], [cell for cell in game.actions() if cell != action])
            said = {game.feedback_after(past, action, secret) for past, secret in product(pasts, game.secrets())}
            assert len({spoken_answer(game, action, feedback) for feedback in said}) == len(said)


@pytest.mark.parametrize(
    ("spec", "secret", "said"),
    [
        ("mastermind:pegs=3,colours=4", "213", "green sky yellow"),
        ("bulls-and-cows", "2401", "2401"),
        ("battleship:size=5,fleet=3-1", "1,2-1,4 3,3", "B1 to D1, C3"),
        ("black-box:size=5,atoms=3", "a1,b3,c2", "A1, C2, B3"),
        ("fake-coin", "4-light", "coin 4, too light"),
        ("guess-who@lies:most=1", "Ada", "Ada"),
    ],
)
def test_secrets(spec: str, secret: str, said: str) -> None:
    game = parse_game(spec)
    assert spoken_secret(game, game.parse_secret(secret)) == said


@pytest.mark.parametrize("name", game_names())
def test_different_secrets_are_said_differently(name: str) -> None:
    game = parse_game(SMALL.get(name, name))
    secrets = list(islice(game.secrets(), 200))
    assert len({spoken_secret(game, secret) for secret in secrets}) == len(secrets)


def test_any_of() -> None:
    assert [any_of(["1"]), any_of(["1", "2"]), any_of(["1", "2", "3"])] == ["1", "1 or 2", "1, 2 or 3"]
