"""Help with a game elsewhere; where answers contradict each other, every single repair is named and no other."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.adapters.service.limits import SERVED
from sleuth.app.assist import repairs
from sleuth.app.perform import perform
from sleuth.app.requests import Assist, PossibleAnswers
from sleuth.app.results import AdviceResult
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History, Step


def advise(game: str, history: str = "") -> AdviceResult:
    advice: AdviceResult = perform(Assist(game, history), SERVED)
    return advice


GAMES = ["mastermind:pegs=2,colours=3", "number:numbers=9", "bulls-and-cows:length=2,symbols=4"]


def explained(game: Game, steps: list[Step]) -> int:
    """How many secrets explain some steps, by the plain law."""
    return sum(all(game.feedback(a, s) == f for a, f in steps) for s in game.secrets())


@settings(max_examples=trials(60), deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_repairs_are_those_of_brute_force(spec: str, data: st.DataObject) -> None:
    game = parse_game(spec)
    actions, secrets = list(game.actions()), list(game.secrets())
    answers = sorted({game.feedback(a, s) for a, s in product(actions, secrets)}, key=repr)
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(actions), st.sampled_from(answers)), min_size=2, max_size=4))
    history = History(tuple(Step(a, f) for a, f in pairs))
    assume(explained(game, list(history.steps)) == 0)
    found = {repair.step: repair for repair in repairs(game, history)}
    for place, (action, said) in enumerate(history):
        others = [step for i, step in enumerate(history) if i != place]
        right = {game.format_feedback(f) for f in answers if f != said and explained(game, [*others, Step(action, f)])}
        assert (place + 1 in found) == bool(right)
        if right:
            assert set(found[place + 1].answers) == right
            assert found[place + 1].candidates == explained(game, others)


def test_a_contradiction_says_which_answer_to_check() -> None:
    told = advise("number", "50=lower;60=higher")
    assert told.contradiction is not None
    assert told.contradiction.step == 2
    assert told.action is None
    assert [repair.step for repair in told.contradiction.repairs] == [2, 1]
    assert "if the answer to 60 was lower rather than higher" in told.contradiction.repairs[0].text


def test_hard_mode_is_repaired_too() -> None:
    told = advise("wordle:hard=true", "crane=g----;cloud=-----")
    assert told.contradiction is not None
    assert {repair.step for repair in told.contradiction.repairs} == {1, 2}


def test_advice_of_a_consistent_history() -> None:
    told = advise("mastermind", "0011=1.0")
    assert told.candidates == 256
    assert told.action is not None
    assert told.contradiction is None
    solved = advise("number:numbers=3", "2=lower;1=equal")
    assert solved.solved
    assert solved.secret == "1"
    assert solved.action is None


def test_answers_are_those_that_may_come() -> None:
    answers = perform(PossibleAnswers("mastermind:pegs=2,colours=3", "01"))
    game = parse_game("mastermind:pegs=2,colours=3")
    assert set(answers) == {game.format_feedback(game.feedback((0, 1), s)) for s in game.secrets()}


@pytest.mark.parametrize("history", ["x", "0011", "0011=9.9", "=", ";".join(["0011=1.0"] * 501), "0=0" * 10_000])
def test_what_is_no_history(history: str) -> None:
    with pytest.raises(SleuthError):
        advise("mastermind", history)


def test_a_sample_is_repaired_too() -> None:
    """The game is too large to be listed, so its repairs are those of the samples that were asked for."""
    history = "00112233=8.0;44556677=8.0"
    advice: AdviceResult = perform(Assist("mastermind:pegs=8,colours=9", history, belief="sampled"))
    assert advice.contradiction is not None
    assert advice.contradiction.step == 2
    assert advice.action is None
