"""Symmetries of a game that declares none, found in its table.

Secrets and actions are coloured by what they have in common, until nothing more can be told apart (colour refinement).
Then secrets are marked one after the other, each with a colour of its own, until all have different colours: these
marks are a base. To find a map that keeps the first marks and moves the next one, the steps of the colouring are taken
again with other secrets marked; where the colours agree all the way, equal colours name a permutation. It is checked
cell by cell, so what is found is true; what takes more than the given work is left out.

The maps are looked for from the last mark to the first. Those that are known take a secret to others, which then need
no map of their own, so there are few of them: each makes the group at least twice as large.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.tables import Tables
from sleuth.kernels import colours as kernel
from sleuth.kernels.arrays import Array, Ints, Words, frozen
from sleuth.solve.symmetry import SymmetryGroup

WORK = 2_000_000_000
"""Cells of the table that may be looked at: a second or two."""
PASSES = 400
"""How often the whole table may be looked at."""
LEAST_PASSES = 12
"""Where the work is not enough for so many looks at the whole table, nothing is tried."""
TRIES = 24
"""Colourings that may be tried for one secret that may be the image of another."""
FEW = 128
"""So many secrets or actions of the smallest classes are asked first what they see."""

SECRETS, ACTIONS = 0, 1


class _WorkDone(SleuthError):
    """The work that was allowed is done."""


def discovered(tables: Tables, work: int = WORK) -> SymmetryGroup:
    """The symmetries that can be found within some work; perhaps none, never a wrong one."""
    number = len(tables.actions)
    if tables.codes is None or tables.codes.size * LEAST_PASSES > work:
        return SymmetryGroup(number)
    generators = _Finder(tables, min(work, PASSES * tables.codes.size)).generators()
    return SymmetryGroup(number, np.array(generators, np.int32)) if generators else SymmetryGroup(number)


class _Colours(NamedTuple):
    """A colour for each secret and for each action."""

    secrets: Words
    actions: Words

    @property
    def classes(self) -> int:
        return int(np.unique(self.secrets).size + np.unique(self.actions).size)

    def sorted(self, side: int) -> Words:
        """The colours of one side in order: equal where one colouring may be the image of another."""
        return np.sort(self[side])


class _Step(NamedTuple):
    """A step of a colouring, so that it can be taken again."""

    side: int
    """Which side is coloured anew."""
    by: Words | None
    """The colours of the others that are looked at, in order; `None` for all of them."""
    after: Words
    """The colours that come out, in order."""


@dataclass
class _Level:
    """What is left of a colouring once the next secret of the base is marked."""

    before: _Colours
    mark: int
    steps: list[_Step]


@dataclass
class _Finder:
    tables: Tables
    work: int
    codes: Array = field(init=False)
    words: Words = field(init=False)
    found: list[Ints] = field(default_factory=list)

    def __post_init__(self) -> None:
        tables = self.tables
        assert tables.codes is not None
        self.codes = frozen(tables.codes)
        rng = np.random.default_rng(1)
        self.words = frozen(rng.integers(0, 1 << 64, (2, max(1, tables.width)), np.uint64) | np.uint64(1))
        self.weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
        self.costs = np.broadcast_to(tables.costs, len(tables.actions))
        self.naming, self.named = tables.naming, tables.named

    def generators(self) -> list[Ints]:
        """Generators of what is found, those that keep most marks first."""
        start = _Colours(_mixed(_numbers(self.weights)), _mixed(_numbers(self.costs)))
        try:
            levels, last = self._base(start)
            for depth in range(len(levels) - 1, -1, -1):
                self._move(levels, depth, last)
        except _WorkDone:
            pass
        return self.found

    # The base.

    def _base(self, start: _Colours) -> tuple[list[_Level], _Colours]:
        """Marks that tell all secrets apart, with the steps of the colouring after each, and the last colours."""
        levels: list[_Level] = []
        colours, _ = self._refined(start)
        while (mark := _next_mark(colours.secrets)) >= 0:
            before = colours
            colours, steps = self._refined(_marked(before, mark, len(levels)))
            levels.append(_Level(before, mark, steps))
        return levels, colours

    def _refined(self, colours: _Colours) -> tuple[_Colours, list[_Step]]:
        """A colouring that tells apart all that can be told apart, and the steps to it.

        At first only the smallest classes are looked at, which cost little and tell much.
        """
        steps: list[_Step] = []
        whole, classes = False, colours.classes
        while True:
            for side in (ACTIONS, SECRETS):
                by = None if whole else _smallest(colours[1 - side])
                colours = self._step(colours, side, by)
                steps.append(_Step(side, by, colours.sorted(side)))
            before, classes = classes, colours.classes
            if classes == sum(self.codes.shape) or (whole and classes == before):
                return colours, steps
            whole = classes == before

    def _step(self, colours: _Colours, side: int, by: Words | None) -> _Colours:
        """Colour one side anew, by what it sees of the classes `by` of the other."""
        others = colours[1 - side]
        some = np.arange(others.size) if by is None else np.flatnonzero(np.isin(others, by))
        out = np.empty(colours[side].size, np.uint64)
        self.work -= some.size * out.size
        if self.work < 0:
            raise _WorkDone
        look = kernel.seen_by_actions if side == ACTIONS else kernel.seen_by_secrets
        look(self.codes, self.words[side], frozen(others), frozen(some.astype(np.int32)), out)
        link = self.named if side == ACTIONS else self.naming  # who names whom is seen too
        out += np.where(link >= 0, _mixed(others)[link], np.uint64(0))
        new = _mixed(colours[side] * np.uint64(3) + _mixed(out))
        return colours._replace(**{"actions" if side == ACTIONS else "secrets": new})

    # Maps.

    def _move(self, levels: list[_Level], depth: int, last: _Colours) -> None:
        """Find maps that keep the marks before this one and take it wherever it can go."""
        level = levels[depth]
        cell = np.flatnonzero(level.before.secrets == level.before.secrets[level.mark])
        if cell.size == 1:
            return
        done = self._orbit([level.mark])
        for other in cell.tolist():
            if done[other]:
                continue
            self.tries = TRIES
            permutation = self._map(levels, depth, level.before, other, last)
            if permutation is None:
                done |= self._orbit([other])  # what cannot be reached has images that cannot
            else:
                self.found.append(permutation)
                done |= self._orbit([level.mark])

    def _map(self, levels: list[_Level], depth: int, colours: _Colours, image: int, last: _Colours) -> Ints | None:
        """A permutation that takes the mark of a level to `image`, given the colours in which the marks before it went
        somewhere; nothing if none is found."""
        self.tries -= 1
        after = self._followed(_marked(colours, image, depth), levels[depth].steps)
        if after is None:
            return None
        if depth + 1 == len(levels):
            return self._permutation(last, after)
        following = levels[depth + 1]
        colour = following.before.secrets[following.mark]
        for other in np.flatnonzero(after.secrets == colour).tolist():
            if self.tries <= 0:
                return None
            permutation = self._map(levels, depth + 1, after, other, last)
            if permutation is not None:
                return permutation
        return None

    def _followed(self, colours: _Colours, steps: list[_Step]) -> _Colours | None:
        """The colours after some steps, if they come out as they did the first time."""
        for step in steps:
            colours = self._step(colours, step.side, step.by)
            if not np.array_equal(colours.sorted(step.side), step.after):
                return None
        return colours

    def _permutation(self, here: _Colours, there: _Colours) -> Ints | None:
        """What takes each to the one of its colour, if it keeps everything."""
        secrets, actions = (_matched(here[side], there[side]) for side in (SECRETS, ACTIONS))
        names = np.flatnonzero(self.naming >= 0)  # a guess of a secret must go to the guess of its image
        same = (
            np.array_equal(self.weights[secrets], self.weights)
            and np.array_equal(self.costs[actions], self.costs)
            and np.array_equal(self.naming[secrets[names]], actions[self.naming[names]])
        )
        if not same:
            return None
        rows = kernel.kept_rows(self.codes, frozen(secrets), frozen(actions))
        self.work -= (rows + 1) * actions.size
        return np.concatenate([actions, actions.size + secrets]).astype(np.int32) if rows == secrets.size else None

    def _orbit(self, points: list[int]) -> Array:
        """Whether each secret is reached from some of them by the maps that are found."""
        number = len(self.tables.actions)
        moves = [generator[number:] - number for generator in self.found]
        reached = np.zeros(len(self.tables.secrets), np.bool_)
        new = np.array(points)
        while new.size:
            reached[new] = True
            images = np.unique(np.concatenate([move[new] for move in moves])) if moves else new[:0]
            new = images[~reached[images]]
        return reached


def _marked(colours: _Colours, secret: int, number: int) -> _Colours:
    """The same colours with one for a secret alone."""
    secrets = colours.secrets.copy()
    secrets[secret] = _mixed(secrets[secret : secret + 1] + np.uint64(number + 1))[0]
    return colours._replace(secrets=secrets)


def _next_mark(secrets: Words) -> int:
    """The first secret of the largest class; -1 where each has a colour of its own."""
    _, first, counts = np.unique(secrets, return_index=True, return_counts=True)
    most = int(counts.max())
    return int(first[counts == most].min()) if most > 1 else -1


def _smallest(colours: Words) -> Words:
    """The colours of the smallest classes, in order, as many as `FEW` have them."""
    values, counts = np.unique(colours, return_counts=True)
    order = np.argsort(counts, kind="stable")
    enough = int(np.searchsorted(np.cumsum(counts[order]), FEW)) + 1
    return np.sort(values[order[:enough]])


def _matched(here: Words, there: Words) -> Ints:
    """For each, the one on the other side that has its colour; in order where several have."""
    out = np.empty(here.size, np.int32)
    out[np.argsort(here, kind="stable")] = np.argsort(there, kind="stable")
    return out


def _numbers(values: Array) -> Words:
    """Equal values as equal small numbers."""
    return np.unique(values, return_inverse=True)[1].astype(np.uint64)


def _mixed(words: Words) -> Words:
    """Words of 64 bits, stirred so that sums of them do not fall together."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
