"""What a log of Clue says before anything is worked out, finished or not."""

from __future__ import annotations

import pytest

from sleuth.app import Bounds, ClueLogResult, ClueLook, RefusedError, perform

AFAR = Bounds(files=False, text=20_000)
HEADS = "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
LOG = f"""{HEADS}# a comment
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ben: Whyte, Wrench, Library -> Cat no, Ann no
Ben: Plum, Knife, Kitchen -> Cat no, Ann shows Knife
Cat: White, Revolver, Lounge -> Ben shows ?
Ann: White, Revolver, Lounge -> none
Ben: pass
Cat accuses White, Revolver, Lounge: wrong
"""


def look(log: str) -> ClueLogResult:
    """From afar, as the page asks."""
    result: ClueLogResult = perform(ClueLook(log), AFAR)
    return result


def test_every_line_in_words() -> None:
    found = look(LOG)
    assert [entry.words for entry in found.entries if entry.turn] == [
        "You: Green, Wrench, Library. Ben passed, Cat showed you Wrench.",
        "Ben: Plum, Knife, Kitchen. Cat passed, You showed Knife.",
        "Cat: White, Revolver, Lounge. You passed, Ben showed a card.",
        "You: White, Revolver, Lounge. Nobody could show a card.",
        "Ben made no suggestion.",
        "Cat accused White, Revolver, Lounge: wrong.",
    ]
    assert [(fault.line, LOG.splitlines()[fault.line - 1][:10]) for fault in found.faults] == [(6, "Ben: Whyte")]
    assert (found.ready, found.turns, found.next, found.out, found.over) == (True, 6, "Ann", ["Cat"], False)
    assert all(entry.text == LOG.splitlines()[entry.line - 1] for entry in found.entries)


@pytest.mark.parametrize(
    ("log", "players", "hand"),
    [
        ("", [], []),
        ("edition: classic-uk\n", [], []),
        ("players: You, Ann, Ben\nme: You\nhand:\n", ["You", "Ann", "Ben"], []),
        ("players: You 6, Ann 6, Ben 6\nme: You\nhand: rope, PLUM\n", ["You", "Ann", "Ben"], ["Plum", "Rope"]),
        ("players: You 6, Ann 6\nme: You\nhand: Rope\n", ["You", "Ann"], ["Rope"]),
    ],
)
def test_heads_that_are_not_finished(log: str, players: list[str], hand: list[str]) -> None:
    found = look(log)
    assert (found.ready, found.players, found.hand) == (False, players, hand)
    assert list(found.sorts) == ["suspect", "weapon", "room"]


def test_whose_turn_it_is() -> None:
    assert look(HEADS).next == "Ann"
    assert look(f"{HEADS}Cat: pass\n").next == "Ann"
    assert look(f"{HEADS}Ann accuses Green, Wrench, Library: right\n").next is None
    everybody = "".join(f"{name} accuses Green, Wrench, Library: wrong\n" for name in ("Ann", "Ben", "Cat"))
    assert look(HEADS + everybody).next is None


def test_whoever_only_watches_is_ready_too() -> None:
    assert look("players: Ann 6, Ben 6, Cat 6\n").ready


def test_no_file_is_read_from_afar() -> None:
    with pytest.raises(RefusedError):
        look("edition: cards.txt\n")
