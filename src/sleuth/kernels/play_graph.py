"""Many plays at once on a table: information sets as the nodes of a graph that grows where somebody goes.

A node is a set of candidates. An answer leads on from a node and an action: to another node, or to the end of the play.
Of every answer that was met an entry is kept with what its action loses and tells, so a step of a play is one look into
a hash table (`play_steps`). What was not met yet is worked out for all plays together.
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, Longs, Words, frozen
from sleuth.kernels.jit import kernel, takes

EMPTY = -1
"""The key of an entry that is free."""
OVER = -1
"""In the place of a node: play has ended."""
NODES, CANDIDATES, ANSWERS, KEYS = 0, 1, 2, 3
"""Places in `Graph.used`; the last is how many keys a node has."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)


class Graph(NamedTuple):
    """The nodes and answers that were met. Arrays have room for more; `used` says how much of each is in use."""

    used: Longs
    start: Ints
    """Where the candidates of a node begin in `pool`."""
    size: Ints
    value: Floats
    """The steps that the reference expects from a node; not a number where nobody knows."""
    bits: Floats
    """The entropy of a node."""
    row: Ints
    """The row of permutations of a node; -1 for none."""
    keys: Words
    """The salts of the candidates of a node combined, twice."""
    slots: Ints
    """From the hash of a node to its number; -1 where nothing is."""
    pool: Ints
    """The candidates of all nodes, one after the other."""
    answers: Longs
    """For each answer its key, and the node that it leads to. The key of an action stands for all its answers."""
    figures: Floats
    """The same rows as numbers: what the action loses, and the bits that it is expected to tell."""


class GraphRules(NamedTuple):
    """A game as the graph needs it."""

    codes: Codes
    width: int
    weights: Floats
    """One for each secret."""
    winning: Ints
    prices: Floats
    """What each action counts."""
    salt: Words
    name: bool
    """Whether the goal is to name the secret, rather than to know it."""
    tolerance: float
    """Differences up to this are none."""


@kernel
def find_answer(answers: Longs, key: int) -> Any:
    """The place of an entry; if there is none, -1 less the place where it belongs."""
    mask = np.uint64(answers.shape[0] - 1)
    h = np.uint64(key) * SPREAD
    place: Any = np.int64((h ^ (h >> np.uint64(32))) & mask)
    while answers[place, 0] != EMPTY:
        if answers[place, 0] == key:
            return place
        place = (place + 1) & (answers.shape[0] - 1)
    return -1 - place


class NodeParts(NamedTuple):
    """Parts that actions cut nodes into: an action after the other."""

    order: Ints
    """The candidates, part by part."""
    start: Ints
    size: Ints
    keys: Words
    mass: Floats
    bits: Floats
    """The entropy of each part."""
    over: Bools
    edge: Ints
    """The number of the action that cuts."""


@kernel
def entropy_of(weights: Floats, cands: Ints) -> tuple[float, float]:
    """The weight of some candidates, and their entropy in bits."""
    mass, logs, first, alike = 0.0, 0.0, weights[cands[0]], True
    for s in cands:
        mass += weights[s]
        alike = alike and weights[s] == first
    if alike:
        return mass, log2(float(cands.size))
    for s in cands:
        logs += weights[s] * log2(weights[s])
    return mass, log2(mass) - logs / mass


@kernel
def cut_nodes(rules: GraphRules, graph: Graph, nodes: Longs, actions: Longs, cuts: NodeParts) -> int:
    """Cut each of some nodes by an action; how many parts there are."""
    codes, width = rules.codes, rules.width
    counts = np.zeros(width + 1, np.int32)
    label = np.empty(width, np.int32)
    parts = 0
    at = 0
    for e in range(nodes.size):
        first, n, a = graph.start[nodes[e]], graph.size[nodes[e]], actions[e]
        counts[:] = 0
        for k in range(first, first + n):
            counts[codes[graph.pool[k], a]] += 1
        for c in range(width):
            if counts[c] > 0:
                label[c] = parts
                cuts.start[parts] = at
                cuts.size[parts] = 0
                cuts.keys[parts, 0] = 0
                cuts.keys[parts, 1] = 0
                cuts.over[parts] = c == rules.winning[a] if rules.name else counts[c] == 1
                cuts.edge[parts] = e
                at += counts[c]
                parts += 1
        for k in range(first, first + n):
            s = graph.pool[k]
            p = label[codes[s, a]]
            cuts.order[cuts.start[p] + cuts.size[p]] = s
            cuts.size[p] += 1
            cuts.keys[p, 0] ^= rules.salt[s, 0]
            cuts.keys[p, 1] ^= rules.salt[s, 1]
    for p in range(parts):
        mass, bits = entropy_of(rules.weights, cuts.order[cuts.start[p] : cuts.start[p] + cuts.size[p]])
        cuts.mass[p], cuts.bits[p] = mass, bits
    return parts


@kernel
def unweighed(rules: GraphRules, graph: Graph, nodes: Longs, actions: Longs, out: Bools) -> None:
    """Whether what an action at a node loses and tells is not known yet."""
    for k in range(nodes.size):
        key = (nodes[k] * rules.codes.shape[1] + actions[k]) * (rules.width + 1) + rules.width
        out[k] = find_answer(graph.answers, key) < 0


@kernel
def weigh_actions(
    rules: GraphRules, graph: Graph, nodes: Longs, actions: Longs, cuts: NodeParts, parts: int, values: Floats
) -> None:
    """Keep what each action loses and tells, from the values of its parts."""
    p = 0
    for e in range(nodes.size):
        node, a = nodes[e], actions[e]
        mass, steps, left = 0.0, 0.0, 0.0
        while p < parts and cuts.edge[p] == e:
            mass += cuts.mass[p]
            steps += cuts.mass[p] * values[p]
            left += cuts.mass[p] * cuts.bits[p]
            p += 1
        lost = rules.prices[a] + steps / mass - graph.value[node]
        key = (np.int64(node) * rules.codes.shape[1] + a) * (rules.width + 1) + rules.width
        lost = 0.0 if abs(lost) <= rules.tolerance else lost
        keep_answer(graph, key, OVER, lost, max(graph.bits[node] - left / mass, 0.0))


@kernel
def keep_answer(graph: Graph, key: int, child: int, lost: float, bits: float) -> None:
    """Enter an answer, unless it is there."""
    place = find_answer(graph.answers, key)
    if place < 0:
        place = -1 - place
        graph.answers[place, 0] = key
        graph.answers[place, 1] = child
        graph.figures[place, 2] = lost
        graph.figures[place, 3] = bits
        graph.used[ANSWERS] += 1


@kernel
def find_node(graph: Graph, k0: np.uint64, k1: np.uint64) -> Any:
    """The place of a node in `slots`; if there is none, -1 less the place where it belongs."""
    mask = graph.slots.size - 1
    place: Any = np.int64(k0 & np.uint64(mask))
    while graph.slots[place] >= 0:
        node = graph.slots[place]
        if graph.keys[node, 0] == k0 and graph.keys[node, 1] == k1:
            return place
        place = (place + 1) & mask
    return -1 - place


@kernel
def keep_node(rules: GraphRules, graph: Graph, cands: Ints) -> Any:
    """The node of some candidates, new or not. A new one has no value yet."""
    k0, k1 = np.uint64(0), np.uint64(0)
    for s in cands:
        k0 ^= rules.salt[s, 0]
        k1 ^= rules.salt[s, 1]
    place = find_node(graph, k0, k1)
    if place >= 0:
        return graph.slots[place]
    node = graph.used[NODES]
    first = graph.used[CANDIDATES]
    graph.slots[-1 - place] = node
    graph.keys[node, 0] = k0
    graph.keys[node, 1] = k1
    graph.start[node] = first
    graph.size[node] = cands.size
    graph.value[node] = np.nan
    graph.bits[node] = entropy_of(rules.weights, cands)[1]
    graph.row[node] = -1
    for k in range(cands.size):
        graph.pool[first + k] = cands[k]
    graph.used[NODES] = node + 1
    graph.used[CANDIDATES] = first + cands.size
    return node


@kernel
def mark_kept(graph: Graph, in_use: Bools, rows: bool, sources: Bools, kept: Bools) -> None:
    """Mark what stays where much is forgotten: the start, the nodes in use, and where these lead to that have rows.

    `sources` are the nodes whose answers stay; with `rows` those that have a row of permutations.
    """
    for node in range(graph.used[NODES]):
        sources[node] = rows and graph.row[node] >= 0
        kept[node] = node == 0 or in_use[node] or sources[node]
    if rows:
        for place in range(graph.answers.shape[0]):
            key, child = graph.answers[place, 0], graph.answers[place, 1]
            if key != EMPTY and child != OVER and sources[key // graph.used[KEYS]]:
                kept[child] = True


@kernel
def move_graph(rules: GraphRules, old: Graph, sources: Bools, kept: Bools, new: Graph, place: Ints) -> None:
    """Bring the nodes that are kept, and the answers at `sources`, into another graph; `place` is what becomes of each.

    Both ends of such an answer must be kept.
    """
    new.used[KEYS] = old.used[KEYS]
    for node in range(old.used[NODES]):
        if kept[node]:
            there = keep_node(rules, new, old.pool[old.start[node] : old.start[node] + old.size[node]])
            new.value[there] = old.value[node]
            new.row[there] = old.row[node]
            place[node] = there
    each = old.used[KEYS]
    for spot in range(old.answers.shape[0]):
        key, child = old.answers[spot, 0], old.answers[spot, 1]
        if key != EMPTY and sources[key // each]:
            there = place[key // each] * each + key % each
            target: Any = np.int64(OVER)
            if child != OVER:
                target = np.int64(place[child])
            keep_answer(new, there, target, old.figures[spot, 2], old.figures[spot, 3])


@kernel
def link_answers(rules: GraphRules, graph: Graph, nodes: Longs, actions: Longs, codes: Longs) -> None:
    """Enter answers to actions that were weighed, and the nodes that they lead to."""
    number, width = rules.codes.shape[1], rules.width
    for k in range(nodes.size):
        node, a, code = nodes[k], actions[k], codes[k]
        edge = (np.int64(node) * number + a) * (width + 1)
        if find_answer(graph.answers, edge + code) >= 0:
            continue
        place = find_answer(graph.answers, edge + width)
        lost, bits = graph.figures[place, 2], graph.figures[place, 3]
        first, n = graph.start[node], graph.size[node]
        cands = np.empty(n, np.int32)
        left = 0
        for j in range(first, first + n):
            s = graph.pool[j]
            if rules.codes[s, a] == code:
                cands[left] = s
                left += 1
        over = code == rules.winning[a] if rules.name else left == 1
        child = OVER
        if not over:
            child = keep_node(rules, graph, cands[:left])
        keep_answer(graph, edge + code, child, lost, bits)


@takes(3)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(1.8)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def new_graph(nodes: int, candidates: int, answers: int, keys: int) -> Graph:
    """An empty graph with room for so much. `answers` is a power of two, of which half is used; a node has so many
    `keys`."""
    slots = 1 << (2 * nodes - 1).bit_length()
    entries: Longs = np.full((answers, 4), EMPTY, np.int64)
    return Graph(
        used=np.array([0, 0, 0, keys], np.int64),
        start=np.zeros(nodes, np.int32),
        size=np.zeros(nodes, np.int32),
        value=np.zeros(nodes),
        bits=np.zeros(nodes),
        row=np.full(nodes, -1, np.int32),
        keys=np.zeros((nodes, 2), np.uint64),
        slots=np.full(slots, -1, np.int32),
        pool=np.zeros(candidates, np.int32),
        answers=entries,
        figures=entries.view(np.float64),
    )


def new_parts(candidates: int) -> NodeParts:
    """Room for the parts of so many candidates."""
    return NodeParts(
        order=np.zeros(candidates, np.int32),
        start=np.zeros(candidates, np.int32),
        size=np.zeros(candidates, np.int32),
        keys=np.zeros((candidates, 2), np.uint64),
        mass=np.zeros(candidates),
        bits=np.zeros(candidates),
        over=np.zeros(candidates, np.bool_),
        edge=np.zeros(candidates, np.int32),
    )


def _warm(codes: Codes) -> None:
    one, row = frozen(np.ones(1)), np.zeros(1, np.int32)
    rules = GraphRules(frozen(codes), 1, one, frozen(row), one, frozen(np.zeros((1, 2), np.uint64)), False, 1e-9)
    graph, cuts, nodes = new_graph(2, 4, 4, 2), new_parts(1), np.zeros(1, np.int64)
    keep_node(rules, graph, row)
    unweighed(rules, graph, nodes, nodes, np.zeros(1, np.bool_))
    parts = cut_nodes(rules, graph, nodes, nodes, cuts)
    weigh_actions(rules, graph, nodes, nodes, cuts, parts, np.zeros(1))
    link_answers(rules, graph, nodes, nodes, nodes)
    flags = np.ones((2, 2), np.bool_)
    mark_kept(graph, flags[0], True, flags[0], flags[1])
    move_graph(rules, graph, flags[0], flags[1], new_graph(2, 4, 4, 2), np.zeros(2, np.int32))
