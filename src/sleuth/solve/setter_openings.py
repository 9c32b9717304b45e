"""The trees that a setter's weights have met so far, taken apart: after a first action each part has plans of its own.

Any plan of one part goes with any plan of the others, so a few trees stand for very many, and the linear program has
them all at once (cuts by parts instead of by whole trees; Birge & Louveaux 1988 for stochastic programs).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.progress import Progress
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array, Ints, Longs
from sleuth.strategies.gametree import grow
from sleuth.strategies.tree_figures import Steps
from sleuth.strategies.tree_level import Chooser, TreeLevel


@dataclass(frozen=True, eq=False)
class PartPlan:
    """What a tree does with one part."""

    totals: Longs
    """The sum of its steps from then on over each class of the part."""
    actions: Ints
    """A row for each step from then on: the action for each member; -1 once it is settled."""


@dataclass(eq=False)
class OpenedPart:
    """The secrets of one answer to a first action, and the plans for them."""

    members: Ints
    classes: Ints
    """The classes that have members here."""
    plans: list[PartPlan] = field(default_factory=list)


@dataclass(eq=False)
class OpeningPlans:
    """A first action with all that is known to follow it; -1 where nothing need be asked."""

    action: int
    base: Longs
    """The sum of the steps over each class, but for those from the second on in `parts`."""
    parts: list[OpenedPart]


@dataclass(frozen=True)
class OpeningMix:
    """How often a mix begins with a first action, and how often it then follows each plan of each part."""

    opening: OpeningPlans
    chance: Fraction
    plans: list[list[Fraction]]
    """For each part, chances that add up to that of the opening."""


class Openings:
    """All openings, and the trees that were taken apart into them."""

    def __init__(self, tables: Tables, number: Ints, classes: int) -> None:
        self.tables = tables
        self.number, self.classes = number, classes
        """The class of each secret, and how many classes there are."""
        self.openings: dict[int, OpeningPlans] = {}

    def __iter__(self) -> Iterator[OpeningPlans]:
        return iter(self.openings.values())

    def add(self, found: Steps) -> tuple[OpeningPlans, list[OpenedPart]]:
        """A tree's opening, and the parts for which it brought a new plan."""
        tree = found.game_tree
        action = int(tree.action[0]) if len(tree) else -1
        if action not in self.openings:
            self.openings[action] = self._opening(action, found.steps)
        opening, fresh = self.openings[action], []
        asked = np.full((int(found.steps.max(initial=0)), found.steps.size), -1, np.int32)
        for node in range(len(tree)):
            asked[tree.depth[node], tree.order[tree.start[node] :][: tree.size[node]]] = tree.action[node]
        for part in opening.parts:
            totals = self._sums(part.members, found.steps[part.members] - 1)[part.classes]
            if not any(np.array_equal(totals, plan.totals) for plan in part.plans):
                part.plans.append(PartPlan(totals, asked[1:, part.members]))
                fresh.append(part)
        return opening, fresh

    def _opening(self, action: int, steps: Ints) -> OpeningPlans:
        """What every tree that begins so takes: one step each, and where one secret is left, what that takes."""
        everybody = np.arange(self.number.size, dtype=np.int32)
        sure, parts = steps.copy(), []
        if action >= 0:
            column = self.tables.column(action, everybody)
            for code in np.unique(column).tolist():
                members = everybody[column == code]
                if members.size > 1:
                    sure[members] = 1
                    parts.append(OpenedPart(members, np.unique(self.number[members])))
        return OpeningPlans(action, self._sums(everybody, sure), parts)

    def _sums(self, members: Ints, steps: Ints) -> Longs:
        sums: Longs = np.bincount(self.number[members], steps, self.classes).astype(np.int64)
        return sums

    def least(self, weights: Array) -> int | None:
        """The total of the best tree so far for whole weights of the classes; `None` where there is no tree."""
        return min((_least(opening, weights) for opening in self), default=None)

    # The mix as whole trees.

    def whole_trees(self, mix: list[OpeningMix]) -> Iterator[tuple[Fraction, Steps]]:
        """The same mix as whole trees, each with its chance: the plans of all parts are drawn by one random number."""
        for part_mix in mix:
            if part_mix.chance:
                for chance, plans in _drawn_together(part_mix):
                    yield chance, self._grown(part_mix.opening, plans)

    def _grown(self, opening: OpeningPlans, plans: list[PartPlan]) -> Steps:
        depth = max((len(plan.actions) for plan in plans), default=0)
        asked: Ints = np.full((1 + depth, self.number.size), -1, np.int32)
        names = self.tables.game.goal.only_names
        if names and depth == 0:
            asked = np.full((2, self.number.size), -1, np.int32)
        if names:
            asked[1] = self.tables.naming  # of those that are left alone
        for part, plan in zip(opening.parts, plans, strict=True):
            asked[1:, part.members] = -1
            asked[1 : 1 + len(plan.actions), part.members] = plan.actions
        root = EnumeratedSet(self.tables)
        steps, tree = grow(root, _Asked(self.tables, asked), opening.action if opening.action >= 0 else None)
        return Steps(self.tables, steps, tree)


def _least(opening: OpeningPlans, weights: Array) -> int:
    total = int(weights @ opening.base)
    for part in opening.parts:
        here = weights[part.classes]
        total += min(int(here @ plan.totals) for plan in part.plans)
    return total


def _drawn_together(mix: OpeningMix) -> Iterator[tuple[Fraction, list[PartPlan]]]:
    """Choices of one plan for each part, each with its chance, so that every plan keeps its own."""
    at = [0] * len(mix.plans)
    left = [chances[0] for chances in mix.plans]
    rest = mix.chance
    while rest:
        for place, chances in enumerate(mix.plans):
            while not left[place]:
                at[place] += 1
                left[place] = chances[at[place]]
        step = min([rest, *left])
        yield step, [part.plans[which] for part, which in zip(mix.opening.parts, at, strict=True)]
        rest -= step
        left = [chance - step for chance in left]


class _Asked(Chooser):
    """The actions that a table has for each secret and step."""

    def __init__(self, tables: Tables, asked: Ints) -> None:
        super().__init__(tables)
        self.asked = asked

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        chosen: Ints = self.asked[depth, order[level.start]]
        return chosen

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        pass
