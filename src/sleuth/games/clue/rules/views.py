"""What one player saw of a game: all that an agent is ever given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sleuth.core.errors import ActionError
from sleuth.core.table_game import SeatView
from sleuth.games.clue.rules.actions import Action, No, format_action, with_questions
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Cards, union
from sleuth.games.clue.rules.stage import PublicStage


@dataclass(frozen=True)
class View(SeatView):
    """A player's own hand, and the events as this player saw them. `player` is `None` for somebody who only watches."""

    game: CardGame
    player: int | None
    hand: Cards
    events: tuple[Action, ...]
    stage: PublicStage
    public: Cards = 0
    """The cards that lie face up."""

    @classmethod
    def begin(cls, game: CardGame, player: int | None = None, hand: Cards = 0, public: Cards = 0) -> View:
        """Before anybody acted."""
        return cls(game, player, hand, (), PublicStage.first(game), public)

    @property
    def over(self) -> bool:
        return self.stage.over

    @property
    def actor(self) -> int | None:
        return self.stage.actor

    def sees(self, event: Action) -> View:
        hand = self.hand if event.player == self.player else None
        if fault := self.stage.fault(self.game, event, hand):
            raise ActionError(f"{format_action(self.game, event)} is not possible: {fault}")
        return replace(self, events=(*self.events, event), stage=self.stage.after(self.game, event))

    def legal(self) -> Iterator[Action]:
        if self.player is not None and self.stage.actor == self.player:
            yield from self.stage.legal(self.game, self.hand)


def denied_by(view: View, player: int) -> Cards:
    """The cards that this player has said to have none of."""
    answers = with_questions(view.events)
    return union(question for event, question in answers if isinstance(event, No) and event.player == player)
