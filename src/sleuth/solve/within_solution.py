"""A tree that settles as many secrets as can be within a number of steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sleuth.core.claim import GameClaim, Quantity, Unit, amount, in_words, trees_on
from sleuth.core.text import plural
from sleuth.solve.method import WITHIN, SolutionDisplay, early_end, solution_json
from sleuth.strategies.tree import Tree
from sleuth.strategies.tree_figures import Steps


@dataclass(frozen=True, eq=False, repr=False)
class WithinSolution(SolutionDisplay, Steps):
    """A tree whose plays never take more than `longest` steps, and as few as can be take more than `in_time`."""

    method: ClassVar[str] = WITHIN

    in_time: int
    """The steps in which a secret is in time."""
    longest: int
    """The most steps that a play may take: the least worst case, unless it was given."""
    late_bound: int | float
    """No such tree leaves a smaller weight of secrets for later."""
    longest_proved: bool
    """Whether no tree has a shorter longest play; true where the limit was given."""
    terms: dict[str, Any]
    nodes: int
    seconds: float
    stopped: str

    @property
    def objective(self) -> str:
        """What was made least."""
        return f"{WITHIN}={self.in_time}"

    @property
    def late_secrets(self) -> int:
        """How many secrets take more steps."""
        return int((self.steps > self.in_time).sum())

    @property
    def late(self) -> int | float:
        """Their weight; how many they are, where all are alike."""
        if self.tables.uniform:
            return self.late_secrets
        weight = float(self.tables.weights[self.steps > self.in_time].sum())
        return int(weight) if self.tables.integral else weight

    @property
    def lower_bound(self) -> int | float:
        """No tree that is never longer leaves less for later."""
        return self.late_bound

    @property
    def proved(self) -> bool:
        """Whether no tree that is never longer has more secrets in time, and none is always shorter."""
        near = 1e-9 * float(np.sum(self.tables.weights)) if (self.tables.weights % 1).any() else 0.0
        return self.longest_proved and self.late <= self.late_bound + near

    @cached_property
    def tree(self) -> Tree | None:
        """The tree as data; `None` where it starts further on. What it is best for, no tree file says."""
        if self.secrets != len(self.tables.secrets):
            return None
        search = {"objective": self.objective, "late": self.late, "lower_bound": self.late_bound, "proved": self.proved}
        return Tree.of(self, terms=self.terms, search=search)

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """What comes later, among the trees that are never longer."""
        begun = "so" if self.terms["first"] is not None else ""
        among = trees_on(begun, self.longest, self.terms["only_possible"])
        return (GameClaim.found(Quantity.LATE, self.late, self.late_bound, self.proved, unit=Unit.WEIGHT, among=among),)

    @property
    def title(self) -> str:
        """What was solved."""
        return f"the tree for {self.game} with most secrets within {plural(self.in_time, 'step')}"

    def rows(self) -> list[tuple[str, str]]:
        """What is in time, what the tree takes, and what is proved of it."""
        in_time = self.secrets - self.late_secrets
        rows = [
            ("secrets", f"{self.secrets:,}"),
            ("in time", f"{in_time:,} within {plural(self.in_time, 'step')}, {self.late_secrets:,} later"),
        ]
        if not self.tables.uniform:
            rows.append(("weight", f"of all, {self.late / float(self.tables.weights.sum()):.6f} comes later"))
        rows += [
            ("total", amount(self.total)),
            ("mean", f"{self.mean:.4f}"),
            ("worst", str(self.worst)),
        ]
        if len(self.game_tree):
            rows.append(("first action", self.game.format_action(self.first)))
        rows.append(("proved", self.verdict))
        rows.append(("searched", f"{plural(self.nodes, 'set')} in {self.seconds:.2f} s"))
        return rows

    @property
    def verdict(self) -> str:
        """What is proved."""
        if not self.longest_proved:
            return f"nothing: whether a shorter longest play is possible is not known{early_end(self.stopped)}"
        return in_words(self.claims, early_end(self.stopped))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **solution_json(self),
            "in_time": self.secrets - self.late_secrets,
            "late": self.late,
            "longest": self.longest,
            "longest_proved": self.longest_proved,
        }
