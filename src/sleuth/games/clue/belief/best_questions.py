"""The most promising of many questions, and what they are worth: exactly, where that does not take too long."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np

from sleuth.belief.seat_set import ActionBits
from sleuth.games.clue.belief.question_values import Asking, QuestionValue
from sleuth.games.clue.belief.sampled import Cuts, cuts, questions_of
from sleuth.games.clue.rules.actions import CardQuestion
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.errors import TooManyWorldsError
from sleuth.kernels.arrays import Floats

WORLDS = 1000
"""On these it is chosen what is worth a closer look."""
CANDIDATES = 6
"""Questions of which it is worked out what they are worth."""
MANY_WORLDS = 20_000
"""On these it is estimated, where an exact count would take too long."""
MAX_WORK = 1e7
"""Pairs of hands to be joined for one answer."""


def best_values(
    asking: Asking, questions: Iterable[Cards], promise: Callable[[Cuts], Floats], rng: np.random.Generator
) -> dict[Cards, QuestionValue]:
    """What the questions are worth that promise most on a few worlds.

    Questions that nothing but their names tells apart are worth the same: the first speaks for all.
    """
    game, position = asking.position.game, asking.position
    kinds: dict[Hashable, Cards] = {}
    for question in questions:
        kinds.setdefault(asking.kind(question), question)
    found = list(kinds.values())
    if len(found) > CANDIDATES:
        rough = promise(cuts(game, asking.asker, found, position.samples(WORLDS, rng), rng))
        found = [found[k] for k in np.argsort(-rough, kind="stable")[:CANDIDATES].tolist()]
    try:
        values = [asking.value(question, MAX_WORK) for question in found]
    except TooManyWorldsError:
        values = cuts(game, asking.asker, found, position.samples(MANY_WORLDS, rng), rng).values()
    return dict(zip(found, values, strict=True))


def question_bits(asking: Asking, asked: Cards, drawn: int | None, rng: np.random.Generator) -> ActionBits:
    """What a question is expected to tell about the pile, beside the one that tells most."""

    def promise(answers: Cuts) -> Floats:
        bits = answers.bits()
        bits[answers.questions.index(asked)] = np.inf
        return bits

    choices = questions_of(asking.position.game, None if drawn is None else 1 << drawn, rng)
    values = best_values(asking, [asked, *choices], promise, rng)
    best = max(values, key=lambda question: (round(values[question].bits, 9), question == asked))
    return ActionBits(values[asked].bits, CardQuestion(asking.asker, best), values[best].bits)
