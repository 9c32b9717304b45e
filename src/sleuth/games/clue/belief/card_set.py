"""What a seat at a table of MYST or Clue knows: the worlds of a view, counted and weighed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import islice, product
from math import comb, log2
from typing import Any

import numpy as np

from sleuth.belief.seat_set import ActionBits, SeatAnswer, SeatSet
from sleuth.core.errors import ActionError
from sleuth.games.clue.belief.asking_habits import HABITS, AskHabit, parse_habit
from sleuth.games.clue.belief.best_questions import question_bits
from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import Evidence, Fact, evidence_of
from sleuth.games.clue.belief.question_values import Asking
from sleuth.games.clue.belief.showing_habits import POLICIES, ShowPolicy, parse_policy, shown
from sleuth.games.clue.rules.actions import (
    Action,
    CardQuestion,
    Guess,
    Moves,
    No,
    NoGuess,
    Shows,
    Yes,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, cards_of, numbers_of, pick
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View

SHOWS_WORDS = {
    "random": ["Who may show several cards shows any of them with equal chance."],
    "repeat": ["Who may show several cards mostly shows one that the asker has seen before, if there is one."],
    "any": [
        "Nothing is supposed of which cards were shown; of those to come, all have equal chance. "
        "What is certain is certain then, but a chance is only a share of the deals that are possible.",
    ],
}
"""What a way of showing supposes."""
HABITS_WORDS = {
    "none": ["Nothing is supposed of what players ask for, or of their silence."],
    "usual": [
        "One player in five never asks for cards of her own.",
        "Who does not accuse after a suggestion that nobody could answer holds one of its cards, "
        "but for one player in fifty, who does not notice.",
    ],
}
"""What habits suppose."""


@dataclass(frozen=True, repr=False)
class CardSet(SeatSet):
    """The worlds of a view. What is supposed of the others is how they show, and, if at all, how they ask."""

    view: View
    shows: str = "random"
    habits: str = "none"
    supposed: tuple[Fact, ...] = ()
    """What is taken to be so for a moment, beside what was seen."""

    def __post_init__(self) -> None:
        parse_policy(self.shows)
        parse_habit(self.habits)

    @property
    def policy(self) -> ShowPolicy | None:
        """How the others are supposed to show."""
        return parse_policy(self.shows)

    @property
    def habit(self) -> AskHabit | None:
        """How they are supposed to ask, and to be silent."""
        return parse_habit(self.habits)

    @property
    def game(self) -> CardGame:
        return self.view.game

    @cached_property
    def evidence(self) -> Evidence:
        """What the view tells."""
        return evidence_of(self.view, asked=self.habit is not None).adding(self.supposed)

    @cached_property
    def position(self) -> Position:
        """The worlds, counted when they are asked for."""
        return Position.of(self.evidence, self.policy, self.habit)

    @property
    def exact(self) -> bool:
        """Not where nothing is supposed of which cards are shown: each that may be counts as much as any other then."""
        return self.policy is not None

    @property
    def assumptions(self) -> dict[str, CardSet]:
        """Each way to show with each habit."""
        others = (replace(self, shows=shows, habits=habits) for shows, habits in product(POLICIES, HABITS))
        return {f"shows={other.shows}, habits={other.habits}": other for other in others if other != self}

    @property
    def size(self) -> int:
        return self.position.worlds

    @property
    def entropy(self) -> float:
        return self.position.entropy_bits

    def probability(self, event: Any) -> float:
        if not callable(event):
            return self.position.chance(event)
        return float(sum(self.position.chance(deal) for deal in self.position.deals() if event(deal)))

    def candidates(self, most: int | None = None) -> list[Deal]:
        return list(islice(self.position.deals(), most))

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Deal]:
        return [tuple(deal_of(self.game, world)) for world in self.position.samples(n, rng)]

    def observe(self, event: Action) -> CardSet:
        return replace(self, view=self.view.sees(event))

    def answer(self, action: Action, deal: Deal, rng: np.random.Generator) -> tuple[Action, ...]:
        me, game = self.view.player, self.game
        if isinstance(action, Guess):
            return (replace(action, right=action.cards == deal[PILE]),)
        if not isinstance(action, CardQuestion) or me is None:
            return (action,)
        other = next((other for other in game.others(me) if deal[other] & action.cards), None)
        card = None if other is None else self._drawn(other, deal[other] & action.cards, rng)
        return self._events(action, other, card)

    def _drawn(self, holder: int, held: Cards, rng: np.random.Generator) -> int:
        cards = numbers_of(held)
        if self.policy is None:
            return pick(cards, rng)
        before = self.asking.seen[holder]
        return int(rng.choice(cards, p=[self.policy.chance(held, card, before) for card in cards]))

    def children(self, action: Action) -> list[SeatAnswer]:
        if isinstance(action, CardQuestion):
            parts = [
                (self._events(action, j, card), piles.sum()) for j, card, piles in self.asking.answers(action.cards)
            ]
        elif isinstance(action, Guess):
            right = dict(self.position.piles).get(action.cards, 0.0)
            parts = [((replace(action, right=True),), right), ((replace(action, right=False),), 1 - right)]
        else:
            parts = [((action,), 1.0)]
        likely = sorted((part for part in parts if part[1] > 0), key=lambda part: -part[1])
        return [SeatAnswer(events, float(chance), partial(self._seen, events)) for events, chance in likely]

    def _events(self, action: CardQuestion, shower: int | None, card: int | None) -> tuple[Action, ...]:
        others = self.game.others(action.player)
        passed = others if shower is None else others[: others.index(shower)]
        shown = () if shower is None else (Yes(shower), Shows(shower, action.player, card))
        return (action, *map(No, passed), *shown)

    def _seen(self, events: tuple[Action, ...]) -> CardSet:
        return reduce(CardSet.observe, events, self)

    @cached_property
    def asking(self) -> Asking:
        """What the player's questions are worth."""
        me = self.view.player
        assert me is not None
        return Asking(self.position, me, {j: shown(self.view, j, me) for j in self.game.others(me)})

    def draw(self, rng: np.random.Generator) -> Action:
        me, stage = self.view.player, self.view.stage
        if me is None or stage.actor != me:
            raise ActionError("it is for somebody else to act")
        if stage.phase is Phase.ASK:
            return CardQuestion(me, self._any_question(rng))
        if stage.phase is Phase.GUESS:
            return NoGuess(me) if self.certain is None else Guess(me, self.certain)
        choices, floor = list(self.view.legal()), self.game.floor
        if stage.phase is Phase.MOVE and floor is not None:
            here = stage.places[me - 1]
            moves = (one for one in choices if isinstance(one, Moves) and one.place != here)
            return pick([move for move in moves if floor.is_room(move.place)] or choices, rng)
        return pick(choices, rng)

    def _any_question(self, rng: np.random.Generator) -> Cards:
        drawn = 0 if self.view.stage.drawn is None else 1 << self.view.stage.drawn
        question = drawn
        for sort in self.game.sorts:
            left = sort.question - (sort.cards & drawn).bit_count()
            question |= cards_of(rng.permutation(numbers_of(sort.cards & ~drawn))[:left].tolist())
        return question

    @cached_property
    def certain(self) -> Cards | None:
        """The pile, where only one is possible."""
        return self.position.piles[0][0] if self.position.certain else None

    @property
    def settled(self) -> bool:
        return self.certain is not None

    @property
    def guess_chance(self) -> float:
        return self.position.piles[0][1]

    @property
    def usual_start(self) -> float:
        hand, dealt = (self.view.hand | self.view.public).bit_count(), sum(self.game.sizes) - self.game.sizes[PILE]
        bits = 0.0
        for sort in self.game.sorts:
            size, left = sort.cards.bit_count(), sort.cards.bit_count() - sort.pile
            for held in range(min(hand, left) + 1):
                share = comb(left, held) * comb(dealt - left, hand - held) / comb(dealt, hand)
                bits += share * log2(comb(size - held, sort.pile))
        return bits

    def action_bits(self, action: Action, rng: np.random.Generator) -> ActionBits | None:
        if not isinstance(action, CardQuestion):
            return None
        return question_bits(self.asking, action.cards, self.view.stage.drawn, rng)

    def figures(self) -> dict[str, Any]:
        """A detective's notebook: who has what, with exact probabilities, and the likeliest piles."""
        return self.position.figures(self.view.public)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is supposed of the others, in words."""
        return (*SHOWS_WORDS[self.shows], *HABITS_WORDS[self.habits])

    @property
    def key(self) -> Hashable:
        return (self.view, self.shows, self.habits, self.supposed)
