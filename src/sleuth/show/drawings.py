"""Which function draws which game. A game without one gets the table of its steps.

The registry goes by class and its ancestors: somebody else's game may have the name of one of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rich.console import RenderableType

from sleuth.belief.base import InformationSet
from sleuth.core.game import Game, Secret
from sleuth.core.offers import plain_game
from sleuth.core.registry import BOARDS
from sleuth.show.steps import steps

Drawing = Callable[[Any, InformationSet, Secret | None], RenderableType]
"""From a game, an information set and perhaps the secret to something that rich can print."""
D = TypeVar("D", bound=Drawing)


def drawing(*games: type[Game]) -> Callable[[D], D]:
    """Register the function that draws these games: `@drawing(Wordle)`."""

    def register(function: D) -> D:
        for game in games:
            BOARDS.add_for(game, function)
        return function

    return register


def draw(info: InformationSet, secret: Secret | None = None) -> RenderableType:
    """The drawing of a game's state, or the table of its steps."""
    game = plain_game(info.game)
    function: Drawing | None = BOARDS.inherited(type(game))
    if function is None:
        return steps(info)
    if BOARDS.of(type(game)) is not None:
        return function(game, info, secret)
    try:
        return function(game, info, secret)
    except Exception:  # an ancestor's drawing, and a law that it does not know
        return steps(info)
