"""Help with a game that is played elsewhere: what to ask next and why, or which answer to check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.requests import PRESSED, SUGGESTED, Assist, Drawing, Feedback, MarkedAnswer, PossibleAnswers
from sleuth.app.results import (
    AdviceResult,
    AnswerFormResult,
    ContradictionResult,
    FeedbackResult,
    RepairResult,
)
from sleuth.app.set_cache import decide, set_after
from sleuth.app.specs import read_game, read_history, read_strategy
from sleuth.app.views import (
    composed_of,
    form_of,
    found,
    knowledge,
    likely,
    likely_one,
    marks_of,
    no_knowledge,
    no_suggestion,
    steps_along,
    suggestion,
    svg_of,
)
from sleuth.belief.base import InformationSet
from sleuth.core.capabilities import Reserve, WiderGame
from sleuth.core.errors import ActionError, ContradictionError, StarvedError
from sleuth.core.game import Action, Game
from sleuth.core.game import Feedback as Answer
from sleuth.core.history import History, Step
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import constrained, sequential
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import answer_after
from sleuth.core.text import plural
from sleuth.show.plain import contradiction_text
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision

MAX_RARER = 5
"""How many of the less likely secrets are named."""
NO_FAULT = "No word of my list fits these colours. That is no fault of yours:"
BEYOND = {
    "rare": "lists leave rare words out, and I go on with those.",
    "none": "no list has every word. I go on with the letters that are left; check the colours too.",
}
"""What is said where no listed secret fits."""
TRY, OPEN_LETTERS = "Try this one.", "It tests the letters that are still open."
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
    wider: WiderGame | None = None
    """The game that the last set is of, where no listed secret explains the history."""
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
        secret = info.candidates(1)[0] if solved else None
        form = None
        if draw is not None and decision is not None:
            draw, form = self._asking(draw, decision.chosen.text)
        elif draw is not None and self.contradiction:
            draw, form = self._asking_again(draw)
        elif draw is not None:
            draw = replace(draw, asked="")
        drawn = draw is not None
        shown = found(game, secret, drawn)
        reason = f"Solved: the secret is {shown['secret']}." if solved else "These answers contradict each other."
        headline = f"The {game.noun} is {shown['spoken_secret']}." if solved else f"No {game.noun} fits these answers."
        known = no_knowledge(game) if self.contradiction else knowledge(info, self.sets[0], drawn) | self._unlisted()
        return AdviceResult(
            game=str(game),
            strategy=str(self.strategy),
            history=self.history.format(game),
            goal=game.goal.value,
            **known,
            **(no_suggestion(reason, headline) if decision is None else self._suggestion(decision, drawn)),
            steps=steps_along(self.sets),
            start_entropy=self.sets[0].entropy,
            solved=solved,
            **shown,
            contradiction=self._contradiction() if self.contradiction else None,
            asked=draw.asked if draw is not None and form is not None else "",
            form=form,
            composed=composed_of(info, draw, elsewhere=True),
            board=svg_of(info, draw, elsewhere=True),
        )

    def _unlisted(self) -> dict[str, Any]:
        """The fields that say how likely it is that the secret is in no list, and what then."""
        reserve, info, wider = self.game.offers(Reserve), self.info, self.wider
        if reserve is None or info.over:
            return {} if wider is None else {"beyond": wider.beyond, "pattern": wider.pattern}
        unlisted = reserve.reserve(self.history)
        if wider is None or not wider.beyond:
            rarer = sorted(unlisted.rarer.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_RARER]
            return {
                "likely": likely(info, unlisted.listed),
                "rarer": [likely_one(self.game, s, chance) for s, chance in rarer],
                "reserve": 1.0 - unlisted.listed,
            }
        notes = [*info.notes, f"{NO_FAULT} {BEYOND[wider.beyond]}"]
        fields: dict[str, Any] = {"beyond": wider.beyond, "pattern": wider.pattern, "notes": notes}
        if wider.beyond == "rare":
            text = plural(info.size, f"rare {self.game.noun}")
            return fields | {"likely": likely(info, 1.0 - unlisted.none), "reserve": unlisted.none, "left_text": text}
        looks = f"The {self.game.noun} looks like {wider.pattern}"
        texts = {"examples": [wider.pattern], "left_text": looks, "size_text": looks}
        return fields | {"likely": [], "reserve": 1.0, **texts}

    def _suggestion(self, decision: Decision, drawn: bool) -> dict[str, Any]:
        """The fields of `SuggestionResult`; of letters in no list there is nothing to count."""
        fields = suggestion(decision, drawn)
        if self.wider is not None and self.wider.beyond == "none":
            return fields | {"headline": TRY, "why": [OPEN_LETTERS], "reasons": [OPEN_LETTERS]}
        if self.wider is not None and self.wider.beyond and self.info.size == 1:
            only = f"It is the only rare {self.game.noun} I know that fits."
            return fields | {"why": [only], "reasons": [only]}
        return fields

    def _asking(self, draw: Drawing, suggested: str) -> tuple[Drawing, AnswerFormResult]:
        """The drawing with the suggestion and the question that was asked, and how that is answered."""
        named = "" if draw.asked in (SUGGESTED, PRESSED) else draw.asked
        form = form_of(self.info, named or suggested)
        if draw.asked == SUGGESTED or (draw.asked == PRESSED and not form.places):
            named = suggested
        return replace(draw, hint=draw.hint or suggested, asked=named), form

    def _asking_again(self, draw: Drawing) -> tuple[Drawing, AnswerFormResult]:
        """The drawing with the answer that does not fit, to be given anew."""
        action, feedback = self.history.steps[len(self.sets) - 1]
        text = self.game.format_action(action)
        marks = draw.marks or marks_of(self.info, text, self.game.format_feedback(feedback))
        return replace(draw, asked=text, marks=marks, heat=False, hint=""), form_of(self.info, text)

    def _contradiction(self) -> ContradictionResult:
        found = repairs(self.game, self.history, self.belief, self.seed)
        advice = contradiction_text(self.game, [repair.spoken for repair in found])
        return ContradictionResult(step=len(self.sets), text=self.contradiction, advice=advice, repairs=found)


def consult(request: Assist, bounds: Bounds = OPEN, progress: Progress = silent) -> Consultation:
    """The sets along a history, as far as it can be explained."""
    game = read_game(request.game, bounds)
    strategy = read_strategy(request.strategy, game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    asked = "" if request.draw is None or request.draw.asked in (SUGGESTED, PRESSED) else request.draw.asked
    walk = Trail.along(game, history, asked, request.belief, request.seed, progress)
    return Consultation(strategy, history, *walk, bounds.decision, request.belief, request.seed)


class Trail(NamedTuple):
    """What is known along a history."""

    sets: list[InformationSet]
    contradiction: str = ""
    """Why it is explained no further, if it is not."""
    wider: WiderGame | None = None
    """The game of the last set, where it is not the one that was named."""

    @classmethod
    def along(
        cls,
        game: Game,
        history: History,
        asked: str = "",
        belief: str = "auto",
        seed: int = 0,
        progress: Progress = silent,
    ) -> Trail:
        """The sets as far as the history can be explained; `asked` may be asked of the last one.

        A wider game takes over where no listed secret explains the history, or no list has what was asked.
        """
        reserve = game.offers(Reserve)
        now = () if reserve is None or not asked else (reserve.parse_any(asked),)
        sets: list[InformationSet] = []
        for number in range(len(history) + 1):
            past, wider = History(history.steps[:number]), None
            also = now if number == len(history) else ()
            if reserve is None or reserve.lists([*(action for action, _ in past), *also]):
                try:
                    sets.append(set_after(game, past, belief, seed, progress))
                    continue
                except (ContradictionError, StarvedError) as error:
                    impossible = str(error)
            else:
                impossible = f"step {number} is impossible: no letters at all give all these answers; check them"
            wider = None if reserve is None else reserve.wider(past, also)
            if wider is None:
                return cls(sets, impossible)
            sets.append(set_after(wider.game, past))
        return cls(sets, "", wider)


def feedback(request: Feedback, bounds: Bounds = OPEN, progress: Progress = silent) -> FeedbackResult:
    """The law: what a truthful oracle with this secret answers, after a history where that matters."""
    game = read_game(request.game, bounds)
    secret, action = game.parse_secret(request.secret), game.parse_action(request.action)
    answer = answer_after(game, read_history(game, request.history, bounds), action, secret)
    return FeedbackResult(
        feedback=game.format_feedback(answer),
        spoken_question=spoken(game, action),
        spoken=spoken_answer(game, action, answer),
    )


def marked_answer(request: MarkedAnswer, bounds: Bounds = OPEN, progress: Progress = silent) -> FeedbackResult:
    """What signs on a board mean as an answer."""
    from sleuth.show.svg.answers import answer_form

    info, action = _question(request, bounds)
    return FeedbackResult(feedback=answer_form(info, action).feedback(request.marks))


def answers(request: PossibleAnswers, bounds: Bounds = OPEN, progress: Progress = silent) -> list[str]:
    """Every answer that the oracle may give to an action now, the likeliest first: buttons for a person to press."""
    info, action = _question(request, bounds)
    info.check_action(action)
    text = info.game.format_feedback
    ordered = sorted(info.children(action), key=lambda part: (-part.probability, text(part.feedback)))
    return [text(part.feedback) for part in ordered]


def _question(request: PossibleAnswers | MarkedAnswer, bounds: Bounds) -> tuple[InformationSet, Action]:
    """What is known after the history of a request, and the action that it names."""
    game = read_game(request.game, bounds)
    history = read_history(game, request.history, bounds, listed=False)
    walk = Trail.along(game, history, request.action)
    if walk.contradiction:
        raise RefusedError(walk.contradiction)
    info = walk.sets[-1]
    return info, info.game.parse_action(request.action)


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
        if not rest.is_legal(action):
            return [], 0
        return [child.feedback for child in rest.children(action) if child.feedback != answer], rest.size
    before = after(steps[:place])
    if before is None or not before.is_legal(action):
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
        step=number,
        action=action,
        feedback=answer,
        answers=texts[:MAX_NAMED],
        candidates=candidates,
        text=text,
        spoken=spoken(game, step.action),
        spoken_answers=[spoken_answer(game, step.action, feedback) for feedback in answers[:MAX_NAMED]],
    )
