"""The sequence form of a two-player game (Koller, Megiddo & von Stengel 1996), as arrays.

A *sequence* is all that one player has chosen so far; 0 is the empty one. Each decision follows a sequence and begins
one for each choice, with the numbers from `first` on. Decisions come after those that they follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Floats, Ints

NO_GUESS = "no guess"
Choice = tuple[object, ...] | str
"""A question, a show, a guess, or none."""
Key = tuple[int, tuple[int, ...]]
"""What a player knows when she decides: the number of what was public so far, and what of it is hers."""


class Duel(NamedTuple):
    """A two-player game at its start, or where it is so again: open cards in the pile and in the hands.

    The first hand is that of the player whose turn it is.
    """

    m: int
    mine: int
    theirs: int
    q: int = 1
    fill: int = 0
    """Cards in the open that the player to move may fill a question up with."""
    their_fill: int = 0
    bluff: bool = True
    """Whether a question may be made of one's own cards alone."""

    @property
    def decided(self) -> bool:
        """Whether the player to move knows the pile."""
        return self.m == 0 or self.theirs == 0


class DecisionPoint(NamedTuple):
    """A set of nodes that a player cannot tell apart: what she knows, and what she may do."""

    key: Key
    choices: list[Choice]
    first: int
    """The sequence of the first choice; the others follow."""


class PlayerDecisions(NamedTuple):
    """The decisions of one player: the sequence that each follows, the first of its own, and how many these are."""

    parent: Ints
    first: Ints
    width: Ints

    @property
    def size(self) -> int:
        """How many sequences there are."""
        return 1 + int(self.width.sum())


class Entries(NamedTuple):
    """A sparse table by sequences of the first player and of the second."""

    first: Ints
    second: Ints
    weight: Floats


class Subgame(NamedTuple):
    """A smaller game inside: who moves first in it, and the chance of what chance does to reach it."""

    duel: Duel
    mover: int
    entries: Entries


class Block(NamedTuple):
    """Decisions of one player in several pasts: past by past, and in each for all that may be hers."""

    number: int
    """That of its first decision."""
    pasts: Ints | tuple[int, ...]
    hers: tuple[tuple[int, ...], ...]
    choices: list[list[Choice]]


class EventBlock(NamedTuple):
    """An event in several pasts: the number of the first past after it, which the others follow; and the pasts."""

    number: int
    before: Ints | tuple[int, ...]
    event: object


class Labels:
    """What decisions stand for. A past is all that was public, as a number; 0 is nothing."""

    def __init__(self) -> None:
        self.blocks: tuple[list[Block], list[Block]] = ([], [])
        self.events: list[EventBlock] = []

    def label(self, player: int, number: int) -> tuple[Key, list[Choice]]:
        """What the player knows at a decision, and what she may do."""
        block = self.blocks[player][bisect_right(self.blocks[player], number, key=lambda block: block.number) - 1]
        row, place = divmod(number - block.number, len(block.hers))
        return (int(block.pasts[row]), block.hers[place]), block.choices[place]

    def find(self, player: int, key: Key) -> int | None:
        """The number of a decision."""
        past, hers = key
        for block in self.blocks[player]:
            if hers in block.hers and len(rows := np.flatnonzero(np.equal(block.pasts, past))):
                return block.number + int(rows[0]) * len(block.hers) + block.hers.index(hers)
        return None

    def after(self, past: int, event: object) -> int:
        """The past with one event more; -1 if there is none."""
        for block in self.events:
            if block.event == event and len(rows := np.flatnonzero(np.equal(block.before, past))):
                return block.number + int(rows[0])
        return -1

    def story(self, past: int) -> list[object]:
        """The events of a past."""
        events: list[object] = []
        while past:
            block = self.events[bisect_right(self.events, past, key=lambda block: block.number) - 1]
            past = int(block.before[past - block.number])
            events.append(block.event)
        return events[::-1]


@dataclass(frozen=True)
class SequenceForm:
    """A game in sequence form."""

    duel: Duel
    sides: tuple[PlayerDecisions, PlayerDecisions]
    payoffs: Entries
    """The chance of what chance does, times that of the first player's win."""
    subgames: list[Subgame]
    leaves: int
    labels: Labels

    def decision(self, player: int, number: int) -> DecisionPoint:
        """A decision with what it stands for."""
        return DecisionPoint(*self.labels.label(player, number), int(self.sides[player].first[number]))


def join_sides(parts: Sequence[PlayerDecisions]) -> PlayerDecisions:
    """All decisions of all parts."""
    parent, first, width = (np.concatenate([_NONE, *(part[k] for part in parts)]) for k in range(3))
    return PlayerDecisions(parent, first, width)


def join_entries(parts: Sequence[Entries]) -> Entries:
    """The sum of all tables: one entry for two sequences, by the first player's and then by the second's."""
    first = np.concatenate([_NONE, *(part.first for part in parts)])
    second = np.concatenate([_NONE, *(part.second for part in parts)])
    weight = np.concatenate([np.zeros(0), *(part.weight for part in parts)])
    key = first.astype(np.int64) << 32 | second
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    places = order[starts]
    return Entries(first[places], second[places], np.add.reduceat(weight[order], starts) if len(places) else weight)


_NONE = np.zeros(0, np.int32)
