"""What a game of several players is worth to whoever begins, if everybody plays their best."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sleuth.core.claim import Direction, GameClaim, Quantity, Unit
from sleuth.core.table_game import TableGame
from sleuth.core.text import plural
from sleuth.solve.method import VALUE, SolutionDisplay, solution_json


@dataclass(frozen=True, repr=False)
class GameValue(SolutionDisplay):
    """The chance that the first player wins; a solution that has no tree and counts no steps."""

    objective: ClassVar[str] = VALUE
    """What was solved for."""
    secrets: ClassVar[None] = None
    total: ClassVar[None] = None
    mean: ClassVar[None] = None
    worst: ClassVar[None] = None
    lower_bound: ClassVar[None] = None
    stopped: ClassVar[str] = ""
    tree: ClassVar[None] = None

    game: TableGame
    """The game that was solved."""
    method: str
    """How."""
    value: float
    """The chance that the first player wins if both play as well as can be."""
    proved: bool
    """Whether the value is exact."""
    nodes: int
    """How much was searched."""
    seconds: float
    """What the search took."""
    exact: Fraction | None = None
    """The value as a fraction, where it is known as one."""

    def __repr__(self) -> str:
        return f"<GameValue of {self.game}: {self.value:.6g}, {'proved' if self.proved else 'not proved'}>"

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The chance of the first player."""
        value = self.value if self.exact is None else self.exact
        bound = value if self.proved else None
        return (GameClaim.found(Quantity.VALUE, value, bound, unit=Unit.CHANCE, direction=Direction.MOST),)

    @property
    def title(self) -> str:
        """What was solved."""
        return f"the value of {self.game}"

    def rows(self) -> list[tuple[str, str]]:
        """The chance, and whether it is proved."""
        exact = "" if self.exact is None else f", {self.exact}"
        return [
            ("value", f"the first player wins with chance {self.value:.4f}{exact}"),
            ("proved", "nobody can do better" if self.proved else "no"),
            ("searched", f"{plural(self.nodes, 'state')} in {self.seconds:.2f} s"),
        ]

    def figures(self) -> dict[str, Any]:
        """Plain figures: none of them is known of a value."""
        return dict.fromkeys(("secrets", "total", "mean", "worst", "histogram", "first"))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        exact = None if self.exact is None else str(self.exact)
        return {**solution_json(self), "value": self.value, "exact": exact}
