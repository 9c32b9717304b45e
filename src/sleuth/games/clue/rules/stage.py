"""What everybody at the table sees: whose turn it is, the phase, the question, who is still in.

The phases are those of Fig. 2.2 of the thesis, the transitions its successor-state axioms (2.26) to (2.31). A game with
drawn rooms has one phase more, before the question, and one with a board three: a choice of the way, where there is one
but to roll, the dice, and a walk. Who is in no room that she has just come to asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from sleuth.core.errors import ActionError
from sleuth.games.clue.rules.actions import (
    Action,
    CardDraw,
    CardQuestion,
    EndTurn,
    Guess,
    Moves,
    No,
    NoGuess,
    Rolls,
    Shows,
    Yes,
    format_action,
)
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Cards, numbers_of
from sleuth.games.clue.rules.floor import Floor


class Phase(Enum):
    """The phases of a turn."""

    DRAW = "draw"
    START = "start"
    ROLL = "roll"
    MOVE = "move"
    ASK = "ask"
    ANSWER = "answer"
    SHOW = "show"
    GUESS = "guess"
    END = "end"


_PHASES_OF = {
    CardDraw: (Phase.DRAW,),
    Rolls: (Phase.START, Phase.ROLL),
    Moves: (Phase.START, Phase.MOVE),
    CardQuestion: (Phase.ASK,),
    No: (Phase.ANSWER,),
    Yes: (Phase.ANSWER,),
    Shows: (Phase.SHOW,),
    Guess: (Phase.GUESS,),
    NoGuess: (Phase.GUESS,),
    EndTurn: (Phase.END,),
}
_BY_CHANCE = (Phase.DRAW, Phase.ROLL)


@dataclass(frozen=True)
class PublicStage:
    """The public state. It holds no card that somebody hides."""

    phase: Phase
    turn: int
    out: frozenset[int] = frozenset()
    """Who guessed wrong."""
    question: Cards | None = None
    answering: int | None = None
    """The thesis's AnsTurn: whose turn it is to answer, or who must show."""
    drawn: int | None = None
    """The card that the question of this turn must have, where it is drawn by chance, or the room of the asker."""
    over: bool = False
    winner: int | None = None
    places: tuple[int, ...] = ()
    """Where the token of each player is, on a board."""
    pulled: frozenset[int] = frozenset()
    """Whose tokens others have brought to where they are."""
    rolled: int = 0

    @classmethod
    def first(cls, game: CardGame) -> PublicStage:
        """Before anybody acted: it is player 1's turn."""
        places = () if game.floor is None else tuple(map(game.floor.start, game.players))
        return cls(Phase.END, 1, places=places)._opened(game)

    @property
    def actor(self) -> int | None:
        """Who must act now; `None` when the game is over, or when it is chance."""
        if self.over or self.phase in _BY_CHANCE:
            return None
        return self.answering if self.phase in (Phase.ANSWER, Phase.SHOW) else self.turn

    def playing(self, player: int) -> bool:
        """The thesis's In: whether the player has not guessed wrong."""
        return player not in self.out

    def fault(self, game: CardGame, action: Action, hand: Cards | None) -> str | None:
        """Why the action is not possible now, or `None`: the thesis's Poss, (2.15) to (2.21).

        `hand` is what the acting player holds; without it, nothing is said about cards.
        """
        if self.over:
            return "the game is over"
        if self.phase not in _PHASES_OF[type(action)]:
            return f"it is the {self.phase.value} phase"
        actor = self.turn if self.phase in _BY_CHANCE else self.actor
        if action.player != actor:
            doing = "answer" if self.phase is Phase.ANSWER else "show" if self.phase is Phase.SHOW else "turn"
            whose = game.player_name(actor) if actor else "nobody"
            return f"it is {whose}'s {doing}" if doing == "turn" else f"it is {whose} who must {doing}"
        match action:
            case CardQuestion(cards=cards):
                return game.question_fault(cards) or self._drawn_fault(game, cards)
            case Guess(cards=cards):
                return game.pile_fault(cards)
            case CardDraw(card=card):
                sort = game.drawn
                return None if sort and sort.cards >> card & 1 else f"{game.format_card(card)} cannot be drawn"
            case Rolls(number=number):
                return None if action in self._rolls(game) else f"the dice do not make {number or 'nothing'}"
            case Moves(place=place) if game.floor is not None:
                return None if place in self.ways(game.floor) else f"{game.floor.format_place(place)} is out of reach"
            case Shows(to=to, card=card):
                return self._show_fault(game, to, card, hand)
            case No() | Yes():
                assert self.question is not None
                if hand is None or bool(hand & self.question) is isinstance(action, Yes):
                    return None
                held = game.format_cards(hand & self.question)
                return f"{game.player_name(action.player)} holds {held or 'none of these cards'}"
        return None

    def ways(self, floor: Floor) -> list[int]:
        """Where the token of this turn may go now, without dice or by what they show; perhaps to where it is."""
        here = self.places[self.turn - 1]
        if self.phase is Phase.START:
            return [here] * (self.turn in self.pulled) + floor.behind(here)
        return floor.within(here, self.rolled)

    def _rolls(self, game: CardGame) -> list[Rolls]:
        numbers = [None] if self.phase is Phase.START else game.floor.rolls if game.floor else []
        return [Rolls(self.turn, number) for number in numbers]

    def _drawn_fault(self, game: CardGame, cards: Cards) -> str | None:
        if self.drawn is None or cards >> self.drawn & 1:
            return None
        why = "which was drawn" if game.floor is None else "where the token is"
        return f"{game.words[0]} must have {game.format_card(self.drawn)}, {why}"

    def _show_fault(self, game: CardGame, to: int, card: int | None, hand: Cards | None) -> str | None:
        assert self.question is not None
        if to != self.turn:
            return f"the card is shown to {game.player_name(self.turn)}, who asked"
        if card is None:
            return None
        if not self.question >> card & 1:
            return f"{game.format_card(card)} was not asked for"
        if hand is not None and not hand >> card & 1:
            return f"{game.format_card(card)} is in another hand"
        return None

    def legal(self, game: CardGame, hand: Cards) -> Iterator[Action]:
        """Everything that whoever must act may do, with this hand."""
        if self.over:
            return
        player = self.turn if self.actor is None else self.actor
        choices: Iterable[Action]
        match self.phase:
            case Phase.DRAW:
                choices = (CardDraw(player, card) for card in numbers_of(game.deck))
            case Phase.START | Phase.ROLL | Phase.MOVE:
                ways = self.ways(game.floor) if game.floor and self.phase is not Phase.ROLL else ()
                rolls = () if self.phase is Phase.MOVE else self._rolls(game)
                choices = (*rolls, *(Moves(player, place) for place in ways))
            case Phase.ASK:
                choices = (CardQuestion(player, cards) for cards in game.questions())
            case Phase.ANSWER:
                choices = (No(player), Yes(player))
            case Phase.SHOW:
                choices = (Shows(player, self.turn, card) for card in numbers_of(hand & (self.question or 0)))
            case Phase.GUESS:
                choices = (NoGuess(player), *(Guess(player, cards) for cards in game.piles()))
            case Phase.END:
                choices = (EndTurn(player),)
        yield from (action for action in choices if self.fault(game, action, hand) is None)

    def after(self, game: CardGame, action: Action) -> PublicStage:
        """The stage that follows. A guess must say whether it was right."""
        match action:
            case CardDraw(card=card):
                return replace(self, phase=Phase.ASK, drawn=card)
            case Rolls(number=number):
                return replace(self, phase=Phase.MOVE if number else Phase.ROLL, rolled=number or 0)
            case Moves(place=place):
                return self._moved(game, place)
            case CardQuestion(player=i, cards=cards):
                asked = replace(self, phase=Phase.ANSWER, question=cards, answering=game.next_player(i))
                return asked._pulling(game, cards) if self.places else asked
            case No(player=j):
                last = game.next_player(j) == self.turn
                phase = Phase.GUESS if last else Phase.ANSWER
                return replace(self, phase=phase, answering=game.next_player(j))
            case Yes(player=j):
                return replace(self, phase=Phase.SHOW, answering=j)
            case Shows():
                return replace(self, phase=Phase.GUESS, answering=None)
            case NoGuess():
                return replace(self, phase=Phase.END, answering=None)
            case Guess(player=i, right=right):
                if right is None:
                    raise ActionError(f"{format_action(game, action)}: say whether it is right or wrong")
                out = self.out if right else self.out | {i}
                over = right or len(out) == len(game.hands)
                winner = i if right else None
                return replace(self, phase=Phase.END, answering=None, out=out, over=over, winner=winner)
            case EndTurn(player=i):
                ended = replace(self, turn=game.next_player(i), answering=None, drawn=None, pulled=self.pulled - {i})
                return ended._opened(game) if self.playing(ended.turn) else replace(ended, phase=Phase.END)

    def _opened(self, game: CardGame) -> PublicStage:
        """The turn of somebody who is in begins."""
        if game.floor is not None:
            ways = replace(self, phase=Phase.START).ways(game.floor)
            return replace(self, phase=Phase.START if ways else Phase.ROLL)
        return replace(self, phase=Phase.ASK if game.drawn is None else Phase.DRAW)

    def _moved(self, game: CardGame, place: int) -> PublicStage:
        """The token goes there; who comes to a room, or was brought there, asks in it."""
        assert game.floor is not None
        here, i = self.places[self.turn - 1], self.turn
        moved = replace(self, phase=Phase.GUESS, places=(*self.places[: i - 1], place, *self.places[i:]), rolled=0)
        if not game.floor.is_room(place) or (self.phase is Phase.MOVE and place == here):
            return moved
        return replace(moved, phase=Phase.ASK, drawn=numbers_of(game.sorts[-1].cards)[place])

    def _pulling(self, game: CardGame, cards: Cards) -> PublicStage:
        """The token that was asked for is brought to the asker's."""
        room = self.places[self.turn - 1]
        named = [k for k, card in enumerate(numbers_of(game.sorts[0].cards), 1) if cards >> card & 1]
        moved = {k for k in named if k in game.players and self.places[k - 1] != room}
        places = tuple(room if k in moved else place for k, place in enumerate(self.places, 1))
        return replace(self, places=places, pulled=self.pulled | moved)
