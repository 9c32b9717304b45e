"""The whole game tree of a strategy: every node that some secret leads to, level by level, built once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.numbered_law import MAX_STREAMED, brings_law
from sleuth.core.offers import constrained, count_of, has_own, repeats
from sleuth.core.progress import Progress, silent
from sleuth.core.table_files import memory_limit
from sleuth.core.tables import Tables
from sleuth.core.tabulate import MAX_SECRETS
from sleuth.core.text import shorten
from sleuth.kernels import tree_walk
from sleuth.kernels.arrays import Array, Bools, Ints, frozen
from sleuth.strategies.base import Strategy, choice_after, stuck
from sleuth.strategies.compiled_chooser import CompiledChooser
from sleuth.strategies.criteria import PartCriterion
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.tree_level import Chooser, TreeLevel, before, members

__all__ = [
    "Chooser",
    "CompiledChooser",
    "GameTree",
    "PlainChooser",
    "TreeLevel",
    "check_size",
    "chooser",
    "grow",
    "members",
    "split",
]

MAX_DEPTH = 10_000
"""A tree that is deeper asks in circles."""


@dataclass(frozen=True, eq=False)
class GameTree:
    """A strategy's play against every secret, as arrays with one entry a node; nodes of a level follow each other.

    The candidates of a node are `order[start : start + size]`.
    """

    order: Ints
    start: Ints
    size: Ints
    depth: Ints
    """Steps made before the node."""
    action: Ints
    parent: Ints
    feedback: Ints
    """The code of the answer that led here from the parent; -1 at the root."""

    def __len__(self) -> int:
        return self.action.size


def chooser(root: EnumeratedSet, strategy: Strategy, seed: int = 0, limit: Limit = UNLIMITED) -> Chooser:
    """Kernels for one-step strategies on a table, stored or streamed; for all else, a node at a time."""
    tables = root.tables
    compiled = (
        isinstance(strategy, Greedy)
        and type(strategy).decide is Greedy.decide
        and type(strategy).considered is Greedy.considered
        and all(isinstance(i, str | PartCriterion) for i in strategy.key.items)
        and tables.quick
        and not constrained(tables.game)
        and repeats(tables.game)
        and not tables.game.goal.finds  # what was asked matters
        and not (strategy.per_cost and np.ptp(tables.costs) > 0)
    )
    most = MAX_STREAMED if compiled and tables.law is not None else max(memory_limit(), 1 << 28)
    if tables.stored is None and root.size * len(tables.actions) > most:
        raise _too_large(tables.game, root.size, len(tables.actions))
    if compiled:
        assert isinstance(strategy, Greedy)
        return CompiledChooser(tables, strategy)
    return PlainChooser(root, strategy, seed, limit)


def check_size(game: Game) -> None:
    """Refuse a game that is too large to evaluate whole, where that is known without listing it."""
    number = count_of(game)
    if number is None or number > MAX_SECRETS or has_own(game, "actions"):
        return  # tabulation refuses too many secrets; how many actions a game lists by itself is not known here
    if number * number > (MAX_STREAMED if brings_law(game) else max(memory_limit(), 1 << 28)):
        raise _too_large(game, number, number)


def _too_large(game: Game, secrets: int, actions: int) -> TooLargeError:
    return TooLargeError(
        f"{game} has {secrets:,} secrets and {actions:,} actions: too many to evaluate whole; "
        "watch single secrets, or run a tournament over a sample of them"
    )


class PlainChooser(Chooser):
    """Any strategy, node by node: each node keeps the information set that its history leads to."""

    def __init__(self, root: EnumeratedSet, strategy: Strategy, seed: int, limit: Limit) -> None:
        super().__init__(root.tables)
        self.strategy, self.seed, self.limit = strategy, seed, limit
        self.infos: list[EnumeratedSet] = [root]
        self.paths: list[tuple[int, ...]] = [()]

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        chosen = np.empty(len(self.infos), np.int32)
        for node, (info, path) in enumerate(zip(self.infos, self.paths, strict=True)):
            chosen[node] = self.tables.action_index(choice_after(self.strategy, info, path, self.seed, self.limit))
            progress(f"step {depth + 1}", node + 1, len(self.infos))
        return chosen

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        tables, infos, paths = self.tables, [], []
        for parent, code in zip(children.parent.tolist(), children.feedback.tolist(), strict=True):
            action = int(chosen[parent])
            after = self.infos[parent].observe(tables.actions[action], tables.feedbacks.value(code))
            infos.append(after)
            paths.append((*self.paths[parent], action, code))
        self.infos, self.paths = infos, paths


def grow(
    root: EnumeratedSet, chooser: Chooser, forced: int | None = None, progress: Progress = silent
) -> tuple[Ints, GameTree]:
    """The steps that each secret of `root` takes from there on (0 for others), and the tree.

    `forced` is the number of the first action, if it is fixed; that one may tell nothing.
    """
    tables = root.tables
    number, goal = root.size, tables.game.goal
    search = _Search(root) if goal.finds else None
    order: Ints = root.indices.copy()
    steps: Ints = np.zeros(len(tables.secrets), np.int32)
    chooser.begin(root)
    one = np.zeros(1, np.int32)
    level = TreeLevel(one, one + number, one - 1, one - 1)
    if goal.knows and number == 1:
        level = TreeLevel(*(a[:0] for a in level))
    levels: list[tuple[Array, ...]] = []
    offset = depth = 0
    while level.start.size:
        if depth >= MAX_DEPTH:
            raise StuckError(f"the goal of {tables.game} is not reached in {MAX_DEPTH:,} steps")
        if depth == 0 and forced is not None:
            chosen = np.array([forced], np.int32)
        else:
            chosen = chooser.choose(order, level, depth, progress)
        levels.append(
            (level.start, level.size, np.full(level.start.size, depth, np.int32), chosen, level.parent, level.feedback)
        )
        children = split(tables, order, level, chosen)
        won = children.feedback == tables.winning[chosen[children.parent]]
        done = children.size == 1 if goal.knows else won
        whole = ~done & (children.size == level.size[children.parent])
        if search is not None:
            won &= (children.size == 1) & (order[children.start] == tables.named[chosen[children.parent]])
            search.ask(order, level, chosen)
            done = won | search.over(order, children)
        elif whole.any() and (depth or forced is None):
            raise _in_vain(tables, order, children, chosen, int(np.argmax(whole)))
        depth += 1
        for start, size in zip(children.start[done].tolist(), children.size[done].tolist(), strict=True):
            steps[order[start : start + size]] = depth
        if search is not None:
            search.finish(order, children, done & ~won, steps)
        open_ = TreeLevel(*(a[~done] for a in children))
        chooser.split(chosen, open_)
        level = open_._replace(parent=open_.parent + offset)
        offset += chosen.size
    empty = [np.empty(0, np.int32)] * 6
    start, size, depths, action, parent, feedback = (
        (np.concatenate(c) for c in zip(*levels, strict=True)) if levels else empty
    )
    return steps, GameTree(order, start, size, depths, action, parent, feedback)


class _Search:
    """What is still to be found of each secret, while a tree grows. A known secret is found without a choice."""

    def __init__(self, root: EnumeratedSet) -> None:
        assert root.tables.hits is not None
        assert root.missing is not None
        tables, game = root.tables, root.game
        self.hits, self.missing, self.naming = root.tables.hits, root.missing.copy(), tables.naming
        self.free, self.repeats = not constrained(game), repeats(game)
        asked = [] if repeats(game) else [tables.action_index(action) for action, _ in root.history]
        self.named: Bools = (tables.naming >= 0) & ~np.isin(tables.naming, asked)
        """Whether each secret can be named, once it is known."""

    def ask(self, order: Ints, level: TreeLevel, chosen: Ints) -> None:
        """These actions were asked at the nodes of a level."""
        cands = order[members(level.start, level.size)]
        asked = np.repeat(chosen, level.size)
        self.missing[cands] -= self.hits[cands, asked]
        if not self.repeats:
            self.named[cands[self.naming[cands] == asked]] = False

    def over(self, order: Ints, nodes: TreeLevel) -> Bools:
        """Whether nothing is left to choose at each node: one candidate, or all of them found."""
        left = np.add.reduceat(self.missing[order[members(nodes.start, nodes.size)]], before(nodes.size))
        return np.asarray(((nodes.size == 1) & self.free) | (left == 0), np.bool_)

    def finish(self, order: Ints, nodes: TreeLevel, over: Bools, steps: Ints) -> None:
        """What is known is asked hit by hit, or named at once where it may be."""
        cands = order[members(nodes.start[over], nodes.size[over])]
        steps[cands] += np.where(self.named[cands], np.minimum(self.missing[cands], 1), self.missing[cands])


def split(tables: Tables, order: Ints, level: TreeLevel, chosen: Ints) -> TreeLevel:
    """The parts that the actions of a level cut its nodes into; the order is sorted by them."""
    children = np.empty((len(TreeLevel._fields), int(level.size.sum())), np.int32)
    places = members(level.start, level.size)
    answers = tables.pairs(np.repeat(chosen, level.size), order[places])
    made = tree_walk.split_level(frozen(answers), tables.width, order, level.start, level.size, children)
    return TreeLevel(*children[:, :made])


def _in_vain(tables: Tables, order: Ints, children: TreeLevel, chosen: Ints, child: int) -> StuckError:
    cands = np.sort(order[children.start[child] : children.start[child] + children.size[child]])
    info = EnumeratedSet(tables, cands)
    action = tables.game.format_action(tables.actions[chosen[children.parent[child]]])
    if bool((info.outcomes().parts > 1).any()):
        return StuckError(f"the strategy asks {shorten(action)} although every candidate gives the same answer to it")
    return stuck(tables.game, info)
