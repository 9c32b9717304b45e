"""Agents that weigh questions: `entropy`, which learns most, and `race`, which wants to be first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from sleuth.games.clue.belief.asking_habits import AskHabit, ShunsOwn
from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import AskedFor, Evidence, Fact, OneOf, Silent, evidence_of
from sleuth.games.clue.belief.sampled import question_cuts
from sleuth.games.clue.players.agents import CERTAIN, Agent, likeliest_question
from sleuth.games.clue.players.walking import WORLDS, room_bits
from sleuth.games.clue.rules.actions import Action, CardQuestion, No, Shows, Yes, with_questions
from sleuth.games.clue.rules.cards import Cards, numbers_of, pick
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array, Floats

SHUNS_OWN = ShunsOwn()
WORTH_A_GUESS = 0.1
"""A chance from which a guess is worth a thought."""


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

    def rooms(self, view: View, rng: np.random.Generator) -> Floats:
        return room_bits(view, Position.of(evidence_of(view)).samples(WORLDS, rng), rng)

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        position = Position.of(evidence_of(view))
        if position.piles[0][1] > CERTAIN:
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

    habit: AskHabit = field(default=SHUNS_OWN, metadata={"hidden": True})
    worlds: int = 500
    others: int = 3
    """Sampled worlds in which what the others know is worked out."""
    width: int = 3
    """Questions of which it is worked out what the others would learn from them."""
    gain: float = 0.3
    """How much of what it is missing the next question is expected to settle."""
    margin: float = 1.0

    def position(self, view: View) -> Position:
        """What it believes, the questions and silences of others weighed."""
        return Position.of(evidence_of(view, asked=True), habit=self.habit)

    def rooms(self, view: View, rng: np.random.Generator) -> Floats:
        return room_bits(view, self.position(view).samples(WORLDS, rng), rng)

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        position = self.position(view)
        top = likeliest_question(view, position, rng)
        if position.piles[0][1] > CERTAIN:
            return top
        worlds = position.samples(self.worlds, rng)
        answers = question_cuts(view, worlds, rng, also=top)
        chances = dict(zip(answers.questions, answers.guess_chance().tolist(), strict=True))
        near = max(chances.values()) - 1 / np.sqrt(self.worlds) / 2
        if chances[top] >= near:
            return top  # among those that are as good within the error of sampling, it may win at once
        equal = sorted((q for q in chances if chances[q] >= near), key=lambda q: -chances[q])[: self.width]
        seen = worlds[: self.others]
        return max(equal, key=lambda question: self.going_on(chances[question], leaks(view, question, seen, rng)))

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        position = self.position(view)
        pile, chance = position.piles[0]
        if chance > CERTAIN:
            return pile
        if chance < WORTH_A_GUESS:
            return None
        others = known_by(view, position, rng, self.others)
        going_on = self.going_on(chance, [theirs for theirs, _ in others.values()])
        return pile if chance > self.margin * going_on else None

    def going_on(self, chance: float, dangers: Sequence[float]) -> float:
        """The chance to win without a guess now: nobody else wins before the next turn, and the next guess is right.

        If neither happens, all is as it was; so this is the sum of a series.
        """
        alone = float(np.prod([1 - danger for danger in dangers]))
        mine = chance + self.gain * (1 - chance)
        return alone * mine / (1 - alone * (1 - mine)) if alone * (1 - mine) < 1 else 1.0


def leaks(view: View, question: Cards, worlds: Array, rng: np.random.Generator) -> list[float]:
    """For each opponent still in, the chance of her best guess once this question has been answered: the leakage."""
    after = [(answered(view, question, row, rng), row) for row in worlds]
    return [chance for chance, _ in _known(after, rng).values()]


def answered(view: View, question: Cards, world: Array, rng: np.random.Generator) -> View:
    """What the viewer would see of a question of her own in this world; who may show several cards shows any."""
    me, game = view.player, view.game
    assert me is not None
    events: list[Action] = [CardQuestion(me, question)]
    for other in game.others(me):
        held = [card for card in numbers_of(question) if world[card] == other]
        if held:
            events += [Yes(other), Shows(other, me, pick(held, rng))]
            break
        events.append(No(other))
    return replace(view, events=(*view.events, *events))


def known_by(view: View, position: Position, rng: np.random.Generator, worlds: int) -> dict[int, tuple[float, float]]:
    """For each opponent still in, the chance of her best guess and the bits that she is missing, in sampled worlds."""
    return _known([(view, row) for row in position.samples(worlds, rng)], rng)


def _known(seen: Sequence[tuple[View, Array]], rng: np.random.Generator) -> dict[int, tuple[float, float]]:
    """The same, from what was seen in each world."""
    view = seen[0][0]
    known: dict[int, tuple[float, float]] = {}
    for j in view.game.players:
        if j != view.player and view.stage.playing(j):
            theirs = [Position.of(supposed(one, j, row, rng)) for one, row in seen]
            chance = np.mean([position.piles[0][1] for position in theirs])
            bits = np.mean([position.entropy_bits for position in theirs])
            known[j] = float(chance), float(bits)
    return known


def supposed(view: View, j: int, world: Array, rng: np.random.Generator) -> Evidence:
    """What player j would have learned in this world; cards that she was shown, and I did not see, are drawn.

    She is taken to hear silences as certain: all guess when they know.
    """
    game = view.game
    hands = deal_of(game, world)
    events: list[Action] = []
    for event, question in with_questions(view.events):
        if isinstance(event, Shows) and event.to != j:
            event = replace(event, card=None)
        elif isinstance(event, Shows) and event.card is None:
            event = replace(event, card=pick(numbers_of(hands[event.player] & question), rng))
        events.append(event)
    facts: list[Fact] = []
    for fact in evidence_of(View(game, j, hands[j], tuple(events), view.stage), asked=True).facts:
        if isinstance(fact, Silent):
            facts += [OneOf(fact.holder, fact.question)] if hands[fact.holder] & fact.question else []
        elif not isinstance(fact, AskedFor):
            facts.append(fact)
    return Evidence(game).adding(facts)
