"""Single-observer information set Monte Carlo tree search (Cowling, Powley & Whitehouse 2012), on tables.

One tree over what the player knows: a node is a history, an edge an action, and the feedback leads on. Each iteration
draws a secret from the information set, walks down by upper confidence bounds, adds one edge, finishes at random, and
adds the steps it took along the way. The reward falls linearly in the steps, from 1 for the fewest seen in this search
to 0 for the most: one over the steps, which is convex, would rather gamble. `search_twin` is the same in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Array, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel, takes

MAX_DEPTH = 200
"""A simulation longer than this is cut off, with the reward of its length."""
MASK = (1 << 64) - 1


class Forest(NamedTuple):
    """The tree as arrays that grow no further than their capacity. Nodes and edges are numbered as they are made."""

    random: Array
    """The state of the random numbers."""
    used: Array
    """How many nodes, how many edges, and the fewest and the most steps seen."""
    node_visits: Ints
    node_edges: Ints
    """How many actions were tried here."""
    node_head: Ints
    """The newest edge."""
    node_code: Ints
    """The feedback that led here."""
    node_next: Ints
    """The next node behind the same edge."""
    edge_node: Ints
    """The node that the edge leads from."""
    edge_action: Ints
    edge_visits: Ints
    edge_born: Ints
    """Visits of the node before the edge was made: it was available ever since."""
    edge_steps: Floats
    """Steps of all iterations through the edge, together."""
    edge_next: Ints
    """The edge made before, at the same node."""
    edge_child: Ints
    """The newest node behind the edge."""
    first: Ints
    """What the root may try, in this order; empty for everything, in a shuffled round."""


def plant(capacity: int, seed: int, first: Ints | None = None) -> Forest:
    """A tree of one node, with room for so many iterations; `first` limits and orders what the root tries."""

    def zeros() -> Ints:
        return np.zeros(capacity + 2, np.int32)

    def links() -> Ints:
        return np.full(capacity + 2, -1, np.int32)

    return Forest(
        random=np.array([seed % MASK or 1], np.uint64),
        used=np.array([1, 0, MAX_DEPTH + 1, 0], np.int64),
        node_visits=zeros(),
        node_edges=zeros(),
        node_head=links(),
        node_code=zeros(),
        node_next=links(),
        edge_node=zeros(),
        edge_action=zeros(),
        edge_visits=zeros(),
        edge_born=zeros(),
        edge_steps=np.zeros(capacity + 2),
        edge_next=links(),
        edge_child=links(),
        first=np.empty(0, np.int32) if first is None else first,
    )


@kernel
def draw(random: Array, n: int) -> Any:
    """A random number below `n` (xorshift64*)."""
    x = random[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    random[0] = x
    return np.int64(((x * np.uint64(2685821657736338717)) >> np.uint64(33)) % np.uint64(n))


@kernel
def keep(codes: Codes, left: Ints, n: int, action: int, code: int) -> int:
    """Keep the candidates in `left[:n]` that give this feedback; how many there are."""
    m = 0
    for i in range(n):
        if codes[left[i], action] == code:
            left[m] = left[i]
            m += 1
    return m


class SearchTable(NamedTuple):
    """What the search walks over: a table, or particles."""

    codes: Codes
    cands: Ints
    heap: Floats
    """The cumulated weights of the candidates; empty where all are alike."""
    legal: Ints
    """The actions that may be asked."""
    naming: Ints
    winning: Ints
    know: bool
    """Whether the goal is to know the secret, rather than to name it."""


@kernel
def search(table: SearchTable, explore: float, iterations: int, most_work: int, forest: Forest) -> tuple[int, int]:
    """Run some iterations, and stop early after so much work; the iterations and the work that were done.

    Work is counted in candidates and edges looked at, since an iteration may take ten of them or ten thousand.
    """
    codes, cands, heap, legal, naming, winning, know = table
    random, used = forest.random, forest.used
    left = np.empty(cands.size, np.int32)
    path = np.empty(MAX_DEPTH, np.int32)
    walked = np.empty(MAX_DEPTH, np.int32)
    number = legal.size
    work = 0
    done_iterations = 0
    while done_iterations < iterations and work < most_work:
        done_iterations += 1
        if heap.size > 0:
            place = (draw(random, 1 << 30) + 0.5) / (1 << 30) * heap[-1]
            secret = cands[np.searchsorted(heap, place)]
        else:
            secret = cands[draw(random, cands.size)]
        n = cands.size
        for i in range(n):
            left[i] = cands[i]
        work += n
        node = 0
        steps = 0
        edges = 0
        done = know and n == 1
        expanded = False
        while not done and steps < MAX_DEPTH:
            if expanded:
                action = legal[draw(random, number)]
                if not know:
                    guess = naming[left[draw(random, n)]]
                    if guess >= 0:
                        action = guess
            else:
                edge = -1
                ordered = node == 0 and forest.first.size > 0
                if forest.node_edges[node] < (forest.first.size if ordered else number):
                    # The next action of a shuffled round: start and stride are drawn from the node's number.
                    start = (node * 7919 + 12345) % number
                    stride = 1 + (node * 104729 + 7) % number
                    while True:
                        a, b = stride, number
                        while b:
                            a, b = b, a % b
                        if a == 1:
                            break
                        stride = stride % number + 1
                    edge = used[1]
                    used[1] += 1
                    if ordered:
                        forest.edge_action[edge] = forest.first[forest.node_edges[node]]
                    else:
                        forest.edge_action[edge] = legal[(start + forest.node_edges[node] * stride) % number]
                    forest.edge_node[edge] = node
                    forest.edge_born[edge] = forest.node_visits[node]
                    forest.edge_next[edge] = forest.node_head[node]
                    forest.node_head[node] = edge
                    forest.node_edges[node] += 1
                    expanded = True
                else:
                    best = -1.0
                    other = forest.node_head[node]
                    while other >= 0:
                        visits = forest.edge_visits[other]
                        available = forest.node_visits[node] - forest.edge_born[other]
                        reward = (used[3] - forest.edge_steps[other] / visits) / max(1, used[3] - used[2])
                        bound = reward + explore * sqrt(log(available + 1.0) / visits)
                        if bound > best:
                            best, edge = bound, other
                        other = forest.edge_next[other]
                    work += 4 * number
                forest.node_visits[node] += 1
                walked[edges] = node
                path[edges] = edge
                edges += 1
                action = forest.edge_action[edge]
            code = codes[secret, action]
            steps += 1
            work += n + 20
            n = keep(codes, left, n, action, code)
            done = n == 1 if know else code == winning[action]
            if not expanded and not done:
                child = forest.edge_child[path[edges - 1]]
                while child >= 0 and forest.node_code[child] != code:
                    child = forest.node_next[child]
                if child < 0:
                    child = used[0]
                    used[0] += 1
                    forest.node_code[child] = code
                    forest.node_next[child] = forest.edge_child[path[edges - 1]]
                    forest.edge_child[path[edges - 1]] = child
                node = child
        used[2] = min(used[2], steps)
        used[3] = max(used[3], steps)
        for k in range(edges):
            forest.edge_visits[path[k]] += 1
            forest.edge_steps[path[k]] += steps
    return done_iterations, work


class TwinTree:
    """The tree in plain Python: edges by (history, action)."""

    def __init__(self, seed: int, first: Ints | None = None) -> None:
        self.state = seed % MASK or 1
        self.first = [] if first is None else first.tolist()
        self.fewest, self.most = MAX_DEPTH + 1, 0
        self.visits: dict[tuple[int, ...], int] = {}
        self.numbers: dict[tuple[int, ...], int] = {(): 0}
        self.edges: dict[tuple[int, ...], dict[int, list[float]]] = {}

    def bound(self, edge: list[float], visits: int, explore: float) -> float:
        """The upper confidence bound of an edge: its visits, its steps, and the node's visits when it was made."""
        reward = (self.most - edge[1] / edge[0]) / max(1, self.most - self.fewest)
        return reward + explore * sqrt(log(visits - edge[2] + 1.0) / edge[0])

    def draw(self, n: int) -> int:
        x = self.state
        x ^= x >> 12
        x ^= (x << 25) & MASK
        x ^= x >> 27
        self.state = x
        return ((x * 2685821657736338717) & MASK) // (1 << 33) % n


def search_twin(
    table: SearchTable, legal_after: Callable[[tuple[int, ...]], Ints], explore: float, iterations: int, tree: TwinTree
) -> None:
    """`search`, slow and readable: the test oracle of the kernel, and the search where what may be asked changes.

    A history is the actions and codes so far, in turn; `legal_after` says what may be asked after it.
    """
    codes, cands, heap, _, naming, winning, know = table
    for _ in range(iterations):
        if heap.size:
            secret = int(cands[np.searchsorted(heap, (tree.draw(1 << 30) + 0.5) / (1 << 30) * heap[-1])])
        else:
            secret = int(cands[tree.draw(cands.size)])
        left, legal = cands.tolist(), legal_after(())
        history: tuple[int, ...] = ()
        path: list[list[float]] = []
        steps, expanded, done = 0, False, know and len(left) == 1
        while not done and steps < MAX_DEPTH:
            if expanded:
                action = int(legal[tree.draw(legal.size)])
                if not know and (guess := int(naming[left[tree.draw(len(left))]])) >= 0:
                    action = guess
            else:
                legal = legal_after(history)
                if not legal.size:
                    steps = MAX_DEPTH  # nothing may be asked any more
                    break
                tried = tree.edges.setdefault(history, {})
                visits = tree.visits.get(history, 0)
                ordered = tree.first if not history else []
                if len(tried) < (len(ordered) or legal.size):
                    action = ordered[len(tried)] if ordered else _next_action(tree.numbers[history], len(tried), legal)
                    tried[action] = [0.0, 0.0, float(visits)]
                    expanded = True
                else:
                    newest_first = reversed(tried.items())
                    action = max(newest_first, key=lambda item: tree.bound(item[1], visits, explore))[0]
                tree.visits[history] = visits + 1
                path.append(tried[action])
            code = int(codes[secret, action])
            steps += 1
            left = [s for s in left if codes[s, action] == code]
            done = len(left) == 1 if know else code == winning[action]
            if not expanded and not done:
                history = (*history, action, code)
                tree.numbers.setdefault(history, len(tree.numbers))
        tree.fewest, tree.most = min(tree.fewest, steps), max(tree.most, steps)
        for edge in path:
            edge[0] += 1
            edge[1] += steps


def _next_action(node: int, tried: int, legal: Ints) -> int:
    number = legal.size
    stride = 1 + (node * 104729 + 7) % number
    while np.gcd(stride, number) != 1:
        stride = stride % number + 1
    return int(legal[((node * 7919 + 12345) % number + tried * stride) % number])


@takes(1)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.eye(2, dtype=np.uint8))


@takes(0.7)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.eye(2, dtype=np.uint16))


def _warm(codes: Codes) -> None:
    two = frozen(np.arange(2, dtype=np.int32))
    table = SearchTable(frozen(codes), two, np.empty(0), two, two, np.ones(2, np.int32), False)
    search(table, 0.7, 1, 1, plant(2, 1))
