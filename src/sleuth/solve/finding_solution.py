"""What the search of games in which everything must be found has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isclose
from typing import Any, ClassVar

from sleuth.core.claim import GameClaim, Quantity, amount, in_words, trees_on
from sleuth.core.game import Game
from sleuth.core.game_spec import spec_of
from sleuth.core.text import plural
from sleuth.solve.method import MEAN, SolutionDisplay, early_end, solution_json
from sleuth.strategies.tree import FREE, Tree, digest
from sleuth.strategies.tree_nodes import Node


@dataclass(frozen=True, repr=False)
class FindingSolution(SolutionDisplay):
    """The best way to find everything, or the best that was found."""

    method: ClassVar[str] = "finding"
    objective: ClassVar[str] = MEAN

    game: Game
    secrets: int
    mass: float
    total: int | float
    """The sum of steps over all secrets, each as often as its prior weight says; once, where all weigh the same."""
    worst: int
    lower_bound: float
    proved: bool
    hits: float
    """The mean number of hits of a secret."""
    first: str
    nodes: int
    seconds: float
    stopped: str
    histogram: Mapping[int, int]
    """How many secrets take how many steps."""
    tree_nodes: tuple[Node, ...] | None = None
    """The whole tree, depth first; `None` where something is announced first: then each announcement has one."""
    forced: bool = False
    """Whether the first action was given, so that all this holds among trees that begin with it."""

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The total."""
        among = trees_on("so" if self.forced else "")
        total, bound = (_whole_if_it_is(value) for value in (self.total, self.lower_bound))
        return (GameClaim.found(Quantity.TOTAL, total, bound, self.proved, among=among),)

    @property
    def mean(self) -> float:
        """The expected number of steps."""
        return self.total / self.mass

    @cached_property
    def tree(self) -> Tree | None:
        """The complete strategy as data; `None` where there is one for each announcement."""
        if self.tree_nodes is None:
            return None
        game = self.game
        alike = len({float(game.prior(s)) for s in game.secrets()} - {0.0}) == 1
        total = self.mean * self.secrets if alike else self.total  # secrets that are alike count one each
        whole = round(total)
        return Tree(
            game=spec_of(game),
            goal=game.goal.value,
            secrets=self.secrets,
            digest=digest(game),
            claims={"total": whole if isclose(total, whole) else total, "mean": self.mean, "worst": self.worst},
            nodes=self.tree_nodes,
            objective=self.objective,
            terms={**FREE, "first": self.first if self.forced else None},
            search={"lower_bound": self.lower_bound, "proved": self.proved, "stopped": self.stopped or None},
            source=game,
        )

    @property
    def title(self) -> str:
        """What was solved."""
        return f"the best way to find everything in {self.game}"

    def rows(self) -> list[tuple[str, str]]:
        """What the best way to find everything takes, and whether that is proved."""
        return [
            ("secrets", f"{self.secrets:,}"),
            ("total", amount(_whole_if_it_is(self.total))),
            ("mean", f"{self.mean:.4f} steps"),
            ("to find", f"{self.hits:.4f} on average"),
            ("worst", str(self.worst)),
            *([("first action", self.first)] if self.first else []),
            ("proved", in_words(self.claims, early_end(self.stopped))),
            ("searched", f"{plural(self.nodes, 'state')} in {self.seconds:.2f} s"),
        ]

    def figures(self) -> dict[str, Any]:
        """Plain figures."""
        return {
            "secrets": self.secrets,
            "total": _whole_if_it_is(self.total),
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(k): v for k, v in sorted(self.histogram.items())},
            "first": self.first,
            "mean_hits": self.hits,
        }

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**solution_json(self), "first_given": self.forced, "tree_nodes": len(self.tree_nodes or ()) or None}


def _whole_if_it_is(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value
