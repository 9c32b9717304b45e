"""What if, at a table of Clue: exact as the notebook is, and nothing of it is kept."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.app import ClueAssist, ClueLook, perform
from sleuth.core.errors import SleuthError
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position

LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: White, Revolver, Lounge -> Cat shows ?
"""
CARDS = "White", "Peacock", "Candlestick", "Revolver", "Lounge", "Kitchen", "Green"


@given(st.sampled_from(("Ben", "Cat", "0")), st.sampled_from(CARDS), st.sampled_from(("", "!")))
@settings(max_examples=trials(12), deadline=None)
def test_supposing_is_conditioning(holder: str, card: str, sign: str) -> None:
    """What is supposed of a card is the share of the deals in which it is so, and the rest follows by Bayes."""
    plain, supposed = perform(ClueAssist(LOG)), perform(ClueAssist(LOG, suppose=f"{sign}h({holder},{card})"))
    hands = plain.envelope if holder == "0" else plain.hands[holder]
    chance = 1 - hands[card] if sign else hands[card]
    if chance == 0:
        assert supposed.contradiction
        return
    contrary = "" if sign else "!"
    other = perform(ClueAssist(LOG, suppose=f"{contrary}h({holder},{card})"))
    for name in ("White", "Kitchen"):
        mixed = chance * supposed.envelope[name] + (1 - chance) * (other.envelope[name] if other.envelope else 0)
        assert mixed == pytest.approx(plain.envelope[name])
    assert supposed.worlds + other.worlds == plain.worlds


def test_a_turn_that_is_supposed_is_as_if_it_were_written() -> None:
    line = "Cat: Green, Revolver, Kitchen -> Ann no, Ben shows ?"
    supposed, written = perform(ClueAssist(LOG, suppose=line)), perform(ClueAssist(f"{LOG}{line}\n"))
    assert supposed.envelope == written.envelope
    assert supposed.action == written.action
    assert supposed.supposition == ["Cat: Green, Revolver, Kitchen. You passed, Ben showed a card"]


@pytest.mark.parametrize(
    ("suppose", "says"),
    [
        ("h(Ben,Green)", "Ben cannot have Green: line 4 (Ben no)"),
        ("!h(Cat,Wrench)", "Cat must have Wrench: line 4 (Cat shows Wrench)"),
        ("h(Ben,Rope)", "Ben cannot have Rope: by your hand and the rules"),
        ("h(0,Plum)", "the envelope cannot hold Plum: by your hand and the rules"),
        ("h(0,White)\nh(0,Green)", "the envelope cannot hold Green: you suppose that the envelope holds White"),
        ("Cat: Green, Rope, Kitchen -> Ann shows Rope\nAnn: Green, Revolver, Kitchen -> Ben shows Green",
         "that cannot happen: line 4 (Ben no)"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_one_sentence(suppose: str, says: str) -> None:
    found = perform(ClueAssist(LOG, suppose=suppose))
    assert found.contradiction == says
    assert len(found.supposition) == len(suppose.splitlines())


@pytest.mark.parametrize(
    ("suppose", "says"),
    [
        ("h(Ben,Rope) | h(Cat,Rope)", "suppose one thing a line"),
        ("K(Ben, h(0,Plum))", "who has a card"),
        ("h(Bob,Rope)", "Bob"),
        ("Ben: Plum, Rope", "answers are missing"),
        ("Ben: Plum, Rope, Hall -> Ann no, Cat no", "holds"),
        ("\n".join(["h(Ben,White)"] * 21), "at most 20 lines"),
    ],
)
def test_what_cannot_be_supposed_is_refused(suppose: str, says: str) -> None:
    with pytest.raises(SleuthError, match=says):
        perform(ClueAssist(LOG, suppose=suppose))


def test_answers_to_a_suggestion_are_all_there_are() -> None:
    found = perform(ClueAssist(LOG, ask="Green, Revolver, Kitchen"))
    assert sum(one.chance for one in found.answers) == pytest.approx(1)
    chances = [one.chance for one in found.answers]
    assert chances == sorted(chances, reverse=True)
    for one in found.answers:
        after = perform(ClueAssist(f"{LOG}{one.line}\n"))
        assert after.solutions[0].probability == pytest.approx(one.guess_chance)
        assert after.entropy_bits == pytest.approx(one.bits)


def test_answers_are_for_who_may_ask() -> None:
    assert perform(ClueAssist("players: Ann 6, Ben 6, Cat 6\n", ask="Plum, Rope, Hall")).answers == []
    with pytest.raises(SleuthError):
        perform(ClueAssist(LOG, ask="Plum, Rope"))


def test_without_a_supposition_nothing_is_supposed() -> None:
    found, log = perform(ClueAssist(LOG)), ClueLog.parse(LOG)
    assert found.supposition == found.answers == []
    assert found.worlds == Position.of(log.evidence(), None).worlds


def test_a_turn_is_told_choice_by_choice() -> None:
    entries = perform(ClueLook(f"{LOG}Cat: pass\nAnn accuses White, Revolver, Lounge: wrong\n")).entries
    told = [entry.told for entry in entries if entry.told]
    assert [(one.who, one.kind, one.shower, one.shown) for one in told] == [
        ("Ann", "suggest", "Cat", "Wrench"), ("Ben", "suggest", "Cat", None), ("Cat", "pass", None, None),
        ("Ann", "accuse", None, None),
    ]  # fmt: skip
    assert told[0].cards == ["Green", "Wrench", "Library"]


def test_other_first_lines_keep_what_was_told() -> None:
    heads = "players: Ann 6, Bob 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
    found = perform(ClueLook(f"# tonight\n{LOG}", heads))
    assert found.text == (
        f"{heads}# tonight\nAnn: Green, Wrench, Library -> Bob no, Cat shows Wrench\n"
        "Bob: White, Revolver, Lounge -> Cat shows ?\n"
    )
    assert found.faults == []
    own = "suspect: Ada, Bo\nweapon: Axe, Bow\nroom: Attic, Barn\nplayers: Ann 2, Ben 1\nAnn: pass\n"
    assert perform(ClueLook(own, "players: Ann 1, Ben 2\n")).text == own.replace("Ann 2, Ben 1", "Ann 1, Ben 2")
