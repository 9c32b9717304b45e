"""Symmetries with their words: maps of a game, each a basic one or a product of two, as a proof file names them.

A checker tries the basic maps on every pair, and takes products for granted; so whoever writes a proof must know how
each map is made of the basic ones. `SymmetryGroup` draws members that nobody could write down; here each remembers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from random import Random

import numpy as np

from sleuth.kernels import groups
from sleuth.kernels.arrays import Ints, frozen

DRAWS = 40
"""Schreier generators that are drawn for a stabiliser, at least."""
MOST_DRAWS = 2_000
"""At most: as long as there are more orbits than random members leave."""
TARGET = 24
"""So many random members show how few orbits there are."""
KEPT = 16
"""The most maps that a group is kept by, beside those that join orbits."""


class GameMap:
    """A permutation of actions and secrets that leaves the game as it is, and how it is made.

    `images` are those of the actions, then those of the secrets, which are counted from the number of actions on.
    """

    def __init__(self, images: Ints, factors: tuple[GameMap, GameMap] | None = None) -> None:
        self.images, self.factors = images, factors
        """The two maps that it is the product of, the first one first; none where it is basic."""

    def then(self, other: GameMap) -> GameMap:
        """This map, and then another."""
        return GameMap(other.images[self.images], (self, other))

    @cached_property
    def identity(self) -> bool:
        """Whether it moves nothing."""
        return bool((self.images == np.arange(self.images.size)).all())

    @cached_property
    def inverse(self) -> GameMap:
        """The map that takes it back: itself, a product of inverses, or one more basic map."""
        if bool((self.images[self.images] == np.arange(self.images.size)).all()):
            return self
        back = np.empty_like(self.images)
        back[self.images] = np.arange(self.images.size, dtype=back.dtype)
        if self.factors is None:
            return GameMap(back)
        one, other = self.factors
        return GameMap(back, (other.inverse, one.inverse))


class MapGroup:
    """A group of maps, by a few of them."""

    def __init__(self, actions: int, maps: Iterable[GameMap] = ()) -> None:
        self.actions, self.maps = actions, _distinct(maps)
        self._fixing: dict[int, MapGroup] = {}

    @classmethod
    def generated(cls, actions: int, generators: Ints) -> MapGroup:
        """The group of some basic maps."""
        return cls(actions, (GameMap(frozen(images)) for images in generators))

    def __bool__(self) -> bool:
        return bool(self.maps)

    @cached_property
    def generators(self) -> Ints:
        """The images under each of the maps."""
        return frozen(np.array([m.images for m in self.maps], np.int32))

    @cached_property
    def orbits(self) -> Ints:
        """For each action, the first action of its orbit."""
        return groups.orbits(self.generators, self.actions)

    def first_of_orbits(self, actions: Ints) -> Ints:
        """Those of `actions` that come first in their orbit."""
        return actions[self.orbits[actions] == actions] if self else actions

    def fixing(self, action: int) -> MapGroup:
        """Maps that leave an action alone: nearly always enough of them to make all that do."""
        if not self or bool((self.generators[:, action] == action).all()):
            return self
        if action not in self._fixing:
            self._fixing[action] = MapGroup(self.actions, self._stabiliser(action))
        return self._fixing[action]

    def _stabiliser(self, action: int) -> list[GameMap]:
        """The maps that leave an action alone, and products that do: away, on by a map, and back (Schreier)."""
        came: dict[int, tuple[int, GameMap] | None] = {action: None}
        points = [action]
        for point in points:
            for one in self.maps:
                if (image := int(one.images[point])) not in came:
                    came[image] = point, one
                    points.append(image)
        words: dict[int, GameMap | None] = {action: None}

        def word(point: int) -> GameMap | None:
            """A map that takes the action to a point of its orbit."""
            if point not in words:
                before = came[point]
                assert before is not None
                way = word(before[0])
                words[point] = before[1] if way is None else way.then(before[1])
            return words[point]

        few = _Few([one for one in self.maps if one.images[action] == action])
        drawn = groups.stabiliser(self.generators, action, TARGET)
        target = np.unique(groups.orbits(frozen(drawn), drawn.shape[1])).size
        pairs, rng = [(point, one) for point in points for one in self.maps], Random(action)
        rng.shuffle(pairs)
        for number, (point, one) in enumerate(pairs[:MOST_DRAWS]):
            if number >= DRAWS and few.orbits(drawn.shape[1]) <= target:
                break
            way, back = word(point), word(int(one.images[point]))
            member = one if way is None else way.then(one)
            few.add(member if back is None else member.then(back.inverse))
        return few.maps

    def keeping(self, part: Ints) -> MapGroup:
        """Maps that take a set of secrets onto itself."""
        if not self:
            return self
        inside = np.sort(part)
        images = np.sort(self.generators[:, self.actions + part], axis=1) - self.actions
        kept = (images == inside).all(axis=1)
        if kept.all():
            return self
        maps, moved = (
            [one for one, stays in zip(self.maps, kept.tolist(), strict=True) if stays],
            dict[bytes, GameMap](),
        )
        for number in np.flatnonzero(~kept).tolist():
            one = self.maps[number]
            other = moved.setdefault(images[number].tobytes(), one)
            if other is not one:  # two that move it alike make one that does not
                maps.append(one.then(other.inverse))
        return MapGroup(self.actions, maps)

    def joining(self, points: Ints) -> list[GameMap]:
        """Few of its maps that join some actions, each to the others of its orbit, as well as all of them do."""
        wanted: set[int] = set(np.flatnonzero(np.isin(self.orbits, np.unique(self.orbits[points]))).tolist())
        return _joiners(self.maps, sorted(wanted))


class _Few:
    """Maps that join orbits, and some of the others."""

    def __init__(self, maps: Iterable[GameMap]) -> None:
        self.joiners, self.others = list[GameMap](), list[GameMap]()
        self.first: Ints | None = None
        """For each point, the first of its orbit under those that join."""
        for one in maps:
            self.add(one)

    @property
    def maps(self) -> list[GameMap]:
        """Those that were kept."""
        return [*self.joiners, *self.others]

    def orbits(self, points: int) -> int:
        """How many there are."""
        return points if self.first is None else np.unique(self.first).size

    def add(self, one: GameMap) -> None:
        """Keep a map if it joins orbits, or while there are few."""
        if one.identity:
            return
        if self.first is None or not bool((self.first[one.images] == self.first).all()):
            self.joiners.append(one)
            generators = np.array([j.images for j in self.joiners], np.int32)
            self.first = groups.orbits(frozen(generators), one.images.size)
        elif len(self.joiners) + len(self.others) < KEPT:
            self.others.append(one)


def _joiners(maps: Iterable[GameMap], points: Iterable[int]) -> list[GameMap]:
    """The maps, in order, that join two orbits which those before do not."""
    joiners, points = list[GameMap](), np.array(points, np.int32)
    first: Ints | None = None
    for one in maps:
        moved = one.images[points]
        if first is not None and bool((first[points] == first[moved]).all()):
            continue
        if first is None and bool((points == moved).all()):
            continue
        joiners.append(one)
        first = groups.orbits(frozen(np.array([j.images for j in joiners], np.int32)), one.images.size)
    return joiners


def _distinct(maps: Iterable[GameMap]) -> list[GameMap]:
    """The maps without the identity, each once; of two that are equal the first."""
    seen = dict[bytes, GameMap]()
    for one in maps:
        if not one.identity:
            seen.setdefault(one.images.tobytes(), one)
    return list(seen.values())


class MapTable:
    """The maps that a proof needs, numbered from 1: each after those that it is made of."""

    def __init__(self, actions: int) -> None:
        self.actions = actions
        self.numbers: dict[bytes, int] = {}
        self.maps: list[GameMap] = []

    def number(self, one: GameMap) -> int:
        """The number of a map; it is added if it is new, after its factors."""
        stack = [one]
        while stack:
            top = stack[-1]
            if top.images.tobytes() in self.numbers:
                stack.pop()
                continue
            missing = [f for f in top.factors or () if f.images.tobytes() not in self.numbers]
            if missing:
                stack.extend(missing)
                continue
            self.maps.append(top)
            self.numbers[top.images.tobytes()] = len(self.maps)
            stack.pop()
        return self.numbers[one.images.tobytes()]

    def lines(self, derived: bool) -> Iterator[str]:
        """The lines of a proof file; `derived`: where the actions go says where the secrets go."""
        for one in self.maps:
            if one.factors is not None:
                yield f"p {' '.join(str(self.numbers[f.images.tobytes()]) for f in one.factors)}"
                continue
            actions, secrets = one.images[: self.actions], one.images[self.actions :] - self.actions
            images = f"m {' '.join(map(str, actions.tolist()))}"
            yield images if derived else f"{images} s {' '.join(map(str, secrets.tolist()))}"
