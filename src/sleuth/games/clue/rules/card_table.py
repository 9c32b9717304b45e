"""What a table of MYST or Clue says and reads: actions and deals as text, what happened as sentences, what is typed."""

from __future__ import annotations

from typing import Any, ClassVar

from sleuth.core.errors import ActionError
from sleuth.core.table_game import SeatView
from sleuth.core.text import capital, shorten, whole_number
from sleuth.games.clue.rules.actions import (
    Action,
    CardDraw,
    CardQuestion,
    Guess,
    Moves,
    No,
    NoGuess,
    Rolls,
    Shows,
    format_action,
    format_set,
    parse_action,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import PILE, Cards, Deal
from sleuth.games.clue.rules.floor import Floor
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase, PublicStage
from sleuth.games.clue.rules.views import View

NOTHING = ("", "no", "nothing", "end", "pass")
"""Ways to say that one makes no guess."""
MAX_NAMED = 4
"""Rooms out of reach that a prompt names."""


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
            number = whole_number(holder.strip(), 0, len(self.sizes) - 1)
            place = self.holder(holder) if number is None else number
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
        held = f"You hold {self.format_cards(view.hand)}."
        if view.public:
            held += f" {self.format_cards(view.public)} lie face up."
        if self.floor is None or view.player is None:
            return held
        place, figure = view.stage.places[view.player - 1], self.floor.figures[view.player - 1]
        start = place == self.floor.start(view.player)
        return f"{held} You are {figure}, at {'the start' if start else self.floor.format_place(place)}."

    def details(self, view: SeatView) -> dict[str, Any]:
        """The hand, what there is to do (ask, show, guess), a room that was drawn, cards to show, and all cards.

        On a board also where everybody is, what was rolled, and the steps to each room for whoever is on.
        """
        assert isinstance(view, View)
        stage = view.stage
        asked = stage.question or 0 if stage.phase is Phase.SHOW else 0
        return (self._board_details(stage, self.floor) if self.floor else {}) | {
            "hand": self.card_names(view.hand),
            "to_do": None if stage.over or stage.actor != view.player else self._to_do.get(stage.phase),
            "drawn": None if stage.drawn is None else self.format_card(stage.drawn),
            "choices": self.card_names(view.hand & asked),
            "sorts": self.card_sorts,
            "public": self.card_names(view.public),
        }

    @property
    def _to_do(self) -> dict[Phase, str]:
        """What it is called to act in each phase."""
        choices = {Phase.START: "start", Phase.MOVE: "move", Phase.SHOW: "show"}
        return choices | {Phase.ASK: self.asking, Phase.GUESS: self.guessing}

    def _board_details(self, stage: PublicStage, floor: Floor) -> dict[str, Any]:
        places = zip(self.player_names, map(floor.format_place, stage.places), strict=True)
        here = stage.places[stage.turn - 1]
        steps = floor.walks(here)
        return {
            "places": dict(places),
            "rolled": stage.rolled or None,
            "steps": steps,
            "rooms": list(floor.rooms),
            "passages": [floor.rooms[room] for room in floor.behind(here)] if stage.phase is Phase.START else [],
            "may_stay": here in stage.ways(floor) if stage.phase in (Phase.START, Phase.MOVE) else False,
        }

    def narrate(self, event: Action, names: dict[int, str], me: int | None = None) -> str:
        mine, who = event.player == me, capital(names[event.player])
        s, es = ("", "") if mine else ("s", "es")
        match event:
            case CardDraw(card=card):
                return f"{who}: the dice lead to {self.format_card(card)}."
            case Rolls(number=number):
                return f"{who} roll{s} {number or 'the dice'}."
            case Moves(place=place) if self.floor is not None:
                be, where = "are" if mine else "is", "in" if self.floor.is_room(place) else "at"
                return f"{who} {be} {where} {self.floor.format_place(place)} now."
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

    def typed(self, action: Action) -> str:
        match action:
            case Moves(place=place) if self.floor is not None:
                return self.floor.format_place(place)
            case Rolls():
                return "roll"
            case CardQuestion(cards=cards):
                return f"{self.asking} {self.format_cards(cards)}"
            case Guess(cards=cards):
                return f"{self.guessing} {self.format_cards(cards)}"
            case Shows(card=card) if card is not None:
                return f"show {self.format_card(card)}"
        return "end"

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
            case Phase.START | Phase.MOVE:
                return self._ways(view)
        return "go on"

    def _ways(self, view: View) -> str:
        """Where a player may go, in words: `you rolled 7: Library (5), towards Study (3 more), stay`."""
        assert self.floor is not None
        stage = view.stage
        here, rooms = stage.places[stage.turn - 1], self.floor.rooms
        if stage.phase is Phase.START:
            ways = [f"{'stay in' if way == here else 'passage to'} {rooms[way]}" for way in stage.ways(self.floor)]
            return f"{', '.join(ways)}, or roll"
        steps = list(self.floor.walks(here).items())
        near = [f"{room} ({far})" for room, far in steps if far <= stage.rolled]
        beyond = [f"towards {room} ({far - stage.rolled} more)" for room, far in steps[len(near) :]][:MAX_NAMED]
        return f"you rolled {stage.rolled}: {', '.join([*near, *beyond, 'stay'])}"

    def read_move(self, view: SeatView, text: str) -> Action:
        assert isinstance(view, View)
        stage, me = view.stage, view.player
        if me is None or stage.actor != me:
            raise ActionError("it is not your turn")
        word, _, rest = text.strip().partition(" ")
        known = self._to_do
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
            if stage.drawn is not None and not cards & self.sorts[-1].cards:
                cards |= 1 << stage.drawn  # it is the only one that may be named, and so need not be
            return CardQuestion(me, cards)
        if stage.phase in (Phase.START, Phase.MOVE):
            return self._step(stage, me, text)
        raise ActionError(f"there is nothing to choose now, and so no {shorten(text)!r}")

    def _step(self, stage: PublicStage, me: int, text: str) -> Action:
        """A room, `towards ROOM`, `stay`, `passage`, or `roll`."""
        assert self.floor is not None
        here, (word, _, rest) = stage.places[me - 1], text.partition(" ")
        match word.lower():
            case "roll":
                return Rolls(me, None)
            case "stay":
                return Moves(me, here)
            case "passage" if not rest and (rooms := self.floor.behind(here)):
                return Moves(me, rooms[0])
            case "towards":
                return Moves(me, self.floor.towards(here, self.floor.parse_place(rest), stage.rolled))
        return Moves(me, self.floor.parse_place(text.removeprefix("passage to ")))
