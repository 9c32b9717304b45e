"""The best line: the same secret, the same dice, and never better than it can be."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app.assist import decide
from sleuth.app.errors import ConflictError
from sleuth.app.perform import perform
from sleuth.app.requests import BestLine
from sleuth.app.specs import read_strategy
from sleuth.belief.begin import begin
from sleuth.core.game_spec import parse_game
from sleuth.play.record import Record
from sleuth.solve import solve

SMALL = "mastermind:pegs=3,colours=4"
LIES = "mastermind:pegs=2,colours=4@lies:most=1"


def over(plays: Any, game: str, secret: str = "", oracle: str = "", *actions: str, name: str = "") -> str:
    record = plays.start(game, oracle, secret, seed=2)
    for action in actions:
        record = plays.ask(record, action, name)
    return plays.give_up(record)


def test_the_optimum_of_every_secret(plays: Any) -> None:
    """The lines of all secrets together take as many steps as the solver says is least."""
    made = parse_game(SMALL)
    total = 0
    for secret in made.secrets():
        found = plays.best_line(over(plays, SMALL, made.format_secret(secret)), given_up=True)
        assert (found.strategy, found.optimal, found.solved) == ("optimal", True, True)
        assert found.steps[-1].action == made.format_secret(secret)
        assert found.steps[-1].candidates == 1
        total += len(found.steps)
    assert total == solve(made).total == 206


def test_the_book_is_used(plays: Any) -> None:
    found = plays.best_line(over(plays, "mastermind", "4152"), given_up=True)
    assert found.optimal
    assert found.solved


@pytest.mark.parametrize(
    "game",
    ["hangman:lengths=6", "battleship:size=4,fleet=2-2", "bulls-and-cows:length=4,symbols=7", "wordle", "ulam", LIES],
)
def test_elsewhere_the_strategy_of_the_play(plays: Any, game: str) -> None:
    record = over(plays, game)
    found = plays.best_line(record, given_up=True)
    play = Record.parse(record)
    info = begin(play.game)
    assert not found.optimal
    assert found.strategy == plays.look(record).strategy
    for step in found.steps:
        action = play.game.parse_action(step.action)
        assert action == decide(info, read_strategy(found.strategy, play.game)).action
        info = info.observe(action, play.game.parse_feedback(step.feedback, action))
        assert info.size == step.candidates
    assert info.over
    assert found.solved
    json.dumps(asdict(found), allow_nan=False)


def test_another_strategy(plays: Any) -> None:
    record = over(plays, "battleship:size=4,fleet=2-2")
    assert plays.best_line(record, "random", given_up=True).strategy == "random"


@pytest.mark.parametrize("name", ["one", "two", "three", "four"])
def test_the_same_dice(plays: Any, name: str) -> None:
    """Whoever asks what the line asks hears what the line hears: lies too."""
    found = plays.best_line(over(plays, LIES, "12"), "entropy", name, True)
    assert found.notes == ["The oracle throws the same dice as in your play for the same question at the same step."]
    record = plays.start(LIES, "lying", "12")
    for step in found.steps:
        record = plays.ask(record, step.action, name)
    assert [asdict(step) for step in plays.look(record).steps] == [asdict(step) for step in found.steps]
    assert plays.look(record).solved


def test_some_of_these_dice_lie(plays: Any) -> None:
    made = parse_game(LIES)
    lies = 0
    for name in ("one", "two", "three", "four"):
        for step in plays.best_line(over(plays, LIES, "12"), "entropy", name, True).steps:
            action = made.parse_action(step.action)
            lies += step.feedback != made.format_feedback(made.feedback(action, made.parse_secret("12")))
    assert lies > 0


@pytest.mark.parametrize("game", [SMALL, LIES])
def test_an_evasive_oracle_settles(plays: Any, game: str) -> None:
    record = over(plays, game, "", "adversarial", "0" * (3 if game == SMALL else 2))
    found = plays.best_line(record, given_up=True)
    secret = plays.look(record, given_up=True).secret
    assert found.notes[0].startswith(f"The oracle evaded you, and settled on {secret} ")
    assert found.steps[-1].action == secret
    assert found.solved


def test_only_once_it_is_over(plays: Any) -> None:
    for record in (plays.start(SMALL), plays.start(SMALL, "adversarial")):
        with pytest.raises(ConflictError, match="once a play is over"):
            plays.best_line(record)


def test_a_line_that_takes_too_long(plays: Any) -> None:
    record = over(plays, "wordle", "abbey")
    found = perform(BestLine(record, given_up=True), replace(SERVED, line_seconds=1e-9))
    assert not found.solved
    assert found.notes == ["The line was stopped after 0 steps: it took too long."]


def test_a_strategy_that_cannot_play_it(plays: Any) -> None:
    found = plays.best_line(over(plays, "hangman:lengths=6"), "berlekamp", given_up=True)
    assert not found.solved
    assert found.notes[0].startswith("The line ends here: ")
