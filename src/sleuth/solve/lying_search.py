"""The worst case of games in which some answers may be lies: the fewest steps that are always enough.

Who answers may lie as often as the channel allows, whenever it hurts most. The steps are raised by one until the kernel
finds a way to settle all secrets in time; each number before it is refuted. Symmetry is used at the root and one step
below it, where it saves most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from sleuth.belief.lying_law import LyingLaw
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import StuckError
from sleuth.core.game import Game
from sleuth.core.limit import Clock, work_clock
from sleuth.core.offers import channel_of
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import check_count, tabulate
from sleuth.kernels import lying_search as kernel
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, all_frozen
from sleuth.solve.method import WORST, Method, SolveOptions
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.watched_call import watched_call
from sleuth.solve.worst_solution import WorstCaseSolution

DEPTHS = 64
"""No play is longer."""
ENTRY_BYTES = 24
BEAMS = (1, 4)
"""How many questions are tried at a state before all of them are, where only a way is wanted."""
SEED = 20220207


def counts_lies(game: Game) -> bool:
    """Whether a game under a channel is solved: so many lies at most, and a secret to be named or known."""
    channel, goal = channel_of(game), game.goal
    return channel is not None and channel.most is not None and not channel.always and goal.tabulated and not goal.finds


@dataclass(frozen=True, repr=False)
class LyingSolution(WorstCaseSolution):
    """How many steps are always enough, whatever lies are told, and how many are needed by anyone."""

    method: ClassVar[str] = "lies"


class LyingState(NamedTuple):
    """Candidates, with the lies that each has left."""

    cands: Ints
    left: Ints


def lying_table(law: LyingLaw) -> kernel.LyingTable:
    """A game under a channel, as the kernel reads it."""
    tables, most = law.tables, law.channel.most
    assert most is not None
    assert tables.codes is not None
    every = np.arange(len(tables.actions), dtype=np.int32)
    may: Bools = law.open(every)
    relation: Bools = ~np.eye(law.width, may.shape[1], dtype=np.bool_) if law.every else law.relation > 0
    name = law.game.goal.only_names
    volume, capacity = _counted(int(may.sum(axis=1).max(initial=1)), most if law.every else 0, most, name)
    salted = len(tables.secrets) * (most + 1) + DEPTHS + 1
    return all_frozen(
        kernel.LyingTable(
            codes=tables.codes,
            open=np.ascontiguousarray(may),
            relation=np.ascontiguousarray(relation),
            winning=tables.winning,
            named=tables.named,
            naming=tables.naming,
            volume=volume,
            capacity=capacity,
            salt=np.random.default_rng(SEED).integers(0, 1 << 64, (salted, 2), np.uint64),
            name=name,
            beam=0,
        )
    )


def _counted(sayings: int, lies: int, most: int, name: bool) -> tuple[Floats, Floats]:
    """`LyingTable.volume` and `capacity`; `lies` is 0 where a candidate may have no lie to tell."""
    ways = np.ones((DEPTHS + 2, most + 1))
    for steps in range(1, DEPTHS + 2):
        for left in range(1, lies + 1):
            ways[steps, left] = min(ways[steps - 1, left] + (sayings - 1) * ways[steps - 1, left - 1], 1e200)
    if not name:
        return ways[: DEPTHS + 1].copy(), np.minimum(float(max(sayings, 1)) ** np.arange(DEPTHS + 1), 1e250)
    room = np.zeros(DEPTHS + 1)
    for steps in range(1, DEPTHS + 1):
        room[steps] = min(ways[steps - 1, most] + sayings * room[steps - 1], 1e250)
    return np.concatenate([ways[:1], ways[:DEPTHS]]), room


class LyingSearch:
    """One search over one game under a channel; what is known of states is kept from one question to the next."""

    def __init__(
        self, law: LyingLaw, group: SymmetryGroup, clock: Clock, *, memory: int, progress: Progress = silent
    ) -> None:
        self.law, self.table = law, lying_table(law)
        self.group, self.clock, self.progress = group, clock, progress
        entries = kernel.WAYS
        while 2 * entries * ENTRY_BYTES <= memory and entries < 1 << 22:
            entries *= 2
        self.memo = kernel.new_lying_memo(entries)
        number = len(law.tables.secrets)
        most = law.channel.most or 0
        self.root = LyingState(np.arange(number, dtype=np.int32), np.full(number, most, np.int32))
        self.actions: Ints = np.arange(len(law.tables.actions), dtype=np.int32)
        self.first = -1
        """A first action with which the last number of steps that was tried is enough; -1 where none is known."""
        self.stopped = ""

    @property
    def nodes(self) -> int:
        """States looked at so far."""
        return int(self.memo.tally[kernel.NODES])

    def least(self) -> int:
        """The fewest steps that counting allows."""
        whole = self.table.volume[:, self.root.left].sum(axis=1)
        return int(np.argmax(whole <= self.table.capacity))

    def settles(self, depth: int, beam: int = 0) -> bool:
        """Whether so many steps are always enough; with a beam, whether few questions at each state show it.

        `stopped` says where the answer is not known.
        """
        table, self.first = self.table._replace(beam=beam), -1
        found, self.stopped = watched_call(
            lambda: self._node(table, self.root, depth, self.group, 0), self.clock, lambda: self.nodes, self._stop
        )
        return found == kernel.WORKS

    def _stop(self) -> None:
        self.memo.tally[kernel.STOP] = 1

    def _node(self, table: kernel.LyingTable, state: LyingState, depth: int, group: SymmetryGroup, level: int) -> int:
        """As the kernel's `within`, with symmetry."""
        top = group.first_of_orbits(self.actions)
        if level > 1 or (level and not group) or state.cands.size == 1 or depth < 2:
            return kernel.within(table, self.memo, *state, top, self.actions, depth)
        if table.volume[depth, state.left].sum() > table.capacity[depth]:
            return kernel.FAILS
        lower: Floats = np.empty(top.size)
        kernel.volumes(table, *state, top, depth, lower)
        order = np.lexsort((top, ~np.isin(table.named[top], state.cands), lower))
        for tried, k in enumerate(order.tolist()):
            if lower[k] >= kernel.INFINITE or (table.beam and tried >= table.beam):
                break
            if level == 0:
                self.progress(f"within {depth}", tried, order.size)
            action = int(top[k])
            found = self._asked(table, state, action, depth, group.fixing(action) if group else group, level)
            if found == kernel.STOPPED:
                return found
            if found == kernel.WORKS:
                self.first = action if level == 0 else self.first
                return found
        return kernel.FAILS

    def _asked(
        self, table: kernel.LyingTable, state: LyingState, action: int, depth: int, fixing: SymmetryGroup, level: int
    ) -> int:
        """Whether a state is settled in time if an action is asked now."""
        children = sorted(self.children(state, action), key=lambda child: -table.volume[depth - 1, child.left].sum())
        for child in children:
            kept = fixing
            for lies in np.unique(child.left).tolist() if fixing else ():
                kept = kept.keeping(child.cands[child.left == lies])
            found = self._node(table, child, depth - 1, kept, level + 1)
            if found != kernel.WORKS:
                return found
        return kernel.WORKS

    def children(self, state: LyingState, action: int) -> Iterator[LyingState]:
        """What is left after each thing that may be said to an action, but for the answer that wins."""
        table = self.table
        true: Array = table.codes[state.cands, action].astype(np.int64)
        goes_on = ~(table.name & (true == table.winning[action]))
        for said in range(table.open.shape[1]):
            lied = table.open[action, said] & table.relation[true, said] & (state.left > 0) & (true != said)
            kept = goes_on & ((true == said) | lied)
            if kept.any() and not (table.name and said == table.winning[action]):
                yield LyingState(state.cands[kept], (state.left - lied)[kept].astype(np.int32))


def solve_lying(game: ChannelGame, options: SolveOptions) -> LyingSolution:
    """The fewest steps that are always enough, or a bracket where the time is up."""
    began = work_clock()
    check_count(game)
    law = LyingLaw(game, tabulate(game.game, options.progress))
    group = game_group(law.tables) if options.symmetry else SymmetryGroup(len(law.tables.actions))
    search = LyingSearch(law, group, options.limit.start(), memory=options.memory, progress=options.progress)
    lower = search.least()
    worst, first = _enough(search, lower)
    while lower < (DEPTHS if worst is None else worst) and not search.stopped:
        if search.settles(lower):
            worst, first = lower, search.first
        elif not search.stopped:
            lower += 1
    if worst is None and not search.stopped:
        raise StuckError(f"the goal of {game} cannot be reached in {DEPTHS} steps: some lies leave nothing that helps")
    return LyingSolution(
        game=game,
        secrets=len(law.tables.secrets),
        worst=worst,
        lower_bound=lower,
        first=game.format_action(law.tables.actions[first]) if first >= 0 else None,
        nodes=search.nodes,
        seconds=work_clock() - began,
        stopped=search.stopped,
    )


def _enough(search: LyingSearch, lower: int) -> tuple[int | None, int]:
    """Steps that are enough by the best few questions at each state, and the first one: found soon, seldom far off."""
    worst, first = None, -1
    for beam in BEAMS:
        for depth in range(lower, DEPTHS if worst is None else worst):
            if search.settles(depth, beam):
                worst, first = depth, search.first
                break
            if search.stopped:
                return worst, first
    return worst, first


LYING = Method(
    LyingSolution.method,
    (WORST,),
    frozenset(),
    "some answers may be lies, so only the worst case is solved, without a tree or a first action",
    solve_lying,
)
"""Games whose oracle may lie a number of times."""
