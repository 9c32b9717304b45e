"""Agents that weigh questions: `entropy`, which learns most, and `race`, which wants to be first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from sleuth.games.clue.belief.asking_habits import USUAL, AskHabit
from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import AskedFor, Fact, OneOf, Silent, evidence_of, facts_of
from sleuth.games.clue.belief.sampled import question_cuts
from sleuth.games.clue.belief.showing_habits import RANDOM, ShowPolicy
from sleuth.games.clue.players.agents import Agent, likeliest_question
from sleuth.games.clue.players.walking import WORLDS, room_bits
from sleuth.games.clue.rules.actions import Action, CardQuestion, No, Shows, Yes, with_questions
from sleuth.games.clue.rules.cards import Cards, numbers_of, pick
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Array, Floats
from sleuth.measures.shannon import shannon

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
        return max(equal, key=lambda question: self.going_on(chances[question], leaks(view, question, seen, rng)))

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        position = self.position(view)
        pile, chance = position.piles[0]
        if position.certain:
            return pile
        if chance < WORTH_A_GUESS:
            return None
        others = known_by(view, position, rng, self.others)
        threshold = self.going_on(chance, [other.guess_chance for other in others])
        return pile if chance > self.margin * threshold else None

    def going_on(self, chance: float, dangers: Sequence[float]) -> float:
        """What waiting is worth, to hold the chance of a guess against: a score, far above the chance to win.

        Nobody else wins before the next turn, and the next guess is right; if neither happens, all is as it was. So
        this is the sum of a series.
        """
        alone = float(np.prod([1 - danger for danger in dangers]))
        mine = chance + self.gain * (1 - chance)
        return alone * mine / (1 - alone * (1 - mine)) if alone * (1 - mine) < 1 else 1.0


@dataclass(frozen=True)
class Opponent:
    """What one opponent could know: means over sampled worlds, and their standard errors."""

    player: int
    guess_chance: float
    """The chance of her best guess."""
    bits: float
    """What she is missing."""
    guess_error: float
    bits_error: float


def leaks(view: View, question: Cards, worlds: Array, rng: np.random.Generator) -> list[float]:
    """For each opponent still in, the chance of her best guess once this question has been answered: the leakage."""
    after = [(answered(view, question, row, rng), row) for row in worlds]
    return [other.guess_chance for other in _known(after, rng)]


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


def known_by(view: View, position: Position, rng: np.random.Generator, worlds: int) -> list[Opponent]:
    """What each opponent still in could know, in worlds drawn from a position; she supposes what the position does."""
    seen = [(view, row) for row in position.samples(worlds, rng)]
    return _known(seen, rng, position.policy, position.habit is not None)


def _known(
    seen: Sequence[tuple[View, Array]],
    rng: np.random.Generator,
    policy: ShowPolicy | None = RANDOM,
    silences: bool = True,
) -> list[Opponent]:
    """The same, from what was seen in each world."""
    view, known = seen[0][0], []
    for j in view.game.players:
        if j != view.player and view.stage.playing(j):
            theirs = [
                Position(view.game, supposed(one, j, row, rng, silences), policy).pile_chances for one, row in seen
            ]
            figures = np.array([(chances.max(), shannon(chances)) for chances in theirs])
            errors = figures.std(axis=0, ddof=1 if len(seen) > 1 else 0) / np.sqrt(len(seen))
            known.append(Opponent(j, *figures.mean(axis=0).tolist(), *errors.tolist()))
    return known


def supposed(view: View, j: int, world: Array, rng: np.random.Generator, silences: bool = True) -> list[Fact]:
    """What player j would have learned in this world; cards that she was shown, and I did not see, are drawn.

    If `silences` are heard at all, she takes them as certain: all guess when they know.
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
    for _, fact in facts_of(View(game, j, hands[j], tuple(events), view.stage, view.public), silences):
        if isinstance(fact, Silent):
            facts += [OneOf(fact.holder, fact.question)] if hands[fact.holder] & fact.question else []
        elif not isinstance(fact, AskedFor):
            facts.append(fact)
    return facts
