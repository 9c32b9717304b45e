"""Branch and bound above the kernel: the first two steps, with symmetry, on all cores, and always interruptible.

The kernel settles sets that symmetry no longer helps with. Here are the root and its parts: one action of an orbit is
tried, the parts of an action are settled by several threads, and what was found before a stop is kept. The action that
is chosen at a set is the first, in the order of its bound, of those that reach its total: bounds, memo, threads and
symmetry change the time it takes, and nothing else.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import numpy as np

from sleuth.core.limit import Clock
from sleuth.core.progress import Progress, silent
from sleuth.kernels import search as kernel
from sleuth.kernels import search_bounds, search_memo
from sleuth.kernels.arrays import Array, Floats, Ints, frozen
from sleuth.solve.method import MEMO_BYTES
from sleuth.solve.search_problem import Problem
from sleuth.solve.symmetry import SymmetryGroup

ENTRY_BYTES = 16 + 8 + 4 + 4
FIRST_ENTRIES = 1 << 20
SPARE = 6
"""How many times a set of few candidates may be kept, for other depths and other actions left, as a power of two."""
TICK = 0.02
"""Seconds between two looks at the clock."""


def new_memo(entries: int, tally: Array | None = None) -> search_memo.Memo:
    """An empty memo."""
    return search_memo.Memo(
        keys=np.zeros((entries, 2), np.uint64),
        lower=np.zeros(entries),
        action=np.zeros(entries, np.int32),
        size=np.zeros(entries, np.int32),
        tally=np.zeros(8, np.int64) if tally is None else tally,
    )


class GrowingMemo:
    """The memo of one thread, which grows up to a limit; from there on it forgets.

    It begins as large as all sets of the candidates need, where they are few: to clear more takes longer than to solve
    the problem.
    """

    def __init__(self, memory: int, candidates: int = 64) -> None:
        self.most = search_memo.WAYS
        while 2 * self.most * ENTRY_BYTES <= memory:
            self.most *= 2
        self.memo = new_memo(min(self.most, FIRST_ENTRIES, 1 << min(candidates, 64) + SPARE))

    def make_room(self) -> None:
        """Double the memo while it is more than half full and may grow."""
        while self.memo.tally[search_memo.KEPT] > self.memo.size.size // 2 and self.memo.size.size < self.most:
            larger = new_memo(2 * self.memo.size.size, self.memo.tally)
            larger.tally[search_memo.KEPT] = 0
            search_memo.transfer(self.memo, larger)
            self.memo = larger

    def least(
        self, problem: Problem, cands: Ints, allowed: Ints, depth: int, bound: float, *,
        top: Ints | None = None, probe: bool = False,
    ) -> float:  # fmt: skip
        """`kernel.search`: the least total of a set if it is below `bound`, else a lower bound that is not.

        `top` are the actions to try at the set itself, if not all that are allowed.
        """
        actions = frozen(allowed)
        first = actions if top is None else frozen(top)
        self.make_room()
        salts = problem.salts(cands, allowed)
        return float(kernel.search(problem.law, self.memo, frozen(cands), first, actions, depth, bound, *salts, probe))

    def halted(self) -> bool:
        """Whether its thread is to stop."""
        return bool(self.memo.tally[search_memo.STOP])

    def halt(self, halted: bool) -> None:
        """Make its thread stop, or let it go on."""
        self.memo.tally[search_memo.STOP] = halted


@dataclass
class SetBounds:
    """What is known of a set: a lower bound, and the best action so far with its total."""

    lower: float
    upper: float = search_bounds.INFINITE
    action: int = -1

    @property
    def exact(self) -> bool:
        return self.action >= 0 and self.upper <= self.lower


@dataclass
class ActionPart:
    """A part of an action: its candidates, and what is known of it."""

    code: int
    cands: Ints
    lower: float
    exact: bool
    taken: bool = False


class _Position(NamedTuple):
    """A set of candidates that symmetry still helps with."""

    cands: Ints
    allowed: Ints
    group: SymmetryGroup
    """The symmetries that leave the set as it is."""
    depth: int
    level: int
    """Steps made before it: 0 or 1."""


class BranchAndBound:
    """One run over one problem. `run` may be called again with another depth or bound: what is known is kept."""

    def __init__(
        self,
        problem: Problem,
        group: SymmetryGroup,
        clock: Clock,
        *,
        first: int | None = None,
        threads: int = 1,
        memory: int = MEMO_BYTES,
        progress: Progress = silent,
    ) -> None:
        self.problem, self.law, self.clock = problem, problem.law, clock
        self.root = _Position(problem.cands, problem.actions, group, search_bounds.FOREVER, 0)
        self.stores = [GrowingMemo(memory // threads, problem.cands.size) for _ in range(threads)]
        self.forced, self.progress = first, progress
        self.trying = -1
        """The first action whose parts were being settled last."""
        self.found: dict[tuple[int, bytes], SetBounds] = {}
        self.stopped = False

    # What is asked of it.

    def run(self, depth: int = search_bounds.FOREVER, bound: float = search_bounds.INFINITE) -> SetBounds:
        """The least total of the whole problem below `bound`; what is known of it if the clock runs out."""
        # In a thread of its own, so that this one hears of the clock and of Ctrl-C.
        with ThreadPoolExecutor(1 + len(self.stores), thread_name_prefix="solve") as pool:
            self._pool = pool
            try:
                future = pool.submit(self._root, depth, bound)
                while not wait([future], TICK).done:
                    self.clock.nodes = self.nodes
                    if self.clock.spent():
                        self.stop()
                return future.result()
            except BaseException:
                self.stop()
                raise

    def settle(self) -> SetBounds:
        """The least total of the whole problem, in this thread: nobody hears of the clock."""
        return self._root(search_bounds.FOREVER, search_bounds.INFINITE)

    def stop(self) -> None:
        """Make every thread return at once."""
        self.stopped = True
        self._halt(True)

    @property
    def nodes(self) -> int:
        """Sets looked at so far."""
        return int(sum(store.memo.tally[search_memo.NODES] for store in self.stores)) + len(self.found)

    def action(self, cands: Ints, allowed: Ints, depth: int) -> int:
        """The best action for a set that was settled, or the best so far; -1 if nothing is known."""
        if self.law.name and cands.size == 1:
            return self._naming(cands, allowed)
        if cands.size == 2 and search_bounds.pair(self.law, cands[0], cands[1], depth):
            return int(self.law.naming[cands[0]])
        known = self.found.get((depth, cands.tobytes()))
        if known is not None and known.action >= 0:
            return known.action
        entry = self._entry(cands, depth, allowed)
        if (entry is None or not entry[0].action[entry[1]]) and not self.stopped:
            self.stores[0].least(self.problem, cands, allowed, depth, search_bounds.INFINITE)
            entry = self._entry(cands, depth, allowed)
        return -1 if entry is None else int(entry[0].action[entry[1]]) - 1

    def first(self, cands: Ints, allowed: Ints, depth: int = search_bounds.FOREVER) -> int:
        """The action that promises most at one look; -1 if none helps."""
        if self.law.name and cands.size == 1:
            return self._naming(cands, allowed)
        top = self.problem.tried(cands, allowed)
        lower, order = self._scan(cands, top, depth)
        for j in order.tolist():
            column = self.law.codes[cands, top[j]]
            if lower[j] < search_bounds.INFINITE and (column != column[0]).any():
                return int(top[j])
        return -1

    def _naming(self, cands: Ints, allowed: Ints) -> int:
        """The action that names the only candidate, if it may be asked; else -1."""
        action = int(self.law.naming[cands[0]])
        return action if action in allowed else -1

    # The root and its parts.

    def _root(self, depth: int, bound: float) -> SetBounds:
        self._node(self.root._replace(depth=depth), bound, self.stores[0])
        return self.at_root(depth)

    def at_root(self, depth: int) -> SetBounds:
        """What is known of the whole problem."""
        return self._bounds(self.problem.cands, depth)

    def _bounds(self, cands: Ints, depth: int) -> SetBounds:
        """What is known of a set; by its size, if nothing else is."""
        return self.found.setdefault((depth, cands.tobytes()), SetBounds(self.problem.by_size(cands, depth)))

    def _node(self, position: _Position, bound: float, store: GrowingMemo) -> float:
        """As the kernel's `search`, with symmetry; what is known goes into `found`."""
        cands, allowed, group, depth, level = position
        if cands.size == 1:
            only = float(search_bounds.settled(self.law, cands[0], depth))
            if self.law.name and self._naming(cands, allowed) < 0:
                only = search_bounds.INFINITE
            action = max(0, int(self.law.naming[cands[0]])) if only < search_bounds.INFINITE else -1
            self.found[depth, cands.tobytes()] = SetBounds(only, only, action)
            return only
        known, slack = self._bounds(cands, depth), self.law.slack
        if known.exact or known.lower >= bound - slack:
            return known.lower
        top = group.first_of_orbits(self.problem.tried(cands, allowed))
        if level == 0 and self.forced is not None:
            top = np.array([self.forced], np.int32)
        lower, order = self._scan(cands, top, depth)
        best, chosen = bound, -1
        for tried, j in enumerate(order.tolist()):
            if lower[j] >= best - slack or (self.law.beam and tried >= self.law.beam):
                break
            action = int(top[j])
            if level == 0:
                self.progress("solving", tried, order.size)
                self.trying = action
            total = self._try(position, action, best, store)
            lower[j] = max(lower[j], total)
            if store.halted():
                break
            if total < best - slack:
                best, chosen = total, action
                known.upper, known.action = total, action
        if store.halted():
            known.lower = max(known.lower, float(lower.min(initial=search_bounds.INFINITE)))
            return bound
        known.lower = best if chosen >= 0 else max(known.lower, bound)
        return known.lower

    def _try(self, position: _Position, action: int, best: float, store: GrowingMemo) -> float:
        """The total of an action if it is below `best`, else a lower bound that is not."""
        law, cands, slack = self.law, position.cands, self.law.slack
        deepest = position.depth != search_bounds.FOREVER
        after = position._replace(depth=position.depth - 1 if deepest else position.depth)
        parts = [
            ActionPart(code, part, *self._known(part, after.depth)) for code, part in self.problem.parts(cands, action)
        ]
        if any(part.cands.size == cands.size for part in parts):
            return search_bounds.INFINITE
        lock = Lock()
        sums = [float(law.weights[cands].sum() * law.costs[action])]
        for part in parts:
            sums[0] += part.lower

        def work(mine: GrowingMemo, phase: int) -> None:
            while not mine.halted():
                with lock:
                    if sums[0] >= best - slack:
                        return
                    open_ = [p for p in parts if not p.exact and not p.taken and (phase or p.cands.size <= law.few)]
                    if not open_:
                        return
                    pick = max if deepest else min  # where the depth is limited, large parts fail first
                    part = pick(open_, key=lambda p: p.cands.size)
                    part.taken = True
                    bound = best - (sums[0] - part.lower)
                value, exact = self._settle(after, part, action, bound, mine, phase)
                if mine.halted():
                    return
                with lock:
                    value = max(value, part.lower)
                    sums[0] += value - part.lower
                    part.lower, part.exact = value, exact
                    if sums[0] >= best - slack and position.level == 0:
                        self._halt(True, but=mine)

        for phase in range(1 if deepest else 0, 3):
            for part in parts:
                part.taken = False
            if position.level > 0 or len(self.stores) == 1:
                work(store, phase)
            else:
                for future in [self._pool.submit(work, mine, phase) for mine in self.stores]:
                    future.result()
                self._halt(self.stopped)
            if sums[0] >= best - slack or self.stopped:
                break
        return sums[0]

    def _settle(
        self, after: _Position, part: ActionPart, action: int, bound: float, store: GrowingMemo, phase: int
    ) -> tuple[float, bool]:
        """A lower bound of a part, and whether it is its total: small parts, one look, or (phase 2) all of it.

        `after` is the position before the action, with the steps that are left after it.
        """
        problem, cands, depth, enough = self.problem, part.cands, after.depth, bound - self.law.slack
        allowed = problem.narrowed(after.allowed, action, part.code)
        if phase < 2 or not after.group:
            value = store.least(problem, cands, allowed, depth, bound, probe=phase == 1)
            return value, phase != 1 and value < enough
        left = after.group.fixing(action).keeping(cands)
        if after.level == 0 and left and cands.size > max(self.law.few, search_bounds.TINY):
            value = self._node(_Position(cands, allowed, left, depth, 1), bound, store)
        else:
            value = store.least(problem, cands, allowed, depth, bound, top=left.first_of_orbits(allowed))
        return value, value < enough

    def _known(self, part: Ints, depth: int) -> tuple[float, bool]:
        """What is known of a part without looking at the table: a lower bound, and whether it is the total."""
        law, free = self.law, self.problem.free
        if part.size == 1 and (free or not law.name):
            return float(search_bounds.settled(law, part[0], depth)), True
        lower = self.problem.by_size(part, depth)
        for within in (depth, search_bounds.FOREVER):  # what holds without a limit holds with one
            known = self.found.get((within, part.tobytes()))
            if known is not None:
                lower = max(lower, known.lower)
            entry = self._entry(part, within) if free else None
            if entry is not None:
                lower = max(lower, float(entry[0].lower[entry[1]]))
            if within == depth and ((known is not None and known.exact) or (entry and entry[0].action[entry[1]])):
                return lower, True
        return lower, False

    def _entry(self, cands: Ints, depth: int, allowed: Ints | None = None) -> tuple[search_memo.Memo, int] | None:
        """Where the memos know a set, best where one of them knows its total."""
        h0, h1 = self.problem.salts(cands, allowed)
        salt = self.law.salt[self.law.weights.size + depth]
        entry = None
        for memo in (store.memo for store in self.stores):
            place = int(search_memo.look_up(memo, h0 ^ salt[0], h1 ^ salt[1]))
            if place >= 0 and memo.action[place] > 0:
                return memo, place
            if place >= 0:
                entry = memo, place
        return entry

    def _scan(self, cands: Ints, actions: Ints, depth: int) -> tuple[Floats, Array]:
        """Bounds of actions, and their places in the order in which they are tried."""
        lower = self.problem.scan(cands, actions, depth)
        return lower, np.lexsort((actions, ~np.isin(self.law.named[actions], cands), lower))

    def _halt(self, halted: bool, but: GrowingMemo | None = None) -> None:
        """Stop all threads but one, or let them go on: for good, or for an action whose parts are too dear already."""
        for store in self.stores:
            if store is not but:
                store.halt(halted)
