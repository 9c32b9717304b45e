"""The graph of the positions that many plays of one game have met, with what is known of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.immutable import packed_state
from sleuth.kernels import play_graph as kernel
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, Longs, all_frozen
from sleuth.kernels.play_graph import KEYS, NODES, Graph, GraphRules, NodeParts
from sleuth.kernels.play_steps import Plays, StepFigures, step_plays
from sleuth.kernels.search import SetList
from sleuth.lab.baseline import Baseline, OptimalPlay
from sleuth.referee.set_values import set_values
from sleuth.referee.twists import TwistTable
from sleuth.solve.position_symmetry import FEW
from sleuth.strategies.criteria import TOLERANCE

MEMORY = 1 << 28
"""Bytes that a graph may take, about, unless somebody says otherwise."""
NODE_BYTES, ANSWER_BYTES = 48, 64
BATCH_CANDIDATES = 1 << 19
"""Candidates that are cut into parts together."""
FIRST_NODES, FIRST_CANDIDATES, FIRST_ANSWERS = 1 << 10, 1 << 14, 1 << 12


class PlayGraph:
    """Positions and answers, which are worked out when a play comes to them; where it is full, most is forgotten."""

    def __init__(self, start: EnumeratedSet, reference: Baseline | None, memory: int = MEMORY) -> None:
        tables = start.tables
        assert tables.codes is not None
        self.values = set_values(start, reference)
        self._twists = TwistTable(tables, self.values.symmetric)
        number, secrets = len(tables.actions), len(tables.secrets)
        priced = isinstance(reference, OptimalPlay) and tables.costs.size > 1
        self.rules = all_frozen(
            GraphRules(
                codes=tables.codes,
                width=tables.width,
                weights=np.ones(secrets) if tables.uniform else tables.weights,
                winning=tables.winning,
                prices=tables.costs if priced else np.ones(number),
                salt=np.ascontiguousarray(self.values.salt[:secrets]),
                name=tables.game.goal.only_names,
                tolerance=TOLERANCE,
            )
        )
        share = max(memory, 0) // 4
        # A node has a handful of candidates, and is reached by several answers.
        self._most = (share // NODE_BYTES, share // 4, 2 * share // ANSWER_BYTES)
        self.missed = 0
        """How many steps of plays had to be worked out."""
        self.forgotten = 0
        """How often the graph was full."""
        self.graph = self._empty(FIRST_NODES, start.size + FIRST_CANDIDATES, FIRST_ANSWERS)
        self._begin()

    def __getstate__(self) -> dict[str, Any]:
        return packed_state(self)

    def _empty(self, nodes: int, candidates: int, answers: int) -> Graph:
        keys = self.rules.codes.shape[1] * (self.rules.width + 1)
        return kernel.new_graph(nodes, candidates, 1 << (2 * answers - 1).bit_length(), keys)

    def _begin(self) -> None:
        """The node of the start, which has the number 0."""
        kernel.keep_node(self.rules, self.graph, np.array(self.values.order, np.int32))
        self._value_nodes(0)
        if self._twists.group:
            self.graph.row[0] = self._twists.row(self._twists.group)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many nodes, candidates and answers there are."""
        nodes, candidates, answers = self.graph.used[:KEYS].tolist()
        return nodes, candidates, answers

    def step(self, plays: Plays, todo: Ints, actions: Ints, out: StepFigures) -> None:
        """One step of each of some plays."""
        missing: Longs = np.empty((todo.size, 4), np.int64)
        every = todo
        while todo.size:
            missed = step_plays(self.rules, self.graph, self._twists.twists, plays, todo, actions, out, missing)
            if not missed:
                return
            self._learn(missing[:missed], plays)
            self.missed += missed if todo is every else 0
            todo = missing[:missed, 0].astype(np.int32)

    def _learn(self, missing: Longs, plays: Plays) -> None:
        """Work out some of the answers that are missing, one at least; or make room for them."""
        number, width = self.rules.codes.shape[1], self.rules.width
        keys = (missing[:, 1] * number + missing[:, 2]) * (width + 1) + missing[:, 3]
        asked = missing[np.unique(keys, return_index=True)[1]]
        sizes = np.cumsum(self.graph.size[asked[:, 1]], dtype=np.int64)
        asked = asked[: max(1, int(np.searchsorted(sizes, BATCH_CANDIDATES)))]
        if not self._reserve((len(asked), int(sizes[len(asked) - 1]), 2 * len(asked)), plays):
            return
        nodes, actions, codes = (np.ascontiguousarray(column) for column in asked[:, 1:].T)
        self._weigh(nodes, actions)
        before = int(self.graph.used[NODES])
        kernel.link_answers(self.rules, self.graph, nodes, actions, codes)
        self._value_nodes(before)
        if self._twists.group and not nodes[0]:
            self._twist(nodes, actions, codes, before)

    def _weigh(self, nodes: Longs, actions: Longs) -> None:
        """What actions lose and tell."""
        rules, graph = self.rules, self.graph
        new: Bools = np.empty(nodes.size, np.bool_)
        kernel.unweighed(rules, graph, nodes, actions, new)
        # In the order of their keys, answers to one action follow each other.
        new[1:] &= (nodes[1:] != nodes[:-1]) | (actions[1:] != actions[:-1])
        nodes, actions = nodes[new], actions[new]
        if not nodes.size:
            return
        cuts = kernel.new_parts(int(graph.size[nodes].sum()))
        parts = kernel.cut_nodes(rules, graph, nodes, actions, cuts)
        open_ = np.flatnonzero(~cuts.over[:parts])
        self._learn_alike(nodes, actions, cuts, open_)
        values: Floats = np.zeros(parts)
        values[open_] = self.values.of(SetList(cuts.order, cuts.start[open_], cuts.size[open_], cuts.keys[open_]))
        kernel.weigh_actions(rules, graph, nodes, actions, cuts, parts, values)

    def _learn_alike(self, nodes: Longs, actions: Longs, cuts: NodeParts, open_: Array) -> None:
        """Work out the large parts of nodes with permutations, with those that leave them as they are."""
        rows = self.graph.row[nodes[cuts.edge[open_]]]
        for part, row in zip(open_[rows >= 0].tolist(), rows[rows >= 0].tolist(), strict=True):
            cands = cuts.order[cuts.start[part] : cuts.start[part] + cuts.size[part]]
            if cands.size >= FEW:
                group = self._twists.groups[row].fixing(int(actions[cuts.edge[part]]))
                self.values.learn(cands, group.keeping(cands))

    def _value_nodes(self, first: int) -> None:
        """The values of the nodes from `first` on."""
        graph, end = self.graph, int(self.graph.used[NODES])
        if first < end:
            sets = SetList(graph.pool, graph.start[first:end], graph.size[first:end], graph.keys[first:end])
            graph.value[first:end] = self.values.of(sets)

    def _twist(self, nodes: Longs, actions: Longs, codes: Longs, before: int) -> None:
        """Rows for the new nodes right behind the start."""
        graph, number, width = self.graph, self.rules.codes.shape[1], self.rules.width
        for node, action, code in zip(nodes.tolist(), actions.tolist(), codes.tolist(), strict=True):
            place = kernel.find_answer(graph.answers, (node * number + action) * (width + 1) + code)
            child = int(graph.answers[place, 1])
            if node or child < before or graph.row[child] >= 0:
                continue
            cands = graph.pool[graph.start[child] : graph.start[child] + graph.size[child]]
            group = self._twists.group.fixing(action).keeping(cands)
            if group:
                graph.row[child] = self._twists.row(group)

    # Room.

    def _reserve(self, more: tuple[int, int, int], plays: Plays) -> bool:
        """Make room for so many nodes, candidates and answers; `False` if instead everything was forgotten.

        Room is doubled up to what the graph may take. Plays that need more than that by themselves get it.
        """
        room = self._room
        wanted = [used + extra for used, extra in zip(self.sizes, more, strict=True)]
        short = [want > there for want, there in zip(wanted, room, strict=True)]
        if not any(short):
            return True
        if any(want > most for want, most in zip(wanted, self._most, strict=True)) and self._forget(plays):
            return False
        doubled = [max(want, 2 * there) for want, there in zip(wanted, room, strict=True)]
        every: Bools = np.ones(room[0], np.bool_)
        self._move(every, every, [d if s else r for d, s, r in zip(doubled, short, room, strict=True)])
        return True

    @property
    def _room(self) -> tuple[int, int, int]:
        graph = self.graph
        return graph.size.size, graph.pool.size, graph.answers.shape[0] // 2

    def _forget(self, plays: Plays) -> bool:
        """Keep only what is near the start, or where plays are; `False` if there is little else."""
        in_use, sources, kept = (np.zeros(self._room[0], np.bool_) for _ in range(3))
        in_use[plays.node[~plays.over]] = True
        for rows in (True, False):
            kernel.mark_kept(self.graph, in_use, rows, sources, kept)
            if 2 * int(self.graph.size[kept].sum()) < self.sizes[1] and 2 * int(kept.sum()) < self.sizes[0]:
                plays.node[:] = self._move(sources, kept, self._room)[plays.node]
                self.forgotten += 1
                return True
        return False

    def _move(self, sources: Bools, kept: Bools, room: Sequence[int]) -> Ints:
        """Go over to a graph with so much room, with some nodes and answers; the new number of each node."""
        place: Ints = np.zeros(self._room[0], np.int32)
        new = self._empty(*room)
        kernel.move_graph(self.rules, self.graph, sources, kept, new, place)
        self.graph = new
        return place
