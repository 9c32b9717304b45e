"""A board of distances: walks, places as text, dice, and what is refused."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.errors import ParameterError, SleuthError
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import EDITIONS, Edition
from sleuth.games.clue.rules.errors import LogError
from sleuth.games.clue.rules.floor import FAR, Floor

CLASSIC_FLOOR = EDITIONS["classic-board"].floor
Road = tuple[str, str, int]


@st.composite
def floors(draw: st.DrawFn) -> Floor:
    rooms = ("Attic", "Bath", "Cellar", "Den")[: draw(st.integers(2, 4))]
    names = [*rooms, "Xavier", "Yvonne", *("Stairs", "Well")[: draw(st.integers(0, 2))]]
    roads: dict[frozenset[str], Road] = {}
    order = draw(st.permutations(names))
    pairs = [(draw(st.sampled_from(order[:k])), order[k]) for k in range(1, len(order))]
    pairs += draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4))
    for one, other in pairs:
        if one != other:
            roads.setdefault(frozenset((one, other)), (one, other, draw(st.integers(1, 5))))
    passages = draw(st.sampled_from([(), ((rooms[0], rooms[-1]),)]))
    try:
        return Floor(rooms, ("Xavier", "Yvonne"), tuple(roads.values()), passages, draw(st.integers(1, 2)))
    except ParameterError as error:
        assume("longer than another way" not in str(error))
        raise


def a_step_from(floor: Floor, place: str) -> set[str]:
    """The places beside one, by the roads alone."""
    near = set()
    for one, other, length in floor.roads:
        way = [one, *(f"{one} {k} towards {other}" for k in range(1, length)), other]
        near |= {way[k + d] for k, at in enumerate(way) if at == place for d in (-1, 1) if 0 <= k + d < len(way)}
    return near


def walked(floor: Floor, place: str, roll: int) -> set[str]:
    """Where a token may be after so many steps or fewer, a step at a time."""
    seen, last = {place}, {place}
    for _ in range(roll):
        last = {near for at in last if at == place or at not in floor.rooms for near in a_step_from(floor, at)} - seen
        seen |= last
    return seen


def places(floor: Floor) -> list[str]:
    return [floor.format_place(place) for place in range(len(floor.steps))]


@settings(deadline=None, max_examples=trials(60))
@given(floors(), st.data())
def test_reach_is_a_walk_step_by_step(floor: Floor, data: st.DataObject) -> None:
    place, roll = data.draw(st.sampled_from(places(floor))), data.draw(st.integers(0, 12))
    reached = floor.within(floor.parse_place(place), roll)
    assert {floor.format_place(there) for there in reached} == walked(floor, place, roll)


@settings(deadline=None, max_examples=trials(60))
@given(floors())
def test_distances(floor: Floor) -> None:
    steps = floor.steps
    assert (steps == steps.T).all()
    assert (np.diag(steps) == 0).all()
    for spot in range(len(floor.rooms), len(steps)):  # one walks past a spot
        assert (steps <= np.minimum(steps[:, [spot]] + steps[spot], FAR)).all()
    for place in range(len(steps)):
        for goal in np.flatnonzero((steps[place] < FAR) & (steps[place] > 1)).tolist():
            half = floor.towards(place, goal, 1)
            assert (steps[place, half], steps[half, goal]) == (1, steps[place, goal] - 1)


@settings(deadline=None, max_examples=trials(40))
@given(floors())
def test_places_read_back(floor: Floor) -> None:
    for place, text in enumerate(places(floor)):
        assert floor.parse_place(text) == floor.parse_place(text.upper().replace("TOWARDS", "towards")) == place


@settings(deadline=None, max_examples=trials(40))
@given(floors())
def test_journeys(floor: Floor) -> None:
    """A journey is no longer than its first leg and the rest, a walk or a passage is one, and none is free."""
    rooms, journeys = range(len(floor.rooms)), floor.journeys
    assert ((journeys == 0) == (np.eye(*journeys.shape) == 1)).all()
    for place in range(len(journeys)):
        for room in rooms:
            steps = floor.steps[place, room]
            assert journeys[place, room] <= (floor.turns[steps] if steps < FAR else np.inf) + 1e-12
            assert all(journeys[place, room] <= journeys[place, over] + journeys[over, room] + 1e-12 for over in rooms)
    assert all(journeys[one, other] == 1 for one in rooms for other in floor.behind(one))


@pytest.mark.parametrize(("dice", "most"), [(1, 5), (2, 7)])
def test_turns_by_every_fall_of_the_dice(dice: int, most: int) -> None:
    floor = Floor(("A", "B"), ("X",), (("A", "B", most), ("X", "A", 1)), (), dice)
    assert sum(floor.rolls.values()) == pytest.approx(1)
    for steps in range(1, most + 1):
        falls = list(product(range(1, 7), repeat=dice * -(-steps // dice)))
        taken = (next(k for k in range(1, steps + 1) if sum(fall[: dice * k]) >= steps) for fall in falls)
        assert floor.turns[steps] == pytest.approx(sum(taken) / len(falls))


def test_the_classic_board() -> None:
    assert CLASSIC_FLOOR is not None
    at = CLASSIC_FLOOR.parse_place
    known = {"Kitchen": ("Ballroom", 7), "Lounge": ("Hall", 8), "Library": ("Study", 7), "Scarlet": ("Lounge", 8)}
    for one, (other, steps) in known.items():
        assert CLASSIC_FLOOR.steps[at(one), at(other)] == steps
    assert CLASSIC_FLOOR.behind(at("Kitchen")) == [at("Study")]
    assert CLASSIC_FLOOR.journeys[at("Study"), at("Kitchen")] == 1
    assert at("kitchen 3 towards hall") in CLASSIC_FLOOR.within(at("Kitchen"), 3)
    assert (CLASSIC_FLOOR.steps < FAR).all()  # corridors lead everywhere


CARDS = "suspect: Red, Blue\nweapon: Axe, Bow\nroom: Attic, Bath\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("board: Attic - Bath", "line 4: board: write PLACE - PLACE STEPS, not 'Attic - Bath'"),
        ("board: Attic - Bath 4, Red", "line 4: board: write PLACE - PLACE STEPS, not 'Red'"),
        ("board: Attic - Bath 0", "line 4: a way has 1 to 1,000 steps, not 0"),
        ("board: Attic - Bath 900, Red - Bath 900, Blue - Bath 1", "line 4: a board has at most 1,000 steps"),
        ("board: Attic - Bath 4, Red - Bath 2", "line 4: the board does not name Blue; write Blue - ROOM STEPS"),
        ("board: Red - Bath 4, Blue - Red 2, Attic - Hut 1", "line 4: not every room can be reached from Attic"),
        (
            "board: Red - Bath 4, Red - Attic 2, Blue - Red 1, Blue - Bath 9",
            "longer than another way of 5; leave it out",
        ),
        (
            "board: Red - Bath 4, Red - Attic 2, Blue - Red 1\npassages: Attic - Red",
            "line 5: a passage leads from room",
        ),
        ("board: Red - Bath 4, Red - Attic 2, Blue - Red 1\npassages: Attic - Bath 3", "line 5: passages: write ROOM"),
        ("board: Red - Bath 4, Red - Attic 2, Blue - Red 1\ndice: 3", "line 5: dice: write 1 or 2, not '3'"),
    ],
)
def test_faults_name_the_line(lines: str, said: str) -> None:
    with pytest.raises(LogError) as error:
        Clue.of(2, Edition.parse(CARDS + lines))
    assert said in str(error.value)


def test_an_edition_with_a_board_reads_back() -> None:
    edition = Edition.parse(f"{CARDS}board: Red - Bath 4, Red - Attic 2\nboard: Blue - Red 1  # stairs\ndice: 1")
    assert edition.floor == Edition.parse(str(edition)).floor
    assert edition.floor is not None
    assert edition.floor.dice == 1


@pytest.mark.parametrize(
    "text", ["", "Pantry", "Kitchen 8 towards Ballroom", "Kitchen 7 towards Ballroom", "Ballroom w"]
)
def test_no_place(text: str) -> None:
    assert CLASSIC_FLOOR is not None
    if text == "Ballroom w":  # a beginning that fits one place is enough
        assert CLASSIC_FLOOR.format_place(CLASSIC_FLOOR.parse_place(text)) == "Ballroom west door"
        return
    with pytest.raises(SleuthError):
        CLASSIC_FLOOR.parse_place(text)


def test_many_blanks_are_read_once() -> None:
    """A pattern that tried every way to divide them would take minutes."""
    blanks, find = " " * 200_000, CLASSIC_FLOOR.parse_place
    assert find(f"{blanks}Kitchen{blanks}3 \t towards{blanks}Ballroom") == find("Kitchen 3 towards Ballroom")
    for text in (f"Kitchen{blanks}x", f"Kitchen{blanks}3{blanks}x", "Kitchen" + " 3" * 100_000):
        with pytest.raises(SleuthError):
            find(text)
        with pytest.raises(LogError):
            Floor.parse([(1, f"passages: {text}")], CLASSIC_FLOOR.figures, CLASSIC_FLOOR.rooms)
