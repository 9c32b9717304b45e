"""The log of Clue: what a person may type, what it tells, and what is wrong with it."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.games.clue.belief.clue_log import ClueLog, log_of
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.log_turns import Accusation, Answer, Pass, Suggestion
from sleuth.games.clue.belief.reasons import clash
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.errors import LogError

HEAD = "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
LOG = (
    HEAD
    + """\
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ann no, Ben shows ?
Ann: pass
Ben accuses White, Revolver, Lounge: wrong
Cat: Scarlet, Lead Pipe, Dining Room -> Ann no, Ben no
"""
)


def test_a_log_reads_back() -> None:
    log = ClueLog.parse(LOG)
    assert str(log) == LOG
    assert ClueLog.parse(str(log)) == log
    game = log.game
    assert log.turns == (
        Suggestion(1, game.cards("Green, Wrench, Library"), (Answer(2, False), Answer(3, True, game.card("Wrench")))),
        Suggestion(2, game.cards("Plum, Knife, Kitchen"), (Answer(3, False), Answer(1, True, game.card("Knife")))),
        Suggestion(3, game.cards("White, Revolver, Lounge"), (Answer(1, False), Answer(2, True))),
        Pass(1),
        Accusation(2, game.cards("White, Revolver, Lounge"), False),
        Suggestion(3, game.cards("Scarlet, Lead Pipe, Dining Room"), (Answer(1, False), Answer(2, False))),
    )
    assert (log.out, log.over, log.to_move) == (frozenset({2}), False, 1)


def test_short_forms() -> None:
    """Small letters, shortened names, players left out, `none`, comments."""
    short = """
        # what I heard
        Players: Ann, Ben, Cat
        me: ann
        hand: mus plu kni rop hal stu
        ann: green wrench lib -> cat shows wr    # Ben passed
        BEN: plum, knife, kitchen -> a shows knife
        cat: white rev lounge -> ben?
        ann: pass
        ben ACCUSES white, revolver, lounge: Wrong
        cat: scarlet lead pipe dining -> none
    """
    log, long = ClueLog.parse(short), ClueLog.parse(LOG)
    assert (log.game, log.me, log.hand, log.turns) == (long.game, long.me, long.hand, long.turns)
    assert str(log).rstrip() == short.rstrip()
    assert [log.written(number) for number in (3, 4, 5, *log.lines)] == LOG.splitlines()


def test_somebody_who_only_watches() -> None:
    log = ClueLog.parse("players: Ann, Ben, Cat\nBen: Plum, Rope, Hall -> Cat shows ?\n")
    assert log.me is None
    assert log.written(1) == "players: Ann 6, Ben 6, Cat 6"
    assert [entry.line for entry in log.evidence().entries] == [1, 2]


@settings(max_examples=trials(30), deadline=None)
@given(st.integers(2, 6), st.integers(0, 999))
def test_the_log_of_a_play(players: int, seed: int) -> None:
    """What a player writes down reads back, and leaves the same worlds as what the player saw."""
    game = Clue(Clue.of(players).hands, seats=("Ann", "Ben", "Cat", "Dan", "Eve", "Flo")[:players])
    situation = list(islice(random_play(game, np.random.default_rng(seed), guessing=0.1), 50))[-1]
    if situation.stage.phase.value in ("answer", "show"):  # half a turn is no line yet
        return
    for view in (situation.view(1), situation.view(players), situation.view(None)):
        log = log_of(view)
        assert ClueLog.parse(str(log)) == log
        one, other = Position.of(log.evidence()), Position.of(evidence_of(view))
        assert one.worlds == other.worlds
        np.testing.assert_allclose(one.probabilities, other.probabilities, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        # Hands that do not add up.
        ("players: Ann 6, Ben 6, Cat 5", 1, "hands of 6+6+5 make 17 cards"),
        ("players: Ann, Ben, Cat, Dan", 1, "say how many of the 18 cards each player holds"),
        (HEAD.replace(", Study", ""), 3, "Ann holds 6 cards by the line of players, but 5 cards by this one"),
        ("players: Ann 18", 1, "clue is for 2 to 6 players, not 1"),
        # A card or a name told twice.
        (HEAD.replace("Study", "Hall"), 3, "Hall is named twice"),
        (HEAD + "Ann: Green, Green, Hall -> none", 4, "Green is named twice"),
        ("players: Ann 6, ann 6, Cat 6", 1, "two players are called Ann"),
        (HEAD + "hand: Plum", 4, "'hand' is told twice, first in line 3"),
        # Answers against the rules.
        (
            HEAD + "Ann: Green, Wrench, Library -> Ben no, Ben shows Green",
            4,
            "Ben passed this question, and cannot show",
        ),
        (HEAD + "Ann: Green, Wrench, Library -> Ben no, Ben no", 4, "Ben answers twice"),
        (
            HEAD + "Ann: Green, Wrench, Library -> Cat no, Ben no",
            4,
            "Ben is asked before Cat: write the answers in the",
        ),
        (HEAD + "Ann: Green, Wrench, Library -> Cat shows ?, Ben no", 4, "Ben is asked before Cat"),
        (HEAD + "Ann: Green, Wrench, Library -> Ben shows ?, Cat no", 4, "Ben showed a card, so Cat is not asked"),
        (HEAD + "Ann: Green, Wrench, Library -> Ann no", 4, "Ann asked and does not answer"),
        (HEAD + "Ann: Green, Wrench, Library -> Cat shows Rope", 4, "Cat cannot show Rope, which was not asked for"),
        (HEAD + "Ann: Green, Wrench, Library -> Ben no", 4, "what did Cat answer?"),
        (HEAD + "Ann: Green, Wrench, Library -> Ben maybe", 4, "'Ben maybe' is no answer"),
        (HEAD + "Ann: Green, Wrench, Library", 4, "the answers are missing"),
        (HEAD + "Ben: Green, Wrench, Hall -> none", 4, "Ann holds Hall, by the line of the hand"),
        (HEAD + "Cat: Green, Wrench, Hall -> Ann shows Green", 4, "Ann does not hold Green"),
        (HEAD + "Cat: Green, Wrench, Library -> Ann shows ?", 4, "Ann holds none of these cards"),
        # Unknown names.
        (HEAD + "Ann: Gren, Wrench, Library -> none", 4, "no card called 'Gren'; did you mean Green"),
        (HEAD + "Bob: Green, Wrench, Library -> none", 4, "no player called 'Bob'; known: Ann, Ben, Cat"),
        (HEAD + "Ann: Green, B, Library -> none", 4, "'B' may be any card of Ballroom, Billiard Room"),
        # Turns and accusations.
        (HEAD + "Ann accuses Plum, Rope, Hall: wrong\nAnn: pass", 5, "Ann accused in vain and is out"),
        (HEAD + "Ann accuses Plum, Rope, Hall", 4, "say whether the accusation was right or wrong"),
        (HEAD + "Ann accuses Plum, Hall: wrong", 4, "a solution has 1 weapon, not 0"),
        (HEAD + "Ben accuses Green, Wrench, Lounge: right\nCat: pass", 5, "the game is over"),
        (HEAD + "Ann: Green, Wrench -> none", 4, "a suggestion has 1 room, not 0"),
        # No log at all.
        ("", 1, "a log begins with the players"),
        ("Ann: pass", 1, "a log begins with the players"),
        ("players: Ann, Ben, Cat\nme: Ann", 2, "'me' is told, but not 'hand'"),
        ("players: Ann, Ben, Cat\nhand: Plum", 2, "'hand' is told, but not 'me'"),
        ("players: Ann, Ben, 3", 1, "a player cannot be called '3'"),
        ("players: Ann,, Cat", 1, "a player has no name"),
        (HEAD + "what happened then", 4, "is no line of a log"),
        ("edition: nowhere.txt\nplayers: Ann, Ben, Cat", 1, "cannot read the edition nowhere.txt"),
    ],
)
def test_mistakes_have_a_line(text: str, line: int, told: str) -> None:
    with pytest.raises(LogError) as caught:
        ClueLog.parse(text)
    assert told in str(caught.value)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")
    assert str(caught.value).count("line ") <= 2


def test_a_hand_of_another_size_is_named() -> None:
    """Dan is said to hold four cards, and shows five."""
    shown = ("Mustard, Knife, Kitchen -> Dan shows Mustard", "Plum, Rope, Kitchen -> Dan shows Rope",
             "White, Wrench, Lounge -> Dan shows Lounge", "Peacock, Revolver, Library -> Dan shows Peacock",
             "Scarlet, Lead Pipe, Library -> Dan shows Lead Pipe")  # fmt: skip
    text = "# tonight\nplayers: Ann 5, Dan 4, Ben 5, Cat 4\nme: Ann\nhand: Green, Candlestick, Ballroom, Hall, Study\n"
    found = clash(ClueLog.parse(text + "\n".join(f"Ann: {line}" for line in shown)).evidence())
    assert found is not None
    assert [entry.line for entry in found.entries] == [2, 5, 6, 7, 8, 9]
    assert [entry.line for entry in found.repairs] == [5, 6, 7, 8, 9, 2]
    assert str(found).endswith("or line 2 (should be Dan 5, Ben 4)")
    right = text.replace("Dan 4, Ben 5", "Dan 5, Ben 4")
    assert clash(ClueLog.parse(right + "\n".join(f"Ann: {line}" for line in shown)).evidence()) is None


def test_answers_may_be_short() -> None:
    head = "players: Ann 6, Ann Green 6, Cat 6\n"
    for text, told in (
        ("Cat Green", "Cat shows Green"),
        ("Cat ?", "Cat shows ?"),
        ("Cat shows", "Cat shows ?"),
        ("ann green no", "Ann Green no, Cat shows ?"),
    ):
        log = ClueLog.parse(f"{head}Ann: Green, Rope, Hall -> {text}{', Cat ?' if 'no' in text else ''}")
        assert str(log.written(2)).endswith(told)
    for text, told in (
        ("Ann Green", "'Ann Green' is no answer; write NAME no"),  # Ann shows Green, or what of Ann Green?
        ("Ann Rope Hall", "'Ann Rope Hall' is no answer"),
        ("Ann Grean", "did you mean Green"),
        ("Ann shows Xyzzy", "no card called 'Xyzzy'"),
        ("Dora no", "no player called 'Dora'"),
    ):
        with pytest.raises(LogError, match=told):
            ClueLog.parse(f"{head}Cat: Green, Rope, Hall -> {text}")


def test_a_contradictory_log_is_explained() -> None:
    """Each line is fine; together they cannot be."""
    log = ClueLog.parse(
        HEAD
        + "Ann: Green, Wrench, Library -> Cat shows Green\n"
        + "Ben: Plum, Candlestick, Kitchen -> Cat no, Ann shows Plum\n"
        + "Cat: White, Revolver, Lounge -> Ann no, Ben shows ?\n"
        + "Ann: White, Candlestick, Lounge -> Cat shows Candlestick\n"
    )
    found = clash(log.evidence())
    assert found is not None
    assert [(entry.line, entry.text) for entry in found.entries] == [(5, "Cat no"), (7, "Cat shows Candlestick")]
    assert found.repairs == found.entries
    assert str(found) == (
        "these cannot all be true: line 5 (Cat no); line 7 (Cat shows Candlestick); "
        "if one entry is wrong, it is line 5 (Cat no) or line 7 (Cat shows Candlestick)"
    )
