"""One-step strategies on tables: kernels choose the actions of a whole level.

Where the table is not stored, the answers that a few nodes need are computed into a block, which the kernels read as
if it were the table: so memory stays bounded, and the block stays in the cache.
"""

from __future__ import annotations

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.numbered_law import AnswerBlocks
from sleuth.core.progress import Progress
from sleuth.core.tables import Tables
from sleuth.kernels import few_candidates, partitions, tree_walk
from sleuth.kernels.arrays import Floats, Ints, Longs, frozen
from sleuth.kernels.threads import spread, workers
from sleuth.strategies.criteria import POSSIBLE, TOLERANCE, PartCriterion
from sleuth.strategies.greedy import Greedy
from sleuth.strategies.tree_level import Chooser, NodePools, TreeLevel, before, members
from sleuth.strategies.walk_symmetry import WalkSymmetry

BLOCK_CELLS = 1 << 20
"""Answers that are computed at once for nodes that are not large."""
MAX_BLOCK = 1 << 23
"""A node that needs more of them than this is chosen by itself, in pieces."""
MANY_ANSWERS = 256
"""No game with a law on numbers that is short of a table has more answers, as far as is known before they are met."""
LARGE = 8 * partitions.ENOUGH
"""A node with more cells is chosen by itself, on all threads."""


class CompiledChooser(Chooser):
    """One-step strategies on a table, stored or not: kernels do it all."""

    def __init__(self, tables: Tables, strategy: Greedy) -> None:
        super().__init__(tables)
        self.strategy = strategy
        self._symmetry: WalkSymmetry | None = None
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
            # Where answers are computed, there may be more of them than were met.
            width = self.tables.width if self.tables.stored is not None else max(MANY_ANSWERS, self.tables.width)
            return least_unsplit(first, weights, width) > 10 * TOLERANCE
        n = np.arange(2, self.folded.shape[1])
        singles = self.folded[0, 1] if first.worst else n * self.folded[0, 1]
        return bool((self.folded[0, 2:] > singles + 1e-6).all())

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        tables = self.tables
        self._level = order, level
        pools = NodePools.everything(level.start.size) if self._symmetry is None else self._symmetry.pools()
        chosen = np.full(level.start.size, -1, np.int32)
        cells = level.size.astype(np.int64) * pools.sizes(len(tables.actions))
        small = np.flatnonzero(cells <= (MAX_BLOCK if tables.stored is None else LARGE)).astype(np.int32)
        if tables.stored is None:
            self._choose_streamed(order, level, pools, small, cells, chosen)
        else:
            self._choose_stored(order, level, pools, small, cells, chosen)
        for node in np.flatnonzero(chosen < 0).tolist():  # what is large, and where what was chosen tells nothing
            cands = np.sort(order[level.start[node] : level.start[node] + level.size[node]])
            chosen[node] = tables.action_index(self.strategy.decide(EnumeratedSet(tables, cands)).action)
            progress(f"step {depth + 1}", node, level.start.size)
        return chosen

    def begin(self, root: EnumeratedSet) -> None:
        nothing: Ints = np.zeros(1, np.int32)
        self._level = root.indices, TreeLevel(nothing, nothing + root.size, nothing - 1, nothing - 1)
        self._symmetry = WalkSymmetry.of(root)

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        if self._symmetry is not None:
            self._symmetry.split(*self._level, chosen, children)
        if children.start.size == 0:
            self._symmetry = None

    def _choose_stored(
        self, order: Ints, level: TreeLevel, pools: NodePools, nodes: Ints, cells: Longs, chosen: Ints
    ) -> None:
        """Choose for some nodes, from the stored table."""
        codes = self.tables.stored
        assert codes is not None
        # The largest first, dealt out in turn, so that the threads finish together.
        nodes = nodes[np.argsort(-cells[nodes], kind="stable")]
        pieces = 1 if int(cells[nodes].sum()) < partitions.ENOUGH else min(workers(), nodes.size)
        deals = [nodes[k::pieces] for k in range(pieces)]

        def piece(lo: int, hi: int) -> None:
            for deal in deals[lo:hi]:
                out = np.empty(deal.size, np.int32)
                segments = level.start[deal], level.size[deal]
                tree_walk.choose_many(codes, self.tables.width, self.rule, order, *segments, pools.joined(deal), out)
                chosen[deal] = out

        spread(piece, pieces)

    def _choose_streamed(
        self, order: Ints, level: TreeLevel, pools: NodePools, nodes: Ints, cells: Longs, chosen: Ints
    ) -> None:
        """Choose for some nodes, from blocks of answers that are computed now."""
        named = self._named(order, level, nodes)
        chosen[nodes] = named
        nodes = nodes[named < 0]
        nodes = nodes[np.lexsort((-cells[nodes], pools.which[nodes]))]
        batch = np.cumsum(cells[nodes]) // BLOCK_CELLS
        edges = np.flatnonzero((np.diff(batch) > 0) | (np.diff(pools.which[nodes]) != 0)) + 1
        batches = np.split(nodes, edges) if nodes.size else []
        pieces = 1 if int(cells[nodes].sum()) < partitions.ENOUGH else min(workers(), len(batches))

        def piece(lo: int, hi: int) -> None:
            last, columns = -2, None
            for some in (batch for k in range(lo, hi) for batch in batches[k::pieces]):
                if (pool := int(pools.which[some[0]])) != last or columns is None:
                    last, columns = pool, AnswerBlocks(self.tables, None if pool < 0 else pools.lists[pool])
                cands = order[members(level.start[some], level.size[some])]
                chosen[some] = self._choose_block(cands, level.size[some], columns)

        spread(piece, pieces)

    def _choose_block(self, cands: Ints, sizes: Ints, columns: AnswerBlocks) -> Ints:
        """The actions of nodes whose candidates follow each other."""
        codes, rule = columns.answers(cands), self.rule
        local = rule._replace(
            weights=frozen(rule.weights[cands]) if rule.weights.size else rule.weights,
            naming=frozen(columns.places[rule.naming[cands]]),
            powers=np.ascontiguousarray(rule.powers[:, cands]) if rule.powers.shape[1] > 1 else rule.powers,
        )
        order, out = np.arange(cands.size, dtype=np.int32), np.empty(sizes.size, np.int32)
        pools = NodePools.everything(sizes.size).joined(order[: sizes.size])
        tree_walk.choose_many(frozen(codes), self.tables.width, local, order, before(sizes), sizes, pools, out)
        return np.where(out < 0, -1, columns.actions[out]).astype(np.int32)

    def _named(self, order: Ints, level: TreeLevel, nodes: Ints) -> Ints:
        """The action that names the likelier candidate, in nodes of two or one; -1 elsewhere, and where none does."""
        start, size, weights = level.start[nodes], level.size[nodes], self.weights
        likelier, other = order[start], order[start + size - 1]
        if weights.size:
            likelier = np.where(weights[other] > weights[likelier], other, likelier)
        return np.where(size <= 2, self.tables.naming[likelier], -1).astype(np.int32)


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
