"""Help at a real table of Clue: from a log, and line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.app.bounds import Bounds
from sleuth.app.clue_log import ClueHeads, ClueNotes
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import SleuthError

LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
"""
AFAR = Bounds(files=False, text=20_000)


def test_help_from_a_log() -> None:
    found = perform(ClueAssist(LOG), AFAR)
    assert found.contradiction is None
    assert found.hands["Cat"]["Wrench"] == pytest.approx(1)
    assert found.suggestion.cards
    assert "bits" in found.suggestion.reason
    assert found.opponents["Ben"].text.startswith("Ben could be missing")
    for card in found.envelope:
        assert found.envelope[card] + sum(hand[card] for hand in found.hands.values()) == pytest.approx(1)


def test_who_only_watches_gets_no_advice() -> None:
    found = perform(ClueAssist("players: Ann 6, Ben 6, Cat 6\n" + LOG.splitlines()[3]))
    assert (found.me, found.suggestion, found.accuse, found.alternatives) == (None, None, None, [])
    assert found.worlds


def test_lines_that_contradict_each_other_are_a_result() -> None:
    found = perform(ClueAssist(LOG + "Ben: White, Wrench, Library -> Cat no, Ann no\n", why="h(0,Green)"), AFAR)
    assert found.contradiction.startswith("no deal explains this log; these cannot all be true")
    assert (found.worlds, found.solutions, found.suggestion, found.why) == (0, [], None, None)
    assert set(found.as_json()) == set(perform(ClueAssist(LOG)).as_json())


def test_why() -> None:
    found = perform(ClueAssist(LOG, why="h(Cat,Wrench)")).why
    assert (found.known, [entry.line for entry in found.entries]) == (True, [4])
    assert not perform(ClueAssist(LOG, why="h(0,Green)")).why.known


def test_a_log_from_afar_names_no_file(tmp_path: Path) -> None:
    path = tmp_path / "edition.txt"
    path.write_text("suspect: Ada, Bea, Cy\nplace: Here, There\n")
    for line in (f"edition: {path}", f"  EDITION : {path}", f"Edition:{path} # x"):
        with pytest.raises(RefusedError, match="edition is a file"):
            perform(ClueAssist(f"{line}\n{LOG}"), AFAR)
    assert perform(ClueAssist(f"edition: classic\n{LOG}"), AFAR).worlds
    assert perform(ClueAssist(f"edition: {path}\nplayers: Ann 2, Ben 1\n")).sorts["place"] == ["Here", "There"]


def test_a_log_from_afar_is_not_without_end() -> None:
    for request in (ClueAssist("x" * 20_001), ClueAssist(LOG, why="!" * 20_001)):
        with pytest.raises(RefusedError, match="at most 20,000 signs"):
            perform(request, AFAR)


def notes_of(lines: list[str]) -> ClueNotes:
    now: ClueHeads | ClueNotes = ClueHeads()
    for line in lines:
        now = now.add(line)
    assert isinstance(now, ClueNotes)
    return now


def test_line_by_line_is_the_same_as_at_once() -> None:
    notes, at_once = notes_of(LOG.splitlines()), perform(ClueAssist(LOG))
    assert str(notes.log) == LOG
    assert notes.notebook().worlds == at_once.worlds
    assert notes.advice().suggestion == at_once.suggestion
    assert notes.mine
    after = notes.add("Ben: pass")
    assert not after.mine
    assert after.parts == (LOG.splitlines()[:3], [*LOG.splitlines()[3:], "Ben: pass"])
    assert after.undo() == after.edit("delete", "2") == notes
    assert after.edit("edit", "2 Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife") != after
    assert str(notes_of(["players: Ann 6, Ben 6, Cat 6", "me: Ann", ""]).log) == "players: Ann 6, Ben 6, Cat 6\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Ben: White, Wrench, Library -> Cat no, Ann no", "cannot all be true.*The line is not kept"),
        ("Dan: pass", "no player called 'Dan'"),
    ],
)
def test_a_wrong_line_is_not_kept(line: str, message: str) -> None:
    notes = notes_of(LOG.splitlines())
    with pytest.raises(SleuthError, match=message):
        notes.add(line)
    assert str(notes.log) == LOG
