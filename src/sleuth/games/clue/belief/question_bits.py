"""What a question is expected to tell about the pile, beside the best that could have been asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sleuth.belief.seat_set import ActionBits
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.sampled import cuts, questions_of
from sleuth.games.clue.rules.actions import CardQuestion
from sleuth.games.clue.rules.views import View

WORLDS = 1000
"""On these it is chosen which questions are worth a closer look."""
MANY_WORLDS = 20_000
"""On these it is estimated what they tell."""
CANDIDATES = 12


def question_bits(view: View, position: Position, asked: CardQuestion, rng: np.random.Generator) -> ActionBits:
    """Estimated on worlds drawn at random; what worlds seem to tell where answers are shuffled is taken off."""
    game, me = view.game, asked.player
    questions = questions_of(game, view.stage.drawn, rng)
    rough = cuts(game, me, questions, position.samples(WORLDS, rng), rng).bits()
    near = [asked.cards, *(questions[k] for k in np.argsort(-rough, kind="stable")[:CANDIDATES].tolist())]
    answers = cuts(game, me, near, position.samples(MANY_WORLDS, rng), rng)
    bits = answers.bits() - replace(answers, piles=rng.permutation(answers.piles)).bits()
    best = int(bits.argmax())
    return ActionBits(max(0.0, float(bits[0])), CardQuestion(me, near[best]), max(0.0, float(bits[best])))
