"""The whole game tree of a strategy: every node that some secret leads to, level by level, built once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import constrained, count_of, has_own, repeats
from sleuth.core.progress import Progress, silent
from sleuth.core.table_files import memory_limit
from sleuth.core.tables import Tables
from sleuth.core.tabulate import MAX_SECRETS
from sleuth.core.text import shorten
from sleuth.kernels import few_candidates, partitions, tree_walk
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, frozen
from sleuth.kernels.threads import spread, workers
from sleuth.strategies.base import Strategy, choice_after, stuck
from sleuth.strategies.criteria import POSSIBLE, TOLERANCE, PartCriterion
from sleuth.strategies.greedy import Greedy

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


class TreeLevel(NamedTuple):
    """The nodes of one depth: segments of the order, and how each was reached."""

    start: Ints
    size: Ints
    parent: Ints
    feedback: Ints


class Chooser(ABC):
    """Chooses the actions of a whole level."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @abstractmethod
    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        """The action of each node, by number."""

    @abstractmethod
    def split(self, chosen: Ints, children: TreeLevel) -> None:
        """Told of the nodes that a level's actions lead to."""


def chooser(root: EnumeratedSet, strategy: Strategy, seed: int = 0, limit: Limit = UNLIMITED) -> Chooser:
    """Kernels for one-step strategies on a stored table; for all else, a node at a time."""
    tables = root.tables
    compiled = (
        isinstance(strategy, Greedy)
        and type(strategy).decide is Greedy.decide
        and type(strategy).considered is Greedy.considered
        and all(isinstance(i, str | PartCriterion) for i in strategy.key.items)
        and tables.codes is not None
        and not constrained(tables.game)
        and repeats(tables.game)
        and not tables.game.goal.finds  # what was asked matters
        and not (strategy.per_cost and np.ptp(tables.costs) > 0)
    )
    if compiled:
        assert isinstance(strategy, Greedy)
        return CompiledChooser(tables, strategy)
    if tables.codes is None and root.size * len(tables.actions) > max(memory_limit(), 1 << 28):
        raise _too_large(tables.game, root.size, len(tables.actions))
    return PlainChooser(root, strategy, seed, limit)


def check_size(game: Game) -> None:
    """Refuse a game that is too large to evaluate whole, where that is known without listing it."""
    number = count_of(game)
    if number is None or number > MAX_SECRETS or has_own(game, "actions"):
        return  # tabulation refuses too many secrets; how many actions a game lists by itself is not known here
    if number * number > max(memory_limit(), 1 << 28):
        raise _too_large(game, number, number)


def _too_large(game: Game, secrets: int, actions: int) -> TooLargeError:
    return TooLargeError(
        f"{game} has {secrets:,} secrets and {actions:,} actions: too many to evaluate whole; "
        "watch single secrets, or run a tournament over a sample of them"
    )


class CompiledChooser(Chooser):
    """One-step strategies on a stored table: kernels do it all."""

    def __init__(self, tables: Tables, strategy: Greedy) -> None:
        super().__init__(tables)
        self.strategy = strategy
        self.criteria = [i for i in strategy.key.items if isinstance(i, PartCriterion)]
        self.terms = [c.terms(len(tables.secrets)) for c in self.criteria]
        numbers, key = iter(range(len(self.criteria))), []
        for item in strategy.key.items[:-1]:
            key.append(tree_walk.POSSIBLE if item == POSSIBLE else next(numbers))
        averaged = any(t.power is not None and t.power.averaged for t in self.terms)
        self.weights = frozen(np.ones(len(tables.secrets))) if tables.uniform and averaged else tables.weights
        """What the kernels weigh secrets by; empty where they may count them instead."""
        prepared = [partitions.prepare(t.power if self.weights.size else None, self.weights) for t in self.terms]
        powers = np.zeros((len(prepared), max(powers.size for powers, _ in prepared)))
        for row, (values, _) in zip(powers, prepared, strict=True):
            row[: values.size] = values
        self.folded = np.array([t.folded() for t in self.terms])
        self.rule = tree_walk.TableRule(
            weights=self.weights,
            naming=tables.naming,
            key=np.array(key, np.int32),
            tables=self.folded,
            per_mass=np.array([t.per_mass for t in self.terms]),
            per_part=np.array([t.per_part for t in self.terms]),
            bits=np.array([t.bits for t in self.terms], np.float64),
            worst=np.array([t.worst for t in self.terms], np.bool_),
            relative=np.array([c.relative for c in self.criteria], np.bool_),
            floors=few_candidates.floors(self.folded[0], bool(self.terms[0].worst)),
            powers=powers,
            laws=np.array([law for _, law in prepared]),
            only_possible=strategy.only_possible,
            splits_first=self._splits_first(),
            tolerance=TOLERANCE,
        )

    def _splits_first(self) -> bool:
        """Whether only a full split reaches the least score: then it is best, and the search may stop there.

        Not under priors so uneven that what the unlikely secrets add is lost in the tolerance.
        """
        weights, first = self.weights, self.terms[0]
        if weights.size and weights.max() >= 1e6 * weights.min():
            return False
        if weights.size and first.power is not None:
            return least_unsplit(first, weights, self.tables.width) > 10 * TOLERANCE
        n = np.arange(2, self.folded.shape[1])
        singles = self.folded[0, 1] if first.worst else n * self.folded[0, 1]
        return bool((self.folded[0, 2:] > singles + 1e-6).all())

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        tables, strategy, codes = self.tables, self.strategy, self.tables.codes
        assert codes is not None
        chosen = np.full(level.start.size, -1, np.int32)
        large = level.size.astype(np.int64) * len(tables.actions) > 8 * partitions.ENOUGH
        small = np.flatnonzero(~large)
        # The largest first, dealt out in turn, so that the threads finish together.
        small = small[np.argsort(-level.size[small], kind="stable")]
        pieces = min(workers(), small.size)
        work = int(level.size[small].sum()) * len(tables.actions)
        pieces = 1 if work < partitions.ENOUGH else pieces
        deals = [small[k::pieces] for k in range(pieces)]

        def piece(lo: int, hi: int) -> None:
            for k in range(lo, hi):
                deal = deals[k]
                out = np.empty(deal.size, np.int32)
                nothing = np.zeros(deal.size, np.int32)
                pools = tree_walk.ActionPools(frozen(nothing[:0]), nothing, nothing)
                tree_walk.choose_many(codes, tables.width, self.rule, order, level.start[deal], level.size[deal], pools, out)
                chosen[deal] = out

        spread(piece, pieces)
        for node in np.flatnonzero(chosen < 0).tolist():  # what is large, and where what was chosen tells nothing
            cands = np.sort(order[level.start[node] : level.start[node] + level.size[node]])
            chosen[node] = tables.action_index(strategy.decide(EnumeratedSet(tables, cands)).action)
            progress(f"step {depth + 1}", node, level.start.size)
        return chosen

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        """Nothing is kept: the nodes of a level are segments of the order, which the kernels read."""


def least_unsplit(terms: partitions.PartTerms, weights: Floats, width: int) -> float:
    """The least score of an action that leaves two of `width` candidates together, as the prior has it at its worst.

    The two are the likeliest and the least likely, or both among the least likely; the others are the likeliest.
    """
    assert terms.power is not None
    high, low, scores = float(weights.max()), float(weights.min()), []
    for pair in ((high, low), (low, low)):
        weights_of_parts = [np.array(pair), *[np.array([high])] * max(0, width - 2)]
        score = partitions.power_twin(weights_of_parts, terms.power) if len(weights_of_parts) > 1 else 1.0
        scores.append(score / (1.0 if terms.power.averaged else sum(map(np.sum, weights_of_parts))))
    return float(min(scores))


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

    `forced` is the number of the first action, if it is fixed.
    """
    tables = root.tables
    number, goal = root.size, tables.game.goal
    search = _Search(root) if goal.finds else None
    order: Ints = root.indices.copy()
    steps: Ints = np.zeros(len(tables.secrets), np.int32)
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
        elif whole.any():
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
        left = np.add.reduceat(self.missing[order[members(nodes.start, nodes.size)]], _before(nodes.size))
        return np.asarray(((nodes.size == 1) & self.free) | (left == 0), np.bool_)

    def finish(self, order: Ints, nodes: TreeLevel, over: Bools, steps: Ints) -> None:
        """What is known is asked hit by hit, or named at once where it may be."""
        cands = order[members(nodes.start[over], nodes.size[over])]
        steps[cands] += np.where(self.named[cands], np.minimum(self.missing[cands], 1), self.missing[cands])


def members(start: Ints, size: Ints) -> Ints:
    """The places of the candidates of some nodes, one node after the other."""
    return np.arange(int(size.sum()), dtype=np.int32) + np.repeat(start - _before(size), size).astype(np.int32)


def _before(size: Ints) -> Ints:
    """How many candidates the nodes before each node have."""
    return (np.cumsum(size) - size).astype(np.int32)


def split(tables: Tables, order: Ints, level: TreeLevel, chosen: Ints) -> TreeLevel:
    """The parts that the actions of a level cut its nodes into; the order is sorted by them."""
    children = np.empty((len(TreeLevel._fields), int(level.size.sum())), np.int32)
    if tables.codes is not None:
        made = tree_walk.split_level(tables.codes, tables.width, order, level.start, level.size, chosen, children)
    else:
        made = _split_on_demand(tables, order, level, chosen, children)
    return TreeLevel(*children[:, :made])


def _split_on_demand(tables: Tables, order: Ints, level: TreeLevel, chosen: Ints, children: Ints) -> int:
    """`tree_walk.split_level` where the table is not stored."""
    made = 0
    for node in range(level.start.size):
        begin, n = int(level.start[node]), int(level.size[node])
        segment = order[begin : begin + n]
        column = tables.column(int(chosen[node]), segment)
        by_code = np.argsort(column, kind="stable")
        order[begin : begin + n] = segment[by_code]
        codes, firsts, sizes = np.unique(column[by_code], return_index=True, return_counts=True)
        children[:, made : made + codes.size] = begin + firsts, sizes, np.full(codes.size, node), codes
        made += codes.size
    return made


def _in_vain(tables: Tables, order: Ints, children: TreeLevel, chosen: Ints, child: int) -> StuckError:
    cands = np.sort(order[children.start[child] : children.start[child] + children.size[child]])
    info = EnumeratedSet(tables, cands)
    action = tables.game.format_action(tables.actions[chosen[children.parent[child]]])
    if bool((info.outcomes().parts > 1).any()):
        return StuckError(f"the strategy asks {shorten(action)} although every candidate gives the same answer to it")
    return stuck(tables.game, info)
