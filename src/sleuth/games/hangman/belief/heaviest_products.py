"""The heaviest products of one value from each of several lists, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import product
from math import prod

import numpy as np

from sleuth.kernels.arrays import Floats


def heaviest(weights: Sequence[Floats]) -> Iterator[tuple[int, ...]]:
    """Places in each list, the largest product of their weights first; equal ones in lexicographic order of rank.

    A rank is a place among the weights of its list from the largest on, equal ones in the order of the list. A step
    down in any one list makes a product no larger, so all that may come next is next to what came before.
    """
    ranks = [np.argsort(-w, kind="stable").tolist() for w in weights]
    if all(w.size and (w == w[0]).all() for w in weights):
        yield from product(*ranks)
        return
    sizes = [w.size for w in weights]
    if not all(sizes):
        return
    sums = [w.tolist() for w in weights]

    def weight(at: tuple[int, ...]) -> float:
        return float(prod(w[rank[i]] for w, rank, i in zip(sums, ranks, at, strict=True)))

    first = (0,) * len(sizes)
    heap, seen = [(-weight(first), first)], {first}
    while heap:
        _, at = heappop(heap)
        yield tuple(rank[i] for rank, i in zip(ranks, at, strict=True))
        for k, size in enumerate(sizes):
            if at[k] + 1 < size and (after := (*at[:k], at[k] + 1, *at[k + 1 :])) not in seen:
                seen.add(after)
                heappush(heap, (-weight(after), after))
