"""What a seat at a table of MYST or Clue knows: the worlds of a view, counted and weighed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.seat_set import SeatAnswer, SeatSet
from sleuth.core.errors import ActionError
from sleuth.games.clue.belief.asking_habits import AskHabit
from sleuth.games.clue.belief.counting import Position, deal_of
from sleuth.games.clue.belief.facts import Evidence, evidence_of
from sleuth.games.clue.belief.showing_habits import RANDOM, ShowPolicy
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

MAX_SOLUTIONS = 10
"""Solutions that are named."""


@dataclass(frozen=True)
class CardSet(SeatSet):
    """The worlds of a view. What is supposed of the others is how they show, and, if at all, how they ask."""

    view: View
    policy: ShowPolicy | None = RANDOM
    habit: AskHabit | None = None

    @property
    def game(self) -> CardGame:
        return self.view.game

    @cached_property
    def evidence(self) -> Evidence:
        """What the view tells."""
        return evidence_of(self.view, asked=self.habit is not None)

    @cached_property
    def position(self) -> Position:
        """The worlds, counted when they are asked for."""
        return Position.of(self.evidence, self.policy, self.habit)

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
        return [
            deal for _, deal in zip(range(self.size if most is None else most), self.position.deals(), strict=False)
        ]

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
        events: list[Action] = [action]
        for other in game.others(me):
            if held := deal[other] & action.cards:
                shown = self._drawn(other, held, rng)
                return (*events, Yes(other), Shows(other, me, shown))
            events.append(No(other))
        return tuple(events)

    def _drawn(self, holder: int, held: Cards, rng: np.random.Generator) -> int:
        cards = numbers_of(held)
        if self.policy is None:
            return pick(cards, rng)
        before = self._shown_by(holder)
        return int(rng.choice(cards, p=[self.policy.chance(held, card, before) for card in cards]))

    def _shown_by(self, holder: int) -> Cards:
        """What this player has shown the viewer."""
        shows = (event for event in self.view.events if isinstance(event, Shows))
        seen = (show.card for show in shows if (show.player, show.to) == (holder, self.view.player))
        return cards_of(card for card in seen if card is not None)

    def children(self, action: Action) -> list[SeatAnswer]:
        raise NotImplementedError

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
        piles = self.position.piles
        return piles[0][0] if len(piles) == 1 else None

    def figures(self) -> dict[str, Any]:
        """A detective's notebook: who has what, and the likeliest piles."""
        return notebook(self.game, self.position)

    @property
    def key(self) -> Hashable:
        return (self.view, self.policy, self.habit)


def notebook(game: CardGame, position: Position) -> dict[str, Any]:
    """Who has what, with exact probabilities, as plain values."""

    def row(holder: int) -> dict[str, float]:
        return dict(zip(game.names, position.probabilities[holder].tolist(), strict=True))

    return {
        "worlds": position.worlds,
        "entropy_bits": position.entropy_bits,
        "sorts": {sort.name: game.card_names(sort.cards) for sort in game.sorts},
        "envelope": row(PILE),
        "hands": {game.player_names[i - 1]: row(i) for i in game.players},
        "solutions": [
            {"cards": game.card_names(cards), "probability": chance} for cards, chance in position.piles[:MAX_SOLUTIONS]
        ],
    }
