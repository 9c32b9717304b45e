"""Where to go on a board: what the questions of each room are worth, against the turns that it takes to get there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.rules.actions import Moves, Rolls
from sleuth.games.clue.rules.cards import PILE, numbers_of, pick
from sleuth.games.clue.rules.floor import Floor
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.kernels.arrays import Floats

PATIENCE = 0.75
"""What a question is worth a turn later, as a share of what it is worth now."""
ANYWHERE = 0.2
"""What a question is worth in a room of which everything is known."""


def room_doubts(position: Position) -> Floats:
    """How open it is whether each room is in the pile, 1 at most, and a little for what else can be asked there.

    Rooms are the cards that one cannot ask for at will. What a question tells in bits is a worse guide: it is highest
    in rooms that one holds oneself, where nothing is learned of rooms.
    """
    chances = position.probabilities[PILE][numbers_of(position.game.sorts[-1].cards)]
    return np.asarray(ANYWHERE + 4 * chances * (1 - chances))


@dataclass(frozen=True, eq=False)
class Outlook:
    """What places are worth: two questions are looked ahead, each worth less for every turn until it is asked."""

    floor: Floor
    worth: Floats
    """What a question in each room is worth."""

    @cached_property
    def _discounts(self) -> Floats:
        """For each place and room; nobody asks again in a room that she has not left."""
        discounts = PATIENCE**self.floor.journeys
        np.fill_diagonal(discounts[: len(self.worth)], 0.0)
        return discounts

    @cached_property
    def arriving(self) -> Floats:
        """What it is worth to come to each room: a question in it, and another one after it."""
        return np.asarray(self.worth + (self._discounts[: len(self.worth)] * self.worth).max(axis=1))

    @cached_property
    def standing(self) -> Floats:
        """What it is worth to be at each place at the end of a turn."""
        return np.asarray((self._discounts * self.arriving).max(axis=1))

    def walk(self, place: int, roll: int) -> tuple[float, list[int]]:
        """The best that a roll brings, and where to."""
        scores = {there: self.standing[there] for there in self.floor.within(place, roll)}
        scores |= {room: self.arriving[room] for room in scores if self.floor.is_room(room) and room != place}
        best = max(scores.values())
        return float(best), [there for there, score in scores.items() if score > best - 1e-9]

    def rolling(self, place: int) -> float:
        """What it is worth to roll."""
        return sum(chance * self.walk(place, roll)[0] for roll, chance in self.floor.rolls.items())


def next_step(view: View, worth: Floats, rng: np.random.Generator) -> Moves | Rolls:
    """The way for who finds questions in the rooms worth this."""
    floor, stage, me = view.game.floor, view.stage, view.player
    assert floor is not None
    assert me is not None
    outlook, here = Outlook(floor, worth), stage.places[me - 1]
    if stage.phase is Phase.MOVE:
        return Moves(me, pick(outlook.walk(here, stage.rolled)[1], rng))
    room = max(stage.ways(floor), key=lambda way: float(outlook.arriving[way]))
    return Moves(me, room) if outlook.arriving[room] >= outlook.rolling(here) else Rolls(me, None)
