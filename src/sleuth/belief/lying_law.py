"""What a channel makes of a game's answers, for all actions at once: who may lie, in how many ways, and what is said.

Let `x[action, true]` be the mass of the candidates that would truly answer so. If a share of it lies, each in one of
the ways that are open to it, what is said has the mass

    said = x - lying + (lying / ways) @ relation

where the relation tells which answers may stand for a true one. All that an information set wants to know of its
outcomes follows from such products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb, log2
from typing import Any

import numpy as np

from sleuth.core.channel import Channel
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import TooLargeError
from sleuth.core.game import Feedback, Game
from sleuth.core.immutable import Travels
from sleuth.core.tables import Tables
from sleuth.kernels import partitions
from sleuth.kernels.arrays import Bools, Floats, Ints, frozen

MAX_SAYINGS = 2_200
"""More answers than this are not set against each other; Fibble with seven letters has 2,187."""
MAX_STEPS = 200


class Relation(Travels):
    """Which answers may stand for which, by numbers: what is said for what is true."""

    def __init__(self, game: Game, channel: Channel, sayings: Sequence[Feedback | None], width: int) -> None:
        self.game, self.channel = game, channel
        self.sayings = sayings
        """What each column says; `None` for a number that stands for nothing."""
        self.width = width
        """The first so many columns are what may be true."""
        self.every = channel.every
        """Whether any other answer may stand for a true one, one as likely as another."""
        self._places = {f: i for i, f in enumerate(sayings) if f is not None}

    def place(self, feedback: Feedback) -> int:
        """The column of what was said; -1 if nobody could say it."""
        return self._places.get(feedback, -1)

    @cached_property
    def relation(self) -> Floats:
        """The weight with which each column is said where each of the first columns is true; 0 where it may not be."""
        weight, game = self.channel.weight, self.game
        table = np.zeros((self.width, len(self.sayings)))
        for true, row in zip(self.sayings, table, strict=False):
            if true is not None:
                row[:] = [0.0 if said is None else weight(game, true, said) for said in self.sayings]
        return frozen(table)

    @cached_property
    def even(self) -> bool:
        """Whether all lies weigh the same."""
        return self.every or bool(np.isin(self.relation, (0.0, 1.0)).all())

    @cached_property
    def others(self) -> tuple[Ints, Ints]:
        """Where the lies about each true answer begin, and all of them; empty if every other answer may be one."""
        if self.every:
            return np.zeros(self.width + 1, np.int32), np.zeros(1, np.int32)
        rows, columns = np.nonzero(self.relation)
        starts = np.searchsorted(rows, np.arange(self.width + 1)).astype(np.int32)
        return frozen(starts), frozen(columns.astype(np.int32))

    def only(self, weight: float) -> Relation:
        """The lies of one weight alone."""
        part = Relation(self.game, self.channel, self.sayings, self.width)
        part.relation = frozen((self.relation == weight).astype(np.float64))
        return part

    def all_ways(self, may: Bools) -> Floats:
        """The weight of all lies about each true answer (column); `may` are the lies open to each action.

        Where lies weigh the same, that is in how many ways one may be told.
        """
        if self.every:
            return np.asarray(may.sum(axis=1, keepdims=True) - may[:, : self.width].astype(np.float64))
        return np.asarray(may.astype(np.float64) @ self.relation.T)

    def spread(self, lying: Floats, ways: Floats, may: Bools) -> Floats:
        """What is said where so much mass of each true answer lies, each way by its weight."""
        each = np.divide(lying, ways, out=np.zeros_like(lying), where=ways > 0)
        return self.cast(each, may) if self.every else np.where(may, each @ self.relation, 0.0)

    def cast(self, each: Floats, may: Bools) -> Floats:
        """What is said where so much mass of each true answer takes every way that is open to it."""
        if self.every:
            return np.where(may, each.sum(axis=1, keepdims=True) - each, 0.0)
        return np.where(may, each @ (self.relation > 0), 0.0)

    def doubt(self, ways: Floats, may: Bools) -> Floats:
        """The bits that it takes to say which lie is told about each true answer."""
        logs = np.log2(ways, out=np.zeros_like(ways), where=ways > 0)
        if self.even:
            return logs
        own = np.log2(self.relation, out=np.zeros_like(self.relation), where=self.relation > 0) * self.relation
        inside = may.astype(np.float64) @ own.T
        return np.asarray(logs - np.divide(inside, ways, out=np.zeros_like(ways), where=ways > 0))

    def wide(self, true: Floats) -> Floats:
        """True answers as what is said."""
        more = len(self.sayings) - true.shape[1]
        return np.pad(true, ((0, 0), (0, more))) if more else true


class LyingLaw(Relation):
    """The law of a game under a channel, by numbers. Shared by all information sets of a play."""

    def __init__(self, channelled: ChannelGame, tables: Tables) -> None:
        if tables.codes is None:
            raise TooLargeError(f"{channelled.game} has too large a table to be played under lies; make it smaller")
        channel, known = channelled.channel, tables.feedbacks.known()
        sayings: list[Feedback | None] = [None] * tables.width
        for feedback in known:
            sayings[tables.feedback_code(feedback)] = feedback
        sayings += [f for f in channel.vocabulary(known) if tables.feedback_code(f) < 0]
        super().__init__(channelled.game, channel, sayings, tables.width)
        self.channelled, self.tables, self.codes = channelled, tables, tables.codes
        channel.check_answers(channelled.game, known)
        if not self.every and len(sayings) > MAX_SAYINGS:
            raise TooLargeError(f"{channelled.game} has {len(sayings):,} answers, too many for {channel.name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return LyingLaw, (self.channelled, self.tables)

    @cached_property
    def _given(self) -> Bools:
        """Whether some secret gives each answer (column) to each action (row)."""
        tables = self.tables
        every = np.arange(len(tables.secrets), dtype=np.int32)
        numbers = np.arange(len(tables.actions), dtype=np.int32)
        return frozen(partitions.counts(self.codes, every, numbers, tables.width) > 0)

    @cached_property
    def _open(self) -> Bools:
        """`open` for every action of the game."""
        winning = self.tables.winning
        if self.channel.whole:
            may = self._given.copy()
        else:
            may = np.tile([said is not None for said in self.sayings], (winning.size, 1))
        guesses = np.flatnonzero(winning >= 0)
        may[guesses, winning[guesses]] = False
        return frozen(may)

    def open(self, numbers: Ints) -> Bools:
        """Whether each column may be a lie in answer to each action: it may be said at all, and does not win."""
        return self._open[numbers]

    def ways(self, numbers: Ints, may: Bools) -> Floats:
        """In how many ways each true answer (column) may be lied about, for each action."""
        ways = self.all_ways(may)
        winning = self.tables.winning[numbers]
        guesses = np.flatnonzero(winning >= 0)
        ways[guesses, winning[guesses]] = 0
        return ways

    # One step: what a secret may have meant.

    def readings(self, action: int, place: int) -> tuple[Bools, Floats, Bools]:
        """For every true answer to an action: whether what was said is true; which share of its lies it is; and whether
        it may be lied about at all."""
        number = np.array([action], np.int32)
        may = self.open(number)
        ways = self.ways(number, may)[0]
        true: Bools = np.arange(self.width) == place
        share, free = np.zeros(self.width), ways > 0
        if place >= 0 and may[0, place]:
            weights = (~true).astype(np.float64) if self.every else self.relation[:, place]
            np.divide(weights, ways, out=share, where=free)
        if self.channel.always:
            true = true & ~free
        return true, share, free

    def lies_about(self, action: int, true: int) -> tuple[Feedback, dict[Feedback, float]]:
        """A true answer to an action, and the share of each lie that may be told in its place."""
        number = np.array([action], np.int32)
        may = self.open(number)
        ways = float(self.ways(number, may)[0, true])
        truth = self.sayings[true]
        if ways == 0:
            return truth, {}
        weights = (np.arange(may.shape[1]) != true).astype(np.float64) if self.every else self.relation[true]
        shares = np.where(may[0], weights / ways, 0.0)
        return truth, {self.sayings[place]: float(shares[place]) for place in np.flatnonzero(shares).tolist()}


def histories(steps: int, lies: int) -> int:
    """The ways to lie at most so often in so many steps: which of the answers are false."""
    return sum(comb(steps, i) for i in range(min(steps, lies) + 1))


def steps_needed(numbers: Mapping[int, int], answers: int) -> int:
    """The fewest steps, one at least, in which answers can tell every secret and every way that it may still lie apart.

    `numbers` are the secrets by the lies that they have left. This is Berlekamp's bound, where each of so many false
    answers is a way of its own; with two answers it is the one for yes and no.
    """
    answers = max(2, answers)
    for steps in range(1, MAX_STEPS):
        total = 0.0
        for left, number in numbers.items():
            total += number * sum(comb(steps, i) * (answers - 1) ** i for i in range(min(steps, left) + 1))
        if log2(max(total, 1.0)) <= steps * log2(answers) + 1e-12:
            return steps
    return MAX_STEPS


def entropy_of(chance: float) -> float:
    """The bits of a lie that is as likely as this."""
    return 0.0 if chance in (0, 1) else -chance * log2(chance) - (1 - chance) * log2(1 - chance)
