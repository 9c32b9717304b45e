"""The story of a play: skill and luck, each move with its class and the reason, and the best line beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Any

from sleuth.app.assist import Trail
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.play import Play
from sleuth.app.requests import BestLine, StoryOfHistory
from sleuth.app.requests import Story as StoryRequest
from sleuth.app.results import LineResult
from sleuth.app.review import best_line
from sleuth.app.specs import read_game, read_history, read_record, read_strategy
from sleuth.app.story_results import StoryMoveResult, StoryResult
from sleuth.app.views import found, picture_of
from sleuth.belief.base import InformationSet
from sleuth.core.capabilities import Reserve
from sleuth.core.errors import ContradictionError, SleuthError, StarvedError
from sleuth.core.game import Game
from sleuth.core.game_spec import spec_of
from sleuth.core.history import History
from sleuth.core.offers import rows_of, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.spec import spec_head
from sleuth.core.tables import answer_after
from sleuth.core.text import capital
from sleuth.lab.grading import GradedMove, Grades, grade
from sleuth.lab.story import TITLES, MoveStory, StoryStep, luck_text, skill_text
from sleuth.lab.story import headline as plain_headline
from sleuth.lab.story import story as told_story
from sleuth.play.oracles import Human, read_secret
from sleuth.play.record import Record
from sleuth.show.plain import amount
from sleuth.show.spoken import spoken, spoken_answer, spoken_secret
from sleuth.strategies.base import Strategy

Pair = tuple[InformationSet, InformationSet]
"""What was known before a step, and after it."""


def story(request: StoryRequest, bounds: Bounds = OPEN, progress: Progress = silent) -> StoryResult:
    """The story of a recorded play."""
    record = read_record(request.record, bounds)
    over = record.solved or request.given_up
    if request.finished and not over:
        raise ConflictError("the story is told once a play is over")
    play = Play.read(record, request.dice)
    telling = _Telling(record, play.sets[0], tuple(pairwise(play.sets)), over, request.draw is not None)
    line = _line(request, bounds, progress) if over else None
    return telling.result(read_strategy(request.strategy, record.game, bounds), request.strategy, line, progress)


def story_of_history(request: StoryOfHistory, bounds: Bounds = OPEN, progress: Progress = silent) -> StoryResult:
    """The story of a play that was made elsewhere, as far as it can be explained."""
    game = read_game(request.game, bounds)
    strategy = read_strategy(request.strategy, game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    if not history.steps:
        raise RefusedError("there is nothing to tell yet: give what was asked and answered, as A=F;A=F")
    pairs, beyond, note = _pairs(game, history)
    steps = History(history.steps[: len(pairs)])
    start, last = (pairs or beyond)[0][0], (beyond or pairs)[-1][1]
    secret = last.candidates(1)[0] if last.over else None
    if secret is None and request.secret:
        secret, listed = _named(game, start, request.secret)
        by_set = listed and last.exact and not note
        if not (last.probability(secret) > 0 if by_set else _explains(game, secret, history)):
            raise RefusedError(f"{spoken_secret(game, secret)} does not fit these answers; check it, and them")
        note = note if listed or note else f"{capital(spoken_secret(game, secret))} is not in my list."
    record = Record(game, steps, player="", oracle=Human.name, secret=secret, solved=last.over)
    rest = zip(history.steps[len(pairs) :], beyond, strict=True) if beyond else ()
    after = [StoryStep(before, *step, then) for step, (before, then) in rest]
    over = last.over or secret is not None or len(pairs) + len(beyond) >= (rows_of(game) or inf)
    telling = _Telling(record, start, pairs, over, request.draw is not None, note, after)
    line = None
    if secret is not None and not note:
        asked = BestLine(replace(record, oracle="truthful"), request.strategy, given_up=True)
        line = _line(asked, bounds, progress)
    return telling.result(strategy, request.strategy, line, progress)


def _line(request: StoryRequest | BestLine, bounds: Bounds, progress: Progress) -> LineResult | None:
    """The best line, where it can be told."""
    asked = BestLine(request.record, request.strategy, request.dice, request.given_up)
    try:
        return best_line(asked, bounds, progress)
    except SleuthError:
        return None


def _pairs(game: Game, history: History) -> tuple[list[Pair], list[Pair], str]:
    """The sets before and after each step, where words of no list may be asked; and why they end, if they do.

    Then come the sets of the steps that only a secret of no list explains, if one does.
    """
    reserve, pairs = game.offers(Reserve), list[Pair]()
    for number, (action, feedback) in enumerate(history):
        past = History(history.steps[:number])
        asked = "" if reserve is None or reserve.lists([action]) else game.format_action(action)
        walk = Trail.along(game, past, asked)
        try:
            if walk.contradiction:
                raise RefusedError(walk.contradiction)
            before = walk.sets[-1]
            pairs.append((before, before.observe(action, feedback)))
        except (ContradictionError, StarvedError, RefusedError) as error:
            beyond = [] if reserve is None else _beyond(game, history, number)
            if not pairs and not beyond:
                raise
            place = f"step {number + 1}, {spoken(game, action)},"
            why = str(error) if reserve is None else f"no {game.noun} that I know as likely fits the answers"
            if beyond and beyond[-1][1].over:
                place, why = f"step {number + 1}", f"{spoken(game, history.steps[-1].action)} is not in my list"
            return pairs, beyond, f"From {place} on nothing is graded: {why}."
    return pairs, [], ""


def _named(game: Game, start: InformationSet, text: str) -> tuple[Any, bool]:
    """The secret that somebody names, and whether it is listed."""
    try:
        return read_secret(game, start, text), True
    except SleuthError:
        reserve = game.offers(Reserve)
        if reserve is None:
            raise
        return reserve.parse_any(text), False


def _explains(game: Game, secret: Any, history: History) -> bool:
    """Whether a secret gives all these answers, where they are true."""
    steps = history.steps
    return not truthful(game) or all(
        answer_after(game, History(steps[:place]), action, secret) == feedback
        for place, (action, feedback) in enumerate(steps)
    )


def _beyond(game: Game, history: History, number: int) -> list[Pair]:
    """The sets of the steps after so many, if a secret of no list explains all of them; else none."""
    walk = Trail.along(game, history)
    return [] if walk.contradiction else list(pairwise(walk.sets[number:]))


@dataclass(frozen=True)
class _Telling:
    """A play that is told."""

    record: Record
    start: InformationSet
    pairs: Sequence[tuple[InformationSet, InformationSet]]
    over: bool
    pictures: bool
    note: str = ""
    ungraded: Sequence[StoryStep] = ()
    """The steps after the graded ones, which only a secret of no list explains."""

    def result(self, strategy: Strategy, named: str, line: LineResult | None, progress: Progress) -> StoryResult:
        record, game = self.record, self.record.game
        grades = grade(record, self.start, strategy=strategy if named else None, sets=self.pairs, progress=progress)
        steps = [
            StoryStep(before, action, feedback, after)
            for (action, feedback), (before, after) in zip(record.history, self.pairs, strict=True)
        ]
        told = told_story(grades, steps, self.over)
        sets = [self.start, *(after for _, after in self.pairs)]
        moves = [self._move(*one, grades) for one in zip(grades.moves, steps, told.moves, strict=True)]
        headline = told.headline
        for number, step in enumerate(self.ungraded, len(steps) + 1):
            moves.append(self._ungraded(number, step))
            headline = plain_headline(game, number, record.solved, self.over)
        return StoryResult(
            game=spec_of(game),
            strategy=str(strategy),
            name=spec_head(spec_of(game))[0].partition("@")[0],
            player=record.player,
            noun=game.noun,
            goal=game.goal.value,
            solved=grades.solved,
            over=self.over,
            rows=rows_of(game),
            **found(game, record.secret if self.over else None, self.pictures),
            headline=headline,
            lead=told.lead,
            skill=grades.skill if grades.moves else None,
            skill_text=skill_text(grades.skill) if grades.moves else "",
            luck=grades.luck if grades.moves else None,
            luck_text=luck_text(grades.luck) if grades.moves else "",
            unit=grades.unit,
            measured=grades.measured,
            moves=moves,
            turning_point=told.turning_point,
            chart=[_possible(self.start), *(move.left for move in moves)],
            best_chart=[] if line is None else [_possible(self.start), *(step.candidates for step in line.steps)],
            exact=all(info.exact for info in sets),
            line=line,
            notes=[*filter(None, [self.note]), *grades.notes],
        )

    def _move(self, move: GradedMove, step: StoryStep, told: MoveStory, grades: Grades) -> StoryMoveResult:
        game, better = step.info.game, told.better
        return StoryMoveResult(
            **self._made(move.step, step),
            before=_possible(step.info),
            left=_possible(step.after),
            left_text="Solved" if step.after.over else f"{amount(_possible(step.after), step.after.exact)} left",
            kind=told.kind,
            title=TITLES[told.kind],
            sentence=told.sentence,
            better=None if better is None else game.format_action(better),
            better_spoken="" if better is None else spoken(game, better),
            better_picture="" if better is None else self._picture(game, "action", better),
            mark=move.mark,
            bits=move.bits,
            best_bits=move.best_bits,
            gained=move.gained,
            lost=getattr(move, f"inaccuracy_{grades.unit}") or 0.0,
            luck=getattr(move, f"luck_{grades.luck_unit}") or 0.0,
        )

    def _ungraded(self, number: int, step: StoryStep) -> StoryMoveResult:
        """A move of which nothing can be said but that no listed secret explains its answer."""
        game, right = self.record.game, step.after.over
        named = f"{spoken(game, step.action)} is not in my list." if right else ""
        return StoryMoveResult(
            **self._made(number, step),
            before=0 if number > len(self.pairs) + 1 else _possible(step.info),
            left=int(right),
            left_text="Solved" if right else "none of my list left",
            kind="ungraded",
            title=TITLES["ungraded"],
            sentence=named or f"No {game.noun} of my list fits the answers any more.",
            mark="",
            bits=0.0,
            best_bits=0.0,
            gained=0.0,
            lost=0.0,
            luck=0.0,
        )

    def _made(self, number: int, step: StoryStep) -> dict[str, Any]:
        """The fields of a move that say what was asked and answered."""
        game = self.record.game
        return {
            "step": number,
            "action": game.format_action(step.action),
            "feedback": game.format_feedback(step.feedback),
            "spoken": spoken(game, step.action),
            "spoken_answer": spoken_answer(game, step.action, step.feedback),
            "picture": self._picture(game, "action", step.action),
            "answer_picture": self._picture(game, "feedback", step.feedback),
        }

    def _picture(self, game: Game, kind: str, value: object) -> str:
        return picture_of(game, kind, value) if self.pictures else ""


def _possible(info: InformationSet) -> int:
    """How many secrets are possible; by estimate, where only a sample is held."""
    return info.size if info.exact or info.estimated_size is None else round(info.estimated_size)
