"""Help with a game that is played elsewhere: what to ask next and why, or which answer to check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import Assist, Drawing, Feedback, PossibleAnswers
from sleuth.app.results import AdviceResult, ContradictionResult, FeedbackResult, RepairResult
from sleuth.app.set_cache import set_after
from sleuth.app.specs import read_game, read_history, read_strategy
from sleuth.app.views import NO_KNOWLEDGE, knowledge, no_suggestion, steps_along, suggestion, svg_of
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, ContradictionError, StarvedError
from sleuth.core.game import Feedback as Answer
from sleuth.core.game import Game
from sleuth.core.history import History, Step
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import constrained, sequential
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import answer_after
from sleuth.core.text import plural
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision

MAX_NAMED = 8
"""How many other answers are named for a step."""
MAX_TRIED = 200
"""How many other answers are tried for a step of a sequential game."""


def assist(request: Assist, bounds: Bounds = OPEN, progress: Progress = silent) -> AdviceResult:
    """What to ask after a history, and why; or what is wrong with it."""
    return consult(request, bounds, progress).result(request.draw)


@dataclass(frozen=True, eq=False)
class Consultation:
    """A history and what is known after it."""

    strategy: Strategy
    history: History
    sets: list[InformationSet]
    """The sets along the history, as far as it can be explained."""
    contradiction: str = ""
    """Why it cannot be explained further, if it cannot."""
    limit: Limit = UNLIMITED
    belief: str = "auto"
    seed: int = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.sets[0].game

    @property
    def info(self) -> InformationSet:
        """What is known after the last step that can be explained."""
        return self.sets[-1]

    @cached_property
    def decision(self) -> Decision | None:
        """What to ask; nothing where the play is over, or was never possible."""
        if self.info.over or self.contradiction:
            return None
        return decide(self.info, self.strategy, self.limit, self.seed)

    def result(self, draw: Drawing | None = None) -> AdviceResult:
        """Plain values. The board has the suggestion marked."""
        game, info, decision = self.game, self.info, self.decision
        solved = info.over and not self.contradiction
        secret = game.format_secret(info.candidates(1)[0]) if solved else None
        if draw is not None and decision is not None:
            draw = replace(draw, hint=draw.hint or decision.chosen.text)
        elif draw is not None and self.contradiction:
            draw = replace(draw, still=True)
        reason = f"Solved: the secret is {secret}." if solved else "These answers contradict each other."
        return AdviceResult(
            game=str(game),
            strategy=str(self.strategy),
            history=self.history.format(game),
            goal=game.goal.value,
            **(NO_KNOWLEDGE if self.contradiction else knowledge(info)),
            **(no_suggestion(reason) if decision is None else suggestion(decision)),
            steps=steps_along(self.sets),
            start_entropy=self.sets[0].entropy,
            solved=solved,
            secret=secret,
            contradiction=self._contradiction() if self.contradiction else None,
            board=svg_of(info, draw),
        )

    def _contradiction(self) -> ContradictionResult:
        return ContradictionResult(
            step=len(self.sets),
            text=self.contradiction,
            repairs=repairs(self.game, self.history, self.belief, self.seed),
        )


def consult(request: Assist, bounds: Bounds = OPEN, progress: Progress = silent) -> Consultation:
    """The sets along a history, as far as it can be explained."""
    game = read_game(request.game, bounds)
    strategy = read_strategy(request.strategy, game, bounds)
    history = read_history(game, request.history, bounds)
    sets = [set_after(game, None, request.belief, request.seed, progress)]
    contradiction = ""
    for number in range(1, len(history) + 1):
        try:
            sets.append(set_after(game, History(history.steps[:number]), request.belief, request.seed))
        except (ContradictionError, StarvedError) as error:
            contradiction = str(error)
            break
    return Consultation(strategy, history, sets, contradiction, bounds.decision, request.belief, request.seed)


def decide(info: InformationSet, strategy: Strategy, limit: Limit = UNLIMITED, seed: int = 0) -> Decision:
    """What a strategy asks; the same each time."""
    return strategy.decide(info, rng=np.random.default_rng(seed), limit=limit)


def feedback(request: Feedback, bounds: Bounds = OPEN, progress: Progress = silent) -> FeedbackResult:
    """The law: what a truthful oracle with this secret answers, after a history where that matters."""
    game = read_game(request.game, bounds)
    secret, action = game.parse_secret(request.secret), game.parse_action(request.action)
    answer = answer_after(game, read_history(game, request.history, bounds), action, secret)
    return FeedbackResult(feedback=game.format_feedback(answer))


def answers(request: PossibleAnswers, bounds: Bounds = OPEN, progress: Progress = silent) -> list[str]:
    """Every answer that the oracle may give to an action now, the likeliest first: buttons for a person to press."""
    game = read_game(request.game, bounds)
    info = set_after(game, read_history(game, request.history, bounds))
    action = game.parse_action(request.action)
    info.check_action(action)
    ordered = sorted(info.children(action), key=lambda part: (-part.probability, game.format_feedback(part.feedback)))
    return [game.format_feedback(part.feedback) for part in ordered]


# Answers that contradict each other.


def repairs(game: Game, history: History, belief: str = "auto", seed: int = 0) -> list[RepairResult]:
    """The single steps that may hold the mistake, those first that would leave most secrets possible."""

    def after(steps: tuple[Step, ...]) -> InformationSet | None:
        try:
            return set_after(game, History(steps), belief, seed)
        except (ContradictionError, StarvedError, ActionError):
            return None

    results = []
    for place in range(len(history)):
        answers, candidates = _other_answers(game, history, place, after)
        if answers:
            results.append(_repair(game, history.steps[place], place + 1, answers, candidates))
    return sorted(results, key=lambda repair: (-repair.candidates, repair.step))


def _other_answers(
    game: Game, history: History, place: int, after: Callable[[tuple[Step, ...]], InformationSet | None]
) -> tuple[list[Answer], int]:
    """The answers to one step that would agree with all others, and how many secrets they leave together."""
    steps, (action, answer) = history.steps, history.steps[place]
    if not sequential(game) and not constrained(game):
        # What is asked before or after makes no difference, so the step may as well be the last one.
        rest = after((*steps[:place], *steps[place + 1 :]))
        if rest is None:
            return [], 0
        return [child.feedback for child in rest.children(action) if child.feedback != answer], rest.size
    before = after(steps[:place])
    if before is None:
        return [], 0
    others: list[tuple[int, Answer]] = []
    for child in before.children(action, MAX_TRIED):
        changed = (*steps[:place], Step(action, child.feedback), *steps[place + 1 :])
        left = None if child.feedback == answer else after(changed)
        if left is not None:
            others.append((left.size, child.feedback))
    others.sort(key=lambda pair: -pair[0])
    return [feedback for _, feedback in others], sum(size for size, _ in others)


def _repair(game: Game, step: Step, number: int, answers: list[Answer], candidates: int) -> RepairResult:
    action, answer = game.format_action(step.action), game.format_feedback(step.feedback)
    texts = [game.format_feedback(feedback) for feedback in answers]
    named = " or ".join(texts) if len(texts) <= 3 else f"another, as {' or '.join(texts[:3])},"
    text = (
        f"Check step {number}: if the answer to {action} was {named} rather than {answer}, all answers agree "
        f"({plural(candidates, 'secret')} left without it)."
    )
    return RepairResult(
        step=number, action=action, feedback=answer, answers=texts[:MAX_NAMED], candidates=candidates, text=text
    )
