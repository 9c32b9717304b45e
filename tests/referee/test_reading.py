"""Reading a question in whatever a player writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import begin, parse_game
from sleuth.referee import Referee, Refusal
from sleuth.referee.reading import MAX_READ, read_action

GAMES = [
    "mastermind", "mastermind:pegs=5,colours=12", "bulls-and-cows", "wordle", "battleship", "fake-coin:coins=5",
    "number", "treasure-hunt", "low-middle-high", "black-box", "guess-who", "ulam:numbers=12", "hangman:lengths=5-3",
]  # fmt: skip
FORMS = [
    "{}",
    " {} ",
    "{}.",
    "**{}**",
    "`{}`",
    "My guess is **{}**.",
    "Question: {}",
    "question: {}\n",
    "**Question:** {}",
    "Question 3: {}",
    "I should cut what is left in half.\n\nQuestion: {}",
    "Let me think about it.\n\n{}",
    "<think>Question: {other}</think>\nQuestion: {}",
    "First {other} came to mind.\nQuestion: {other}\nNo, better this.\nQuestion: {}",
    '{{"guess": {json}}}',
    'Here it is: {{"thought": "it tells most", "action": {json}}}',
    '```json\n{{"question": {json}}}\n```',
    "<guess>{}</guess>",
    "My final answer is {}",
]


@given(st.sampled_from(GAMES), st.sampled_from(FORMS), st.integers(0, 10**6))
def test_every_form_is_read(spec: str, form: str, number: int) -> None:
    game = parse_game(spec)
    actions = begin(game).actions
    action, other = actions[number % len(actions)], actions[number // 7 % len(actions)]
    text = game.format_action(action)
    said = form.format(text, other=game.format_action(other), json=json.dumps(text))
    assert read_action(game, said) == action, said


@pytest.mark.parametrize(
    ("spec", "said", "meant"),
    [
        ("wordle", "I guess CRANE because these words split most", "crane"),
        ("wordle", "CRANE", "crane"),
        ("wordle", "Crane!", "crane"),
        ("wordle", "My guess is crane. I would try these words next.", "crane"),
        ("wordle", "We know there is an E, so maybe SLATE or CRANE", "crane"),
        ("mastermind", "0 1 2 3", "0123"),
        ("mastermind", "0, 1, 2, 3", "0123"),
        ("mastermind", "(0,1,2,3)", "0123"),
        ("mastermind", '{"guess": [0, 1, 2, 3]}', "0123"),
        ("mastermind", '{"guess": 1234}', "1234"),
        ("mastermind", "After 0011 got 1.0 and 0123 got 0.2, my guess: 4051", "4051"),
        ("battleship", "I fire at (3, 4)!", "3,4"),
        ("battleship", '{"shot": [3, 4]}', "3,4"),
        ("number", "It is between 1 and 50, so 25", "25"),
        ("number", '{"guess": 25, "why": "half"}', "25"),
    ],
)
def test_what_people_write_is_read(spec: str, said: str, meant: str) -> None:
    game = parse_game(spec)
    assert read_action(game, said) == game.parse_action(meant)


@pytest.mark.parametrize(
    "said", ["", "   ", "\n\n", "<think>0123", "no", "?" * 50_000, "{" * 5000, "[" * 5000, "\x00", "**" * 9999]
)
def test_what_names_nothing_is_refused(said: str) -> None:
    refusal = Referee("mastermind", seed=1, reference="none").read(said)
    assert isinstance(refusal, Refusal)
    assert refusal.reason
    assert "\n" not in refusal.reason
    assert len(refusal.reason) <= 400


def test_the_reason_is_what_the_game_says_of_what_was_clearly_meant() -> None:
    refusal = Referee("mastermind", seed=1, reference="none").read("I think hard.\nQuestion: 0199")
    assert str(refusal) == "'0199' is no action of mastermind: write 4 symbols from 0 to 5, like 0123"


def test_of_a_long_reply_the_end_is_read() -> None:
    game = parse_game("mastermind")
    assert read_action(game, "0000 " * MAX_READ + "\nQuestion: 0123") == (0, 1, 2, 3)


@pytest.mark.parametrize(
    "said", ["__import__('os').abort()", "{guess: exec('x')}", "${jndi:ldap}", "`rm -rf /`", "{{7*7}}"]
)
def test_nothing_is_run(said: str) -> None:
    assert isinstance(Referee("mastermind", seed=1, reference="none").read(said), Refusal)
