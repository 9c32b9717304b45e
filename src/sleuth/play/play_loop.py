"""The play loop: whoever is to act sees their own view and acts, and chance where nobody does, until play is over.

One player or several, all of them strategies or one a person: every play goes through `moves`. A person is whoever is
not among the players: the loop ends where it is their turn, and begins again once they have acted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np


class Stage(Protocol):
    """A moment of a play. It never changes: `do` gives the next one."""

    @property
    def over(self) -> bool:
        """Whether play has ended."""

    @property
    def actor(self) -> int | None:
        """The number of the player who is to act; `None` where it is chance."""

    def view(self, player: int, /) -> Any:
        """What a player may see."""

    def chance(self, rng: np.random.Generator, /) -> Any:
        """What chance does, where it is to act."""

    def do(self, action: Any, /) -> Self:
        """The moment after an action of whoever was to act."""


S = TypeVar("S", bound=Stage)
Player = Callable[[Any], Any]
"""From a view to an action."""


@dataclass(frozen=True, eq=False)
class Move(Generic[S]):
    """One action, and the moments before and after it."""

    before: S
    action: Any
    after: S

    @property
    def actor(self) -> int | None:
        """Who acted; `None` for chance."""
        return self.before.actor


def moves(stage: S, players: Mapping[int, Player], rng: np.random.Generator) -> Iterator[Move[S]]:
    """Play on, a move at a time, until play is over or it is the turn of somebody who is not among the players."""
    while not stage.over:
        actor = stage.actor
        if actor is None:
            action = stage.chance(rng)
        elif actor in players:
            action = players[actor](stage.view(actor))
        else:
            return
        after = stage.do(action)
        yield Move(stage, action, after)
        stage = after
