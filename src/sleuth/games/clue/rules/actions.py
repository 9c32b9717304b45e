"""The actions of the thesis (section 2.4), as values and as text: `asks(1,{s1,s2})`, `no(2)`, `shows(3,1,s2)`.

What a player did not see has no card: `shows(3,1,?)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sleuth.core.errors import ActionError
from sleuth.core.text import shorten, whole_number
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Cards


@dataclass(frozen=True)
class _ByPlayer:
    """Something that a player does."""

    player: int


@dataclass(frozen=True)
class CardQuestion:
    """Player asks whether anybody holds one of these cards. In Clue, a suggestion."""

    player: int
    cards: Cards


class No(_ByPlayer):
    """Player holds none of the cards asked for."""


class Yes(_ByPlayer):
    """Player holds at least one of the cards asked for."""


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


class NoGuess(_ByPlayer):
    """Player makes no guess."""


class EndTurn(_ByPlayer):
    """Player ends the turn."""


@dataclass(frozen=True)
class CardDraw:
    """Chance gives player the card that the next question must have (not in the thesis: a room reached by dice)."""

    player: int
    card: int


@dataclass(frozen=True)
class Rolls:
    """Player rolls the dice; `None` is the decision to do so, where there is another way to go."""

    player: int
    number: int | None


@dataclass(frozen=True)
class Moves:
    """Player's token goes to a place of the board, or stays where it is."""

    player: int
    place: int


Action = CardQuestion | No | Yes | Shows | Guess | NoGuess | EndTurn | CardDraw | Rolls | Moves

_CALL = re.compile(r"\s*([a-z]+)\s*\((.*)\)\s*(?:=\s*(right|wrong)\s*)?")
_SET = re.compile(r"\s*\{(.*)\}\s*")
_KINDS: dict[str, type[Action]] = {
    "asks": CardQuestion,
    "no": No,
    "yes": Yes,
    "shows": Shows,
    "guess": Guess,
    "noguess": NoGuess,
    "endturn": EndTurn,
    "draws": CardDraw,
    "rolls": Rolls,
    "moves": Moves,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_PLACES = {
    "player": "PLAYER",
    "to": "PLAYER",
    "card": "CARD",
    "cards": "{CARD,...}",
    "number": "NUMBER",
    "place": "PLACE",
}
"""What may stand between the brackets, by the field of the action."""


def _places(kind: type[Action]) -> list[str]:
    return [name for name in kind.__match_args__ if name in _PLACES]


_SHAPES = {name: f"{name}({','.join(_PLACES[place] for place in _places(kind))})" for name, kind in _KINDS.items()}


def format_action(game: CardGame, action: Action) -> str:
    """The action as text that reads back."""
    inside = ",".join(_format_place(game, place, getattr(action, place)) for place in _places(type(action)))
    result = {None: "", True: "=right", False: "=wrong"}[getattr(action, "right", None)]
    return f"{_NAMES[type(action)]}({inside}){result}"


def _format_place(game: CardGame, place: str, value: int | None) -> str:
    if value is None:
        return "?"
    if place == "cards":
        return format_set(game, value)
    if place == "number":
        return str(value)
    if place == "place" and game.floor is not None:
        return game.floor.format_place(value)
    return game.format_card(value) if place == "card" else game.player_names[value - 1]


def format_set(game: CardGame, cards: Cards) -> str:
    """The cards in braces."""
    return "{" + game.format_cards(cards).replace(", ", ",") + "}"


def parse_action(game: CardGame, text: str) -> Action:
    """Read an action."""
    call = _CALL.fullmatch(text)
    if not call or call[1] not in _SHAPES:
        raise ActionError(f"{shorten(text.strip())!r} is no action; there are {', '.join(_SHAPES.values())}")
    name, inside, result = call.groups()
    kind, shape = _KINDS[name], ActionError(f"{shorten(text.strip())!r} is not {_SHAPES[name]}")
    places = _places(kind)
    parts = inside.split(",", len(places) - 1) if len(places) > 1 else inside.split(",")
    if len(parts) != len(places) or (result and kind is not Guess):
        raise shape
    values: list[Any] = []
    for place, part in zip(places, parts, strict=True):
        if place == "cards":
            braces = _SET.fullmatch(part)
            if not braces:
                raise shape
            values.append(game.cards(braces[1]))
        elif place in ("card", "number") and kind in (Shows, Rolls) and part.strip() == "?":
            values.append(None)
        elif place == "card":
            values.append(game.card(part))
        elif place == "number":
            values.append(whole_number(part, 1))
            if values[-1] is None:
                raise shape
        elif place == "place":
            if game.floor is None:
                raise ActionError(f"{game} has no board to move on")
            values.append(game.floor.parse_place(part))
        else:
            values.append(game.player(part))
    return kind(*values, *([result == "right"] if result else []))


def with_questions(events: Iterable[Action]) -> Iterator[tuple[Action, Cards]]:
    """Each event with the last question up to it; 0 before the first."""
    question = 0
    for event in events:
        if isinstance(event, CardQuestion):
            question = event.cards
        yield event, question


def hide_cards(events: Iterable[Action], sees: Callable[[Shows], bool]) -> tuple[Action, ...]:
    """The events as somebody saw them: without the cards of those shows that she does not see."""
    return tuple(
        replace(event, card=None) if isinstance(event, Shows) and not sees(event) else event for event in events
    )
