"""Agents that weigh questions: `entropy`, which learns most, and `race`, which wants to be first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.games.clue.belief.asking_habits import USUAL, AskHabit
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.sampled import question_cuts
from sleuth.games.clue.players.advice import advise
from sleuth.games.clue.players.agents import Agent, likeliest_question
from sleuth.games.clue.players.opponents import GAIN, WORTH_A_GUESS, going_on, known_by, leaks
from sleuth.games.clue.players.travel import travel_advice
from sleuth.games.clue.players.walking import next_step, room_doubts
from sleuth.games.clue.rules.actions import Action, CardQuestion, Guess, NoGuess
from sleuth.games.clue.rules.cards import Cards, pick
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Floats
from sleuth.strategies.seat_strategy import SeatDecision


@dataclass(frozen=True)
class EntropyAgent(Agent):
    """Asks what tells most, in bits, on sampled worlds. It ignores what others learn: the leakage.

    With `about=pile` bits about the pile count, which is all that is needed to win; with `about=deal`, as in a game for
    one, bits about everything that is hidden.
    """

    name: ClassVar[str] = "entropy"

    worlds: int = 2000
    """With fewer, questions with many answers seem to tell more than they do."""
    about: str = field(default="pile", metadata={"choices": ("pile", "deal")})

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        position = Position.of(evidence_of(view))
        if position.certain:
            return likeliest_question(view, position, rng)
        answers = question_cuts(view, position.samples(self.worlds, rng), rng)
        return best_of(answers.questions, answers.bits() if self.about == "pile" else answers.deal_bits(), rng)


def best_of(questions: list[Cards], scores: np.ndarray, rng: np.random.Generator) -> Cards:
    """A question with the highest score."""
    return questions[pick(np.flatnonzero(scores > scores.max() - 1e-9).tolist(), rng)]


@dataclass(frozen=True)
class RaceAgent(Agent):
    """Wants to know the pile before the others do.

    - Questions and silences of others are evidence: who never asks for her own cards gives her hand away, and who does
      not guess after a question that nobody could answer holds one of the cards (`habit`).
    - It asks for what makes its own best guess likeliest to be right. Among questions that are equal within the error
      of sampling it looks at what the others would learn from each.
    - It guesses as soon as that is likelier to win than going on: others may win before its next turn, with a chance
      that is worked out from what they would know in sampled worlds.
    """

    name: ClassVar[str] = "race"

    habit: AskHabit = field(default=USUAL, metadata={"hidden": True})
    worlds: int = 500
    others: int = 3
    """Sampled worlds in which what the others know is worked out."""
    width: int = 3
    """Questions of which it is worked out what the others would learn from them."""
    gain: float = GAIN
    """How much of what it is missing the next question is expected to settle."""
    margin: float = 1.0

    def position(self, view: View) -> Position:
        """What it believes, the questions and silences of others weighed."""
        return Position.of(evidence_of(view, asked=True), habit=self.habit)

    def rooms(self, view: View) -> Floats:
        return room_doubts(self.position(view))

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        position = self.position(view)
        top = likeliest_question(view, position, rng)
        if position.certain:
            return top
        worlds = position.samples(self.worlds, rng)
        answers = question_cuts(view, worlds, rng, also=top)
        chances = dict(zip(answers.questions, answers.guess_chance().tolist(), strict=True))
        near = max(chances.values()) - 1 / np.sqrt(self.worlds) / 2
        if chances[top] >= near:
            return top  # among those that are as good within the error of sampling, it may win at once
        equal = sorted((q for q in chances if chances[q] >= near), key=lambda q: -chances[q])[: self.width]
        seen = worlds[: self.others]
        return max(equal, key=lambda question: going_on(chances[question], leaks(view, question, seen, rng), self.gain))

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        position = self.position(view)
        pile, chance = position.piles[0]
        if position.certain:
            return pile
        if chance < WORTH_A_GUESS:
            return None
        others = known_by(view, position, rng, self.others)
        threshold = going_on(chance, [other.guess_chance for other in others], self.gain)
        return pile if chance > self.margin * threshold else None

    def explain(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        """What to do with what somebody believes, rather than with the habits that it supposes itself."""
        assert isinstance(info, CardSet)
        stage, me = info.view.stage, info.player or 0
        if stage.phase in (Phase.START, Phase.MOVE):
            ways = travel_advice(info, stage.places[me - 1], stage.rolled or None, rng)
            step = next_step(info.view, room_doubts(info.position), rng)
            return SeatDecision(info, step, str(self), tuple(way.text for way in ways[:3]))
        if stage.phase not in (Phase.ASK, Phase.GUESS):
            return self.decide(info, rng=rng, limit=limit)
        advice = advise(info, rng)
        reasons = (*advice.reasons(), *map(advice.opponent_text, advice.opponents))
        questions = [CardQuestion(me, option.question) for option in advice.options]
        if stage.phase is Phase.GUESS:
            action: Action = Guess(me, advice.pile) if advice.accuse else NoGuess(me)
            return SeatDecision(info, action, str(self), reasons)
        if not questions:  # the pile is known, and can be named after any question
            questions = [CardQuestion(me, likeliest_question(info.view, info.position, rng))]
        return SeatDecision(info, questions[0], str(self), reasons, tuple(questions[1:]))
