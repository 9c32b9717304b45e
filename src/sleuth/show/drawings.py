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
from sleuth.core.registry import BOARDS, Registry
from sleuth.show.steps import steps

Drawing = Callable[[Any, InformationSet, Secret | None], RenderableType]
"""From a game, an information set and perhaps the secret to something that rich can print."""
D = TypeVar("D", bound=Callable[..., Any])
T = TypeVar("T")


def registered(registry: Registry, games: tuple[type[Game], ...]) -> Callable[[D], D]:
    """A decorator: the function belongs to these games."""

    def register(function: D) -> D:
        for game in games:
            registry.add_for(game, function)
        return function

    return register


def drawing(*games: type[Game]) -> Callable[[D], D]:
    """Register the function that draws these games: `@drawing(Wordle)`."""
    return registered(BOARDS, games)


def draw(info: InformationSet, secret: Secret | None = None) -> RenderableType:
    """The drawing of a game's state, or the table of its steps."""
    game = plain_game(info.game)
    picture: RenderableType = drawn(BOARDS, type(game), lambda own: own(game, info, secret), lambda: steps(info))
    return picture


def drawn(registry: Registry, kind: type[Game], draw: Callable[[Any], T], plain: Callable[[], T]) -> T:
    """What the function of a game draws, or the nearest ancestor's; the plain drawing where that cannot be done."""
    function = registry.inherited(kind)
    if function is None:
        return plain()
    try:
        return draw(function)
    except Exception:
        if registry.of(kind) is not None:
            raise
        return plain()  # an ancestor's drawing, and a law that it does not know
