"""Agents that weigh questions: `entropy`, which learns most, and `race`, which wants to be first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.kernels.arrays import Array
from sleuth.multiplayer.actions import Asks, Guess, No, Shows, Yes
from sleuth.multiplayer.agents import CERTAIN, Agent, likeliest_question
from sleuth.multiplayer.cards import Cards, cards_of, numbers_of
from sleuth.multiplayer.counting import Position
from sleuth.multiplayer.errors import NoWorldError
from sleuth.multiplayer.facts import Entry, Evidence, Fact, Has, Lacks, NotPile, OneOf, Showed, evidence_of
from sleuth.multiplayer.habits import AskHabit, ShunsOwn
from sleuth.multiplayer.sampled import cuts, questions_of
from sleuth.multiplayer.views import View

SHUNS_OWN = ShunsOwn()


@dataclass(frozen=True)
class EntropyAgent(Agent):
    """Asks what tells most about the pile, in bits, on sampled worlds. It ignores what others learn: the leakage."""

    worlds: int = 1000

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        assert view.player is not None
        position = Position.of(evidence_of(view))
        if position.piles[0][1] > CERTAIN:
            return likeliest_question(view, position, rng)
        worlds = position.samples(self.worlds, rng)
        found = cuts(view.game, view.player, questions_of(view.game, view.stage.drawn, rng), worlds, rng)
        return best_of(found.questions, found.bits(), rng)


def best_of(questions: list[Cards], scores: np.ndarray, rng: np.random.Generator) -> Cards:
    """A question with the highest score."""
    top = np.flatnonzero(scores > scores.max() - 1e-9)
    return questions[int(top[int(rng.integers(len(top)))])]


@dataclass(frozen=True)
class RaceAgent(Agent):
    """Wants to know the pile before the others do.

    - Questions of others are evidence: who never asks for her own cards gives her hand away (`habit`).
    - It asks for what makes its own best guess likeliest to be right, the likeliest pile first among equals.
    - It guesses as soon as that is likelier to win than going on: others may win before its next turn, with a chance
      that is worked out from what they would know in sampled worlds.
    """

    habit: AskHabit = SHUNS_OWN
    worlds: int = 500
    others: int = 3
    """Sampled worlds in which what the others know is worked out."""
    gain: float = 0.3
    """How much of what it is missing the next question is expected to settle."""
    margin: float = 1.0

    def position(self, view: View) -> Position:
        """What it believes, the questions of others weighed."""
        return Position.of(evidence_of(view, asked=True), habit=self.habit)

    def ask(self, view: View, rng: np.random.Generator) -> Cards:
        assert view.player is not None
        position = self.position(view)
        top = likeliest_question(view, position, rng)
        if position.piles[0][1] > CERTAIN:
            return top
        worlds = position.samples(self.worlds, rng)
        questions = questions_of(view.game, view.stage.drawn, rng)
        if top not in questions:
            questions.append(top)
        found = cuts(view.game, view.player, questions, worlds, rng)
        scores = found.guess_chance()
        # Among those that are as good within the error of sampling, the likeliest pile may win at once.
        near = 1 / np.sqrt(self.worlds) / 2
        if scores[questions.index(top)] >= scores.max() - near:
            return top
        return best_of(questions, scores, rng)

    def guess(self, view: View, rng: np.random.Generator) -> Cards | None:
        position = self.position(view)
        pile, chance = position.piles[0]
        if chance > CERTAIN:
            return pile
        if chance < 0.1:
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


def known_by(view: View, position: Position, rng: np.random.Generator, worlds: int) -> dict[int, tuple[float, float]]:
    """For each opponent still in, the chance of her best guess and the bits that she is missing, in sampled worlds."""
    samples = position.samples(worlds, rng)
    found: dict[int, tuple[float, float]] = {}
    for j in view.game.players:
        if j == view.player or not view.stage.playing(j):
            continue
        told = []
        for row in samples:
            try:
                theirs = Position.of(supposed(view, j, row, rng))
                told.append((theirs.piles[0][1], theirs.entropy_bits))
            except NoWorldError:  # a show that was drawn at random may clash with a later answer
                continue
        chance, bits = np.mean(told, axis=0) if told else (0.0, position.entropy_bits)
        found[j] = float(chance), float(bits)
    return found


def supposed(view: View, j: int, world: Array, rng: np.random.Generator) -> Evidence:
    """What player j would have learned in this world; cards that she was shown, and I did not see, are drawn."""
    game = view.game
    hands = [cards_of(np.flatnonzero(world == k).tolist()) for k in range(len(game.sizes))]
    facts: list[Fact] = [Has(j, hands[j])]
    question, asker = 0, 0
    shown: dict[int, Cards] = {}
    for event in view.events:
        match event:
            case Asks(player=i, cards=cards):
                question, asker = cards, i
            case No(player=k) if k != j:
                facts.append(Lacks(k, question))
            case Yes(player=k) if k != j and asker != j:
                facts.append(OneOf(k, question))
            case Shows(player=k, to=to, card=card) if to == j:
                held = numbers_of(hands[k] & question)
                if card is None and held:
                    card = held[int(rng.integers(len(held)))]
                if card is not None:
                    facts.append(Showed(k, question, card, shown.get(k, 0)))
                    shown[k] = shown.get(k, 0) | 1 << card
            case Guess(cards=cards, right=False):
                facts.append(NotPile(cards))
    return Evidence(game, tuple(Entry(fact, "supposed") for fact in facts))
