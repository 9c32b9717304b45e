"""Where to go on a board from where a token is, and why: for a person at a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.core.text import plural
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.sampled import values_of
from sleuth.games.clue.players.walking import PATIENCE, Outlook, room_questions
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.floor import FAR, Floor

WORLDS = 1_000
"""On these the best question of each room is chosen, before it is worked out what it is worth."""


@dataclass(frozen=True)
class TravelOption:
    """A room to go to, and what it is expected to bring."""

    room: str
    steps: int | None
    """Those of a walk there, where there is one."""
    turns: float
    """Until one asks there, on average, this one among them; 0 for who need not move."""
    cards: Cards
    """The best question there."""
    bits: float
    """What it is expected to tell about the pile."""
    value: float
    """In bits: that question and the next, less for every turn until they are asked."""
    text: str


def travel_advice(info: CardSet, place: int, roll: int | None, rng: np.random.Generator) -> list[TravelOption]:
    """Where to go from a place, by a roll or before it, the best first; to stay is for who was brought to a room."""
    floor = info.game.floor
    assert floor is not None
    questions = room_questions(info.view, info.position.samples(WORLDS, rng), rng)
    bits = np.array([value.bits for value in values_of(info.asking, questions, rng)])
    turns = floor.journeys[place] if roll is None else 1 + floor.journeys[floor.within(place, roll)].min(axis=0)
    values = PATIENCE ** np.maximum(turns - 1, 0) * Outlook(floor, bits).arriving
    here = float(values[place]) if floor.is_room(place) and roll is None else None
    options = []
    for room, figures in enumerate(zip(turns.tolist(), questions, bits.tolist(), values.tolist(), strict=True)):
        if room == place and here is None:
            continue
        asked = info.game.format_cards(questions[room])
        text = f"{_way(floor, place, room, roll, turns[room])}; {asked} is expected to tell {bits[room]:.2f} bits"
        if here is not None and room != place:
            text += f", worth {'more' if values[room] > here else 'less'} than asking here"
        steps = int(floor.steps[place, room])
        options.append(TravelOption(floor.rooms[room], None if steps == FAR else steps, *figures, f"{text}."))
    return sorted(options, key=lambda option: -option.value)


def _way(floor: Floor, place: int, room: int, roll: int | None, turns: float) -> str:
    """How to get from a place to a room, in words."""
    if room == place:
        return f"Stay in {floor.rooms[room]}, if you were brought there"
    steps, first = int(floor.steps[place, room]), roll or 0
    walked = (roll is not None) + floor.turns[max(0, steps - first)] if steps < FAR else np.inf
    way = plural(steps, "step") if walked <= turns + 1e-9 else "by a passage or through other rooms"
    way = "by the passage" if roll is None and room in floor.behind(place) else way
    return f"Go to {floor.rooms[room]}: {way}, {'this turn' if turns < 1.05 else f'{turns:.1f} turns on average'}"
