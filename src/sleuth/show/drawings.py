"""Which function draws which game. A game without one gets the table of its steps.

The registry goes by class: somebody else's game may have the name of one of ours, and answers of another kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rich.console import RenderableType

from sleuth.belief.base import InformationSet
from sleuth.core.game import Game, Secret
from sleuth.games.told import Told
from sleuth.show.steps import steps

Drawing = Callable[[Any, InformationSet, Secret | None], RenderableType]
"""From a game, an information set and perhaps the secret to something that rich can print."""
D = TypeVar("D", bound=Drawing)

_DRAWINGS: dict[type[Game], Drawing] = {}


def drawing(*games: type[Game]) -> Callable[[D], D]:
    """Register the function that draws these games: `@drawing(Wordle)`."""

    def register(function: D) -> D:
        _DRAWINGS.update(dict.fromkeys(games, function))
        return function

    return register


def draw(info: InformationSet, secret: Secret | None = None) -> RenderableType:
    """The drawing of a game's state, or the table of its steps."""
    game = info.game.game if isinstance(info.game, Told) else info.game
    function = _DRAWINGS.get(type(game))
    return function(game, info, secret) if function else steps(info)
