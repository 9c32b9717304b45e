"""A situation of the thesis: a deal and the actions since. Only a referee holds one; players hold a `View`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from sleuth.core.errors import ActionError
from sleuth.core.table_game import TableState
from sleuth.games.clue.rules.actions import (
    Action,
    CardDraw,
    CardQuestion,
    Guess,
    Moves,
    Rolls,
    Shows,
    format_action,
    hide_cards,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal, numbers_of, pick
from sleuth.games.clue.rules.errors import DealError
from sleuth.games.clue.rules.floor import SIDES
from sleuth.games.clue.rules.stage import PublicStage
from sleuth.games.clue.rules.views import View


@dataclass(frozen=True)
class Situation(TableState):
    """Who holds what, and what happened since. It never changes: `do` makes a new one. A stage of the play loop.

    >>> from sleuth.games.clue.rules.actions import CardQuestion, No, Yes
    >>> from sleuth.games.clue.rules.myst import Myst
    >>> game = Myst(m=1, n=1, p=2, q=1)
    >>> s = Situation.begin(game, (0b001, 0b010, 0b100)).do(CardQuestion(1, game.cards("s3")))
    >>> s.possible(No(2)), s.possible(Yes(2))
    (False, True)
    """

    game: CardGame
    deal: Deal
    actions: tuple[Action, ...]
    stage: PublicStage

    @classmethod
    def begin(cls, game: CardGame, deal: Iterable[Cards]) -> Situation:
        """The initial situation, Init_0."""
        hands = tuple(deal)
        if fault := game.deal_fault(hands):
            raise DealError(f"{game}: {fault}")
        return cls(game, hands, (), PublicStage.first(game))

    @property
    def over(self) -> bool:
        return self.stage.over

    @property
    def actor(self) -> int | None:
        return self.stage.actor

    @property
    def winner(self) -> int | None:
        left = [i for i in self.game.players if self.stage.playing(i)]
        return left[0] if self.stage.winner is None and len(left) == 1 else self.stage.winner

    @property
    def ending(self) -> str:
        """`right` if somebody named the pile, else `wrong`: all others were out."""
        return "right" if self.stage.winner is not None else "wrong"

    @property
    def turns(self) -> int:
        """How many questions were asked; on a board, how many moves were made."""
        kind = CardQuestion if self.game.floor is None else Moves
        return sum(isinstance(action, kind) for action in self.actions)

    def playing(self, player: int) -> bool:
        return self.stage.playing(player)

    def chance(self, rng: np.random.Generator) -> CardDraw | Rolls:
        """The dice, or the card that the next question must have, each equally likely."""
        if self.game.floor is not None:
            return Rolls(self.stage.turn, int(rng.integers(1, SIDES + 1, self.game.floor.dice).sum()))
        sort = self.game.drawn
        if sort is None:
            raise ActionError(f"nothing is drawn by chance in {self.game}")
        return CardDraw(self.stage.turn, pick(numbers_of(sort.cards), rng))

    def holds(self, holder: int, card: int) -> bool:
        """The fluent h(i, s)."""
        return bool(self.deal[holder] >> card & 1)

    def fault(self, action: Action) -> str | None:
        """Why the action is not possible, or `None`."""
        if action.player not in self.game.players:
            return f"there is no player {action.player}"
        if isinstance(action, Shows) and action.card is None:
            return "the card must be named"
        if isinstance(action, Guess) and action.right not in (None, right := action.cards == self.deal[PILE]):
            return f"the guess is {'right' if right else 'wrong'}"
        return self.stage.fault(self.game, action, self.deal[action.player])

    def possible(self, action: Action) -> bool:
        """The thesis's Poss(a, s)."""
        return self.fault(action) is None

    def do(self, action: Action) -> Situation:
        """The situation after an action that is possible."""
        if fault := self.fault(action):
            raise ActionError(f"{format_action(self.game, action)} is not possible: {fault}")
        if isinstance(action, Guess):
            action = replace(action, right=action.cards == self.deal[PILE])
        return Situation(self.game, self.deal, (*self.actions, action), self.stage.after(self.game, action))

    def do_all(self, actions: Iterable[Action]) -> Situation:
        """The situation after several actions."""
        situation = self
        for action in actions:
            situation = situation.do(action)
        return situation

    def legal(self) -> Iterator[Action]:
        """Every action that is possible now."""
        return self.stage.legal(self.game, self.deal[self.stage.actor or self.stage.turn])

    def precedes(self, other: Situation) -> bool:
        """The relation s ⊏ s': whether this is a proper subhistory of the other."""
        length = len(self.actions)
        same = (self.game, self.deal) == (other.game, other.deal)
        return same and length < len(other.actions) and other.actions[:length] == self.actions

    def view(self, player: int | None) -> View:
        """What this player saw; `None` is somebody who holds no cards."""
        events = hide_cards(self.actions, lambda show: player in (show.player, show.to))
        hand = 0 if player is None else self.deal[player]
        return View(self.game, player, hand, events, self.stage, self.game.public_cards(self.deal))
