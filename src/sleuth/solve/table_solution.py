"""What the search over tables finds: a tree for every secret, and how good any tree can be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sleuth.core.claim import GameClaim, Quantity, Unit, amount, in_words, trees_on
from sleuth.core.text import plural
from sleuth.solve.method import MEAN, SolutionDisplay, early_end, solution_json
from sleuth.strategies.tree import Tree
from sleuth.strategies.tree_figures import Steps


@dataclass(frozen=True, eq=False, repr=False)
class TableSolution(SolutionDisplay, Steps):
    """A tree that plays every secret, and how good any tree can be."""

    method: ClassVar[str] = "tables"

    objective: str
    lower_bound: int | float
    """No tree has a smaller total (objective mean) or a shorter longest play (objective worst)."""
    total_bound: int | float
    """No tree that is as good by the objective has a smaller total (or cost, where actions differ in cost)."""
    total_proved: bool
    """Whether the total is the least there is (for the objective worst: among trees that are never longer)."""
    worst_proved: bool
    """Whether the longest play is the shortest there is (for the objective mean: among trees with this total)."""
    beam: int
    forced: bool
    """Whether the first action was given, so that all this holds among trees that begin with it."""
    only_possible: bool
    """Whether only guesses that may be right were allowed, so that all this holds among such trees."""
    within: int | None
    """The most steps that a play was to take, so that all this holds among such trees; `None` for any number."""
    most_steps: int | None
    """The most steps that a play has: `within`, or the rows of the game, to which the best of all trees keeps."""
    nodes: int
    """Sets that the search looked at."""
    seconds: float
    stopped: str
    """Why the search ended early: `time`, `interrupt`, or nothing."""

    @property
    def proved(self) -> bool:
        """Whether the tree is optimal by the objective."""
        return self.total_proved if self.objective == MEAN else self.worst_proved

    @property
    def priced(self) -> bool:
        """Whether actions differ in cost: then the cost is what was made least, and what bounds are about."""
        return self.tables.costs.size > 1

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The total and the longest play, or the other way round by the objective worst."""
        by_mean = self.objective == MEAN
        terms = trees_on("so" if self.forced else "", self.within, self.only_possible)
        worst_bound = self.worst if self.worst_proved else None if by_mean else int(self.lower_bound)
        value, unit = (self.total_cost, Unit.COST) if self.priced else (self.total, Unit.STEPS)
        total = GameClaim.found(Quantity.TOTAL, value, self.total_bound, self.total_proved, unit=unit, among=terms)
        worst = GameClaim.found(Quantity.WORST, self.worst, worst_bound, self.worst_proved, among=terms)
        return (total, worst) if by_mean else (worst, total)

    @property
    def whole(self) -> bool:
        """Whether it begins at the start of the game."""
        return self.secrets == len(self.tables.secrets)

    @property
    def terms(self) -> dict[str, Any]:
        """What the tree keeps to, as a tree file says it."""
        return {
            "first": self.game.format_action(self.first) if self.forced and self.first is not None else None,
            "within": self.within,
            "only_possible": self.only_possible,
        }

    @cached_property
    def tree(self) -> Tree | None:
        """The complete strategy as data, with what the search says of it; `None` if it starts further on."""
        if not self.whole:
            return None
        search = {
            "lower_bound": self.lower_bound,
            "proved": self.proved,
            "total_proved": self.total_proved,
            "worst_proved": self.worst_proved,
            "beam": self.beam or None,
            "stopped": self.stopped or None,
        }
        return Tree.of(self, objective=self.objective, terms=self.terms, search=search)

    @property
    def title(self) -> str:
        """What was solved."""
        return f"the best tree for {self.game}"

    def rows(self) -> list[tuple[str, str]]:
        """What the best tree takes, and what is proved of it."""
        weighted = "" if self.tables.uniform else ", not equally likely"
        return [
            ("secrets", f"{self.secrets:,}{weighted}"),
            ("total", amount(self.total)),
            ("mean", f"{self.mean:.4f}"),
            ("worst", str(self.worst)),
            *([("total cost", amount(self.total_cost))] if self.priced else []),
            *([("mean cost", f"{self.mean_cost:.4f}")] if self.priced else []),
            *([("first action", self.game.format_action(self.first))] if len(self.game_tree) else []),
            ("proved", self.verdict),
            ("searched", f"{plural(self.nodes, 'set')} in {self.seconds:.2f} s"),
        ]

    @property
    def verdict(self) -> str:
        """What is proved, and what is not."""
        if self.beam:
            return f"nothing: no more than {plural(self.beam, 'action')} had a try at each set"
        first, *rest = self.claims
        return in_words([first, *rest] if first.proved else [first], early_end(self.stopped))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **solution_json(self),
            "total_lower_bound": self.total_bound,
            "total_proved": self.total_proved,
            "worst_proved": self.worst_proved,
            "beam": self.beam or None,
            "first_given": self.forced,
            "only_possible": self.only_possible,
            "within": self.within,
            "tree_nodes": len(self.game_tree),
        }
