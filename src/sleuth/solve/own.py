"""Games with a solver of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import SOLVERS


class OwnSolution(Protocol):
    """What a solver of somebody's own finds."""

    @property
    def title(self) -> str:
        """What was solved."""
        ...

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people: a name and a value each."""
        ...

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON: `total`, `mean`, `worst`, `lower_bound`, `proved`, `nodes`, `seconds`."""
        ...


def own_solver(game: Game) -> Callable[[Game], OwnSolution] | None:
    """The solver that is registered for a game, if it takes it as it is (under its channel, at its size)."""
    solver = SOLVERS.of(type(plain_game(game)))
    found: Callable[[Game], OwnSolution] | None = None if solver is None else solver(game)
    return found
