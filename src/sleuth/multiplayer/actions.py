"""The actions of the thesis (section 2.4), as values and as text: `asks(1,{s1,s2})`, `no(2)`, `shows(3,1,s2)`.

What a player did not see has no card: `shows(3,1,?)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sleuth.core.errors import ActionError
from sleuth.core.text import shorten
from sleuth.multiplayer.cards import Cards
from sleuth.multiplayer.game import CardGame


@dataclass(frozen=True)
class CardQuestion:
    """Player asks whether anybody holds one of these cards. In Clue, a suggestion."""

    player: int
    cards: Cards


@dataclass(frozen=True)
class No:
    """Player holds none of the cards asked for."""

    player: int


@dataclass(frozen=True)
class Yes:
    """Player holds at least one of the cards asked for."""

    player: int


@dataclass(frozen=True)
class Shows:
    """Player shows the asker a card, face down to the others; `None` is a card that one did not see."""

    player: int
    to: int
    card: int | None


@dataclass(frozen=True)
class Guess:
    """Player names the pile; the table then says whether it is right. In Clue, an accusation."""

    player: int
    cards: Cards
    right: bool | None = None


@dataclass(frozen=True)
class NoGuess:
    """Player makes no guess."""

    player: int


@dataclass(frozen=True)
class EndTurn:
    """Player ends the turn."""

    player: int


@dataclass(frozen=True)
class CardDraw:
    """Chance gives player the card that the next question must have (not in the thesis: a room reached by dice)."""

    player: int
    card: int


Action = CardQuestion | No | Yes | Shows | Guess | NoGuess | EndTurn | CardDraw

_CALL = re.compile(r"\s*([a-z]+)\s*\((.*)\)\s*(?:=\s*(right|wrong)\s*)?")
_SET = re.compile(r"\s*\{(.*)\}\s*")
_SHAPES = {
    "asks": "asks(PLAYER,{CARD,...})",
    "no": "no(PLAYER)",
    "yes": "yes(PLAYER)",
    "shows": "shows(PLAYER,PLAYER,CARD)",
    "guess": "guess(PLAYER,{CARD,...})",
    "noguess": "noguess(PLAYER)",
    "endturn": "endturn(PLAYER)",
    "draws": "draws(PLAYER,CARD)",
}
_PLAIN: dict[str, type[No] | type[Yes] | type[NoGuess] | type[EndTurn]] = {
    "no": No,
    "yes": Yes,
    "noguess": NoGuess,
    "endturn": EndTurn,
}


def format_action(game: CardGame, action: Action) -> str:
    """The action as text that reads back."""
    who = game.player_names[action.player - 1]
    match action:
        case CardQuestion(cards=cards):
            return f"asks({who},{_braces(game, cards)})"
        case Guess(cards=cards, right=right):
            told = "" if right is None else "=right" if right else "=wrong"
            return f"guess({who},{_braces(game, cards)}){told}"
        case Shows(to=to, card=card):
            shown = "?" if card is None else game.format_card(card)
            return f"shows({who},{game.player_names[to - 1]},{shown})"
        case CardDraw(card=card):
            return f"draws({who},{game.format_card(card)})"
    return f"{type(action).__name__.lower()}({who})"


def _braces(game: CardGame, cards: Cards) -> str:
    return "{" + game.format_cards(cards).replace(", ", ",") + "}"


def parse_action(game: CardGame, text: str) -> Action:
    """Read an action."""
    call = _CALL.fullmatch(text)
    if not call or call[1] not in _SHAPES:
        raise ActionError(f"{shorten(text.strip())!r} is no action; there are {', '.join(_SHAPES.values())}")
    name, inside, told = call.groups()
    first, comma, rest = inside.partition(",")
    shape = ActionError(f"{shorten(text.strip())!r} is not {_SHAPES[name]}")
    if told and name != "guess":
        raise shape
    if name in _PLAIN:
        if comma:
            raise shape
        return _PLAIN[name](game.player(first))
    if not comma:
        raise shape
    player = game.player(first)
    if name == "draws":
        return CardDraw(player, game.card(rest))
    if name == "shows":
        to, comma, card = rest.partition(",")
        if not comma:
            raise shape
        return Shows(player, game.player(to), None if card.strip() == "?" else game.card(card))
    braces = _SET.fullmatch(rest)
    if not braces:
        raise shape
    cards = game.cards(braces[1])
    if name == "asks":
        return CardQuestion(player, cards)
    return Guess(player, cards, None if told is None else told == "right")
