"""What a table of MYST or Clue says and reads: actions and deals as text, what happened as sentences, what is typed."""

from __future__ import annotations

from typing import Any, ClassVar

from sleuth.core.errors import ActionError
from sleuth.core.table_game import SeatView
from sleuth.core.text import capital, shorten
from sleuth.games.clue.rules.actions import (
    Action,
    CardDraw,
    CardQuestion,
    Guess,
    No,
    NoGuess,
    Shows,
    format_action,
    format_set,
    parse_action,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View

NOTHING = ("", "no", "nothing", "end", "pass")
"""Ways to say that one makes no guess."""


class CardTable(CardGame):
    """A game of hidden hands that can be sat down to."""

    usual_player: ClassVar[str] = "race"
    endings: ClassVar[tuple[str, ...]] = ("right", "wrong")

    def begin(self, deal: Deal) -> Situation:
        return Situation.begin(self, deal)

    def format_action(self, action: Action) -> str:
        return format_action(self, action)

    def parse_action(self, text: str) -> Action:
        return parse_action(self, text)

    def format_deal(self, deal: Deal) -> str:
        return "; ".join(f"{holder}={format_set(self, cards)}" for holder, cards in enumerate(deal))

    def parse_deal(self, text: str) -> Deal:
        hands: dict[int, Cards] = {}
        for part in text.split(";"):
            holder, _, braces = part.partition("=")
            place = self.holder(holder)
            if place in hands:
                raise ActionError(f"the cards of {self.holder_name(place)} are given twice")
            hands[place] = self.cards(braces.strip().removeprefix("{").removesuffix("}"))
        deal = tuple(hands.get(holder, 0) for holder in range(len(self.sizes)))
        if fault := self.deal_fault(deal):
            raise ActionError(f"{self}: {fault}")
        return deal

    def solution(self, deal: Deal) -> str:
        return f"{capital(self.holder_name(PILE))} held {self.format_cards(deal[PILE])}."

    def revealed(self, deal: Deal) -> dict[str, Any]:
        """The cards of the pile, under its name."""
        return {self.holder_name(PILE).removeprefix("the "): self.card_names(deal[PILE])}

    def own(self, view: SeatView) -> str:
        assert isinstance(view, View)
        public = f" {self.format_cards(view.public)} lie face up." if view.public else ""
        return f"You hold {self.format_cards(view.hand)}.{public}"

    def details(self, view: SeatView) -> dict[str, Any]:
        """The hand, what there is to do (ask, show, guess), a room that was drawn, cards to show, and all cards."""
        assert isinstance(view, View)
        stage = view.stage
        to_do = {Phase.ASK: self.asking, Phase.SHOW: "show", Phase.GUESS: self.guessing}
        asked = stage.question or 0 if stage.phase is Phase.SHOW else 0
        return {
            "hand": self.card_names(view.hand),
            "to_do": None if stage.over or stage.actor != view.player else to_do.get(stage.phase),
            "drawn": None if stage.drawn is None else self.format_card(stage.drawn),
            "choices": self.card_names(view.hand & asked),
            "sorts": self.card_sorts,
            "public": self.card_names(view.public),
        }

    def narrate(self, event: Action, names: dict[int, str], me: int | None = None) -> str:
        mine, who = event.player == me, capital(names[event.player])
        s, es = ("", "") if mine else ("s", "es")
        match event:
            case CardDraw(card=card):
                return f"{who}: the dice lead to {self.format_card(card)}."
            case CardQuestion(cards=cards):
                return f"{who} {self.asking}{s} {self.format_cards(cards)}."
            case No():
                return f"{who} pass{es}."
            case Shows(to=to, card=card):
                return f"{who} show{s} {names[to]} {'a card' if card is None else self.format_card(card)}."
            case Guess(cards=cards, right=right):
                result = "" if right is None else f": {'right' if right else 'wrong'}"
                verb = self.guessing + (es if self.guessing.endswith("s") else s)
                return f"{who} {verb} {self.format_cards(cards)}{result}."
            case NoGuess():
                return f"{who} make no guess." if mine else ""
        return ""

    def prompt(self, view: SeatView) -> str:
        assert isinstance(view, View)
        stage = view.stage
        match stage.phase:
            case Phase.ASK:
                return self.asking + (f" (with {self.format_card(stage.drawn)})" if stage.drawn is not None else "")
            case Phase.SHOW:
                return f"show {self.format_cards(view.hand & (stage.question or 0)).replace(', ', ' or ')}"
            case Phase.GUESS:
                return f"{self.guessing}, or nothing"
        return "go on"

    def read_move(self, view: SeatView, text: str) -> Action:
        assert isinstance(view, View)
        stage, me = view.stage, view.player
        if me is None or stage.actor != me:
            raise ActionError("it is not your turn")
        word, _, rest = text.strip().partition(" ")
        known = {Phase.ASK: self.asking, Phase.SHOW: "show", Phase.GUESS: self.guessing}
        if word.lower() in known.values() and word.lower() != known.get(stage.phase):
            raise ActionError(f"it is time to {self.prompt(view)} now, not to {word.lower()}")
        named = rest if word.lower() == known.get(stage.phase) else text
        action = self._named(view, me, named.strip())
        if fault := stage.fault(self, action, view.hand):
            raise ActionError(f"that is not possible: {fault}")
        return action

    def _named(self, view: View, me: int, text: str) -> Action:
        stage = view.stage
        if stage.phase is Phase.GUESS:
            return NoGuess(me) if text.lower() in NOTHING else Guess(me, self.cards(text))
        if stage.phase is Phase.SHOW:
            return Shows(me, stage.turn, self.card(text))
        if stage.phase is Phase.ASK:
            cards = self.cards(text)
            if stage.drawn is not None and self.drawn is not None and not cards & self.drawn.cards:
                cards |= 1 << stage.drawn  # it is the only one that may be named, and so need not be
            return CardQuestion(me, cards)
        raise ActionError(f"there is nothing to choose now, and so no {shorten(text)!r}")
