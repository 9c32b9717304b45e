"""What is found of games whose worst case alone is solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sleuth.core.claim import GameClaim, Quantity
from sleuth.core.game import Game
from sleuth.core.text import plural
from sleuth.solve.method import WORST, SolutionDisplay, early_end, solution_json


@dataclass(frozen=True, repr=False)
class WorstCaseSolution(SolutionDisplay):
    """How many steps are always enough, whatever is answered, and how many are needed by anyone."""

    method: ClassVar[str]
    looked_at: ClassVar[str] = "state"
    """What the search counts."""
    objective: ClassVar[str] = WORST
    total: ClassVar[None] = None
    mean: ClassVar[None] = None
    tree: ClassVar[None] = None

    game: Game
    secrets: int
    worst: int | None
    """So many steps are enough; `None` where the time was up before any number was found."""
    lower_bound: int
    nodes: int
    """How many states were looked at."""
    seconds: float
    first: str | None = None
    stopped: str = ""

    @property
    def proved(self) -> bool:
        """Whether no strategy needs fewer steps in the worst case."""
        return self.worst == self.lower_bound

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The longest play."""
        return (GameClaim.found(Quantity.WORST, self.worst, self.lower_bound),)

    @property
    def title(self) -> str:
        """What was solved."""
        return f"the worst case of {self.game}"

    @property
    def enough(self) -> str:
        """The steps that are always enough, in words."""
        return "not known" if self.worst is None else f"{plural(self.worst, 'step')}, whatever is answered"

    def rows(self) -> list[tuple[str, str]]:
        """How many steps are always enough, and whether fewer could be."""
        least = f"no strategy needs fewer than {self.lower_bound}{early_end(self.stopped)}"
        return [
            ("secrets", f"{self.secrets:,}"),
            ("worst", self.enough),
            *([("first action", self.first)] if self.first else []),
            ("proved", "no strategy needs fewer" if self.proved else least),
            ("searched", f"{plural(self.nodes, self.looked_at)} in {self.seconds:.2f} s"),
        ]

    def figures(self) -> dict[str, Any]:
        """Plain figures: of the worst case only."""
        figures = {"secrets": self.secrets, "total": self.total, "mean": self.mean, "worst": self.worst}
        return {**figures, "histogram": None, "first": self.first}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return solution_json(self)
