"""Clue and MYST through the service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sleuth.adapters.service import cards
from sleuth.adapters.service.errors import ConflictError, RefusedError
from sleuth.core.errors import SleuthError

LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
"""


def test_help_from_a_log() -> None:
    told = cards.clue_assist(LOG)
    assert told["contradiction"] is None
    assert told["hands"]["Cat"]["Wrench"] == pytest.approx(1)
    assert told["suggestion"]["cards"]
    for card in told["envelope"]:
        assert told["envelope"][card] + sum(hand[card] for hand in told["hands"].values()) == pytest.approx(1)


def test_lines_that_contradict_each_other() -> None:
    told = cards.clue_assist(LOG + "Ben: White, Wrench, Library -> Cat no, Ann no\n")
    assert "cannot all be true" in told["contradiction"]


def test_a_log_names_no_file(tmp_path: Path) -> None:
    path = tmp_path / "edition.txt"
    path.write_text("suspect: A, B\n")
    for line in (f"edition: {path}", f"  EDITION : {path}", f"Edition:{path} # x"):
        with pytest.raises(RefusedError, match="edition is a file"):
            cards.clue_assist(f"{line}\n{LOG}")
    assert cards.clue_assist(f"edition: classic\n{LOG}")["worlds"]


def test_a_table_to_the_end() -> None:
    table = cards.clue_begin(3, 2, ["heuristic"], seed=4)
    for _ in range(100):
        told = cards.clue_told(table, chances=False)
        if told["over"]:
            break
        assert told["envelope_held"] is None
        if told["to_do"] == "show":
            table = cards.clue_act(table, "show", told["choices"][0])
        elif told["to_do"] == "suggest":
            table = cards.clue_act(table, "suggest", "Plum, Rope, Hall")
        else:
            table = cards.clue_act(table, "end")
    assert told["over"]
    assert len(told["envelope_held"]) == 3
    with pytest.raises(ConflictError, match="over"):
        cards.clue_act(table, "end")


def test_a_table_shows_only_what_one_sees() -> None:
    table = cards.clue_begin(3, 1, ["race"], seed=1)
    dealt = json.loads(table)["deal"]
    told = json.dumps(cards.clue_told(table))
    assert str(dealt[0]) not in told
    assert "deal" not in told
    with pytest.raises(ConflictError, match="time to suggest"):
        cards.clue_act(table, "end")
    with pytest.raises(SleuthError):
        cards.clue_act(table, "suggest", "Plum, Rope")


def test_the_notebook_fills() -> None:
    table = cards.clue_act(cards.clue_begin(3, 1, ["race"], seed=1), "suggest", "Plum, Rope, Hall")
    before = cards.clue_told(cards.clue_begin(3, 1, ["race"], seed=1))["notebook"]["entropy_bits"]
    assert cards.clue_told(table)["notebook"]["entropy_bits"] < before
    assert cards.clue_hint(table)["accuse"]["now"] in (True, False)


def test_who_may_sit_there() -> None:
    for opponents in (["nobody"], ["race:file=x"], ["ismcts"], ["race"] * 3):
        with pytest.raises(SleuthError):
            cards.clue_begin(3, 1, opponents, 0)
    with pytest.raises(SleuthError):
        cards.clue_begin(9, 1, [], 0)
    with pytest.raises(RefusedError):
        cards.clue_begin(3, 4, [], 0)


def test_myst() -> None:
    assert cards.myst_value(2, 2)["exact"] == "1/2"
    assert cards.myst_value(2, 1, bluff=True)["value"] == pytest.approx(2 / 3, abs=1e-6)
    for numbers in ((0, 1), (300, 1)):
        with pytest.raises(RefusedError):
            cards.myst_value(*numbers)
    with pytest.raises(RefusedError, match="bluffing"):
        cards.myst_value(4, 4, bluff=True)
