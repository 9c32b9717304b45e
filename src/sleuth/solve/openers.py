"""First actions one by one: what a tree that begins with each of them takes at least, by independent searches.

A tree begins with some action, and each answer leaves a part. The least total of the action is its cost and the least
totals of its parts. To show that it is not below a limit, lower bounds of its parts will do: each part is searched only
as far as the room that the others leave it. What is found of a part, its total or a lower bound, holds whatever the
limit was, so it can be kept, and the rest be done another day or elsewhere.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels import search_bounds, search_memo
from sleuth.kernels.arrays import Floats, Ints
from sleuth.solve.branch_and_bound import GrowingMemo
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.search_problem import Problem, problem
from sleuth.solve.symmetry import SymmetryGroup

FOREVER, INFINITE = search_bounds.FOREVER, search_bounds.INFINITE
MARGIN = 0.5
"""Where totals are whole numbers, a limit so far above one asks for trees that reach it."""
LARGE, MAX_LEVEL = 100, 1
"""Sets of so many candidates with symmetries, so many steps from the start, are cut here and not by the kernel."""
NOTHING: Mapping[int, tuple[float, bool]] = {}


@dataclass
class OpenerPart:
    """What one answer to a first action leaves, and what is known of it."""

    code: int
    size: int
    lower: float
    exact: bool
    """Whether `lower` is its least total."""
    searched: bool = False
    """Whether that took a search, and not one look."""
    nodes: int = 0
    cpu: float = 0.0


@dataclass
class OpenerFigures:
    """What is known of a first action."""

    action: int
    base: float
    """What the action itself costs, for all secrets together."""
    parts: list[OpenerPart] = field(default_factory=list)
    useless: bool = False
    """Whether every secret gives the same answer to it: without it, every tree is shorter."""
    nodes: int = 0
    cpu: float = 0.0

    @property
    def lower(self) -> float:
        """No tree that begins with it has a smaller total."""
        return INFINITE if self.useless else self.base + sum(part.lower for part in self.parts)

    @property
    def total(self) -> float | None:
        """The least total of the trees that begin with it, once it is known."""
        exact = not self.useless and all(part.exact for part in self.parts)
        return self.lower if exact and self.lower < INFINITE / 2 else None


@dataclass(frozen=True, eq=False)
class OpenerProblem:
    """A game whose first actions are to be compared: one of each class of those that are alike."""

    problem: Problem
    group: SymmetryGroup
    depth: int
    """The most steps of a play."""

    @classmethod
    def of(cls, game: Game, within: int, only_possible: bool, scale: float = 0.0) -> OpenerProblem:
        """The problem of a game; `within` 0 allows any number of steps, `scale` is the total of some tree."""
        root = EnumeratedSet(tabulate(game))
        if root.size < 2:
            raise ParameterError(f"{game} has one secret: there is nothing to prove")
        whole = problem(root, only_possible=only_possible)
        return cls(whole.near(scale) if scale else whole, game_group(root.tables), within or FOREVER)

    @property
    def tables(self) -> Tables:
        """The game as a table."""
        return self.problem.tables

    @property
    def slack(self) -> float:
        """Differences up to this are none."""
        return self.problem.law.slack

    @property
    def margin(self) -> float:
        """What a limit adds to a total, so that trees that reach it are below."""
        return MARGIN if self.problem.whole else 2 * self.slack

    def classes(self) -> tuple[Ints, Ints]:
        """The first actions to compare, one of each class, and how many are alike in each."""
        every = self.problem.tried(self.problem.cands, self.problem.actions)
        firsts = self.group.first_of_orbits(every)
        if not self.group:
            return firsts, np.ones(firsts.size, np.int32)
        alike = np.bincount(self.group.orbits[every], minlength=len(self.tables.actions))
        return firsts, alike[firsts].astype(np.int32)

    def first_of_class(self, action: int) -> int:
        """The action that stands for this one."""
        return int(self.group.orbits[action]) if self.group else action

    def one_look(self, firsts: Ints) -> Floats:
        """What trees that begin with each of some actions take at least, by the sizes of its parts alone."""
        return self.problem.scan(self.problem.cands, firsts, self.depth)

    def digest(self) -> str:
        """Of secrets, actions, weights, costs and every answer: another for a game that differs in any of them."""
        tables, law = self.tables, self.problem.law
        whole = hashlib.sha256(str(tables.game.goal.value).encode())
        for values in (tables.secrets, tables.actions, tables.feedbacks.known()):
            whole.update(repr(list(values)).encode())
        for array in (tables.weights, tables.costs, law.codes, law.have, law.need):
            whole.update(np.ascontiguousarray(array).data)
        return whole.hexdigest()[:32]


class _Position(NamedTuple):
    """A set of candidates, and what may be asked there."""

    cands: Ints
    allowed: Ints
    group: SymmetryGroup
    """Symmetries that leave the set as it is."""
    depth: int
    """The steps that are left."""
    level: int
    """The steps before it."""


class OpenerSearch:
    """Searches parts of first actions over one memo: what is found for one action serves the others."""

    def __init__(self, openers: OpenerProblem, memory: int) -> None:
        self.openers, self.problem = openers, openers.problem
        whole = openers.problem
        self._root = _Position(whole.cands, whole.actions, openers.group, openers.depth, 0)
        self._memo = GrowingMemo(memory)
        self.halted = False
        """Whether it is to return at once."""
        # Small parts first: their totals leave the others less room. Where the depth is limited, large ones fail first.
        self._order = (lambda part: part.size) if openers.depth == FOREVER else (lambda part: -part.size)

    def halt(self, halted: bool) -> None:
        """Make the search return at once, or let it go on; what was cut short is not taken for a result."""
        self.halted = halted
        self._memo.halt(halted)

    def settle(
        self,
        action: int,
        limit: float,
        known: Mapping[int, tuple[float, bool]],
        more: Callable[[], bool] = lambda: True,
    ) -> OpenerFigures:
        """Search the parts of a first action until its total is known, or is not below the limit.

        `known` has lower bounds of parts and whether they are exact; `more` is asked before each search of a part.
        """
        began, seen = time.thread_time(), self._nodes
        figures = self._settle(self._root, action, limit, known, more)
        figures.nodes, figures.cpu = self._nodes - seen, time.thread_time() - began
        return figures

    def search_part(self, action: int, code: int, room: float) -> OpenerPart | None:
        """One part: its total if that is below the room, else a lower bound that is not; nothing if it was halted."""
        cands = dict(self.problem.parts(self.problem.cands, action))[code]
        part = OpenerPart(code, cands.size, 0.0, False)
        self._part(self._root, action, part, cands, room, True)
        return part if part.searched else None

    def _settle(
        self,
        position: _Position,
        action: int,
        limit: float,
        known: Mapping[int, tuple[float, bool]] = NOTHING,
        more: Callable[[], bool] = lambda: True,
    ) -> OpenerFigures:
        """First one look at each part, the largest first: most actions fall by that. Then parts are searched."""
        figures, sets = self._begin(position, action, known)
        lower, enough = figures.lower, limit - self.openers.slack
        looks = [(part, False) for part in sorted(figures.parts, key=lambda part: -part.size)]
        searches = [(part, True) for part in sorted(figures.parts, key=self._order)]
        for part, full in looks + searches:
            if lower >= enough or self.halted or (full and not more()):
                break
            if not part.exact:
                others = lower - part.lower
                self._part(position, action, part, sets[part.code], limit - others, full)
                lower = others + part.lower
        return figures

    def _begin(
        self, position: _Position, action: int, known: Mapping[int, tuple[float, bool]]
    ) -> tuple[OpenerFigures, dict[int, Ints]]:
        """An action with what is known of its parts without a search, and their candidates."""
        whole, law, below = self.problem, self.problem.law, _below(position.depth)
        figures = OpenerFigures(action, float(law.weights[position.cands].sum() * law.costs[action]))
        sets = dict(whole.parts(position.cands, action))
        figures.useless = any(cands.size == position.cands.size for cands in sets.values())
        for code, cands in sets.items():
            if code in known:
                figures.parts.append(OpenerPart(code, cands.size, *known[code]))
            elif cands.size == 1 and (whole.free or not law.name):
                only = float(search_bounds.settled(law, cands[0], below))
                figures.parts.append(OpenerPart(code, 1, only, True))
            else:
                figures.parts.append(OpenerPart(code, cands.size, whole.by_size(cands, below), False))
        return figures, sets

    def _part(self, position: _Position, action: int, part: OpenerPart, cands: Ints, room: float, full: bool) -> None:
        """Search a part as far as its room goes, or take one look at it."""
        began, seen = time.thread_time(), self._nodes
        allowed = self.problem.narrowed(position.allowed, action, part.code)
        depth = _below(position.depth)
        if full:
            left = position.group.fixing(action).keeping(cands)
            value = self._least(_Position(cands, allowed, left, depth, position.level + 1), room)
        else:
            value = self._memo.least(self.problem, cands, allowed, depth, room, probe=True)
        if self.halted:
            return
        part.lower = max(part.lower, value)
        if full:
            part.exact, part.searched = value < room - self.openers.slack, True
            part.nodes, part.cpu = self._nodes - seen, time.thread_time() - began

    def _least(self, position: _Position, room: float) -> float:
        """The least total of a set if it is below its room, else a lower bound that is not.

        Where symmetries are left, a large set near the start is cut once more here, so that one action of those that
        are alike is tried at the next step too; all else is for the kernel.
        """
        cands, allowed, group, depth, level = position
        if not group or level > MAX_LEVEL or cands.size < LARGE:
            top = group.first_of_orbits(allowed) if group else None
            return self._memo.least(self.problem, cands, allowed, depth, room, top=top)
        slack, best = self.openers.slack, room
        top = group.first_of_orbits(self.problem.tried(cands, allowed))
        lower = self.problem.scan(cands, top, depth)
        for j in np.argsort(lower, kind="stable").tolist():
            if lower[j] >= best - slack or self.halted:
                break
            total = self._settle(position, int(top[j]), best).total
            if total is not None and total < best - slack:
                best = total
        return best

    @property
    def _nodes(self) -> int:
        return int(self._memo.memo.tally[search_memo.NODES])


def _below(depth: int) -> int:
    """The steps that are left after one more."""
    return depth if depth == FOREVER else depth - 1
