"""Actions that are put together from parts: pegs one by one, letters, coins on pans, the ends of an interval.

A part is written `slot:value`, and no value empties the slot. What was chosen so far is a mapping from slots to values,
`pending`; it is nobody's state but the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError
from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import COMPOSERS
from sleuth.core.text import whole_number
from sleuth.show.drawings import registered

Pending = Mapping[str, str]
Composer = Callable[[Any, Pending], list[str]]
"""From a game and the chosen parts to texts of the action that they make, the first that is legal; none if unfinished.

A question and its complement ask the same, and a game may list one of them: then both are given.
"""
C = TypeVar("C", bound=Composer)

MAX_SLOTS = 2_000
MAX_SIGNS = 100


def composer(*games: type[Game]) -> Callable[[C], C]:
    """Register the function that puts the actions of these games together."""
    return registered(COMPOSERS, games)


def with_part(pending: Pending | None, part: str) -> dict[str, str]:
    """What is chosen once a part was pressed: `slot:value` sets a slot, `slot:` empties it."""
    slot, colon, value = part.partition(":")
    if not colon or not slot or len(part) > MAX_SIGNS:
        raise ActionError(f"{part[:MAX_SIGNS]!r} is no part of an action; it is written slot:value")
    chosen = {k: v for k, v in (pending or {}).items() if k != slot}
    if value and len(chosen) >= MAX_SLOTS:
        raise ActionError(f"an action has at most {MAX_SLOTS} parts")
    return chosen | ({slot: value} if value else {})


def composed(info: InformationSet, pending: Pending | None) -> str | None:
    """The text of the action that the chosen parts make, if they make one that may be asked now."""
    for text in texts_of(info, pending):
        try:
            action = info.game.parse_action(text)
        except ActionError:
            continue
        if info.is_legal(action):
            return info.game.format_action(action)
    return None


def texts_of(info: InformationSet, pending: Pending | None) -> list[str]:
    """The texts of the action that the chosen parts make, be it one that may be asked or not."""
    game = plain_game(info.game)
    compose = COMPOSERS.inherited(type(game))
    return compose(game, pending) if compose and pending else []


def number_in(text: str | None, low: int, high: int) -> int | None:
    """A whole number from `low` to `high`, or `None`: parts come from outside."""
    return None if text is None else whole_number(text, low, high)
