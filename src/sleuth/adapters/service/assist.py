"""Help with a game that is played elsewhere: what to ask next, and which answer to check where they contradict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sleuth.adapters.service.answers import Advice, Contradiction, Repair
from sleuth.adapters.service.errors import RefusedError
from sleuth.adapters.service.limits import STEPS_MOST, TEXT_MOST
from sleuth.adapters.service.plays import board, decide, hint_of, left_of, steps_told
from sleuth.adapters.service.sets import set_after
from sleuth.adapters.service.specs import read_game, read_strategy
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, ContradictionError, StarvedError
from sleuth.core.game import Feedback, Game
from sleuth.core.history import History, Step
from sleuth.core.offers import constrained, sequential
from sleuth.core.tables import answer_after
from sleuth.core.text import plural
from sleuth.games.catalogue import spec_of

NAMED = 8
"""How many other answers are named for a step."""
TRIED = 200
"""How many other answers are tried for a step of a sequential game."""


def advise(game: str, history: str = "", strategy: str = "", draw: Mapping[str, Any] | None = None) -> Advice:
    """What to ask after a history, and why; or what is wrong with it."""
    made = read_game(game)
    player = read_strategy(strategy, made)
    steps = read_history(made, history)
    try:
        info = set_after(made, steps)
    except (ContradictionError, StarvedError) as error:
        return _contradicted(made, steps, str(player), error, draw)
    decision = None if info.over else decide(info, player)
    pointed = {} if decision is None else {"hint": decision.chosen.text}
    return Advice(
        game=spec_of(made),
        strategy=str(player),
        history=steps.format(made),
        goal=made.goal.value,
        steps=steps_told(made, steps),
        start_entropy=set_after(made, History()).entropy,
        solved=info.over,
        secret=made.format_secret(info.candidates(1)[0]) if info.over else None,
        left=left_of(info),
        hint=None if decision is None else hint_of(decision),
        contradiction=None,
        board="" if draw is None else board(info, None, {**pointed, **draw}),
    )


def feedback(game: str, action: str, secret: str, history: str = "") -> str:
    """The law: what a truthful oracle with this secret answers, after a history where that matters."""
    made = read_game(game)
    hidden, asked = made.parse_secret(secret), made.parse_action(action)
    return made.format_feedback(answer_after(made, read_history(made, history), asked, hidden))


def answers_to(game: str, history: str, action: str) -> list[str]:
    """Every answer that the oracle may give to an action now, the likeliest first: buttons for a person to press."""
    made = read_game(game)
    info = set_after(made, read_history(made, history))
    asked = made.parse_action(action)
    info.check_action(asked)
    ordered = sorted(info.children(asked), key=lambda part: (-part.probability, made.format_feedback(part.feedback)))
    return [made.format_feedback(part.feedback) for part in ordered]


def read_history(game: Game, text: str) -> History:
    """A history that is not too long."""
    if len(text) > TEXT_MOST:
        raise RefusedError(f"a history has at most {TEXT_MOST:,} signs, not {len(text):,}")
    steps = History.parse(game, text)
    if len(steps) > STEPS_MOST:
        raise RefusedError(f"a history has at most {STEPS_MOST} steps here, not {len(steps)}")
    return steps


def _contradicted(
    game: Game, history: History, strategy: str, error: Exception, draw: Mapping[str, Any] | None
) -> Advice:
    bad = _first_bad(game, history)
    before = History(history.steps[: bad - 1])
    return Advice(
        game=spec_of(game),
        strategy=strategy,
        history=history.format(game),
        goal=game.goal.value,
        steps=steps_told(game, before),
        start_entropy=set_after(game, History()).entropy,
        solved=False,
        secret=None,
        left=None,
        hint=None,
        contradiction=Contradiction(bad, str(error), repairs(game, history)),
        board="" if draw is None else board(set_after(game, before), None, {**draw, "still": True}),
    )


def _first_bad(game: Game, history: History) -> int:
    """The number of the first step that nothing explains."""
    for number in range(1, len(history) + 1):
        if _after(game, history.steps[:number]) is None:
            return number
    return len(history)


def repairs(game: Game, history: History) -> list[Repair]:
    """The single steps that may hold the mistake, those first that would leave most secrets possible."""
    found = []
    for place in range(len(history)):
        answers, candidates = _instead(game, history, place)
        if answers:
            found.append(_repair(game, history.steps[place], place + 1, answers, candidates))
    return sorted(found, key=lambda repair: (-repair.candidates, repair.step))


def _instead(game: Game, history: History, place: int) -> tuple[list[Feedback], int]:
    """The answers to one step that would agree with all others, and how many secrets they leave together."""
    steps, (action, said) = history.steps, history.steps[place]
    if not sequential(game) and not constrained(game):
        # What is asked before or after makes no difference, so the step may as well be the last one.
        rest = _after(game, (*steps[:place], *steps[place + 1 :]))
        if rest is None:
            return [], 0
        return [child.feedback for child in rest.children(action) if child.feedback != said], rest.size
    before = _after(game, steps[:place])
    if before is None:
        return [], 0
    kept: list[tuple[int, Feedback]] = []
    for child in before.children(action, TRIED):
        changed = (*steps[:place], Step(action, child.feedback), *steps[place + 1 :])
        after = None if child.feedback == said else _after(game, changed)
        if after is not None:
            kept.append((after.size, child.feedback))
    kept.sort(key=lambda pair: -pair[0])
    return [feedback for _, feedback in kept], sum(size for size, _ in kept)


def _after(game: Game, steps: tuple[Step, ...]) -> InformationSet | None:
    try:
        return set_after(game, History(steps))
    except (ContradictionError, StarvedError, ActionError):
        return None


def _repair(game: Game, step: Step, number: int, answers: list[Feedback], candidates: int) -> Repair:
    asked, said = game.format_action(step.action), game.format_feedback(step.feedback)
    texts = [game.format_feedback(feedback) for feedback in answers]
    named = " or ".join(texts) if len(texts) <= 3 else f"another, as {' or '.join(texts[:3])},"
    text = (
        f"Check step {number}: if the answer to {asked} was {named} rather than {said}, all answers agree "
        f"({plural(candidates, 'secret')} left without it)."
    )
    return Repair(number, asked, said, texts[:NAMED], candidates, text)
