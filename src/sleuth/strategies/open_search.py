"""SO-ISMCTS on any information set: the search of `kernels.ismcts`, which asks the sets themselves.

A node is what is known after a history, an edge an action. Each iteration draws a secret from the root, walks down by
upper confidence bounds, hears what the set at each node would be told if that were the secret, adds one edge and, in
small sets, plays on at random; the steps from there on are what the goal estimates. Of many actions a node tries few
first, and more the oftener it is visited.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt, log, sqrt

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.limit import Clock
from sleuth.core.offers import sequential, truthful
from sleuth.kernels.ismcts import MAX_DEPTH
from sleuth.strategies.weighing import pool_of, weighed

LEAST = 16
"""So many actions are tried at every node before any is tried again."""
WIDEST = 400
"""No node tries more."""
FEW, HORIZON = 5, 6
"""Up to so many candidates, so many random steps follow. In larger sets none: each takes long, and tells little."""
KEPT = 128 << 20
"""Bytes of arrays that the nodes may keep; past that, sets are made again when they are needed."""
DRAWN = 16
"""Secrets drawn at once."""
LEAST_PACE = 0.02


@dataclass
class Edge:
    """An action that was tried at a node."""

    action: Action
    place: int
    """Its place among the actions, for ties."""
    born: int
    """Visits of the node before: it was available ever since."""
    visits: int = 0
    steps: float = 0.0
    """Steps of all iterations through it, together."""
    after: dict[Feedback, SearchNode] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Steps of an iteration, on average."""
        return self.steps / self.visits


@dataclass
class SearchNode:
    """What is known after a history."""

    info: InformationSet | None = None
    visits: int = 0
    edges: list[Edge] = field(default_factory=list)
    untried: list[tuple[int, Action]] | None = None
    """What may be tried still, the next last."""


class OpenSearch:
    """A tree that grows."""

    def __init__(
        self, info: InformationSet, explore: float, rng: np.random.Generator, clock: Clock, first: list[Action] | None
    ) -> None:
        self.info, self.explore, self.rng, self.clock = info, explore, rng, clock
        self.root = SearchNode(info)
        if first is not None:
            self.root.untried = list(enumerate(first))[::-1]
        self.limited = first is not None
        self.fewest, self.most = float("inf"), 0.0
        self.iterations = 0
        self.room = KEPT
        self.horizon = HORIZON if info.size <= FEW else 0
        self._drawn: list[Secret] = []
        self.pace = self._pace()

    def _pace(self) -> float:
        """The bits that a good action tells now."""
        some = pool_of(self.info, self.rng, 2 * LEAST)
        best = float(weighed(self.info, some, self.clock, lambda outcomes: outcomes.information).information.max())
        return max(best, LEAST_PACE) if best > 0 else 1.0

    def run(self, most: int) -> None:
        """Iterate until so many are done or the time is up."""
        while self.iterations < most and not (self.iterations and self.clock.spent()):
            self._iterate()
            self.iterations += 1

    def _iterate(self) -> None:
        secret, path = self._draw(), list[Edge]()
        try:
            steps = self._descend(secret, path)
        except SleuthError:  # a sample that holds nothing after an answer
            steps = len(path) + self.info.game.goal.left(self.info, self.pace).estimate
        self.fewest, self.most = min(self.fewest, steps), max(self.most, steps)
        for edge in path:
            edge.visits += 1
            edge.steps += steps

    def _draw(self) -> Secret:
        if not self._drawn:
            self._drawn = self.info.sample(self.rng, DRAWN if self.iterations else 1)
        return self._drawn.pop()

    def _descend(self, secret: Secret, path: list[Edge]) -> float:
        """Walk down and play on; the steps that it took, and those to come."""
        node, info = self.root, self.info
        while not info.over and len(path) < MAX_DEPTH:
            fresh = self._expand(node, info)
            edge = fresh or self._best(node)
            if edge is None:
                return MAX_DEPTH  # nothing may be asked any more
            node.visits += 1
            path.append(edge)
            feedback = info.answer(edge.action, secret, self.rng)
            node = edge.after.setdefault(feedback, SearchNode())
            info = self._set(node, info, edge.action, feedback)
            if fresh:
                return len(path) + self._play_on(info, secret)
        return len(path)

    def _set(self, node: SearchNode, before: InformationSet, action: Action, feedback: Feedback) -> InformationSet:
        """The set of a node; kept while there is room."""
        if node.info is not None:
            return node.info
        info = before.observe(action, feedback)
        size = sum(value.nbytes for value in vars(info).values() if isinstance(value, np.ndarray))
        if size <= self.room:
            self.room -= size
            node.info = info
        return info

    def _expand(self, node: SearchNode, info: InformationSet) -> Edge | None:
        """A new edge, if the node may try one more action."""
        if node.untried is None:
            actions = worth_asking(info)
            chosen = self.rng.permutation(len(actions))[:WIDEST].tolist()
            node.untried = [(place, actions[place]) for place in chosen]
        wide = node is self.root and self.limited
        if not node.untried or (not wide and len(node.edges) >= max(LEAST, 2 * isqrt(node.visits))):
            return None
        place, action = node.untried.pop()
        node.edges.append(Edge(action, place, node.visits))
        return node.edges[-1]

    def _best(self, node: SearchNode) -> Edge | None:
        """The edge with the highest upper confidence bound; the newest of equals."""
        if not node.edges:
            return None
        span = max(1.0, self.most - self.fewest)

        def bound(edge: Edge) -> float:
            reward = (self.most - edge.mean) / span
            return reward + self.explore * sqrt(log(node.visits - edge.born + 1.0) / edge.visits)

        return max(reversed(node.edges), key=bound)

    def _play_on(self, info: InformationSet, secret: Secret) -> float:
        """Steps of random play, and what the goal estimates after them."""
        for step in range(self.horizon):
            if info.over:
                return step
            action = self._any(info)
            if action is None:
                return MAX_DEPTH
            info = info.observe(action, info.answer(action, secret, self.rng))
        return self.horizon + info.game.goal.left(info, self.pace).estimate

    def _any(self, info: InformationSet) -> Action | None:
        """What random play asks: a candidate's name, or a hit of one; else anything."""
        goal = info.game.goal
        if goal.only_names or goal.finds:
            secret = info.sample(self.rng)[0]
            if goal.only_names and info.is_legal(secret):
                return secret
            asked = {action for action, _ in info.history}
            hits = [hit for hit in sorted(goal.hits(info.game, secret), key=repr) if hit not in asked]
            hits = [hit for hit in hits if info.is_legal(hit)]
            if hits:
                return hits[int(self.rng.integers(len(hits)))]
        actions = info.actions
        return actions[int(self.rng.integers(len(actions)))] if len(actions) else None


def worth_asking(info: InformationSet) -> list[Action]:
    """What may be asked, without what was answered before and can only be answered the same again."""
    actions, game = info.actions, info.game
    if not truthful(game) or sequential(game) or info.size == 1:
        return list(actions)
    asked = {action for action, _ in info.history}
    return [action for action in actions if action not in asked] or list(actions)
