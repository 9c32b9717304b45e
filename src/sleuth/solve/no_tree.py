"""The answer to "is there a tree below this bound?" where there is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from sleuth.core.claim import NO_FIGURE, GameClaim, Quantity, Unit, amount, in_words, trees_on
from sleuth.core.game import Game
from sleuth.core.text import plural
from sleuth.solve.method import MEAN, SolutionDisplay, solution_json
from sleuth.strategies.tree import Tree


@dataclass(frozen=True, eq=False, repr=False)
class NoTree(SolutionDisplay):
    """Proved: no tree on the given terms has a total below a bound."""

    method: ClassVar[str] = "tables"
    objective: ClassVar[str] = MEAN
    total: ClassVar[None] = None
    mean: ClassVar[None] = None
    worst: ClassVar[None] = None
    proved: ClassVar[bool] = True
    stopped: ClassVar[str] = ""
    tree: ClassVar[Tree | None] = None

    game: Game
    secrets: int
    lower_bound: int | float
    """No tree has a smaller total."""
    bound: int | float
    """What was asked for: a tree with a total below this."""
    forced: bool
    only_possible: bool
    within: int | None
    nodes: int
    seconds: float
    priced: bool = False
    """Whether actions differ in cost: then the bound is one of costs."""

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """No tree is below the bound. Where the search gave no figure, that is all there is to say."""
        bound = self.lower_bound if self.lower_bound < NO_FIGURE else self.bound
        unit = Unit.COST if self.priced else Unit.STEPS
        terms = trees_on("so" if self.forced else "", self.within, self.only_possible)
        return (GameClaim.found(Quantity.TOTAL, None, bound, unit=unit, among=terms),)

    def begun(self, added: float) -> NoTree:
        """The same with a first step before it that tells nothing and adds so much to the total."""
        within = None if self.within is None else self.within + 1
        lower, bound = self.lower_bound + added, self.bound + added
        return replace(self, lower_bound=lower, bound=bound, forced=True, within=within)

    @property
    def title(self) -> str:
        """What was asked."""
        return f"a tree for {self.game} with a {self.claims[0].noun} below {amount(self.bound)}"

    @property
    def verdict(self) -> str:
        """What is proved."""
        return in_words(self.claims)

    def rows(self) -> list[tuple[str, str]]:
        """What is proved, and what it took."""
        return [
            ("secrets", f"{self.secrets:,}"),
            ("proved", self.verdict),
            ("searched", f"{plural(self.nodes, 'set')} in {self.seconds:.2f} s"),
        ]

    def figures(self) -> dict[str, Any]:
        """Plain figures; there is no tree to give them."""
        unknown = dict.fromkeys(("total", "mean", "worst", "histogram", "first"))
        return {"secrets": self.secrets, **unknown}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **solution_json(self),
            "bound": self.bound,
            "first_given": self.forced,
            "only_possible": self.only_possible,
            "within": self.within,
        }
