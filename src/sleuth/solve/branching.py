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

import numpy as np

from sleuth.core.limit import Clock
from sleuth.core.progress import Progress, silent
from sleuth.kernels import search as kernel
from sleuth.kernels import search_bounds, search_memo
from sleuth.kernels.arrays import Array, Floats, Ints, frozen
from sleuth.kernels.jit import spread
from sleuth.solve.problem import Problem
from sleuth.solve.symmetry import SymmetryGroup

MEMO_BYTES = 1 << 29
"""Memory for what is known of sets, all threads together."""
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

    @property
    def halted(self) -> bool:
        """Whether its thread is told to stop."""
        return bool(self.memo.tally[search_memo.STOP])

    @halted.setter
    def halted(self, value: bool) -> None:
        self.memo.tally[search_memo.STOP] = value


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
        self.problem, self.law, self.group, self.clock = problem, problem.law, group, clock
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

    def stop(self) -> None:
        """Make every thread return at once."""
        self.stopped = True
        for store in self.stores:
            store.halted = True

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
            self._kernel(self.stores[0], cands, allowed, allowed, depth, search_bounds.INFINITE)
            entry = self._entry(cands, depth, allowed)
        return -1 if entry is None else int(entry[0].action[entry[1]]) - 1

    def first(self, cands: Ints, allowed: Ints, depth: int = search_bounds.FOREVER) -> int:
        """The action that promises most at one look; -1 if none helps."""
        if self.law.name and cands.size == 1:
            return self._naming(cands, allowed)
        top = self._top(cands, allowed)
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
        problem, cands = self.problem, self.problem.cands
        self._node(cands, problem.actions, self.group, depth, bound, 0, self.stores[0])
        return self.at_root(depth)

    def at_root(self, depth: int) -> SetBounds:
        """What is known of the whole problem."""
        cands = self.problem.cands
        return self.found.setdefault((depth, cands.tobytes()), SetBounds(search_bounds.by_size(self.law, cands, depth)))

    def _node(
        self, cands: Ints, allowed: Ints, group: SymmetryGroup, depth: int, bound: float, level: int, store: GrowingMemo
    ) -> float:
        """As the kernel's `search`, with symmetry; what is known goes into `found`."""
        key = depth, cands.tobytes()
        if cands.size == 1:
            only = float(search_bounds.settled(self.law, cands[0], depth))
            if self.law.name and self._naming(cands, allowed) < 0:
                only = search_bounds.INFINITE
            action = max(0, int(self.law.naming[cands[0]])) if only < search_bounds.INFINITE else -1
            self.found[key] = SetBounds(only, only, action)
            return only
        known = self.found.setdefault(key, SetBounds(search_bounds.by_size(self.law, cands, depth)))
        slack = self.law.slack
        if known.exact or known.lower >= bound - slack:
            return known.lower
        top = group.first_of_orbits(self._top(cands, allowed))
        if level == 0 and self.forced is not None:
            top = np.array([self.forced], np.int32)
        lower, order = self._scan(cands, top, depth)
        best, chosen = bound, -1
        for tried, j in enumerate(order.tolist()):
            if lower[j] >= best - slack or (self.law.beam and tried >= self.law.beam):
                break
            if level == 0:
                self.progress("solving", tried, order.size)
            action = int(top[j])
            self.trying = action if level == 0 else self.trying
            total = self._try(cands, allowed, action, group, depth, best, level, store)
            lower[j] = max(lower[j], total)
            if store.halted:
                break
            if total < best - slack:
                best, chosen = total, action
                known.upper, known.action = total, action
        if store.halted:
            known.lower = max(known.lower, float(lower.min(initial=search_bounds.INFINITE)))
            return bound
        known.lower = best if chosen >= 0 else max(known.lower, bound)
        return known.lower

    def _try(
        self,
        cands: Ints,
        allowed: Ints,
        action: int,
        group: SymmetryGroup,
        depth: int,
        best: float,
        level: int,
        store: GrowingMemo,
    ) -> float:
        """The total of an action if it is below `best`, else a lower bound that is not."""
        law = self.law
        deepest = depth != search_bounds.FOREVER
        below = depth - 1 if deepest else depth
        parts, total = [], float(law.weights[cands].sum() * law.costs[action])
        column = law.codes[cands, action]
        for code in np.unique(column).tolist():
            if law.name and code == law.winning[action]:
                continue
            part = frozen(cands[column == code])
            if part.size == cands.size:
                return search_bounds.INFINITE
            lower, exact = self._known(part, below)
            parts.append(ActionPart(code, part, lower, exact))
            total += lower
        lock, slack = Lock(), law.slack
        sums = [total]

        def work(mine: GrowingMemo, phase: int) -> None:
            while not mine.halted:
                with lock:
                    if sums[0] >= best - slack:
                        return
                    open_ = [p for p in parts if not p.exact and not p.taken and (phase or p.cands.size <= law.few)]
                    if not open_:
                        return
                    pick = max if deepest else min  # where the depth is limited, large parts fail first
                    part = pick(open_, key=lambda p: p.cands.size)
                    part.taken = True
                    room = best - (sums[0] - part.lower)
                value, exact = self._settle(part, allowed, action, group, below, room, level, mine, phase)
                if self._told_to_stop(mine):
                    return
                with lock:
                    value = max(value, part.lower)
                    sums[0] += value - part.lower
                    part.lower, part.exact = value, exact
                    if sums[0] >= best - slack and level == 0:
                        self._cancel(mine)

        for phase in range(1 if deepest else 0, 3):
            for part in parts:
                part.taken = False
            if level > 0 or len(self.stores) == 1:
                work(store, phase)
            else:
                futures = [self._pool.submit(work, mine, phase) for mine in self.stores]
                for future in futures:
                    future.result()
                self._uncancel()
            if sums[0] >= best - slack or self.stopped:
                break
        return sums[0]

    def _settle(
        self,
        part: ActionPart,
        allowed: Ints,
        action: int,
        group: SymmetryGroup,
        depth: int,
        room: float,
        level: int,
        store: GrowingMemo,
        phase: int,
    ) -> tuple[float, bool]:
        """A lower bound of a part, and whether it is its total: small parts, one look, or (phase 2) all of it."""
        if self.law.have.shape[1]:
            kept = np.empty(allowed.size, np.int32)
            allowed = kept[: search_bounds.narrow(self.law, allowed, action, part.code, kept)]
        if phase < 2 or not group:
            value = self._kernel(store, part.cands, allowed, allowed, depth, room, probe=phase == 1)
            return value, phase != 1 and value < room - self.law.slack
        left = group.fixing(action).keeping(part.cands)
        if level == 0 and left and part.cands.size > max(self.law.few, search_bounds.TINY):
            value = self._node(part.cands, allowed, left, depth, room, 1, store)
        else:
            value = self._kernel(store, part.cands, left.first_of_orbits(allowed), allowed, depth, room)
        return value, value < room - self.law.slack

    def _kernel(
        self, store: GrowingMemo, cands: Ints, top: Ints, allowed: Ints, depth: int, bound: float, probe: bool = False
    ) -> float:
        h0, h1 = self.problem.salts(cands, allowed)
        args = frozen(cands), frozen(top), frozen(allowed), depth, bound, h0, h1, probe
        store.make_room()
        return float(kernel.search(self.law, store.memo, *args))

    def _known(self, part: Ints, depth: int) -> tuple[float, bool]:
        """What is known of a part without looking at the table: a lower bound, and whether it is the total."""
        law = self.law
        free = not law.have.shape[1]
        if part.size == 1 and (free or not law.name):
            return float(search_bounds.settled(law, part[0], depth)), True
        lower = float(search_bounds.by_size(law, part, depth))
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
        found = None
        for memo in (store.memo for store in self.stores):
            place = int(search_memo.look_up(memo, h0 ^ salt[0], h1 ^ salt[1]))
            if place >= 0 and memo.action[place] > 0:
                return memo, place
            if place >= 0:
                found = memo, place
        return found

    def _top(self, cands: Ints, allowed: Ints) -> Ints:
        if not self.law.only_possible:
            return allowed
        naming = np.sort(self.law.naming[cands])
        return naming[np.isin(naming, allowed)]

    def _scan(self, cands: Ints, actions: Ints, depth: int) -> tuple[Floats, Array]:
        """Bounds of actions, and their places in the order in which they are tried."""
        law = self.law
        inside = np.zeros(law.weights.size, np.bool_)
        inside[cands] = True
        lower: Floats = np.empty(actions.size)

        def piece(lo: int, hi: int) -> None:
            search_bounds.scan(law, frozen(cands), frozen(actions[lo:hi]), depth, inside, lower[lo:hi])

        spread(piece, actions.size, None if actions.size * cands.size > 1 << 21 else 1)
        named = law.named[actions]
        unlikely = ~((named >= 0) & inside[named])
        return lower, np.lexsort((actions, unlikely, lower))

    # Stopping: for good (`stopped`), or one action whose parts are too dear already.

    def _told_to_stop(self, store: GrowingMemo) -> bool:
        return store.halted

    def _cancel(self, mine: GrowingMemo) -> None:
        for store in self.stores:
            if store is not mine:
                store.halted = True

    def _uncancel(self) -> None:
        for store in self.stores:
            store.halted = self.stopped
