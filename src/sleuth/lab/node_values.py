"""The nodes of a game tree as information sets, and what every action would tell there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Goal
from sleuth.core.offers import constrained
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Floats
from sleuth.strategies.criteria import ENTROPY
from sleuth.strategies.gametree import GameTree


def bits_of_actions(info: EnumeratedSet) -> Floats:
    """The bits that each legal action is expected to tell, in the order of the legal actions."""
    return np.maximum(info.entropy - ENTROPY(info.outcomes()), 0.0)


def deciding(goal: Goal) -> int:
    """From how many candidates on there is something to decide: two; three where the last two are simply named."""
    return 3 if goal.only_names else 2


def weights_of(tables: Tables) -> Floats:
    """The probability of each secret."""
    weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
    return np.asarray(weights / weights.sum(), np.float64)


def reach(tables: Tables, tree: GameTree) -> Floats:
    """The probability that play comes to each node: that of its candidates."""
    if tables.uniform:
        return np.asarray(tree.size / len(tables.secrets), np.float64)
    before = np.concatenate([[0.0], np.cumsum(weights_of(tables)[tree.order])])
    chances: Floats = before[tree.start + tree.size] - before[tree.start]
    return chances


def information_sets(tables: Tables, tree: GameTree) -> Iterator[EnumeratedSet]:
    """The information set of each node, in the order of the tree."""
    if not constrained(tables.game):
        for start, size in zip(tree.start.tolist(), tree.size.tolist(), strict=True):
            yield EnumeratedSet(tables, np.sort(tree.order[start : start + size]))
        return
    # What may be asked depends on the answers before, so each set is observed from that of the parent.
    level: dict[int, EnumeratedSet] = {}
    before: dict[int, EnumeratedSet] = {}
    depth = 0
    for number in range(len(tree)):
        if tree.depth[number] > depth:
            before, level, depth = level, {}, int(tree.depth[number])
        parent = int(tree.parent[number])
        if parent < 0:
            info = EnumeratedSet(tables)
        else:
            action, feedback = tables.actions[tree.action[parent]], tables.feedbacks.value(int(tree.feedback[number]))
            info = before[parent].observe(action, feedback)
        level[number] = info
        yield info
