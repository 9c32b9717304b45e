"""A table with a person in a seat, and tables that are watched."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import TableAct, TableBegin, TableHint, TableLook, TableReview, TableWatch
from sleuth.app.results import TableSeatResult
from sleuth.app.table import deal, outcome, seen
from sleuth.core.errors import ActionError, RecordError, SleuthError
from sleuth.games.clue.rules.actions import CardDraw, EndTurn, No, Shows, Yes
from sleuth.games.clue.rules.cards import PILE
from sleuth.play.record import SEALED, open_seal, seal
from sleuth.play.table import Table

AFAR = Bounds(files=False, spec=500, text=20_000)


def table(players: int = 3, seat: int = 1, *opponents: str, seed: int = 1) -> str:
    found: str = perform(TableBegin(f"clue:players={players}", seat, opponents, seed), AFAR).table
    return found


def dealt(spec: str = "clue", seat: int = 1, *opponents: str, seed: int | None = None) -> Table:
    return deal(TableBegin(spec, seat, opponents, seed))


def look(text: str) -> TableSeatResult:
    found: TableSeatResult = perform(TableLook(text))
    return found


def choice(now: TableSeatResult) -> str:
    """What somebody does who never accuses."""
    details = now.details
    if details["to_do"] == "show":
        return f"show {details['choices'][0]}"
    return f"suggest Plum, Rope, {details['drawn'] or 'Hall'}" if details["to_do"] == "suggest" else "end"


def test_to_the_end() -> None:
    text = table(3, 2, "heuristic", seed=4)
    for _ in range(100):
        now = look(text)
        if now.over:
            break
        assert now.solution is None
        text = perform(TableAct(text, choice(now))).table
    assert now.over
    assert now.solution is not None
    assert now.solution.startswith("The envelope held ")
    for request in (TableAct(text, "end"), TableHint(text)):
        with pytest.raises(ConflictError, match="over"):
            perform(request)


def test_one_turn_is_the_table_and_what_is_seen() -> None:
    turn = perform(TableAct(table(), "suggest Plum, Rope, Hall"))
    assert turn.seen == look(turn.table)
    assert turn.seen.events[0] == "You suggest Plum, Rope, Hall."
    assert str(Table.parse(turn.table)) == turn.table
    noted = perform(TableAct(table(), "Plum, Rope, Hall", chances=True)).seen
    assert noted == perform(TableLook(turn.table, chances=True))


def test_only_what_one_sees() -> None:
    text = table(3, 1, "race")
    hidden = Table.parse(text)
    pile = hidden.game.format_deal(hidden.state.deal)
    shown = json.dumps(perform(TableLook(text, chances=True)).as_json())
    assert pile not in text
    assert pile.split(";")[0].partition("=")[2] not in shown
    with pytest.raises(ActionError, match="time to suggest"):
        perform(TableAct(text, "accuse Plum, Rope, Hall"))
    with pytest.raises(ActionError, match="a suggestion has 1 room, not 0"):
        perform(TableAct(text, "suggest Plum, Rope"))


def test_the_notebook_fills() -> None:
    before = perform(TableLook(table(), chances=True)).notebook
    after = perform(TableAct(table(), "suggest Plum, Rope, Hall")).table
    assert perform(TableLook(after, chances=True)).notebook["entropy_bits"] < before["entropy_bits"]
    advice = perform(TableHint(after))
    assert advice.strategy == "race"
    assert advice.action.startswith("You ")


def test_who_may_sit_there() -> None:
    for opponents in (("nobody",), ("race:file=x",), ("ismcts",), ("race",) * 3, ("equilibrium",)):
        with pytest.raises(SleuthError):
            perform(TableBegin("clue", 1, opponents, seed=0), AFAR)
    for request in (TableBegin("clue:players=9"), TableBegin("clue", 4), TableBegin("clue:edition=cards.txt")):
        with pytest.raises(SleuthError):
            perform(request, AFAR)
    with pytest.raises(SleuthError, match="3 players for 2 seats"):
        perform(TableBegin("clue", 1, ("race",) * 3))
    assert dealt("clue:players=2", 1, "ismcts").seats == ("human", "ismcts")
    assert dealt("clue", 2, "heuristic vs race").seats == ("heuristic", "human", "race")
    with pytest.raises(SleuthError, match="equilibrium does not play clue"):
        dealt("clue", 1, "equilibrium")


def test_cards_are_not_named_without_end() -> None:
    with pytest.raises(RefusedError, match="at most 20,000 signs"):
        perform(TableAct(table(), "x" * 20_001), AFAR)


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    cards = tmp_path / "small.txt"
    cards.write_text("who: Fox, Hen, Owl\nwhere: Barn, Nest, Wood\n")
    text = perform(TableBegin(f"clue:hands=2-2,edition={cards}", 1, ("random",), seed=1), OPEN).table
    assert look(text).details["sorts"] == {"who": ["Fox", "Hen", "Owl"], "where": ["Barn", "Nest", "Wood"]}


def test_a_table_goes_on_as_it_would_have() -> None:
    """Read back after every move, it plays the same game: drawn rooms and the others' choices too."""
    begun = dealt("clue:players=4,drawn_rooms=true", 2, "heuristic", "random", seed=3)
    straight, again = begun, begun
    for _ in range(4):
        for move in straight.moves():
            straight = move.after
        while (move := next(Table.parse(str(again)).moves(), None)) is not None:
            again = move.after
        assert str(straight) == str(again)
        action = choice(seen(straight))
        straight, again = straight.act(action), again.act(action)


def test_what_nobody_chooses() -> None:
    """The person's answers, and the only card that can be shown, are no choice; nor is a drawn room."""
    begun = dealt("clue:players=4,drawn_rooms=true", 2, "heuristic", seed=3)
    kinds: set[type] = set()
    for _ in range(8):
        for move in begun.moves():
            begun = move.after
            assert move.actor != 2
            kinds |= {type(move.action)} if move.actor is None else set()
        begun = begun.act(choice(seen(begun)))
    assert kinds == {CardDraw, No, Yes, Shows, EndTurn}


def test_a_drawn_room_needs_no_typing() -> None:
    begun = dealt("clue:drawn_rooms=true", 1, seed=5)
    for move in begun.moves():
        begun = move.after
    room = seen(begun).details["drawn"]
    assert begun.act("Plum, Rope").state.actions[-1] == begun.act(f"Plum, Rope, {room}").state.actions[-1]
    assert room in begun.game.prompt(begun.view())


def test_events_hide_the_cards_of_others() -> None:
    begun = dealt("clue:players=4", 4, "heuristic", seed=1)
    for move in begun.moves():
        begun = move.after
    shows = [line for line in seen(begun).events if " shows " in line]
    assert shows
    assert all(line.endswith(" a card.") for line in shows)


def test_the_end_in_a_word() -> None:
    begun = dealt("clue", 1, "most-likely", seed=3)
    assert outcome(begun) == "You left."
    for move in begun.act("suggest Plum, Rope, Hall").moves():
        begun = move.after
    wrong = begun.act("accuse Green, Knife, Study")
    assert (outcome(wrong), wrong.state.winner, wrong.state.turns) == ("You are out.", None, 1)
    right = begun.act(f"accuse {', '.join(begun.game.revealed(begun.state.deal)['envelope'])}")
    assert (outcome(right), right.state.winner, seen(right).won) == ("You won.", 1, True)


def test_without_a_seed_any_deal() -> None:
    seeds = {dealt().seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(np.random.default_rng(seed) for seed in seeds)


def test_a_record_that_is_wrong_says_where() -> None:
    text = str(dealt("myst:m=2,n=2,p=2,q=1", 1, "race", seed=1).act("s1"))
    assert Table.parse(text).game.name == "myst"
    for old, new, message in (
        ("asks(1,{s1})", "asks(1,{s9})", "step 1"),
        ("human vs race", "human", "2 players"),
        (f"seed: {SEALED}{seal('1')}", "seed: x", "whole number"),
        (f"seed: {SEALED}", f"seed: {SEALED}?", "is damaged"),
        ("result: open", "result: won by 3", "'won by 3'"),
        ("game: myst", "game: mist", "mist"),
    ):
        with pytest.raises((RecordError, SleuthError), match=message):
            Table.parse(text.replace(old, new))


@pytest.mark.parametrize("spec", ["clue:players=3", "myst:m=2,n=2,p=3,q=2"])
def test_watching(spec: str) -> None:
    found = perform(TableWatch(spec, "most-likely vs heuristic", seed=2))
    assert found.players == ["most-likely", "heuristic", "heuristic"]
    assert found.winner in (1, 2, 3)
    assert all(len(step.entropy) == 3 for step in found.steps)
    assert found.steps[-1].entropy[found.winner - 1] == pytest.approx(0.0)
    end = Table.parse(found.record)
    assert end.over
    assert end.state.winner == found.winner
    assert end.state.deal[PILE] == end.state.actions[-1].cards
    assert found == perform(TableWatch(spec, "most-likely vs heuristic vs heuristic", seed=2))


@pytest.mark.parametrize("spec", ["clue:players=3", "myst:m=2,n=2,p=3,q=2", "guess-who-race:faces=6"])
def test_what_somebody_did_not_see_is_sealed_until_the_end(spec: str) -> None:
    """The text of an open table has the deal, the seed and whatever was hidden from anybody out of sight, and reads
    back; that of one that is over has all of it."""
    start = deal(TableBegin(spec, 1, ("most-likely",) if "race" not in spec else ("halving",), 5))
    hidden = 0
    for move in replace(start, seats=("heuristic" if "race" not in spec else "halving", *start.seats[1:])).moves():
        now = replace(move.after, seats=start.seats)
        text = str(now)
        assert str(Table.parse(text)) == text
        assert Table.parse(text) == now
        lines = text.splitlines()
        steps = [line.partition(": ")[2] for line in lines if line.partition(":")[0].isdigit()]
        whole = [now.game.format_action(action) for action in now.state.actions]
        if now.over:
            assert steps == whole
            assert f"seed: {now.seed}" in lines
            break
        assert f"seed: {now.seed}" not in lines
        assert f"seed: {SEALED}{seal('5')}" in lines
        everybody = [now.state.view(player).events for player in (*now.game.players, None)]
        for place, action in enumerate(now.state.actions):
            seen_whole = all(events[place] == action for events in everybody)
            assert (steps[place] == whole[place]) == seen_whole
            hidden += not seen_whole
    assert now.over
    assert hidden or "clue" not in spec


def test_a_table_of_an_older_version_reads(tmp_path: Path) -> None:
    now = dealt("clue:players=3", 3, "most-likely", seed=5)
    for move in now.moves():
        now = move.after
    text = str(now)
    assert SEALED in text
    older = "\n".join(
        f"{line.split(SEALED)[0]}{open_seal(SEALED + line.split(SEALED)[1])}" if SEALED in line else line
        for line in text.splitlines()
    )
    assert "seed: 5" in older
    assert Table.parse(older) == now


def test_players_have_names_from_the_deal_to_the_review() -> None:
    begun = perform(TableBegin("clue", 2, ("heuristic",), 4, names=("Anna", "Ben")), AFAR)
    assert begun.seen.players == ["Anna", "you", "Ben"]
    assert begun.seen.strategies == ["heuristic", "human", "heuristic"]
    assert begun.seen.events[0].startswith("Anna suggests ")
    text = perform(TableAct(begun.table, choice(begun.seen))).table
    assert str(Table.parse(text)) == text
    while not (now := look(text)).over:
        guess = "accuse Plum, Rope, Hall" if now.details["to_do"] == "accuse" else choice(now)
        text = perform(TableAct(text, guess)).table
    assert perform(TableReview(text)).players == ["Anna", "you", "Ben"]
    assert not any("player " in event for event in now.events)


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Ben", "Cat"), ("Anna", ""), ("Anna", "B,n"), ("A\nn", "Ben")])
def test_names_that_cannot_be(names: tuple[str, ...]) -> None:
    with pytest.raises(RefusedError, match=r"name|called"):
        perform(TableBegin("clue", names=names), AFAR)
