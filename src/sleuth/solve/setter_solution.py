"""What a game is worth against whoever hides the secret: the value, the weights of the secrets and a mix of trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sleuth.core.claim import GameClaim, Quantity, trees_on
from sleuth.core.game import Game, Secret
from sleuth.core.tables import Tables
from sleuth.core.text import plural
from sleuth.kernels.arrays import Ints
from sleuth.solve.method import SETTER, SolutionDisplay, early_end, solution_json
from sleuth.strategies.tree import Tree
from sleuth.strategies.tree_figures import Steps

LONG = 24
"""A fraction of more characters is for files; people see its decimals."""
SHOWN = 12
"""Classes that are shown to people; the JSON has all."""


@dataclass(frozen=True)
class SecretClass:
    """Secrets that a symmetry takes to each other."""

    example: str
    """One of them."""
    secrets: int
    """How many they are."""
    weight: Fraction
    """How likely the setter hides each of them."""

    @property
    def chance(self) -> Fraction:
        """How likely the setter hides one of them."""
        return self.weight * self.secrets


@dataclass(frozen=True)
class MixedTree:
    """A tree of the mix. To play it, rename its secrets and actions first by a symmetry drawn at random."""

    chance: Fraction
    steps: Steps
    totals: list[int]
    """The sum of its steps over the secrets of each class."""


@dataclass(frozen=True, eq=False, repr=False)
class SetterSolution(SolutionDisplay):
    """The expected steps if the secret is hidden as badly as can be and found as well as can be."""

    method: ClassVar[str] = SETTER
    objective: ClassVar[str] = SETTER
    total: ClassVar[None] = None

    game: Game
    tables: Tables
    low: Fraction
    """With these weights no strategy has a smaller mean."""
    high: Fraction
    """With this mix of trees no secret takes more."""
    classes: tuple[SecretClass, ...]
    class_of: Ints
    """The class of each secret."""
    trees: tuple[MixedTree, ...]
    """The mix, the likeliest first."""
    rounds: int
    nodes: int
    """Sets that the searches looked at."""
    seconds: float
    stopped: str
    terms: Mapping[str, Any]
    """What the trees keep to."""

    @property
    def proved(self) -> bool:
        """Whether the bounds meet, so that the value is exact."""
        return self.low == self.high

    @property
    def value(self) -> Fraction | None:
        """The value, where it is known exactly."""
        return self.low if self.proved else None

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The value in expected steps, between what the mix takes and what the weights enforce."""
        among = trees_on(
            "so" if self.terms["first"] is not None else "", self.terms["within"], self.terms["only_possible"]
        )
        return (GameClaim.found(Quantity.VALUE, self.high, self.low, self.proved, among=among),)

    @property
    def mean(self) -> float:
        """The value; where it is not known exactly, what the mix of trees guarantees."""
        return float(self.high)

    @property
    def lower_bound(self) -> float:
        """No strategy has a smaller mean against the weights."""
        return float(self.low)

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return len(self.tables.secrets)

    @property
    def worst(self) -> int:
        """The longest play of any tree in the mix."""
        return max(tree.steps.worst for tree in self.trees)

    @cached_property
    def tree(self) -> Tree:
        """The tree that is played most. Only the mix is worth the value, so nothing is claimed of it."""
        likeliest = self.trees[0]
        search = {"setter": str(self.low), "proved": self.proved, "chance": str(likeliest.chance)}
        return Tree.of(likeliest.steps, terms=self.terms, search=search)

    def draw(self, rng: np.random.Generator) -> Secret:
        """A secret, as the setter hides it."""
        weights = np.array([float(group.weight) for group in self.classes])[self.class_of]
        return self.tables.secrets[int(rng.choice(weights.size, p=weights / weights.sum()))]

    @property
    def title(self) -> str:
        """What was solved."""
        return f"{self.game} against whoever hides the secret"

    def rows(self) -> list[tuple[str, str]]:
        """The value, which secrets the setter hides, how many trees are mixed, and what is proved."""
        rows = [("secrets", f"{self.secrets:,} in {plural(len(self.classes), 'class', 'classes')}")]
        if not self.tables.uniform:
            rows.append(("prior", "left aside: whoever hides the secret weighs it"))
        value = f"{_both(self.low)} steps" if self.proved else f"from {_both(self.low)} to {_both(self.high)} steps"
        rows.append(("value", value))
        ranked = sorted(self.classes, key=lambda group: (-group.weight, -group.secrets))
        for group in ranked[:SHOWN]:
            rows.append(("hidden" if group.weight else "never hidden", self._told(group)))
        if len(ranked) > SHOWN:
            rows.append(("", f"and {plural(len(ranked) - SHOWN, 'class', 'classes')} more"))
        firsts = [f"{float(t.chance):.4f} {self.game.format_action(t.steps.first)}" for t in self.trees[:SHOWN]]
        more = "" if len(self.trees) <= SHOWN else f" and {len(self.trees) - SHOWN:,} more"
        rows.append(
            (
                "trees",
                f"{plural(len(self.trees), 'tree')} in the mix, by chance and first action: {', '.join(firsts)}{more}",
            )
        )
        rows.append(("worst", f"{self.worst}"))
        rows.append(("proved", self.verdict))
        rows.append(
            ("searched", f"{plural(self.nodes, 'set')} in {plural(self.rounds, 'round')}, {self.seconds:.2f} s")
        )
        return rows

    def _told(self, group: SecretClass) -> str:
        """A class for people: how likely each of its secrets is, beside drawing at random."""
        which = f"the {group.secrets:,} like {group.example}" if group.secrets > 1 else group.example
        each = ", each" if group.secrets > 1 else ","
        times = float(group.weight * self.secrets)
        return f"{which}{each} {times:.4f} times as likely as at random" if group.weight else which

    @property
    def verdict(self) -> str:
        """What is proved."""
        if self.proved:
            return f"no way to hide the secret takes more, and no strategy takes less{self.claims[0].terms}"
        return f"no more than that{early_end(self.stopped)}"

    def figures(self) -> dict[str, Any]:
        """Plain figures: the mean is the value."""
        first = self.trees[0].steps.first
        return {
            "secrets": self.secrets,
            "total": None,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": None,
            "first": None if first is None else self.game.format_action(first),
        }

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON; fractions in lowest terms, as text."""
        return {
            **solution_json(self),
            "value": str(self.low) if self.proved else None,
            "value_lower": str(self.low),
            "value_upper": str(self.high),
            "prior_used": False,
            "weights": [
                {
                    "example": group.example,
                    "secrets": group.secrets,
                    "weight": str(group.weight),
                    "chance": float(group.chance),
                }
                for group in self.classes
            ],
            "trees": [
                {
                    "chance": str(tree.chance),
                    "first": self.game.format_action(tree.steps.first),
                    "total": int(sum(tree.totals)),
                    "worst": tree.steps.worst,
                    "totals": tree.totals,
                }
                for tree in self.trees
            ],
            "rounds": self.rounds,
        }


def _both(fraction: Fraction) -> str:
    """A fraction for people, as decimals too."""
    text = str(fraction)
    return f"{text} = {float(fraction):.6f}" if 1 < len(text) <= LONG else f"{float(fraction):.9f}"
