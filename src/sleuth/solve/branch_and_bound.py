"""Branch and bound: the first actions, one of an orbit each, on all cores, and always interruptible.

The kernel settles what follows a first action, with the symmetries that are left. Here the first actions are tried in
the order of their bounds, threads are sent into the kernel together, and what was found before a stop is kept. The
action that is chosen at a set is the first, in the order of its bound, of those that reach its total: bounds, memo,
threads and symmetry change the time it takes, and nothing else.
"""

from __future__ import annotations

import copyreg
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.core.limit import Clock
from sleuth.core.progress import Progress, silent
from sleuth.kernels import search as kernel
from sleuth.kernels import search_bounds, search_levels, search_memo
from sleuth.kernels.arrays import Array, Floats, Ints, Longs, Words
from sleuth.solve.method import MEMO_BYTES
from sleuth.solve.search_problem import Problem
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.watched_call import TICK

BUSY = 1 << 12
"""Words in which threads say what they are at."""
LARGE = 1 << 22
"""Cells of the table from which several threads pay."""


def _packed(memo: search_memo.Memo) -> tuple[Any, ...]:
    """A memo for a pickle: its entries, and not the room that it may grow into."""
    used = np.flatnonzero(memo.entries[: memo.state[search_memo.PLACES], 3])
    return _unpacked, (used, memo.entries[used], *memo[1:])


def _unpacked(used: Longs, entries: Words, state: Longs, busy: Words, tally: Longs) -> search_memo.Memo:
    room: Words = np.zeros((int(state[search_memo.MOST]), entries.shape[1]), np.uint64)
    room[used] = entries
    return search_memo.Memo(room, state, busy, tally)


copyreg.pickle(search_memo.Memo, _packed)


class GrowingMemo:
    """The memo that all threads share: it grows up to a limit, and from there on it forgets."""

    def __init__(self, memory: int, threads: int = 1) -> None:
        most = search_memo.WAYS
        while 2 * most * search_memo.ENTRY_BYTES <= memory:
            most *= 2
        self.memo = search_memo.new_memo(most, busy=BUSY if threads > 1 else 1)
        tallies: list[Longs] = [np.zeros_like(self.memo.tally) for _ in range(threads - 1)]
        self.memos = [self.memo, *(self.memo._replace(tally=tally) for tally in tallies)]
        """The memo as each thread has it, with a tally of its own."""

    def least(
        self, problem: Problem, cands: Ints, allowed: Ints, depth: int, bound: float, *,
        top: Ints | None = None, probe: bool = False,
    ) -> float:  # fmt: skip
        """`kernel.search`: the least total of a set if it is below `bound`, else a lower bound that is not.

        `top` are the actions to try at the set itself, if not all that are allowed.
        """
        first = allowed if top is None else top
        salts = problem.salts(cands, allowed)
        return float(kernel.search(problem.law, self.memo, cands, first, allowed, depth, bound, *salts, probe))

    def known(self, problem: Problem, cands: Ints, depth: int) -> tuple[float, int]:
        """What is kept of a set, as `search_memo.look_up` has it."""
        salt = problem.law.salt[problem.law.weights.size + depth]
        h0, h1 = problem.salts(cands)
        value, action = search_memo.look_up(self.memo, h0 ^ salt[0], h1 ^ salt[1])
        return float(value), int(action)

    def keep(self, problem: Problem, cands: Ints, depth: int, total: float, action: int) -> None:
        """Remember the total of a set, and the action that reaches it."""
        salt = problem.law.salt[problem.law.weights.size + depth]
        h0, h1 = problem.salts(cands)
        search_memo.make_room(self.memo)
        search_memo.remember(self.memo, h0 ^ salt[0], h1 ^ salt[1], cands.size, total, action)

    @property
    def nodes(self) -> int:
        """Sets looked at so far."""
        return int(sum(memo.tally[search_memo.NODES] for memo in self.memos))

    def halt(self, halted: bool) -> None:
        """Make all threads stop, or let them go on."""
        for memo in self.memos:
            memo.tally[search_memo.STOP] = halted


@dataclass
class SetBounds:
    """What is known of a set: a lower bound, and the best action so far with its total."""

    lower: float
    upper: float = search_bounds.INFINITE
    action: int = -1

    @property
    def exact(self) -> bool:
        return self.action >= 0 and self.upper <= self.lower


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
        store: GrowingMemo | None = None,
    ) -> None:
        self.problem, self.law, self.clock, self.group = problem, problem.law, clock, group
        several = threads > 1 and problem.cands.size * problem.actions.size >= LARGE
        self.store = store or GrowingMemo(memory, threads if several else 1)
        self.forced, self.progress = first, progress
        self.trying = -1
        """The first action whose parts were being settled last."""
        self.found: dict[int, SetBounds] = {}
        """What is known of the whole problem within a number of steps."""
        self.stopped = False

    # What is asked of it.

    def run(self, depth: int = search_bounds.FOREVER, bound: float = search_bounds.INFINITE) -> SetBounds:
        """The least total of the whole problem below `bound`; what is known of it if the clock runs out."""
        # In a thread of its own, so that this one hears of the clock and of Ctrl-C.
        with ThreadPoolExecutor(1 + len(self.store.memos), thread_name_prefix="solve") as pool:
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
        """The least total of the whole problem, in this thread and no other: nobody hears of the clock."""
        self.store.memos = self.store.memos[:1]
        return self._root(search_bounds.FOREVER, search_bounds.INFINITE)

    def stop(self) -> None:
        """Make every thread return at once."""
        self.stopped = True
        self.store.halt(True)

    @property
    def nodes(self) -> int:
        """Sets looked at so far."""
        return self.store.nodes + len(self.found)

    def at_root(self, depth: int) -> SetBounds:
        """What is known of the whole problem; by its size, if nothing else is."""
        return self.found.setdefault(depth, SetBounds(self.problem.by_size(self.problem.cands, depth)))

    def choose(self, nodes: search_levels.Nodes, depth: int) -> Ints:
        """The best action at each set of a level, or the best so far; -1 where none helps."""
        chosen: Ints = np.empty(nodes.start.size, np.int32)
        rank, ranked = self.problem.ranks
        search_levels.choose_level(self.law, self.store.memo, nodes, rank, ranked, depth, chosen)
        return chosen

    # The first actions.

    def _root(self, depth: int, bound: float) -> SetBounds:
        cands, known, slack = self.problem.cands, self.at_root(depth), self.law.slack
        if cands.size == 1:
            known.lower = known.upper = self._only(cands, depth)
            known.action = max(0, int(self.law.naming[cands[0]])) if known.lower < search_bounds.INFINITE else -1
            return known
        if known.exact or known.lower >= bound - slack:
            return known
        top = self.group.first_of_orbits(self.problem.tried(cands, self.problem.actions))
        if self.forced is not None:
            top = np.array([self.forced], np.int32)
        lower, order = self._scan(top, depth)
        best, chosen = bound, -1
        for tried, j in enumerate(order.tolist()):
            if lower[j] >= best - slack or (self.law.beam and tried >= self.law.beam):
                break
            self.trying = int(top[j])
            self.progress("solving", tried, order.size)
            total = self._try(self.trying, depth, best)
            lower[j] = max(lower[j], total)
            if self.stopped:
                known.lower = max(known.lower, float(lower.min(initial=search_bounds.INFINITE)))
                return known
            if total < best - slack:
                best, chosen = total, self.trying
                known.upper, known.action = total, chosen
        known.lower = best if chosen >= 0 else max(known.lower, bound)
        return known

    def _only(self, cands: Ints, depth: int) -> float:
        """The total of one candidate."""
        if self.law.name and self.law.naming[cands[0]] not in self.problem.actions:
            return search_bounds.INFINITE
        return float(search_bounds.settled(self.law, cands[0], depth))

    def _try(self, action: int, depth: int, best: float) -> float:
        """The total with a first action if it is below `best`; else, or where it is stopped, a lower bound."""
        problem, law, memos = self.problem, self.law, self.store.memos
        alike = self.group.alike(action, law.codes)
        keys = problem.salts(problem.cands, problem.actions, action)

        def work(memo: search_memo.Memo) -> float:
            return kernel.search_first(law, memo, alike, problem.cands, action, problem.actions, depth, best, *keys)

        if len(memos) == 1:
            return work(memos[0])
        self.store.memo.busy[:] = 0
        futures = [self._pool.submit(work, memo) for memo in memos]
        done, _ = wait(futures, return_when=FIRST_COMPLETED)
        total = next(iter(done)).result()
        self.store.halt(True)  # the others are at what is done already
        wait(futures)
        self.store.halt(False)
        if self.told_to_stop():  # perhaps in between
            self.store.halt(True)
            return max(future.result() for future in futures)
        return total

    def told_to_stop(self) -> bool:
        """Whether somebody has called `stop`."""
        return self.stopped

    def _scan(self, actions: Ints, depth: int) -> tuple[Floats, Array]:
        """Bounds of actions, and their places in the order in which they are tried."""
        cands = self.problem.cands
        lower = self.problem.scan(cands, actions, depth)
        return lower, np.lexsort((actions, ~np.isin(self.law.named[actions], cands), lower))
