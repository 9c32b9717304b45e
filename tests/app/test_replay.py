"""A play gone through again: its boards, other moves, other ways from a step."""

from __future__ import annotations

import pytest

from sleuth import game_names
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.play import PlayChange
from sleuth.app.replay import (
    EmojiGrid,
    MoveTrial,
    MoveTrialResult,
    StepBoard,
    StepWords,
    Variation,
    VariationOfHistory,
)
from sleuth.app.requests import Ask, Drawing, GiveUp, Hint, Look, Start, Story
from sleuth.core.errors import ActionError
from sleuth.play.record import Record

WORDLE = "slate=g--y-;short=g-g-y;stony=ggg--;stoic=ggggg"
CLASSES = ("best", "slip", "miss", "lucky")
SMALL = "mastermind:pegs=2,colours=4"


def over(game: str, *actions: str, secret: str = "", oracle: str = "") -> str:
    record = perform(Start(game, oracle, secret=secret, seed=1)).record
    for action in actions:
        record = perform(Ask(record, action=action)).record
    return str(record)


def test_the_board_of_each_step() -> None:
    for steps in range(5):
        board = perform(StepBoard("wordle", WORDLE, steps, classes=CLASSES)).board
        assert board.count(" was answered ") == steps
        assert board.count('class="faded"') == 4 - steps
        assert "tabindex" not in board


def test_a_better_move_on_the_board() -> None:
    board = perform(StepBoard("wordle", WORDLE, 2, draw=Drawing(hint="pinot", still=True))).board
    assert "The hint is PINOT" in board
    assert "faded" not in board


def test_the_secret_is_on_the_last_board_alone() -> None:
    request = "mastermind", "0011=1.0;0234=0.2"
    assert "The secret is 4152" in perform(StepBoard(*request, 2, "4152")).board
    assert "4152" not in perform(StepBoard(*request, 1, "4152")).board


def test_steps_that_are_not_there() -> None:
    with pytest.raises(RefusedError, match="this play has 4 steps"):
        perform(StepBoard("wordle", WORDLE, 5))


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_boards_words_and_a_grid(name: str) -> None:
    record = perform(Start(name, seed=1)).record
    for _ in range(2):
        record = perform(Ask(record, action=str(perform(Hint(record)).action))).record
    play = perform(Look(record))
    history = ";".join(f"{step.action}={step.feedback}" for step in play.steps)
    board = perform(StepBoard(play.game, history, 1, classes=("good", "miss"))).board
    assert board.startswith("<svg")
    assert board.count(" was answered ") == 1
    assert len(perform(StepWords(play.game, history)).steps) == 2
    assert 1 <= len(perform(EmojiGrid(play.game, history))) <= 2


def trial(action: str, history: str = "slate=g--y-;short=g-g-y", played: str = "stony") -> MoveTrialResult:
    result: MoveTrialResult = perform(MoveTrial("wordle", history, action, played, "gipon"))
    return result


def test_moves_are_tried() -> None:
    assert trial("gipon").kind == "best"
    assert trial("stoic").kind == "better"
    assert trial("stony").kind == "same"
    assert trial("stony").sentences[0] == "STONY is what was played. Something better is possible."
    assert trial("zesty", played="stoic").kind == "worse"
    assert "Of 8 words it leaves" in trial("gipon").sentences[1]


def test_moves_that_may_not_be_tried() -> None:
    with pytest.raises(ActionError):
        trial("xxxxx")


@pytest.mark.parametrize(
    "game",
    [
        "mastermind:pegs=3,colours=4",
        pytest.param("wordle", marks=pytest.mark.heavy),
        "battleship:size=5,fleet=2-3",
        "number",
    ],
)
def test_the_better_move_of_a_story_is_found_to_be_best(game: str) -> None:
    """What the story names as better is the best that there is when it is tried."""
    first = {
        "wordle": ("fuzzy", "civic"),
        "number": ("1", "2"),
        "mastermind": ("000", "111"),
        "battleship": ("1,1", "5,5"),
    }
    record = over(game, *first[game.partition(":")[0]])
    story = perform(Story(perform(GiveUp(record)).record, given_up=True))
    better = [move for move in story.moves if move.better]
    assert better
    for move in better:
        before = ";".join(f"{one.action}={one.feedback}" for one in story.moves[: move.step - 1])
        tried = perform(MoveTrial(story.game, before, move.better, move.action, move.better))
        assert tried.kind == "best"
        again = perform(MoveTrial(story.game, before, move.action, move.action, move.better))
        assert again.kind == "same"


def test_another_way_from_a_step() -> None:
    record = over(SMALL, "00", "11", "12", secret="12")
    change: PlayChange = perform(Variation(record, step=2))
    made = Record.parse(change.record)
    assert (len(made.history), made.secret, made.solved) == (1, (1, 2), False)
    assert change.play.secret is None
    assert perform(Ask(change.record, action="12")).play.solved


def test_the_secret_of_a_variation_is_hidden() -> None:
    change = perform(Variation(over(SMALL, "00", "12", secret="12"), step=1))
    assert "12" not in change.record.replace("sleuth record 1", "")
    assert "12" not in str(change.play.as_json()["steps"])


def test_one_who_evaded_holds_on_to_the_secret() -> None:
    """At the end it has settled on one; that is what one tries again to find."""
    given_up = perform(GiveUp(over(SMALL, "00", oracle="adversarial"))).record
    change = perform(Variation(given_up, given_up=True, step=1))
    made = Record.parse(change.record)
    assert made.oracle == "truthful"
    assert made.secret == Record.parse(given_up).secret


def test_a_play_that_goes_on_has_no_variation() -> None:
    with pytest.raises(ConflictError, match="once a play is over"):
        perform(Variation(over(SMALL, "00", secret="12"), step=1))
    with pytest.raises(RefusedError, match="this play has 1 steps"):
        perform(Variation(over(SMALL, "12", secret="12"), step=2))


def test_a_variation_of_a_game_elsewhere() -> None:
    made = Record.parse(perform(VariationOfHistory("wordle", WORDLE, 3)).record)
    assert (len(made.history), made.secret) == (2, "stoic")
    with pytest.raises(ConflictError, match="is not known"):
        perform(VariationOfHistory("wordle", "slate=g--y-", 1))
    with pytest.raises(RefusedError, match="cannot be tried again here"):
        perform(VariationOfHistory("wordle", "zzzzz=-----;stoic=ggggg", 1))
