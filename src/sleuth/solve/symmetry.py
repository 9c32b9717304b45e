"""Symmetry: permutations of actions and secrets that leave the game as it is.

A permutation holds the images of the actions, then those of the secrets, which are counted from the number of actions
on. A group is kept as a few generators. What is left of it once an action is asked and answered are the members that
leave the action and the part alone, and of the actions of one orbit only the first need be tried. Generators of a
stabiliser are drawn as random Schreier generators: they may, with a chance that nobody will live to see, miss a part
of it, and then a little work is done twice; what is kept is always true.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sleuth.core.declared_symmetry import declared_permutations
from sleuth.core.tables import Tables
from sleuth.kernels import groups
from sleuth.kernels.arrays import Array, Codes, Ints, frozen
from sleuth.kernels.search_symmetry import NONE, UNLIKE, Alike

DRAWS = 24
"""Random members from which a stabiliser is made."""
MAX_MEMBERS = 1 << 12
"""Of more symmetries than this, those are listed that leave two actions alone."""
SOME_MEMBERS = 1 << 7
"""So many of them serve where they are too many still: what is left out costs time and no more."""
MEMBER_BYTES = 1 << 24
"""Memory for the list of the symmetries that leave one action alone, or two."""
SPAN_BYTES = 1 << 26
"""Memory for the lists of all that leave a first action and any second one alone."""


class SymmetryGroup:
    """A group of permutations of actions and secrets, by generators."""

    def __init__(self, actions: int, generators: Array | None = None) -> None:
        self.actions = actions
        """How many actions there are; secrets come after them."""
        self.generators: Ints = np.empty((0, 0), np.int32) if generators is None else _distinct(generators)
        self._fixing: dict[int, SymmetryGroup] = {}
        self._alike: dict[int, Alike] = {}
        self._answering: SymmetryGroup | None = None

    def __bool__(self) -> bool:
        return len(self.generators) > 0

    @cached_property
    def orbits(self) -> Ints:
        """For each action, the first action of its orbit."""
        return groups.orbits(frozen(self.generators), self.actions)

    def first_of_orbits(self, actions: Ints) -> Ints:
        """Those of `actions` that come first in their orbit."""
        return actions[self.orbits[actions] == actions] if self else actions

    @cached_property
    def _ways(self) -> tuple[Ints, Ints]:
        """For each action, the generator that takes it nearer to the first of its orbit (-1 for that), and to which."""
        via, nearer = np.full(self.actions, -1, np.int32), np.arange(self.actions, dtype=np.int32)
        inverses = [_inverse(generator) for generator in self.generators]
        ahead = np.unique(self.orbits).tolist() if self else []
        seen = set(ahead)
        for action in ahead:
            for number, inverse in enumerate(inverses):
                other = int(inverse[action])
                if other not in seen:
                    seen.add(other)
                    via[other], nearer[other] = number, action
                    ahead.append(other)
        return via, nearer

    def to_first(self, action: int) -> Ints | None:
        """A member that takes an action to the first of its orbit; `None` where that changes nothing."""
        via, nearer = self._ways
        member: Ints | None = None
        while via[action] >= 0:
            generator = self.generators[via[action]]
            member = generator if member is None else generator[member]
            action = int(nearer[action])
        return member

    def fixing(self, action: int) -> SymmetryGroup:
        """The members that leave an action alone."""
        if not self or bool((self.generators[:, action] == action).all()):
            return self
        if action not in self._fixing:
            generators = groups.stabiliser(frozen(self.generators), action, DRAWS)
            self._fixing[action] = SymmetryGroup(self.actions, generators)
        return self._fixing[action]

    def answering(self, codes: Codes) -> SymmetryGroup:
        """The members that leave answers what they are, as far as generators show them: the group itself, if all do."""
        if self._answering is None:
            kept = [groups.keeps_answers(frozen(codes), frozen(generator)) for generator in self.generators]
            self._answering = self if all(kept) else SymmetryGroup(self.actions, self.generators[np.array(kept)])
        return self._answering

    def alike(self, action: int, codes: Codes) -> Alike:
        """The symmetries that leave an action alone, as the search carries them down; kept for the next search."""
        if not self or self.generators.shape[1] > np.iinfo(np.int16).max:
            return UNLIKE
        if action not in self._alike:
            whole, answering = self.fixing(action), self.answering(codes)
            alike = _listed(whole, answering is self)
            self._alike[action] = _by_second(answering.fixing(action)) if alike is None else alike
        return self._alike[action]

    def keeping(self, part: Ints) -> SymmetryGroup:
        """Members that map a set of secrets onto itself."""
        if not self:
            return self
        images = np.sort(self.generators[:, self.actions + part], axis=1) - self.actions
        kept = (images == np.sort(part)).all(axis=1)
        if kept.all():
            return self
        out = list(self.generators[kept])
        moved: dict[bytes, Array] = {}
        for g, image in zip(self.generators[~kept], images[~kept], strict=True):
            other = moved.setdefault(image.tobytes(), g)
            if other is not g:  # two that move it alike make one that does not
                out.append(_inverse(other)[g])
        return SymmetryGroup(self.actions, np.array(out, np.int32).reshape(len(out), self.generators.shape[1]))


def _listed(group: SymmetryGroup, keeps: bool) -> Alike | None:
    """All members of a group; `None` if there are too many."""
    if not group:
        return UNLIKE
    degree = group.actions if keeps else group.generators.shape[1]
    most = min(MAX_MEMBERS, MEMBER_BYTES // (2 * degree))
    images, whole = groups.members(frozen(np.ascontiguousarray(group.generators[:, :degree])), degree, most)
    return Alike(images, NONE, UNLIKE.spans, keeps) if whole else None


def _by_second(group: SymmetryGroup) -> Alike:
    """The firsts of the orbits of a large group that keeps answers, and the members that leave each of them alone."""
    if not group:
        return UNLIKE
    number, found = group.actions, list[Array]()
    spans: Ints = np.zeros((number, 2), np.int32)
    firsts = group.first_of_orbits(np.arange(number, dtype=np.int32))
    most, rows = max(1, min(MAX_MEMBERS // 4, MEMBER_BYTES // (2 * number))), 0
    for action in firsts.tolist():
        left = group.fixing(action)
        if left and 2 * rows * number < SPAN_BYTES:
            generators = frozen(np.ascontiguousarray(left.generators[:, :number]))
            images, whole = groups.members(generators, number, most)
            found.append(images if whole else images[:SOME_MEMBERS])
            spans[action] = rows, rows + len(found[-1])
            rows += len(found[-1])
    listed = np.concatenate(found) if found else np.zeros((0, number), np.int16)
    return Alike(listed, np.ascontiguousarray(firsts), spans, True)


def _inverse(permutation: Array) -> Array:
    out = np.empty_like(permutation)
    out[permutation] = np.arange(permutation.size, dtype=permutation.dtype)
    return out


def _distinct(generators: Array) -> Ints:
    """The generators without the identity, each once."""
    seen = {g.tobytes(): g for g in generators if (g != np.arange(g.size)).any()}
    return np.array(list(seen.values()), np.int32).reshape(len(seen), generators.shape[1])


def declared(tables: Tables) -> SymmetryGroup:
    """The group that a game declares, tried on a sample of its actions."""
    generators = declared_permutations(tables)
    number = len(tables.actions)
    return SymmetryGroup(number, np.array(generators, np.int32)) if generators else SymmetryGroup(number)
