"""What a question would tell before it is asked, against the law asked secret by secret."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log2
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import begin, parse_game
from sleuth.app import Ask, Drawing, GiveUp, Look, PlayParts, QuestionParts, Start, perform
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.game import Game
from sleuth.core.offers import channel_of, plain_game

TRUTHFUL = ("mastermind:pegs=2,colours=4", "number:numbers=20", "bulls-and-cows:length=2,symbols=5", "guess-who")
LYING = ("mastermind:pegs=2,colours=3@lies:most=1", "number:numbers=12@lies:most=2", "ulam:numbers=8@lies:most=1")


@settings(max_examples=trials(40), deadline=None)
@given(data=st.data(), spec=st.sampled_from(TRUTHFUL))
def test_parts_are_those_of_the_law(data: st.DataObject, spec: str) -> None:
    """Counts are the partition that the law makes of what is possible; chances add up to 1."""
    game = parse_game(spec)
    info = begin(game)
    secret = data.draw(st.sampled_from(info.candidates()), label="secret")
    for _ in range(data.draw(st.integers(0, 2), label="steps")):
        if info.over:
            break
        action = data.draw(st.sampled_from(list(info.actions)), label="step")
        info = info.observe(action, game.feedback(action, secret))
    if info.over:
        return
    action = data.draw(st.sampled_from(list(info.actions)), label="action")
    seen = perform(QuestionParts(spec, game.format_action(action), info.history.format(game)))
    law = Counter(game.format_feedback(game.feedback(action, one)) for one in info.candidates())
    assert {part.feedback: part.candidates for part in seen.parts} == law
    chances = [part.probability for part in seen.parts]
    assert sum(chances) + seen.rest == pytest.approx(1)
    assert seen.candidates == sum(law.values())
    assert seen.worst == max(law.values())
    assert seen.bits == pytest.approx(-sum(p * log2(p) for p in chances if p), abs=1e-9)
    sizes = [part.candidates for part in seen.parts]
    assert sizes == sorted(sizes, reverse=True)
    assert seen.mean == pytest.approx(sum(part.probability * part.candidates for part in seen.parts))


@settings(max_examples=trials(25), deadline=None)
@given(data=st.data(), spec=st.sampled_from(LYING))
def test_with_lies_every_part_is_counted_by_the_lies_it_takes(data: st.DataObject, spec: str) -> None:
    game = parse_game(spec)
    most = int(spec.rpartition("=")[2])
    info = begin(game)
    secrets = info.candidates()
    actions = list(info.actions)
    steps = []
    for _ in range(data.draw(st.integers(0, 2), label="steps")):
        action = data.draw(st.sampled_from(actions), label="step")
        steps.append((action, game.feedback(action, data.draw(st.sampled_from(secrets), label="answered for"))))
    try:
        info = info.observe_all(steps)
    except SleuthError:
        return
    if info.over:
        return
    action = data.draw(st.sampled_from([a for a in actions if info.is_legal(a)]), label="action")
    seen = perform(QuestionParts(spec, game.format_action(action), info.history.format(game)))
    assert sum(part.probability for part in seen.parts) == pytest.approx(1)
    for part in seen.parts:
        asked = [*steps, (action, game.parse_feedback(part.feedback, action))]
        taken = Counter(lies_of(game, secret, asked) for secret in secrets)
        assert part.lies_needed == [taken[lies] for lies in range(most + 1)]
        assert part.candidates == sum(part.lies_needed)


def lies_of(game: Game, secret: Any, asked: list[tuple[Any, Any]]) -> int | None:
    """The lies that a secret takes to explain some answers; `None` where no lies do."""
    channel, plain, lies = channel_of(game), plain_game(game), 0
    assert channel is not None
    for action, said in asked:
        truth = plain.feedback(action, secret)
        if said not in channel.sayings(plain, action, truth, lies, 0.5):
            return None
        lies += said != truth
    return lies


def test_what_it_says() -> None:
    seen = perform(QuestionParts("number:numbers=100", "50"))
    assert seen.why[0] == "Of the 100 numbers about 49 will be left, 50 at worst."
    assert "One bit is one clean halving" in seen.bits_story
    assert [(part.spoken, part.candidates, part.wins) for part in seen.parts] == [
        ("higher", 50, False), ("lower", 49, False), ("equal", 1, True)
    ]  # fmt: skip


def test_parts_that_are_pressed_make_the_question() -> None:
    whole = perform(QuestionParts("mastermind", draw=Drawing({str(place): "0" for place in range(4)})))
    assert whole.action == "0000"
    assert whole.picture.startswith("<svg")
    assert all(part.picture.startswith("<svg") for part in whole.parts)
    waits = perform(QuestionParts("mastermind", draw=Drawing({"0": "0"})))
    assert waits.action is None
    assert waits.parts == []
    assert waits.candidates == 1296


def test_a_word_in_no_list_tells_something_too() -> None:
    seen = perform(QuestionParts("wordle", "zzzzq"))
    assert sum(part.probability for part in seen.parts) == pytest.approx(1)
    assert seen.win == 0


def test_large_games_answer_from_what_is_known() -> None:
    seen = perform(QuestionParts("battleship", "5,5"))
    assert {part.feedback for part in seen.parts} == {"miss", "hit"}
    assert sum(part.probability for part in seen.parts) == pytest.approx(1)
    assert seen.why == ["The chance of a hit is 1 in 5."]


@pytest.mark.parametrize(
    ("request_of", "error"),
    [
        (QuestionParts("mastermind", "99"), ActionError),
        (QuestionParts("number", "50", "50=lower;60=higher"), RefusedError),
        (QuestionParts("nothing", "x"), SleuthError),
    ],
)
def test_what_cannot_be_asked_is_refused(request_of: QuestionParts, error: type[Exception]) -> None:
    with pytest.raises(error):
        perform(request_of)


def test_in_a_play() -> None:
    record = perform(Start("mastermind", secret="4152", seed=1)).record
    record = perform(Ask(record, action="0011")).record
    seen = perform(PlayParts(record, action="2345"))
    law = Counter(
        f"{b}.{w}"
        for b, w in (
            parse_game("mastermind").feedback((2, 3, 4, 5), code)
            for code in product(range(6), repeat=4)
            if parse_game("mastermind").feedback((0, 0, 1, 1), code) == (1, 0)
        )
    )
    look = perform(Look(record))
    assert seen.candidates == look.candidates
    if look.steps[0].feedback == "1.0":
        assert {part.feedback: part.candidates for part in seen.parts} == law
    given_up = perform(GiveUp(record))
    with pytest.raises(ConflictError):
        perform(PlayParts(given_up.record, given_up=True, action="2345"))
