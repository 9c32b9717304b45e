"""Writing the lemmas of a certificate: each follows in one step from smaller ones.

What a lemma says and when it follows is written in `sleuth.verify.certificate`, which checks them. They are made from
the top down. For every action at the set of a lemma, the parts that it leaves must bring enough. What one look at a
part tells is a lemma that needs no other, so those come first, as few of them as will do; where all looks together are
not enough, the search settles parts, smallest first, and these become lemmas that lean on others. Each brings no more
than it has to. Sets are taken largest first, so that what all larger sets want of a set is known when its turn comes.
Of actions that are alike, by a map that keeps the set or because they answer alike, one has to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import TreeError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.kernels import search_bounds, search_looks
from sleuth.kernels.arrays import Bools, Ints, frozen, own
from sleuth.solve.branch_and_bound import BranchAndBound, GrowingMemo
from sleuth.solve.method import MEMO_BYTES
from sleuth.solve.proof_maps import GameMap, MapGroup
from sleuth.solve.search_problem import Problem
from sleuth.solve.symmetry import SymmetryGroup

FOREVER, INFINITE = search_bounds.FOREVER, search_bounds.INFINITE
MARGIN = 1e-9
"""Where totals are not whole numbers, what is proved lies below the total by this share of it."""
LARGE = 30
"""Sets of more secrets than this are searched with the symmetry that is left."""
AMPLE = 2
"""So many times what one question can tell apart, and more: such parts are looked at last."""
EASY = 3
"""Up to so many secrets that weigh the same, one look tells all there is to know."""


class StoppedError(TreeError):
    """Lemmas were wanted sooner than they could be written."""


class ProvedLemma(NamedTuple):
    """A lemma as it is to be written: no strategy for `secrets` within `steps` has a total below `bound`."""

    secrets: tuple[int, ...]
    steps: int | None
    bound: float
    """Infinite where they cannot be settled in so many steps."""
    allowed: tuple[int, ...] | None
    """The actions that may be asked; `None` for all of them."""
    maps: tuple[GameMap, ...]
    """Maps that keep the set, and join the actions that are looked at to those that are not."""


class WantedPart(NamedTuple):
    """What a first action needs of one of its parts: a lemma with this bound."""

    code: int
    """The answer that leaves it."""
    bound: float


Key = tuple[bytes, int, bytes]
"""What a lemma is about: secrets, steps, and the actions that may be asked where that is restricted."""


@dataclass
class _Goal:
    """A lemma to be made: a set, the actions that may be asked, the steps that are left, and the bound."""

    cands: Ints
    allowed: Ints
    depth: int
    bound: float
    group: MapGroup
    """The maps that kept the set that it came from."""
    action: int = -1
    """What was asked there."""
    code: int = -1
    """What was answered."""


@dataclass
class _Part:
    """What an answer leaves, and what it brings."""

    cands: Ints
    allowed: Ints
    """The actions that may still be asked."""
    code: int
    key: Key
    had: float
    """What it brings already: to a checker at one look, or by a lemma that is asked for."""
    look: float = 0.0
    """What a lemma brings that needs no other, once there was a look."""
    known: float = 0.0
    """What it takes at least, by all that was done."""


@dataclass
class _Question:
    """An action at the set of a lemma, and the parts that may bring more than they do."""

    goal: _Goal
    group: MapGroup
    """The maps that keep the set."""
    action: int
    below: int
    """The steps that are left after it."""
    takes: float = 0.0
    """What it costs, with what the parts bring already."""
    parts: list[_Part] = field(default_factory=list)
    useless: bool = False
    """Whether it tells nothing."""


class LemmaWriter:
    """Lemmas of one game: they are asked for, and written largest sets first."""

    def __init__(
        self,
        problem: Problem,
        group: MapGroup,
        cost: float,
        *,
        limit: Limit = UNLIMITED,
        most: int | None = None,
        memory: int = MEMO_BYTES,
        progress: Progress = silent,
    ) -> None:
        """`cost` is the total of the tree that is to be proved."""
        self.cost, self.group = cost, group
        self.problem, self.reach = problem.near(cost), problem.reachable()
        self.law = self.problem.law
        self.clock, self.most, self.progress = limit.start(), most, progress
        self.store, self.far = (GrowingMemo(memory // 2) for _ in range(2))
        self.inside: Bools = np.zeros(self.law.weights.size, np.bool_)
        self.halted = False
        """Whether it is to raise `StoppedError` at once."""
        self.clear()

    def clear(self) -> None:
        """Forget what was asked for, but not what was found by searching."""
        self.goals: dict[Key, _Goal] = {}
        self.looks: dict[Key, float] = {}
        self.queue: list[tuple[int, int, Key]] = []

    def halt(self, halted: bool) -> None:
        """Make whatever works here stop at once, or let it go on; what was cut short is not taken for a result."""
        self.halted = halted
        for memo in (self.store, self.far):
            memo.halt(halted)

    # What may be asked for.

    def want_all(self, depth: int, bound: float) -> None:
        """Ask for a lemma about all secrets within so many steps."""
        self._want(_Goal(self.problem.cands, self.problem.actions, depth, bound, self.group))

    def want_first(self, action: int, depth: int, bound: float, *, given: bool = False) -> None:
        """Ask for lemmas by which an action takes so much if it is asked first.

        One that tells nothing need not be asked, unless it is given.
        """
        goal = _Goal(self.problem.cands, self.problem.actions, depth, bound, self.group)
        self._try(goal, self.group, action, given)

    def want_part(self, action: int, part: WantedPart, depth: int) -> None:
        """Ask for a lemma about what an answer to a first action leaves, within `depth` steps with that action."""
        cands = dict(self.problem.parts(self.problem.cands, action))[part.code]
        allowed = self.problem.narrowed(self.problem.actions, action, part.code)
        self._want(_Goal(cands, allowed, _below(depth), part.bound, self.group, action, part.code))

    def write(self) -> Iterator[ProvedLemma]:
        """The lemmas, largest sets first."""
        while self.queue:
            _, _, key = heappop(self.queue)
            goal = self.goals[key]
            yield self._lemma(goal, [] if self._at_one_look(key, goal) else self._prove(goal))
            self.progress("lemmas", len(self.goals) - len(self.queue), len(self.goals))

    def write_looks(self) -> tuple[list[ProvedLemma], list[WantedPart]]:
        """The lemmas that need no other, and the parts of a first action that need some."""
        lemmas, parts = list[ProvedLemma](), list[WantedPart]()
        for _, _, key in self.queue:
            goal = self.goals[key]
            if self._at_one_look(key, goal):
                lemmas.append(self._lemma(goal, []))
            else:
                parts.append(WantedPart(goal.code, goal.bound))
        self.queue.clear()
        return lemmas, parts

    def _at_one_look(self, key: Key, goal: _Goal) -> bool:
        return key in self.looks and self.looks[key] >= min(goal.bound, INFINITE)

    def less(self, cands: Ints) -> float:
        """By how much a lemma may fall short of the least total where totals are not whole numbers.

        The shortfalls of the parts of a set are together less than that of the set, by enough to cover all rounding.
        """
        if self.problem.whole:
            return 0.0
        share = float(self.law.weights[cands].sum()) / self.problem.mass
        return MARGIN * self.cost * share * (1 + cands.size / self.problem.cands.size) / 2

    # What is wanted of sets.

    def _key(self, cands: Ints, allowed: Ints, depth: int) -> Key:
        return np.sort(cands).tobytes(), depth, b"" if self.problem.free else allowed.tobytes()

    def _want(self, goal: _Goal) -> None:
        """Ask for a lemma, or for more of one that is asked for."""
        key = self._key(goal.cands, goal.allowed, goal.depth)
        if key in self.goals:
            self.goals[key].bound = max(self.goals[key].bound, goal.bound)
            return
        self.goals[key] = goal
        heappush(self.queue, (-goal.cands.size, len(self.goals), key))

    def _wanted(self, key: Key) -> float:
        """What a lemma that is asked for brings, within these steps or any number."""
        keys = (key,) if key[1] == FOREVER else (key, (key[0], FOREVER, key[2]))
        return max((goal.bound for goal in map(self.goals.get, keys) if goal is not None), default=0.0)

    def _look(self, part: _Part) -> float:
        """What one look at a part tells."""
        if part.key not in self.looks:
            tried = own(self.problem.tried(part.cands, part.allowed))
            value = search_looks.least_look(self.law, own(part.cands), tried, part.key[1], self.inside)
            self.looks[part.key] = float(value)
        return self.looks[part.key]

    def _prove(self, goal: _Goal) -> list[GameMap]:
        """Ask for whatever makes a lemma follow in one step; the maps that this leans on."""
        group = goal.group if goal.action < 0 else goal.group.fixing(goal.action)
        group = group.keeping(self.problem.rows[goal.cands])
        looked = own(group.first_of_orbits(self.problem.tried(goal.cands, goal.allowed)))
        bound = min(goal.bound, INFINITE)
        lower = self.problem.scan(goal.cands, looked, goal.depth)
        search_looks.looks(self.law, own(goal.cands), looked, goal.depth, bound, lower)
        short = lower < bound
        order = np.argsort(-lower[short], kind="stable")  # those that are nearly settled leave the least choice
        alike, asked = set[bytes](), list[int]()
        for action in looked[short][order].tolist():
            column = self.law.codes[goal.cands, action].tobytes() + self.law.costs[action].tobytes()
            if column in alike and self.problem.free:  # else they may differ in what may be asked after them
                continue
            alike.add(column)
            if self._try(goal, group, action):
                asked.append(action)
            self._check_halt()
            if self.most is not None and len(self.goals) > self.most:
                raise TreeError(f"a certificate of this solution needs more than {self.most:,} lemmas: it is too large")
            if self.clock.spent():
                raise StoppedError(self._too_late(f", after {len(self.goals):,} lemmas"))
        return group.joining(np.array(asked, np.int32)) if group and asked else []

    def _try(self, goal: _Goal, group: MapGroup, action: int, given: bool = False) -> bool:
        """Make sure that an action brings the bound of a lemma, and want what it takes. Whether it took any thought."""
        question = self._question(goal, group, action)
        if question.useless and not given:
            return False
        if goal.bound == inf:
            self._never(question)
            return True
        bound = goal.bound + self.less(goal.cands)
        total = self._search(question, self._look_at_parts(question, question.takes, bound), bound)
        if total < goal.bound:
            raise self._cannot(action, goal)
        self._choose(question, max(0.0, total - bound))
        return True

    def _question(self, goal: _Goal, group: MapGroup, action: int) -> _Question:
        """An action with its parts."""
        law, cands, below = self.law, goal.cands, _below(goal.depth)
        question = _Question(goal, group, action, below)
        cut = search_looks.new_cut(law, cands.size)
        number, _ = search_looks.cut_set(law, own(cands), action, below, 0, cut)
        start, codes, had = cut.start.tolist(), cut.code.tolist(), cut.bounds.tolist()
        question.useless = number == 1 and start[1] == cands.size
        question.takes = float(law.weights[cands].sum() * law.costs[action]) + sum(had[:number])
        easy = EASY if law.few and self.problem.free and below == FOREVER else 0 if law.name else 1
        for p in range(number):
            if start[p + 1] - start[p] <= easy:
                continue
            part, allowed = frozen(cut.order[start[p] : start[p + 1]]), goal.allowed
            if not self.problem.free:
                allowed = self.problem.narrowed(allowed, action, codes[p])
            key = self._key(part, allowed, below)
            brings = min(max(had[p], self._wanted(key)), INFINITE)
            question.takes += brings - had[p]
            question.parts.append(_Part(part, allowed, codes[p], key, brings, known=brings))
        question.parts.sort(key=lambda part: part.cands.size)
        return question

    # What an action wants of its parts.

    def _look_at_parts(self, question: _Question, total: float, bound: float) -> float:
        """Look at parts until they bring enough; what they bring then.

        The largest bring the most. But what size tells grows faster in those that are larger than one question can tell
        apart, so a look adds less there, and their lemmas are long: beyond `AMPLE` times that they come last.
        """
        ample = AMPLE * self.law.few or self.law.weights.size
        usual = sum(part.cands.size <= ample for part in question.parts)
        for part in [*reversed(question.parts[:usual]), *question.parts[usual:]]:
            if total >= bound:
                break
            part.look = self._look(part)
            total += max(0.0, part.look - part.known)
            part.known = max(part.look, part.known)
        return total

    def _search(self, question: _Question, total: float, bound: float) -> float:
        """Search parts, the smallest first, until they bring enough; what they bring then."""
        for part in question.parts:
            if total >= bound:
                break
            value = self._least(question, part, part.known + bound - total)
            total += max(0.0, value - part.known)
            part.known = max(value, part.known)
        return total

    def _choose(self, question: _Question, spare: float) -> None:
        """Take back what is not needed, and want the rest.

        First from what was searched, the largest part first, since that leans on more lemmas; then whole lemmas that
        bring the least; what is left from the greatest.
        """
        never = [part for part in question.parts if part.known >= INFINITE > part.had]
        if never:
            self._ask(question, min(never, key=lambda part: part.look < INFINITE), inf)
            return
        for part in reversed(question.parts):
            less = min(spare, part.known - max(part.had, part.look))
            spare -= less
            part.known -= less
        rest = sorted((p for p in question.parts if p.known > p.had), key=lambda part: part.known - part.had)
        for number, part in enumerate(rest):
            gain = part.known - part.had
            if gain <= spare:
                spare -= gain
                continue
            rest[-1].known -= spare
            for wanted in rest[number:]:
                self._ask(question, wanted, wanted.known - self.less(wanted.cands))
            break

    def _ask(self, question: _Question, part: _Part, bound: float) -> None:
        """Want a lemma of a part."""
        goal = _Goal(part.cands, part.allowed, question.below, bound, question.group, question.action, part.code)
        self._want(goal)

    def _never(self, question: _Question) -> None:
        """One part that cannot be settled in time is enough."""
        if any(part.had >= INFINITE for part in question.parts):
            return
        for part in reversed(question.parts):
            part.look = self._look(part)
            if part.look >= INFINITE:
                self._ask(question, part, inf)
                return
        for part in question.parts:
            lower = self.far.least(self.reach, part.cands, part.allowed, question.below, 1.0)
            self._check_halt()
            if lower >= 1.0:
                self._ask(question, part, inf)
                return
        raise self._cannot(question.action, question.goal)

    def _least(self, question: _Question, part: _Part, bound: float) -> float:
        """The least total of a part if it is below `bound`, else a lower bound that is not."""
        cands, allowed, below = part.cands, part.allowed, question.below
        if not self.problem.whole:
            bound = bound + 2 * self.law.slack
        if cands.size > LARGE and question.group:
            left = question.group.fixing(question.action).keeping(self.problem.rows[cands])
            if left:
                inner = replace(self.problem, cands=cands, actions=allowed)
                group = SymmetryGroup(left.actions, left.generators)
                search = BranchAndBound(inner, group, self.clock, store=self.store)
                value = search.run(below, bound).lower
                if search.stopped:
                    self.store.halt(self.halted)
                    raise StoppedError(self._too_late())
                self._check_halt()
                return value
        value = self.store.least(self.problem, cands, allowed, below, bound)
        self._check_halt()
        return value

    def _check_halt(self) -> None:
        if self.halted:
            raise StoppedError(self._too_late())

    @staticmethod
    def _too_late(when: str = "") -> str:
        return f"the time is up before the certificate is written{when}"

    def _cannot(self, action: int, goal: _Goal) -> TreeError:
        tables = self.problem.tables
        return TreeError(
            f"no certificate can be written: asking {tables.game.format_action(tables.actions[action])}, "
            f"{goal.cands.size} secrets seem to take less than the {goal.bound:.12g} that were proved"
        )

    def _lemma(self, goal: _Goal, maps: list[GameMap]) -> ProvedLemma:
        steps = None if goal.depth == FOREVER else goal.depth
        all_of_them = self.problem.free or goal.allowed.size == len(self.problem.tables.actions)
        allowed = None if all_of_them else tuple(sorted(goal.allowed.tolist()))
        return ProvedLemma(
            tuple(np.sort(self.problem.rows[goal.cands]).tolist()), steps, goal.bound, allowed, tuple(maps)
        )


def _below(depth: int) -> int:
    """The steps that are left after one more."""
    return depth if depth == FOREVER else depth - 1
