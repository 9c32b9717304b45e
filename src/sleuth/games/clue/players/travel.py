"""Where to go on a board from where a token is, and why: for a person at a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.core.text import plural
from sleuth.games.clue.belief.best_questions import best_values
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.belief.sampled import Cuts, questions_of
from sleuth.games.clue.players.walking import PATIENCE, Outlook, room_doubts
from sleuth.games.clue.rules.cards import PILE, Cards, numbers_of
from sleuth.games.clue.rules.floor import FAR, Floor
from sleuth.strategies.decision import percent


@dataclass(frozen=True)
class TravelOption:
    """A room to go to, and what it is expected to bring."""

    room: str
    steps: int | None
    """Those of a walk there, where there is one."""
    turns: float
    """Until one asks there, on average, this one among them; 0 for who need not move."""
    chance: float
    """That the room is in the pile."""
    cards: list[str]
    """The best question there."""
    bits: float
    """What it is expected to tell about the pile."""
    value: float
    """Of how many rooms it settles whether they are in the pile: that question and the next, less for every turn."""
    text: str


def room_questions(info: CardSet, rng: np.random.Generator) -> dict[Cards, float]:
    """The question that tells most in each room, and its bits."""
    best = {}
    for card in numbers_of(info.game.sorts[-1].cards):
        values = best_values(info.asking, questions_of(info.game, 1 << card, rng), Cuts.bits, rng)
        question = max(values, key=lambda one: values[one].bits)
        best[question] = values[question].bits
    return best


def travel_advice(info: CardSet, place: int, roll: int | None, rng: np.random.Generator) -> list[TravelOption]:
    """Where to go from a place, by a roll or before it, the best first; to stay is for who was brought to a room."""
    floor, best = info.game.floor, room_questions(info, rng)
    assert floor is not None
    turns = floor.journeys[place] if roll is None else 1 + floor.journeys[floor.within(place, roll)].min(axis=0)
    values = PATIENCE ** np.maximum(turns - 1, 0) * Outlook(floor, room_doubts(info.position)).arriving
    chances = info.position.probabilities[PILE][numbers_of(info.game.sorts[-1].cards)]
    here = float(values[place]) if floor.is_room(place) and roll is None else None
    options = []
    for room, (question, bits) in enumerate(best.items()):
        if room == place and here is None:
            continue
        cards = info.game.card_names(question)
        text = f"{_way(floor, place, room, roll, turns[room])}; its chance is {percent(chances[room])}"
        text += f", and {', '.join(cards)} is expected to tell {bits:.2f} bits"
        if here is not None and room != place:
            text += f", worth {'more' if values[room] > here else 'less'} than asking here"
        steps = int(floor.steps[place, room])
        figures = float(turns[room]), float(chances[room]), cards, bits, float(values[room])
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
