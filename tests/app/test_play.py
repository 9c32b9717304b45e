"""A play as text: asked, taken back, given up, graded, and never telling its secret before the end."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.adapters.service.limits import SERVED
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import Assist, Evaluate, Feedback, GameSize, GradeHistory, Interest, Solve
from sleuth.app.results import KnowledgeResult
from sleuth.app.specs import read_record
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import parse_game
from sleuth.play.record import Record, seal

SMALL = [
    "mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=5", "fake-coin:coins=5", "treasure-hunt:cells=6",
    "low-middle-high:numbers=9", "black-box:size=3,atoms=2", "guess-who", "number:numbers=20",
    "simple-mastermind:pegs=3,colours=3", "mastermind:pegs=2,colours=3@lies:most=1",
]  # fmt: skip


def finished(plays: Any, game: str, oracle: str = "") -> str:
    record = plays.start(game, oracle, seed=3)
    while not plays.look(record).solved:
        record = plays.advance(record, "")
    return record


@pytest.mark.parametrize("game", SMALL)
def test_a_play_from_start_to_end(plays: Any, game: str) -> None:
    told = plays.look(finished(plays, game))
    assert told.over
    assert told.secret
    assert told.entropy < 1e-9
    assert told.steps[-1].entropy < 1e-9
    assert sum(step.gained for step in told.steps) == pytest.approx(told.start_entropy)
    json.dumps(asdict(told), allow_nan=False)


@pytest.mark.parametrize("game", SMALL)
def test_the_secret_stays_on_the_server(plays: Any, game: str) -> None:
    made = parse_game(game)
    secrets = list(made.secrets())
    record = plays.start(game, secret=made.format_secret(secrets[-1]))
    told = asdict(plays.look(record))
    told.pop("examples")
    text = json.dumps(told)
    assert told["secret"] is None
    assert seal(made.format_secret(secrets[-1])) in record
    assert seal(made.format_secret(secrets[-1])) not in text
    assert Record.parse(plays.share(record)).secret is None


def test_an_adversary_settles_at_the_end(plays: Any) -> None:
    record = plays.ask(plays.start("mastermind:pegs=3,colours=4", "adversarial"), "012")
    assert Record.parse(record).secret is None
    secret = Record.parse(plays.give_up(record)).secret
    made = parse_game("mastermind:pegs=3,colours=4")
    assert made.feedback((0, 1, 2), secret) == Record.parse(record).history.steps[0].feedback
    told = plays.look(finished(plays, "mastermind:pegs=3,colours=4", "adversarial"))
    assert told.secret == told.steps[-1].action


@settings(max_examples=trials(25), deadline=None)
@given(st.lists(st.integers(0, 63), min_size=1, max_size=5, unique=True))
def test_undo_goes_back_exactly(plays: Any, actions: list[int]) -> None:
    made = parse_game("mastermind:pegs=3,colours=4")
    texts = [made.format_action(action) for action in made.actions()]
    seen = [plays.start(str(made), seed=5)]
    for action in actions:
        if plays.look(seen[-1]).solved:
            break
        seen.append(plays.ask(seen[-1], texts[action]))
    if plays.look(seen[-1]).solved:
        seen.pop()
    record = seen[-1]
    for expected in reversed(seen[:-1]):
        record = plays.undo(record)
        assert record == expected
    with pytest.raises(ConflictError, match="no step"):
        plays.undo(record)


def test_lies_are_confessed_at_the_end(plays: Any) -> None:
    """Before the end only lies are told that the answers themselves give away."""
    game = "number:numbers=50@noise:chance=0.4"
    made, secret = parse_game(game), 37
    record = plays.start(game, secret=str(secret))
    for action in ("10", "20", "30", "40", "45", "10", "20", "30"):
        record = plays.ask(record, action, "a name")
    lies = [step.feedback != made.format_feedback(made.feedback(int(step.action), secret))
            for step in plays.look(record).steps]  # fmt: skip
    assert any(lies)
    assert not all(lies)
    assert not any(step.lie for step in plays.look(record).steps)
    assert [step.lie for step in plays.look(plays.give_up(record), given_up=True).steps] == lies


def test_what_is_over_stays_over(plays: Any) -> None:
    record = finished(plays, "number:numbers=5")
    for move in (lambda: plays.ask(record, "1"), lambda: plays.undo(record), lambda: plays.hint(record, "")):
        with pytest.raises(ConflictError, match="over"):
            move()


def test_what_may_not_be_asked(plays: Any) -> None:
    record = plays.start("mastermind")
    for action in ("", "01", "9999", "<b>", "0" * 5000):
        with pytest.raises(SleuthError):
            plays.ask(record, action)
    with pytest.raises(SleuthError, match="oracle"):
        plays.start("mastermind", "honest")
    with pytest.raises(SleuthError):
        plays.start("mastermind", secret="0009")
    with pytest.raises(RefusedError, match="at most"):
        read_record("x" * 30_000, SERVED)


def test_a_question_is_asked_again_only_where_somebody_may_lie(plays: Any) -> None:
    record = plays.ask(plays.start("mastermind", secret="4152"), "0011")
    with pytest.raises(SleuthError, match=r"step 2: 0011 was asked at step 1 already, and the answer was 0\.1"):
        plays.ask(record, "0011")
    record = plays.ask(plays.start("mastermind@lies:most=1", secret="4152"), "0011")
    assert len(plays.look(plays.ask(record, "0011")).steps) == 2
    twice, once = (perform(Assist("mastermind", history)) for history in ("0011=0.1;0011=0.1", "0011=0.1"))
    assert (twice.candidates, twice.examples) == (once.candidates, once.examples)


def test_a_hint_says_why(plays: Any) -> None:
    record = plays.ask(plays.start("mastermind", secret="4152"), "0011")
    hint = plays.hint(record, "entropy")
    assert hint.reasons
    assert sum(leaf.probability for leaf in hint.leaves) == pytest.approx(1)
    advice, look = perform(Assist("mastermind", "0011=0.1")).as_json(), plays.look(record).as_json()
    assert {key: look[key] for key in KnowledgeResult.__annotations__} == {
        key: advice[key] for key in KnowledgeResult.__annotations__
    }
    assert hint.as_json().items() <= {**advice, "board": ""}.items()
    assert hint.bits >= max(option.bits for option in hint.alternatives) - 1e-9


def test_grades_add_up(plays: Any) -> None:
    record = finished(plays, "mastermind:pegs=3,colours=4")
    grades = plays.grade(record)
    assert len(grades["moves"]) == len(Record.parse(record).history)
    assert grades == perform(GradeHistory("mastermind:pegs=3,colours=4", _history(record))).as_json() | {
        "player": "human"
    }
    with pytest.raises(ConflictError, match="once it is over"):
        plays.grade(plays.start("number"))


def _history(record: str) -> str:
    play = Record.parse(record)
    return play.history.format(play.game)


def test_studies_agree_with_the_library() -> None:
    assert perform(Evaluate("mastermind:pegs=3,colours=4"), SERVED).as_json()["total"] == 208
    assert perform(Solve("mastermind:pegs=3,colours=4"), SERVED).as_json()["total"] == 206
    assert perform(GameSize("mastermind")).secrets == 1296
    figures = {figure.key: figure.value for figure in perform(Interest("mastermind:pegs=3,colours=4"), SERVED)}
    assert figures["secrets"] == 64
    with pytest.raises(RefusedError, match="seconds"):
        perform(Solve("mastermind", seconds=1000.0), SERVED)


@pytest.mark.parametrize(
    ("action", "secret", "answer"), [("0011", "4152", "0.1"), ("0123", "0123", "4.0"), ("0000", "1111", "0.0")]
)
def test_feedback_is_the_law(action: str, secret: str, answer: str) -> None:
    assert perform(Feedback("mastermind", action, secret)).feedback == answer


@pytest.mark.parametrize("game", ["ulam:numbers=16@lies:most=1", "number:numbers=9@lies:most=2", "guess-who@half-lies"])
def test_a_hint_under_lies_counts_as_the_play_does(plays: Any, game: str) -> None:
    """What it promises for each answer is what the play shows once that answer came."""
    record = plays.start(game, seed=3)
    for _ in range(3):
        hint = plays.hint(record, "entropy")
        before = plays.look(record)
        record = plays.ask(record, hint.action)
        after = plays.look(record)
        leaf = next(leaf for leaf in hint.leaves if leaf.feedback == after.steps[-1].feedback)
        assert leaf.candidates == after.candidates == after.steps[-1].candidates
        assert leaf.lies_needed == after.lies_needed == after.steps[-1].lies_needed
        assert hint.worst == max(leaf.candidates for leaf in hint.leaves)
        assert hint.parts == len(hint.leaves)
        assert f"expected to tell {hint.bits:.2f} of the {before.entropy:.2f} bits" in hint.reasons[0]
        if after.over:
            break
