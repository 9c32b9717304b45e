"""A play that is over, gone through again: its board at any step, another move tried, another way from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from sleuth.app.assist import Trail
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.play import Play, PlayChange
from sleuth.app.requests import (
    About,
    ActionText,
    Board,
    Drawing,
    GameSpec,
    OptionalAction,
    PlayRequest,
    Request,
    SecretText,
    Steps,
    StrategySpec,
)
from sleuth.app.results import Result
from sleuth.app.specs import read_game, read_history, read_record, read_strategy
from sleuth.app.views import composed_of, picture_of, question_of, svg_of
from sleuth.belief.base import InformationSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action
from sleuth.core.history import History, Step
from sleuth.core.offers import truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.text import several
from sleuth.lab.grading import GradedMove
from sleuth.lab.grading import grade as grade_record
from sleuth.play.oracles import Human, evades, usual_oracle
from sleuth.play.record import Record
from sleuth.show.emoji import emoji_lines
from sleuth.show.plain import amount, odds
from sleuth.show.spoken import spoken, spoken_answer

EQUAL = 0.01
"""Moves that differ by less are as good as each other, as the marks of grades have it."""

StepNumber = Annotated[int, About("A step, from 1.", "count", 1)]


class StepBoard(Request, home="sleuth.app.replay:step_board"):
    """The board of a play as it was after some steps."""

    game: GameSpec
    history: Steps
    steps: Annotated[int, About("After so many steps; 0 for before play.", "count", 1)]
    secret: SecretText = ""
    classes: Annotated[tuple[str, ...], About("The class of each move, to be shown beside it.", "local")] = ()
    draw: Board = None


class StepBoardResult(Result):
    """A board, and the action that was put together on it."""

    board: str
    composed: str | None = None


class MoveTrial(Request, home="sleuth.app.replay:move_trial", slow=True):
    """Whether another move would have been better than the one that was made."""

    game: GameSpec
    history: Steps
    """What came before it."""
    action: ActionText
    played: ActionText
    better: OptionalAction = ""
    """A move that is known to be good."""


class MoveTrialResult(Result):
    """What is to be said of a move that was tried."""

    action: str
    spoken: str
    picture: str
    kind: str
    """`best`: as good as any; `better` than the one that was made; `same`; `worse`."""
    sentences: list[str]


class Variation(PlayRequest, home="sleuth.app.replay:variation", kw_only=True):
    """The same secret again, from a step on."""

    step: StepNumber


class VariationOfHistory(Request, home="sleuth.app.replay:variation_of_history", pure=False):
    """The same for a play that was made elsewhere."""

    game: GameSpec
    history: Steps
    step: StepNumber
    secret: SecretText = ""
    strategy: StrategySpec = ""


class StepWords(Request, home="sleuth.app.replay:step_words"):
    """The steps of a history as people say them."""

    game: GameSpec
    history: Steps


class SpokenStepResult(Result):
    """A step as people say it, with small drawings where there are some."""

    spoken: str
    picture: str
    spoken_answer: str
    answer_picture: str


class StepWordsResult(Result):
    """Steps as people say them."""

    steps: list[SpokenStepResult]


class EmojiGrid(Request, home="sleuth.app.replay:emoji_grid"):
    """A play as lines of emoji, which give nothing away but how it was answered."""

    game: GameSpec
    history: Steps


def step_board(request: StepBoard, bounds: Bounds = OPEN, progress: Progress = silent) -> StepBoardResult:
    """The board, still unless a drawing is asked for; then later rows are faint."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    info, draw = _set(request.game, history, request.steps, bounds), request.draw or Drawing(still=True)
    ended = request.steps == len(history) and request.secret and not info.over
    secret = game.parse_secret(request.secret) if ended else None
    later = history.steps[request.steps :] if request.draw is None else ()
    board = svg_of(info, draw, secret, classes=request.classes, later=later)
    return StepBoardResult(board=board, composed=composed_of(info, draw, elsewhere=True))


def _set(game: GameSpec, history: History, steps: int, bounds: Bounds) -> InformationSet:
    """What was known after some steps."""
    if not 0 <= steps <= len(history):
        raise RefusedError(f"this play has {len(history)} steps")
    walk = Trail.along(read_game(game, bounds), History(history.steps[:steps]))
    if walk.contradiction:
        raise RefusedError(walk.contradiction)
    return walk.sets[-1]


def move_trial(request: MoveTrial, bounds: Bounds = OPEN, progress: Progress = silent) -> MoveTrialResult:
    """The move, graded beside the one that was made."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    info = _set(game, history, len(history), bounds)
    action, played = info.game.parse_action(request.action), question_of(game, request.played)
    info.check_action(action, again=False)
    losses = _losses(info, action, played, info.game.parse_action(request.better) if request.better else action)
    kind = _kind(*losses)
    words = spoken(game, action)
    return MoveTrialResult(
        action=game.format_action(action),
        spoken=words,
        picture=picture_of(game, "action", action),
        kind=kind,
        sentences=[_verdict(kind, words, spoken(game, played)), *_figures(info, action)],
    )


def _losses(info: InformationSet, *actions: Action) -> list[float]:
    """What each move gives away, all in one unit."""
    graded = [_graded(info, action) for action in actions]
    for unit in ("inaccuracy_steps", "forgone_hits", "inaccuracy_bits"):
        losses = [getattr(move, unit) for move in graded]
        if all(loss is not None for loss in losses):
            return losses
    raise AssertionError("bits are always known")


def _graded(info: InformationSet, action: Action) -> GradedMove:
    """A move by itself. Its grade is what is expected of it, so that any answer will do."""
    answer = next(iter(info.children(action, 1))).feedback
    return grade_record(Record(info.game, History((Step(action, answer),)), player=""), info).moves[0]


def _kind(tried: float, played: float, best: float) -> str:
    if tried <= best + EQUAL:
        return "best"
    if abs(tried - played) <= EQUAL:
        return "same"
    return "better" if tried < played else "worse"


def _verdict(kind: str, tried: str, played: str) -> str:
    if kind == "best":
        return f"{tried} is as good as any."
    if tried == played:
        return f"{played} is what was played. Something better is possible."
    if kind == "better":
        return f"{tried} is better than {played}, and there is something better still."
    return f"{tried} is {'no better than' if kind == 'same' else 'not as good as'} {played}."


def _figures(info: InformationSet, action: Action) -> list[str]:
    """What the move could be expected to do."""
    outcomes = info.outcomes([action])
    if info.game.goal.finds:
        chance = float(outcomes.hit_probability[0])
        return [f"It finds something: {odds(chance)}."] if chance > 0 else ["It cannot find anything."]
    if not info.exact or not truthful(info.game):
        return []
    left, noun = float(outcomes.mean_left[0]), info.game.noun
    before = amount(info.size)
    return [f"Of {before} {several(noun) if info.size > 1 else noun} it leaves {amount(left, exact=False)} on average."]


def variation(request: Variation, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """A new play with the steps before one, and the secret hidden again."""
    record = read_record(request.record, bounds)
    if not (record.solved or request.given_up) or record.secret is None:
        raise ConflictError("one tries again once a play is over")
    return _again(record, request.step, request.strategy, request.dice, request.draw, bounds)


def variation_of_history(request: VariationOfHistory, bounds: Bounds = OPEN, progress: Progress = silent) -> PlayChange:
    """The same for a history: its secret is given, or found by it."""
    game = read_game(request.game, bounds)
    try:
        history = read_history(game, request.history, bounds)
        info = _set(game, history, len(history), bounds)
        if info.over and not request.secret:
            secret = info.candidates(1)[0]
        else:
            secret = game.parse_secret(request.secret) if request.secret else None
    except SleuthError as error:
        raise RefusedError(f"this cannot be tried again here: {error}") from error
    if secret is None:
        raise ConflictError("the secret of this game is not known, so it cannot be tried again")
    record = Record(game, history, oracle=Human.name, secret=secret, solved=True)
    return _again(record, request.step, request.strategy, "", None, bounds)


def _again(record: Record, step: int, strategy: str, dice: str, draw: Drawing | None, bounds: Bounds) -> PlayChange:
    if not 1 <= step <= len(record.history):
        raise RefusedError(f"this play has {len(record.history)} steps")
    oracle = usual_oracle(record.game) if evades(record.oracle) or record.oracle == Human.name else record.oracle
    history = History(record.history.steps[: step - 1])
    cut = replace(record, history=history, player="human", oracle=oracle, solved=False)
    play = Play.read(cut, dice)
    return PlayChange(str(cut), play.result(read_strategy(strategy, cut.game, bounds), draw=draw))


def step_words(request: StepWords, bounds: Bounds = OPEN, progress: Progress = silent) -> StepWordsResult:
    """Each step in words and pictures."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    return StepWordsResult(
        steps=[
            SpokenStepResult(
                spoken=spoken(game, action),
                picture=picture_of(game, "action", action),
                spoken_answer=spoken_answer(game, action, feedback),
                answer_picture=picture_of(game, "feedback", feedback),
            )
            for action, feedback in history
        ]
    )


def emoji_grid(request: EmojiGrid, bounds: Bounds = OPEN, progress: Progress = silent) -> list[str]:
    """A line for each step; several steps in one where each has one sign."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    walk = Trail.along(game, history)
    if walk.contradiction:
        raise RefusedError(walk.contradiction)
    return emoji_lines(game, history.steps, [info.size for info in walk.sets], walk.sets[-1].over)
