"""The board of Clue as a graph of distances: rooms, spots in the corridors, and how many steps lie between them.

    board: Kitchen - Ballroom 7, Kitchen - Dining Room 11, Scarlet - Lounge 8, Stairs - Hall 3, ...
    passages: Kitchen - Study, Conservatory - Lounge
    dice: 2

A suspect is the spot where her token begins; any other name that is no room is a spot too. Walks lead past spots, but
not through rooms: who enters one has arrived.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.text import listing, plural, shorten, whole_number
from sleuth.games.clue.rules.errors import LogError, at_line
from sleuth.games.clue.rules.names import Names
from sleuth.kernels.arrays import Array, Floats

KEYS = ("board", "passages", "dice")
"""What the lines of a board begin with."""
SIDES = 6
FAR = 10_000
"""Steps where no walk leads."""
MAX_STEPS = 1_000
"""In all ways of a board together."""
_ROAD = re.compile(r"(.+?) - (.+?)(?: ([0-9]+))?")
_POINT = re.compile(r"(.+?) ([0-9]+) towards (.+)")
"""Of texts with single blanks: runs of blanks in a pattern would be tried in every way."""


@dataclass(frozen=True)
class Floor:
    """Rooms and spots with corridors between them. A place is a number: rooms first, then starts, spots and points."""

    rooms: tuple[str, ...]
    figures: tuple[str, ...]
    """The suspects, whose tokens walk; that of player i is number i."""
    roads: tuple[tuple[str, str, int], ...]
    """From where to where, and how many steps."""
    passages: tuple[tuple[str, str], ...] = ()
    """Rooms that are a turn from each other, without dice."""
    dice: int = 2

    def __post_init__(self) -> None:
        walked = {name for road in self.roads for name in road[:2]}
        if missing := [name for name in (*self.rooms, *self.figures) if name not in walked]:
            raise ParameterError(f"the board does not name {listing(missing)}; write {missing[0]} - ROOM STEPS")
        if wrong := [name for pair in self.passages for name in pair if name not in self.rooms]:
            raise ParameterError(f"a passage leads from room to room, and {wrong[0]} is none")
        if sum(length for *_, length in self.roads) > MAX_STEPS:
            raise ParameterError(f"a board has at most {MAX_STEPS:,} steps in all its ways")
        if not np.isfinite(self.journeys).all():
            lost = self.nodes[int(np.argwhere(~np.isfinite(self.journeys))[0][0])]
            raise ParameterError(f"not every room can be reached from {lost}")
        for one, other, length in self.roads:
            if (steps := int(self.steps[self.nodes.index(one), self.nodes.index(other)])) < length:
                raise ParameterError(f"{one} - {other} {length} is longer than another way of {steps}; leave it out")

    @classmethod
    def parse(cls, lines: Iterable[tuple[int, str]], figures: tuple[str, ...], rooms: tuple[str, ...]) -> Floor:
        """Read the lines of a board, each with its number."""
        roads: list[tuple[str, str, int]] = []
        passages: list[tuple[str, str]] = []
        dice = 2
        for number, line in lines:
            key, _, rest = line.partition(":")
            if key.strip() == "dice":
                found = whole_number(rest, 1, 2)
                if found is None:
                    raise LogError(number, f"dice: write 1 or 2, not {shorten(rest.strip())!r}")
                dice = found
                continue
            for part in rest.split(","):
                road = _ROAD.fullmatch(" ".join(part.split()))
                if not road or bool(road[3]) != (key.strip() == "board"):
                    shape = "PLACE - PLACE STEPS" if key.strip() == "board" else "ROOM - ROOM"
                    raise LogError(number, f"{key.strip()}: write {shape}, not {shorten(part.strip())!r}")
                if road[3] is None:
                    passages.append((road[1], road[2]))
                elif (steps := whole_number(road[3], 1, MAX_STEPS)) is None:
                    raise LogError(number, f"a way has 1 to {MAX_STEPS:,} steps, not {shorten(road[3])}")
                else:
                    roads.append((road[1], road[2], steps))
        with at_line(number):
            return cls(rooms, figures, tuple(dict.fromkeys(roads)), tuple(passages), dice)

    # Places.

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        """Everything that has a name: rooms, then starts, then spots."""
        named = (name for road in self.roads for name in road[:2])
        return tuple(dict.fromkeys((*self.rooms, *self.figures, *named)))

    @cached_property
    def _points(self) -> list[tuple[int, int, int]]:
        """The steps between nodes, each as the road and how far along it: places after the nodes."""
        at = self.nodes.index
        return [(at(one), step, at(other)) for one, other, length in self.roads for step in range(1, length)]

    def start(self, player: int) -> int:
        """Where the token of a player begins."""
        return len(self.rooms) + player - 1

    def is_room(self, place: int) -> bool:
        """Whether a place is a room, whose number it then has."""
        return place < len(self.rooms)

    def format_place(self, place: int) -> str:
        """A place as text that reads back: `Kitchen`, or `Kitchen 3 towards Hall`."""
        if place < len(self.nodes):
            return self.nodes[place]
        one, step, other = self._points[place - len(self.nodes)]
        return f"{self.nodes[one]} {step} towards {self.nodes[other]}"

    def parse_place(self, text: str) -> int:
        """The place that a text names; `Kitchen 3 towards Hall` is three steps on the way."""
        point, find = _POINT.fullmatch(" ".join(text.split())), Names("place", self.nodes).find
        if not point:
            return find(text)
        one, step, other = find(point[1]), int(point[2][:9]), find(point[3])
        if (one, step, other) in self._points:
            return len(self.nodes) + self._points.index((one, step, other))
        steps = int(self.steps[one, other])
        if not step < steps < FAR:
            way = "through rooms alone" if steps == FAR else f"of {plural(steps, 'step')}"
            raise ParameterError(f"from {self.nodes[one]} to {self.nodes[other]} is a way {way}, so no {step} on it")
        return self.towards(one, other, step)

    # Ways.

    @cached_property
    def steps(self) -> Array:
        """The steps from each place to each, not through rooms; `FAR` where there is no such walk."""
        size, place = len(self.nodes) + len(self._points), len(self.nodes)
        near: list[list[int]] = [[] for _ in range(size)]
        for one, other, length in self.roads:
            way = [self.nodes.index(one), *range(place, place + length - 1), self.nodes.index(other)]
            place += length - 1
            for here, there in pairwise(way):
                near[here].append(there)
                near[there].append(here)
        steps = []
        for start in range(size):
            row, queue = {start: 0}, deque([start])
            while queue:
                here = queue.popleft()
                for there in near[here] if here == start or not self.is_room(here) else ():
                    if there not in row:
                        row[there] = row[here] + 1
                        queue.append(there)
            steps.append([row.get(there, FAR) for there in range(size)])
        return np.array(steps)

    def within(self, place: int, roll: int) -> list[int]:
        """The places that a token can get to by a roll, where it stands among them."""
        return np.flatnonzero(self.steps[place] <= roll).tolist()

    def walks(self, place: int) -> dict[str, int]:
        """The steps to each room that a walk leads to, the nearest first."""
        steps = sorted(zip(self.steps[place].tolist(), self.rooms, strict=False))
        return {room: far for far, room in steps if 0 < far < FAR}

    def towards(self, place: int, goal: int, roll: int) -> int:
        """Where a roll leads to on the shortest walk to a goal."""
        if self.steps[place, goal] == FAR:
            raise ParameterError(f"the way to {self.format_place(goal)} leads through other rooms; go there first")
        if self.steps[place, goal] <= roll:
            return goal
        on_it = (self.steps[place] == roll) & (self.steps[:, goal] == self.steps[place, goal] - roll)
        on_it[: len(self.rooms)] = False
        return int(np.flatnonzero(on_it)[0])

    def behind(self, place: int) -> list[int]:
        """The rooms to which passages lead from a place."""
        here = self.format_place(place)
        return [self.rooms.index(other) for pair in self.passages for one, other in (pair, pair[::-1]) if one == here]

    # Dice and turns.

    @cached_property
    def rolls(self) -> dict[int, float]:
        """The chance of each number of the dice."""
        chances = np.ones(1)
        for _ in range(self.dice):
            chances = np.convolve(chances, np.full(SIDES, 1 / SIDES))
        return dict(enumerate(chances.tolist(), self.dice))

    @cached_property
    def turns(self) -> Floats:
        """The turns that so many steps take on average, by their number."""
        most = int(self.steps[self.steps < FAR].max())
        turns = np.zeros(most + 1)
        for steps in range(1, most + 1):
            turns[steps] = 1 + sum(chance * turns[max(0, steps - roll)] for roll, chance in self.rolls.items())
        return turns

    @cached_property
    def journeys(self) -> Floats:
        """The turns from each place to each room on average: by the best of walks, passages, and rooms on the way."""
        to_rooms = self.steps[:, : len(self.rooms)]
        legs = np.where(to_rooms < FAR, self.turns[np.minimum(to_rooms, len(self.turns) - 1)], np.inf)
        for room in range(len(self.rooms)):
            legs[room, self.behind(room)] = 1
        for over in range(len(self.rooms)):
            legs = np.minimum(legs, legs[:, [over]] + legs[over])
        return legs
