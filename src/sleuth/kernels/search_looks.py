"""What anybody sees of a set at one look: the best lower bound that follows from its parts alone, with no search.

A part takes what its size tells; and of few secrets it is easy to see whether one of them tells all others apart. A
bound by one look is a lemma that needs no other, so certificates are made of them as far as they go.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.search_bounds import FOREVER, INFINITE, Law, by_size, scan, small_law


class Cut(NamedTuple):
    """The parts that an action leaves of a set, but for the one that wins."""

    order: Ints
    """The candidates of all parts, one part after the other."""
    start: Ints
    """Where each part begins, and where the last one ends."""
    code: Ints
    """The answer that leaves each part."""
    bounds: Floats
    """What each part takes at least, at one look."""
    counts: Ints
    """For each answer, how many give it; nothing between two uses."""
    marks: Ints
    """For each answer, when it was seen last."""


@kernel
def tells_apart(law: Law, part: Ints, marks: Ints, mark: int) -> int:
    """The last mark that was used, negative if the naming of no candidate tells all of them apart.

    `marks` has a place for each code, with marks up to `mark`.
    """
    for i in range(part.size):
        action = law.naming[part[i]]
        if action < 0:
            continue
        mark += 1
        apart = True
        for k in range(part.size):
            code = law.codes[part[k], action]
            if marks[code] == mark:
                apart = False
                break
            marks[code] = mark
        if apart:
            return mark
    return -mark


@kernel
def cut_set(law: Law, cands: Ints, action: int, depth: int, mark: int, cut: Cut) -> tuple[int, int]:
    """Cut a set by an action, with `depth` steps left after it: how many parts do not win, and the last mark."""
    n = cands.size
    wins: Any = np.int64(law.winning[action]) if law.name else np.int64(-1)
    parts = 0
    for i in range(n):
        c = law.codes[cands[i], action]
        if cut.counts[c] == 0 and c != wins:
            cut.code[parts] = c
            parts += 1
        cut.counts[c] += 1
    at = 0
    for p in range(parts):
        c = cut.code[p]
        cut.start[p] = at
        at += cut.counts[c]
        cut.counts[c] = cut.start[p]
    cut.start[parts] = at
    for i in range(n):
        c = law.codes[cands[i], action]
        if c != wins:
            cut.order[cut.counts[c]] = cands[i]
            cut.counts[c] += 1
    for i in range(n):
        cut.counts[law.codes[cands[i], action]] = 0
    for p in range(parts):
        part = cut.order[cut.start[p] : cut.start[p + 1]]
        cut.bounds[p] = by_size(law, part, depth)
        if 3 <= part.size <= law.few:
            mark = tells_apart(law, part, cut.marks, mark)
            cut.bounds[p] = max(cut.bounds[p], 2.0 * part.size - (1.0 if mark >= 0 else 0.0))
            mark = abs(mark)
    return parts, mark


@kernel
def new_cut(law: Law, size: int) -> Cut:
    """Room to cut sets of so many candidates."""
    most = min(size, law.width)
    return Cut(
        np.empty(size, np.int32),
        np.empty(most + 1, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.float64),
        np.zeros(law.width, np.int32),
        np.zeros(law.width, np.int32),
    )


@kernel
def _asking(law: Law, cands: Ints, action: int, depth: int, mark: int, cut: Cut) -> tuple[float, int]:
    """What a set takes at least if an action is asked next, by one look at its parts; and the last mark."""
    below = depth if depth == FOREVER else depth - 1
    asked: Any = np.int64(action)  # as from Python: a shorter number would be a type of its own
    parts, mark = cut_set(law, cands, asked, below, mark, cut)
    if parts == 1 and cut.start[1] == cands.size:
        return INFINITE, mark  # it tells nothing
    total = 0.0
    for i in range(cands.size):
        total += law.weights[cands[i]]
    total *= law.costs[action]
    for p in range(parts):
        total += cut.bounds[p]
    return min(total, INFINITE), mark


@kernel
def looks(law: Law, cands: Ints, actions: Ints, depth: int, bound: float, lower: Floats) -> None:
    """Raise those of `lower`, what `scan` says of `actions`, that are below `bound` to what one look tells."""
    cut = new_cut(law, cands.size)
    mark: Any = np.int64(0)
    for j in range(actions.size):
        if lower[j] < bound:
            value, mark = _asking(law, cands, actions[j], depth, mark, cut)
            lower[j] = max(lower[j], value)


@kernel
def least_look(law: Law, cands: Ints, actions: Ints, depth: int, inside: Bools) -> float:
    """What a set takes at least, by one look with each of the actions; `inside` has nothing in it."""
    lower = np.empty(actions.size, np.float64)
    for i in range(cands.size):
        inside[cands[i]] = True
    scan(law, cands, actions, depth, inside, lower)
    for i in range(cands.size):
        inside[cands[i]] = False
    if actions.size == 0:
        return INFINITE
    first = np.argmin(lower)
    cut = new_cut(law, cands.size)
    mark: Any = np.int64(0)
    value, mark = _asking(law, cands, actions[first], depth, mark, cut)
    best = max(value, lower[first])
    # The others in the order of what their sizes tell, as far as that can make a difference.
    below = np.flatnonzero(lower < best)
    keys = lower[below]
    for k in np.argsort(keys, kind="mergesort"):
        if keys[k] >= best:
            break
        value, mark = _asking(law, cands, actions[below[k]], depth, mark, cut)
        best = min(best, max(value, keys[k]))
    return float(best)


@takes(3)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(3)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    law, one = small_law(codes), np.zeros(1, np.int32)
    looks(law, one, one, FOREVER, INFINITE, np.zeros(1))
    least_look(law, one, one, FOREVER, np.zeros(1, np.bool_))
    cut_set(law, one, 0, FOREVER, 0, new_cut(law, 1))
