"""Where to go at a real table with a board, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.core.text import plural
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.sampled import cuts
from sleuth.games.clue.players.walking import PATIENCE, Outlook, room_questions
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.floor import FAR
from sleuth.games.clue.rules.views import View

WORLDS = 1_000
"""On these the best question of each room is chosen."""
MANY_WORLDS = 20_000
"""On these it is judged."""


@dataclass(frozen=True)
class TravelOption:
    """A room to go to, and what it is expected to bring."""

    room: int
    """Its number on the board."""
    steps: int | None
    """The steps of a walk there, where there is one."""
    turns: float
    """The turns until one asks there, on average, this one among them; 0 for who need not move."""
    question: Cards
    """The best one there."""
    bits: float
    """What it is expected to tell about the pile."""
    value: float
    """In bits: that question and the next, less for every turn until they are asked."""
    text: str


def travel_advice(
    view: View, position: Position, place: int, roll: int | None, rng: np.random.Generator
) -> list[TravelOption]:
    """Where to go from a place, by a roll or before it, the best first; to stay is for who was brought to a room."""
    floor, me = view.game.floor, view.player
    assert floor is not None
    assert me is not None
    questions = [one.question for one in room_questions(view, position.samples(WORLDS, rng), rng)]
    bits = cuts(view.game, me, questions, position.samples(MANY_WORLDS, rng), rng).bits()
    turns = floor.journeys[place] if roll is None else 1 + floor.journeys[floor.within(place, roll)].min(axis=0)
    values = PATIENCE ** np.maximum(turns - 1, 0) * Outlook(floor, bits).arriving
    here = float(values[place]) if floor.is_room(place) and roll is None else None
    options = []
    for room, question in enumerate(questions):
        if room == place and here is None:
            continue
        steps = int(floor.steps[place, room])
        way = "" if room == place else f"{plural(steps, 'step')}, " if steps < FAR else "through other rooms, "
        way = "by the passage, " if roll is None and room in floor.behind(place) else way
        soon = "this turn" if turns[room] <= 1 else f"{turns[room]:.1f} turns on average"
        text = (
            f"Stay in {floor.rooms[room]}, if you were brought there" if room == place else f"Go to {floor.rooms[room]}"
        )
        text += f": {way}{soon}; {view.game.format_cards(question)} is expected to tell {bits[room]:.2f} bits"
        if here is not None and room != place:
            text += f", worth {'more' if values[room] > here else 'less'} than asking here"
        far = None if steps == FAR else steps
        found = float(turns[room]), question, float(bits[room]), float(values[room])
        options.append(TravelOption(room, far, *found, f"{text}."))
    return sorted(options, key=lambda option: -option.value)
