"""Actions and answers as numbers, the steps that a play is given, and the signs of its texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Game, Goal, Sequential, begin, game_names, parse_game, tabulate
from sleuth.core.capabilities import Answers
from sleuth.core.errors import ActionError
from sleuth.core.offers import rows_of
from sleuth.core.tables import answer_after
from sleuth.referee import Referee
from sleuth.referee.allowance import step_allowance
from sleuth.referee.numbering import numbering_of
from sleuth.referee.signs import PLAIN, signs_of, within

BOARDS = [
    f"battleship:size={size},fleet={fleet},answers={answers}"
    for size, fleet in (("4x3", "3-2"), ("4", "2-1-1"), ("2", "1"))
    for answers in ("anonymous", "length", "named", "cells", "hits")
]


@pytest.mark.parametrize("name", game_names())
def test_actions_are_numbered_in_the_games_order(name: str) -> None:
    numbering = numbering_of(parse_game(name))
    if name in ("ulam", "hangman"):
        assert numbering is None  # a million numbers have too many sets, and the lengths of words are announced
        return
    assert numbering is not None
    actions = list(parse_game(name).actions())
    assert list(numbering.actions) == actions
    assert [numbering.number(action) for action in actions[:50]] == list(range(len(actions[:50])))
    assert numbering.action(len(actions) - 1) == actions[-1]
    with pytest.raises(ActionError, match=f"from 0 to {len(actions) - 1}, not {len(actions)}"):
        numbering.action(len(actions))


@pytest.mark.parametrize("spec", ["mastermind:pegs=3,colours=4", "black-box:size=3,atoms=2", "number:numbers=9"])
def test_answers_have_the_codes_of_the_table(spec: str) -> None:
    game = parse_game(spec)
    numbering, tables = numbering_of(game), tabulate(game)
    assert numbering is not None
    assert numbering.width == tables.width
    for action in tables.actions:
        for secret in tables.secrets[::7]:
            feedback = game.feedback(action, secret)
            assert numbering.answers[feedback] == tables.feedback_code(feedback)


def test_under_a_channel_answers_keep_their_numbers() -> None:
    plain = numbering_of(parse_game("mastermind:pegs=2,colours=3"))
    lying = numbering_of(parse_game("mastermind:pegs=2,colours=3@lies:most=1"))
    assert plain is not None
    assert lying is not None
    assert lying.answers == plain.answers


def test_an_announcement_that_the_game_says_itself_is_none(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("cat\ncar\nacorn\n")
    game = parse_game(f"hangman:words={tmp_path / 'words.txt'}")
    assert numbering_of(game) is None
    numbering = numbering_of(replace(game, lengths="3"))  # type: ignore[type-var]
    assert numbering is not None
    assert len(numbering.actions) == 26 + 2
    assert list(numbering.answers) == ["no", "*a*", "c**", "**r", "**t", "yes"]


@pytest.mark.parametrize("spec", ["hangman:lengths=5-5-5-5", "ulam:numbers=21", "bulls-and-cows:length=6,symbols=10"])
def test_what_is_too_large_has_no_numbers(spec: str) -> None:
    assert numbering_of(parse_game(spec)) is None


@dataclass(frozen=True)
class Warmer(Sequential):
    """Find a number: is it nearer than the one before?"""

    goal: ClassVar[Goal] = Goal.NAME

    def secrets(self) -> range:
        return range(6)

    def feedback_after(self, past: list[int], action: int, secret: int) -> str:  # type: ignore[override]
        nearer = bool(past) and abs(secret - action) < abs(secret - past[-1])
        return "right" if action == secret else "♨" if nearer else "❄"


class OfferedWarmer(Warmer, Answers):
    """The same, and it says what may be answered."""

    def answers_to(self, action: int) -> tuple[str, ...]:
        return "right", "♨", "❄"


def test_a_sequential_game_has_numbers_if_it_says_what_may_be_answered() -> None:
    assert numbering_of(Warmer()) is None
    numbering = numbering_of(OfferedWarmer())
    assert numbering is not None
    assert numbering.answers == {"right": 0, "♨": 1, "❄": 2}


# What Battleship and Hangman say may be answered.


@settings(max_examples=trials(120))
@given(spec=st.sampled_from(BOARDS), seed=st.integers(0, 2**32))
def test_battleship_answers_nothing_else(spec: str, seed: int) -> None:
    game, rng = parse_game(spec), np.random.default_rng(seed)
    info = begin(game)
    secret = info.sample(rng)[0]
    offered = game.offers(Answers)
    assert offered is not None
    while not info.over:
        action = info.actions[int(rng.integers(len(info.actions)))]
        feedback = answer_after(game, info.history, action, secret)
        assert feedback in list(offered.answers_to(action))
        info = info.observe(action, feedback)


@pytest.mark.parametrize("spec", BOARDS)
def test_battleship_lists_every_answer_once(spec: str) -> None:
    game = parse_game(spec)
    offered = game.offers(Answers)
    assert offered is not None
    for action in game.actions():
        answers = list(offered.answers_to(action))
        assert len(set(answers)) == len(answers)
        for text in map(game.format_feedback, answers):
            assert game.parse_feedback(text, action) in answers


@pytest.mark.parametrize("lengths", ["3", "5", "3-5", "3-3", ""])
def test_hangman_lists_what_the_law_answers(lengths: str, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("cat\ncar\nacorn\ntacit\nrad\n")
    game = parse_game(f"hangman:words={tmp_path / 'words.txt'},lengths={lengths}")
    offered = game.offers(Answers)
    assert offered is not None
    secrets = list(game.secrets())
    for action in "acrtz":
        answers = list(offered.answers_to(action))
        assert set(answers) == {"no", *(game.feedback(action, secret) for secret in secrets)}
        assert len(set(answers)) == len(answers)
    assert list(offered.answers_to(secrets[0])) == ["no", "yes"]


# Steps.


def test_a_play_is_given_its_rows_or_enough_for_a_fair_player() -> None:
    given_steps = {
        "wordle": 6,
        "sploosh-kaboom": 24,
        "mastermind": 14,
        "battleship": 100,
        "battleship:shots=40": 40,
        "number": 20,
        "mastermind:pegs=1,colours=30": 54,
        "guess-who": 14,
    }
    assert {spec: step_allowance(parse_game(spec)) for spec in given_steps} == given_steps


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=2,colours=4", "mastermind:pegs=1,colours=12", "number:numbers=12", "fake-coin:coins=4"]
)
def test_it_is_enough_for_entropy_against_every_secret(spec: str) -> None:
    from sleuth import evaluate, parse_strategy

    game = parse_game(spec)
    assert rows_of(game) is None
    assert evaluate(game, parse_strategy("entropy")).worst <= step_allowance(game)


def test_announcing_games_and_goals_of_ones_own_are_given_steps_too() -> None:
    assert 26 <= step_allowance(parse_game("hangman")) <= 60
    assert step_allowance(Halves()) == 12


class Halved(Goal):
    """Two secrets are left at most."""

    def over(self, info: object) -> bool:
        return bool(info.size <= 2)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Halves(Game):
    """Is the number at least so large? Two may be left."""

    goal: ClassVar[Goal] = Halved()

    def secrets(self) -> range:
        return range(16)

    def actions(self) -> range:
        return range(1, 16)

    def feedback(self, least: int, secret: int) -> bool:
        return secret >= least


# Signs.


def test_signs_are_those_of_rules_actions_and_answers() -> None:
    game = OfferedWarmer()
    signs = signs_of(game, "Règles")
    assert set("è♨❄È") <= signs
    assert signs >= PLAIN
    assert signs_of(parse_game("ulam"), "") == PLAIN
    assert "ж" in signs_of(Cyrillic(), "")


@dataclass(frozen=True)
class Cyrillic(Game):
    """Name a letter."""

    def secrets(self) -> Iterator[str]:
        return iter("абвгдежз")

    def feedback(self, guess: str, secret: str) -> bool:
        return guess == secret


@given(st.text(max_size=30), st.integers(1, 40))
def test_a_text_within_signs_can_be_read_back(text: str, most: int) -> None:
    told = within(PLAIN, text, 1000)
    assert set(told) <= PLAIN
    assert within(PLAIN, text, most) == told[-most:]
    if "\\" not in text:
        escaped = "".join(sign if ord(sign) < 128 else sign.encode("unicode_escape").decode() for sign in told)
        assert escaped.encode("ascii").decode("unicode_escape") == text


def test_references_belong_to_games_and_not_to_their_names() -> None:
    @dataclass(frozen=True)
    class Same(Game):
        """Name a number that is told outright."""

        def secrets(self) -> range:
            return range(8)

        def feedback(self, guess: int, secret: int) -> int:
            return secret

    told = Same

    @dataclass(frozen=True)
    class Same(Game):  # type: ignore[no-redef]
        """Name a number of which nothing is told."""

        def secrets(self) -> range:
            return range(8)

        def feedback(self, guess: int, secret: int) -> bool:
            return guess == secret

    expected = []
    for kind in (told, Same):
        referee = Referee(kind(), secret=3)
        expected.append(referee.ask(0).expected)
    assert expected == [pytest.approx(15 / 8), pytest.approx(4.5)]
