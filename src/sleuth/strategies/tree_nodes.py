"""The nodes of a game tree as text, as they stand in a tree file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sleuth.strategies.tree_figures import Steps


class Node(NamedTuple):
    """One question of a tree, as text."""

    depth: int
    feedback: str
    """The answer that leads here; empty at the root."""
    candidates: int
    action: str


Branch = tuple[str, "int | tuple[Node, ...]"]
"""An answer, and what follows it: the number of a node, or the last nodes of a play."""


def nodes_of(steps: Steps) -> Iterator[Node]:
    """The nodes of a game tree, depth first, the answers of a node in the order of their texts."""
    tables, tree, game = steps.tables, steps.game_tree, steps.game
    children: list[list[Branch]] = [[] for _ in range(len(tree))]
    for number, (parent, code) in enumerate(zip(tree.parent.tolist(), tree.feedback.tolist(), strict=True)):
        if parent >= 0:
            children[parent].append((game.format_feedback(tables.feedbacks.value(code)), number))
    stack: list[Branch] = [("", 0)] if len(tree) else []
    while stack:
        feedback, below = stack.pop()
        if isinstance(below, tuple):
            yield from below
            continue
        action = game.format_action(tables.actions[int(tree.action[below])])
        yield Node(int(tree.depth[below]), feedback, int(tree.size[below]), action)
        endings = _endings(steps, below) if game.goal.finds else ()
        stack.extend(sorted([*children[below], *endings], key=lambda branch: branch[0], reverse=True))


def _endings(steps: Steps, number: int) -> Iterator[Branch]:
    """What follows a node once the secret is known and not all of it was found: it is named, or asked hit by hit."""
    tables, tree, game = steps.tables, steps.game_tree, steps.game
    assert tables.hits is not None
    asked, at = set[int](), number
    while at >= 0:
        asked.add(int(tree.action[at]))
        at = int(tree.parent[at])
    start, action = int(tree.start[number]), int(tree.action[number])
    here = tree.order[start : start + int(tree.size[number])]
    column = tables.column(action, here)
    for code in np.unique(column).tolist():
        group = here[column == code]
        if group.size > 1 or code == tables.winning[action]:
            continue
        secret, naming = int(group[0]), int(tables.naming[group[0]])
        left = [a for a in np.flatnonzero(tables.hits[secret]).tolist() if a not in asked]
        chain, before = list[Node](), action
        for depth, asking in enumerate([naming] if left and naming >= 0 else left, int(tree.depth[number]) + 1):
            answer = tables.feedbacks.value(int(tables.column(before, group)[0]))
            chain.append(Node(depth, game.format_feedback(answer), 1, game.format_action(tables.actions[asking])))
            before = asking
        if chain:
            yield chain[0].feedback, tuple(chain)
