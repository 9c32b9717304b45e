"""A table of Clue with a person in a seat."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.card_results import ClueSeatResult
from sleuth.app.clue import read_clue
from sleuth.app.clue_table import ClueTable
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import ClueAct, ClueBegin, ClueHint, ClueLook
from sleuth.core.errors import SleuthError
from sleuth.games.clue.rules.actions import CardDraw, EndTurn, No, Shows, Yes

AFAR = Bounds(files=False, spec=500, text=20_000)


def table(players: int = 3, seat: int = 1, *opponents: str, seed: int = 1) -> str:
    found: str = perform(ClueBegin(players, seat, opponents, seed=seed), AFAR).table
    return found


def look(text: str) -> ClueSeatResult:
    found: ClueSeatResult = perform(ClueLook(text))
    return found


def choice(seen: ClueSeatResult) -> tuple[str, str]:
    """What somebody does who never accuses."""
    if seen.to_do == "show":
        return "show", seen.choices[0]
    return ("suggest", f"Plum, Rope, {seen.drawn or 'Hall'}") if seen.to_do == "suggest" else ("end", "")


def test_to_the_end() -> None:
    text = table(3, 2, "heuristic", seed=4)
    for _ in range(100):
        seen = look(text)
        if seen.over:
            break
        assert seen.envelope_held is None
        text = perform(ClueAct(text, *choice(seen))).table
    assert seen.over
    assert seen.envelope_held is not None
    assert len(seen.envelope_held) == 3
    for request in (ClueAct(text, "end"), ClueHint(text)):
        with pytest.raises(ConflictError, match="over"):
            perform(request)


def test_one_turn_is_the_table_and_what_is_seen() -> None:
    turn = perform(ClueAct(table(), "suggest", "Plum, Rope, Hall"))
    assert turn.seen == look(turn.table)
    assert turn.seen.events[0] == "You suggest Plum, Rope, Hall."
    assert str(ClueTable.parse(turn.table)) == turn.table
    noted = perform(ClueAct(table(), "suggest", "Plum, Rope, Hall", chances=True)).seen
    assert noted == perform(ClueLook(turn.table, chances=True))


def test_only_what_one_sees() -> None:
    text = table(3, 1, "race")
    dealt = json.loads(text)["deal"]
    seen = json.dumps(perform(ClueLook(text, chances=True)).as_json())
    assert str(dealt[0]) not in seen
    assert "deal" not in seen
    with pytest.raises(ConflictError, match="time to suggest"):
        perform(ClueAct(text, "end"))
    with pytest.raises(SleuthError):
        perform(ClueAct(text, "suggest", "Plum, Rope"))


def test_the_notebook_fills() -> None:
    before = perform(ClueLook(table(), chances=True)).notebook
    after = perform(ClueAct(table(), "suggest", "Plum, Rope, Hall")).table
    assert perform(ClueLook(after, chances=True)).notebook.entropy_bits < before.entropy_bits
    advice = perform(ClueHint(after))
    assert advice.accuse.now in (True, False)
    assert advice.accuse.text.endswith(".")


def test_who_may_sit_there() -> None:
    for opponents in (("nobody",), ("race:file=x",), ("ismcts",), ("race",) * 3):
        with pytest.raises(SleuthError):
            perform(ClueBegin(3, 1, opponents, seed=0), AFAR)
    for request in (ClueBegin(9, 1), ClueBegin(3, 4), ClueBegin(edition="cards.txt")):
        with pytest.raises(SleuthError):
            perform(request, AFAR)
    with pytest.raises(RefusedError, match="3 opponents for 2 seats"):
        perform(ClueBegin(3, 1, ("race",) * 3))
    assert ClueTable.deal(read_clue(2, "classic", False), 1, ["ismcts"]).opponents == ("ismcts",)


def test_cards_are_not_named_without_end() -> None:
    with pytest.raises(RefusedError, match="at most 20,000 signs"):
        perform(ClueAct(table(), "suggest", "x" * 20_001), AFAR)


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    cards = tmp_path / "small.txt"
    cards.write_text("who: Fox, Hen, Owl\nwhere: Barn, Nest, Wood\n")
    text = perform(ClueBegin(2, 1, ("random",), edition=str(cards), seed=1), OPEN).table
    assert look(text).sorts == {"who": ["Fox", "Hen", "Owl"], "where": ["Barn", "Nest", "Wood"]}


def test_a_table_goes_on_as_it_would_have() -> None:
    """Read back after every move, it plays the same game: drawn rooms and the others' choices too."""
    begun = ClueTable.deal(read_clue(4, "classic", drawn_rooms=True), 2, ["heuristic", "random"], seed=3)
    straight, again = begun, begun
    for _ in range(4):
        for move in straight.moves():
            straight = move.after
        while (move := next(ClueTable.parse(str(again)).moves(), None)) is not None:
            again = move.after
        assert str(straight) == str(again)
        action, cards = choice(straight.seen())
        straight, again = straight.act(action, cards), again.act(action, cards)


def test_what_nobody_chooses() -> None:
    """The person's answers, and the only card that can be shown, are no choice; nor is a drawn room."""
    begun = ClueTable.deal(read_clue(4, "classic", drawn_rooms=True), 2, ["heuristic"], seed=3)
    kinds: set[type] = set()
    for _ in range(8):
        for move in begun.moves():
            begun = move.after
            assert move.actor != 2
            kinds |= {type(move.action)} if move.actor is None else set()
        begun = begun.act(*choice(begun.seen()))
    assert kinds == {CardDraw, No, Yes, Shows, EndTurn}


def test_events_hide_the_cards_of_others() -> None:
    begun = ClueTable.deal(read_clue(4, "classic", drawn_rooms=False), 4, ["heuristic"], seed=1)
    lines = []
    for move in begun.moves():
        begun = move.after
        event = begun.last_event()
        lines += [event.text] if event else []
    assert lines == [event.text for event in begun.events()] == begun.seen().events
    shows = [line for line in lines if " shows " in line]
    assert shows
    assert all(line.endswith(" a card.") for line in shows)


def test_the_end_in_a_word() -> None:
    begun = ClueTable.deal(read_clue(3, "classic", drawn_rooms=False), 1, ["most-likely"], seed=3)
    assert begun.end().outcome == "you left"
    for move in begun.act("suggest", "Plum, Rope, Hall").moves():
        begun = move.after
    wrong = begun.act("accuse", "Green, Knife, Study")
    assert (wrong.end().outcome, wrong.end().winner, wrong.end().turns) == ("you are out", None, 1)
    right = begun.act("accuse", ", ".join(begun.end().envelope))
    assert (right.end().outcome, right.end().winner, right.seen().won) == ("you won", 1, True)


def test_without_a_seed_any_deal() -> None:
    seeds = {ClueTable.deal(read_clue(3, "classic", False), 1, []).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(np.random.default_rng(seed) for seed in seeds)
