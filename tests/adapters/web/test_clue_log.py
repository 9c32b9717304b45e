"""What taps write into a log of Clue: the set-up and turns, which the log reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.adapters.web.clue_help import EXAMPLE
from sleuth.adapters.web.clue_log import (
    EDITIONS,
    NOBODY,
    PLAYERS,
    Setup,
    TurnPlace,
    tidy,
    told_choices,
    turn_line,
    with_line,
)
from sleuth.app import ClueLogResult, ClueLook, perform
from sleuth.core.errors import ActionError

HEADS = "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"


def look(log: str) -> ClueLogResult:
    result: ClueLogResult = perform(ClueLook(log))
    return result


CARDS = look(HEADS).sorts


@given(st.data())
def test_a_turn_is_a_line_that_reads_back(data: st.DataObject) -> None:
    """Whatever is tapped, the log understands it, or says what is wrong by one's own hand."""
    one_of = lambda values: data.draw(st.sampled_from(values))  # noqa: E731
    asker, cards = one_of(["Ann", "Ben", "Cat"]), [one_of(names) for names in CARDS.values()]
    shower = one_of([name for name in ("Ann", "Ben", "Cat", NOBODY) if name != asker])
    sent = {"who": asker, "kind": one_of(["suggest", "accuse", "pass"]), "shower": shower, "result": "wrong"}
    sent |= {f"card-{number}": card for number, card in enumerate(cards)} | {"shown": one_of(["", "0", "1", "2"])}
    line = turn_line(sent, look(HEADS))
    found = look(HEADS + line)
    mine = {"Mustard", "Plum", "Knife", "Rope", "Hall", "Study"} & {*cards}
    if found.faults:
        assert mine or shower == "Ann"
        return
    words = found.entries[-1].words
    assert words.startswith("You" if asker == "Ann" else asker)
    if sent["kind"] == "suggest":
        assert ", ".join(cards) in words
        assert ("Nobody could show" in words) == (shower == NOBODY)
        seen = shower != NOBODY and sent["shown"] and "Ann" in (asker, shower)
        assert words.endswith(f" {cards[int(sent['shown'])]}." if seen else ".")


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "whose turn"),
        ({"who": "Zoe"}, "whose turn"),
        ({"who": "Ben", "card-0": "Plum"}, "choose the weapon"),
        ({"who": "Ben", "card-0": "Plum", "card-1": "Rope", "card-2": "Hall"}, "who showed"),
        ({"who": "Ben", "card-0": "Plum", "card-1": "Rope", "card-2": "Hall", "shower": "Ben"}, "who showed"),
        ({"who": "Ben", "card-0": "Plum\nme: Cat", "card-1": "Rope", "card-2": "Hall"}, "choose the suspect"),
    ],
)
def test_what_is_missing_is_asked_for(sent: dict[str, str], says: str) -> None:
    with pytest.raises(ActionError, match=says):
        turn_line(sent, look(HEADS))


@given(st.integers(2, 6), st.sampled_from(sorted(EDITIONS)), st.data())
def test_a_set_up_is_read_back(count: int, edition: str, data: st.DataObject) -> None:
    sorts = look(f"edition: {edition}\n").sorts
    cards = [card for names in sorts.values() for card in names]
    me = data.draw(st.integers(0, count))
    up = data.draw(st.sets(st.sampled_from(cards), max_size=3))
    sent = {"count": str(count), "edition": edition, "me": str(me)} | {f"up-{card}": "on" for card in up}
    size = Setup.sent(sent, look(""), sorts).seats[me - 1][1] if me else 0
    left = sorted({*cards} - up)
    sent |= {f"hand-{card}": "on" for card in left[:size]}
    setup = Setup.sent(sent, look(""), sorts)
    found = look("".join(f"{line}\n" for line in setup.lines))
    assert (found.ready, found.faults) == (True, [])
    assert setup.missing == 0
    assert Setup.of(found) == setup
    assert found.players == list(PLAYERS[:count])


def test_hands_that_were_counted_stay_until_the_players_change() -> None:
    before = look("players: You 5, Ann 5, Ben 4, Cat 4\nme: You\nhand: Plum\n")
    sent = {"count": "4", "edition": "classic", "me": "1", "size-1": "4", "size-2": "5", "size-3": "5", "size-4": "4"}
    assert [size for _, size in Setup.sent(sent, before, before.sorts).seats] == [4, 5, 5, 4]
    assert [size for _, size in Setup.sent(sent | {"count": "5"}, before, before.sorts).seats] == [4, 4, 4, 3, 3]


@pytest.mark.parametrize("name", ["A, B", "A: B", "# A", "x" * 31])
def test_a_name_that_a_line_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(ActionError, match="a name has at most 30 signs"):
        Setup.sent({"count": "3", "name-2": name}, look(""), look("").sorts)


def test_the_choices_of_a_turn_write_it_again() -> None:
    shown = "Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench\nBen: pass\n"
    log = f"{HEADS}{shown}Cat: White, Rope, Hall -> Ann shows Rope\nAnn accuses Plum, Rope, Hall: wrong\n"
    found = look(log)
    for entry in found.entries:
        if entry.told is not None:
            place = TurnPlace("change", entry.line)
            line = turn_line(told_choices(entry.told, found, place), found)
            assert look(place.put(log, line)).entries[entry.line - 1].told == entry.told


@pytest.mark.parametrize(
    ("where", "expected"), [("", "abc!"), ("change-2", "a!c"), ("before-2", "a!bc"), ("after-2", "ab!c")]
)
def test_places_of_a_turn(where: str, expected: str) -> None:
    place = TurnPlace.read(where)
    assert place.put("a\nb\nc\n", "!") == "".join(f"{sign}\n" for sign in expected)
    assert expected[place.lands("a\nb\nc\n") - 1] == "!"
    assert str(place) == where


def test_a_place_that_is_gone() -> None:
    for where in ("change-9", "before-9", "after-9"):
        with pytest.raises(ActionError, match="no longer there"):
            TurnPlace.read(where).put("a\n", "!")
    assert TurnPlace.read("before-x") == TurnPlace.read("elsewhere-1") == TurnPlace()


def test_the_example_holds() -> None:
    assert look(EXAMPLE).ready
    assert not look(EXAMPLE).faults


@given(st.text(alphabet="ab \r\n\x0b\u2028", max_size=30), st.integers(-1, 9), st.text(alphabet="xy \n", max_size=8))
def test_lines_are_changed_one_at_a_time(text: str, number: int, line: str) -> None:
    log = tidy(text)
    assert tidy(log) == log
    lines = log.split("\n")[:-1]
    if not 1 <= number <= len(lines) + 1:
        with pytest.raises(ActionError, match="no longer there"):
            with_line(log, number, line)
        return
    expected = [*lines[: number - 1], " ".join(line.split()), *lines[number:]]
    assert with_line(log, number, line) == tidy("\n".join(expected))
