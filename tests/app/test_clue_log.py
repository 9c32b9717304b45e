"""The log of a table of Clue while it is typed: every line can be changed, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.app.clue_log import ClueNotes
from sleuth.app.perform import perform
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import SleuthError
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.rules.errors import LogError

HEADS = ("players: Ann 6, Ben 6, Cat 6", "me: Ann", "hand: Mustard, Plum, Knife, Rope, Hall, Study")
FIRST = "Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench"


def notes_of(*lines: str) -> ClueNotes:
    notes = ClueNotes()
    for line in lines:
        notes = notes.add(line)
    return notes


def test_line_by_line_is_the_same_as_at_once() -> None:
    notes, at_once = notes_of(*HEADS, FIRST), perform(ClueAssist("\n".join((*HEADS, FIRST))))
    assert notes.lines == (*HEADS, FIRST)
    assert notes.notebook().worlds == at_once.worlds
    assert notes.advice().suggestion == at_once.suggestion
    assert notes.advice().asked
    assert notes.mine
    after = notes.add("Ben: pass")
    assert not after.mine
    assert after.undo().lines == after.delete("5").lines == notes.lines
    assert after.undo().redo().lines == after.lines


def test_heads_can_be_typed_again() -> None:
    notes = notes_of(*HEADS, "# first round", FIRST)
    other = notes.add("hand: mus plu dagger rop hall kitchen")
    assert other.lines == (*HEADS[:2], "hand: Mustard, Plum, Knife, Rope, Hall, Kitchen", "# first round", FIRST)
    assert str(notes.add("players: Zoe, Ben, Kit")) == str(notes).replace("Ann", "Zoe").replace("Cat", "Kit")
    with pytest.raises(LogError, match="line 5: Cat is asked before Ben"):
        notes.add("players: Ann, Cat, Ben")
    with pytest.raises(LogError, match="line 5: there is no player called 'Cat'"):
        notes.add("players: Ann 9, Ben 9")
    watcher = notes_of("players: Ann 6, Ben 6, Cat 6", "me: Ann").watch().add("Ben: Plum, Rope, Hall -> Cat ?")
    assert watcher.lines == ("players: Ann 6, Ben 6, Cat 6", "Ben: Plum, Rope, Hall -> Cat shows ?")


def test_heads_that_belong_together_are_changed_one_by_one() -> None:
    notes = notes_of(*HEADS, FIRST)
    larger = notes.add("players: Ann 7, Ben 6, Cat 5")
    assert larger.troubles == ["line 3: Ann holds 7 cards by the line of players, but 6 cards by this one"]
    assert larger.add("hand: Mustard, Plum, Knife, Rope, Hall, Study, Lounge").troubles == []
    with pytest.raises(LogError, match="line 3: Ann holds 6 cards by the line of players, but 1 card by this one"):
        notes.add("hand: Plum")
    with pytest.raises(
        LogError, match=r"line 1: hands of 5\+5\+5 make 15 cards.*face up are named first: public: CARD"
    ):
        notes.add("players: Ann 5, Ben 5, Cat 5")
    public = notes.add("public: Lounge, Kitchen, Ballroom")
    assert "line 1: hands of 6+6+6 and 3 face up make 21 cards" in public.troubles[0]
    changed = public.add("players: Ann 5, Ben 5, Cat 5").add("hand: Mustard, Plum, Knife, Rope, Hall")
    assert changed.troubles == []
    assert changed.lines[3:] == ("public: Lounge, Kitchen, Ballroom", FIRST)
    assert changed.notebook().public == ["Ballroom", "Kitchen", "Lounge"]
    assert notes.delete("3").troubles == ["line 2: 'me' is told, but not 'hand'"]
    assert notes.delete("3").delete("2").lines == (HEADS[0], FIRST)


@pytest.mark.parametrize("name", ["Me", "Hand", "Players", "Public", "Edition", "S", "N", "Undo"])
def test_players_may_be_called_as_heads_and_commands(name: str) -> None:
    notes = notes_of(f"players: {name} 6, Ben 6, Cat 6", f"me: {name}", HEADS[2])
    for line in (f"{name}: Green, Wrench, Library -> Cat shows Wrench", f"{name} accuses Green, Rope, Hall: wrong"):
        assert notes.means_line(line)
        assert len(notes.add(line).whole().turns) == 1
    assert len(notes.add(f"{name}: pass").whole().turns) == 1
    if name.lower() in notes.whole().heads:
        with pytest.raises(LogError, match=f"'{name.lower()}' is a player here and also line"):
            notes.add(f"{name}: Green, Wrench, Library")


def test_a_turn_that_went_by_is_said() -> None:
    notes = notes_of(*HEADS, FIRST, "Cat: White, Revolver, Lounge -> Ben shows ?")
    assert notes.passed_over == "(Ben made no suggestion.)"
    assert notes.add("Cat accuses White, Wrench, Lounge: wrong").passed_over == ""
    again = notes.add("Cat: White, Revolver, Study -> Ann shows Study")
    assert again.passed_over == "(Ann, Ben made no suggestion.)"
    assert notes.add("Ann: pass").passed_over == ""


def test_lines_in_the_middle() -> None:
    second, third = "Ben: Plum, Knife, Kitchen -> Ann shows Knife", "Cat: White, Revolver, Lounge -> Ben shows ?"
    notes = notes_of(*HEADS, FIRST, third).insert(f"5 {second}  # late")
    assert notes.lines[4:] == ("Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife  # late",
                               "Cat: White, Revolver, Lounge -> Ann no, Ben shows ?")  # fmt: skip
    assert notes.delete("4").lines[3:] == notes.lines[4:]
    assert notes.edit("4 # nothing").lines[3] == "# nothing"
    for wrong, message in (
        (("delete", "1"), "a log begins with the players"),
        (("edit", "9 Ben: pass"), "name a line from 1 to 6"),
        (("edit", "4"), "say what line 4 should be"),
        (("delete", "x"), "name a line from 1 to 6"),
        (("edit", "5 Ben: Plum, Rope -> none"), "line 5: a suggestion has 1 room, not 0"),
    ):
        with pytest.raises(LogError, match=message):
            getattr(notes, wrong[0])(wrong[1])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Ben: White, Wrench, Library -> Cat no, Ann no", "line 4.*line 5.*Nothing was changed"),
        ("Dan: pass", "line 5: there is no player called 'Dan'"),
    ],
)
def test_a_wrong_line_is_not_kept(line: str, message: str) -> None:
    notes = notes_of(*HEADS, FIRST)
    with pytest.raises(SleuthError, match=message):
        notes.add(line)


def test_a_log_that_contradicts_itself_can_be_opened_and_mended(tmp_path: Path) -> None:
    path = tmp_path / "bad.log"
    text = "\n".join(("# ours", *HEADS, FIRST, "Ben: White, Wrench, Library -> none", "Cat: Gren, Rope, Hall -> none"))
    path.write_text(text)
    notes = ClueNotes.read(path)
    fault, clash = notes.troubles
    assert fault.startswith("line 7: there is no card called 'Gren'")
    assert "line 5 (Cat shows Wrench); line 6 (Cat no)" in clash
    with pytest.raises(LogError, match="line 7: there is no card called 'Grun'"):
        notes.edit("7 Cat: Grun, Rope, Hall -> none")
    mended = notes.delete("7").edit("6 Ben: White, Wrench, Library -> Cat ?")
    assert mended.troubles == []
    mended.write(path)
    assert path.read_text().splitlines()[0] == "# ours"
    back = mended.undo().undo()
    assert str(back) == f"{text}\n"
    assert back.undo().lines == notes.lines[:-1]
    with pytest.raises(LogError, match="nothing to undo"):
        notes_of(*HEADS[:0]).undo()


TEXTS = (
    "Ann: Green, Wrench, Library -> Cat shows Wrench", "Ben: plum knife kit -> Ann Knife  # seen", "cat: pass",
    "Cat: White, Revolver, Lounge => Ben ?", "Ben accuses White, Rope, Hall: wrong", "# a comment", "nonsense",
    "Ben: White, Wrench, Lounge -> none", "hand: Mustard, Plum, Knife, Rope, Hall, Kitchen", "players: Ann, Ben, Cat",
    "players: Ann 6, Ben 7, Cat 5", "players: Ann 5, Dan 6, Cat 6", "me: Ben", "public: Hall",
)  # fmt: skip
CHANGES = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(TEXTS)),
    st.tuples(
        st.sampled_from(["edit", "insert"]), st.builds("{} {}".format, st.integers(1, 9), st.sampled_from(TEXTS))
    ),
    st.tuples(st.just("delete"), st.integers(1, 9).map(str)),
    st.tuples(st.just("undo"), st.just("")),
)


@settings(max_examples=trials(60), deadline=None)
@given(st.lists(CHANGES, max_size=10))
def test_every_earlier_text_comes_back(changes: list[tuple[str, str]]) -> None:
    """Whatever is added, edited, inserted, deleted and taken back: `undo` retraces it, and each text reads back."""
    notes = notes_of(*HEADS)
    texts = [tuple(HEADS[:length]) for length in range(len(HEADS) + 1)]
    for how, what in changes:
        before = notes.lines
        try:
            notes = notes.undo() if how == "undo" else getattr(notes, how)(what)
        except SleuthError as error:
            line = getattr(error, "line", 0)
            assert 0 <= line <= len(before) + 1
            assert notes.lines == before
            continue
        if how == "undo":
            texts.pop()
        else:
            texts.append(notes.lines)
        assert notes.lines == texts[-1]
        if notes.ready and not notes.faults:
            assert str(ClueLog.parse(str(notes))) == str(notes)
        for line, turn in zip(*((notes.log.lines, notes.log.turns) if notes.log else ((), ())), strict=True):
            name = notes.whole().game.player_names[turn.player - 1]
            assert notes.lines[line - 1].startswith(name)
    for text in reversed(texts[:-1]):
        notes = notes.undo()
        assert notes.lines == text
