"""Help at a real table of Clue, from a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.app.bounds import Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import ParameterError
from sleuth.games.clue.rules.errors import LogError

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
    for name in ("classic", "classic-uk"):
        assert perform(ClueAssist(f"edition: {name}\n{LOG}"), AFAR).worlds
    own = "suspect: Ada, Bea, Cy\nplace: Here, There\nplayers: Ann 2, Ben 1\n"
    assert perform(ClueAssist(own), AFAR).sorts["place"] == ["Here", "There"]
    assert perform(ClueAssist(f"edition: {path}\nplayers: Ann 2, Ben 1\n")).sorts["place"] == ["Here", "There"]


def test_a_log_from_afar_is_not_without_end() -> None:
    for request in (ClueAssist("x" * 20_001), ClueAssist(LOG, why="!" * 20_001)):
        with pytest.raises(RefusedError, match="at most 20,000 signs"):
            perform(request, AFAR)


def test_an_edition_is_looked_for_beside_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here" / "small.txt").write_text("suspect: Ada, Bea, Cy\nplace: Here, Hence\n")
    log = "edition: small.txt\nplayers: Ann 2, Ben 1\n"
    assert perform(ClueAssist(log, folder="../there")).sorts["place"] == ["Here", "Hence"]
    (tmp_path / "there" / "small.txt").write_text("suspect: Ada, Bea, Cy\nplace: There, Thence\n")
    assert perform(ClueAssist(log, folder="../there")).sorts["place"] == ["There", "Thence"]


def test_lines_that_cannot_be_read_are_left_out_and_named() -> None:
    typo = LOG + "# a comment\nBen: Gren, Knife, Kitchen -> none\nCat: White, Revolver, Lounge -> Ben shows ?\n"
    found = perform(ClueAssist(typo, tolerant=True), AFAR)
    [fault] = found.faults
    assert fault.line == 6
    assert fault.text.startswith("there is no card called 'Gren'; did you mean Green")
    without = perform(ClueAssist("\n".join(line for line in typo.splitlines() if "Gren," not in line)))
    assert (found.worlds, found.turns, found.suggestion) == (without.worlds, 2, without.suggestion)
    with pytest.raises(LogError, match="line 6: there is no card called 'Gren'"):
        perform(ClueAssist(typo))
    hand = perform(ClueAssist(LOG.replace("Study", "Studio"), tolerant=True))
    assert (hand.me, [fault.line for fault in hand.faults]) == (None, [3])
    assert perform(ClueAssist(LOG, tolerant=True)).faults == []


def test_advice_for_rooms() -> None:
    found = perform(ClueAssist(LOG + "Cat: White, Revolver, Lounge -> Ben shows ?\n", rooms="kitchen, hall"))
    named = [found.suggestion.cards, *(option.cards for option in found.alternatives)]
    assert len(named) == 5
    assert {cards[-1] for cards in named} <= {"Kitchen", "Hall"}
    assert not found.asked
    with pytest.raises(ParameterError, match="Rope is no room"):
        perform(ClueAssist(LOG, rooms="Hall, Rope"))


def test_cards_on_the_table() -> None:
    log = "players: Ann 4, Ben 4, Cat 4, Dan 4\npublic: Knife, Hall\nme: Ann\nhand: Plum, Rope, Study, Lounge\n"
    found = perform(ClueAssist(log + "Ann: Green, Knife, Hall -> Dan shows Green\n"))
    assert (found.game, found.public) == ("clue:hands=4-4-4-4,public=2", ["Knife", "Hall"])
    assert set(found.hands) == {"Ann", "Ben", "Cat", "Dan"}
    assert found.envelope["Knife"] == found.hands["Ben"]["Hall"] == 0
    assert found.hands["Dan"]["Green"] == 1
    clash = perform(ClueAssist(log + "Ann: White, Knife, Kitchen -> Ben shows Knife\n"))
    assert clash.contradiction is not None
    assert "line 2 (public: Knife, Hall)" in clash.contradiction
