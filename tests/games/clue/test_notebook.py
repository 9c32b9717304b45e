"""The detective's notebook in the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from sleuth.games.clue.board.text import (
    advice_lines,
    bluffs_table,
    notebook_rows,
    notebook_table,
    reason_lines,
    standing_lines,
)

NOTES: dict[str, Any] = {
    "worlds": 1234,
    "entropy_bits": 1.5,
    "sorts": {"who": ["Fox", "Hen"], "where": ["Barn", "Nest"]},
    "hands": {
        "[red]Ann": {"Fox": 1.0, "Hen": 0.0, "Barn": 0.25, "Nest": 0.0},
        "2": {"Fox": 0.0, "Hen": 0.5, "Barn": 0.5, "Nest": 0.0},
    },
    "envelope": {"Fox": 0.0, "Hen": 0.5, "Barn": 0.25, "Nest": 1.0},
    "public": [],
    "solutions": [{"cards": ["Hen", "Nest"], "probability": 0.5}],
}


def drawn(table: Any) -> list[str]:
    console = Console(width=80, record=True, no_color=True)
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_rows() -> None:
    rows = notebook_rows(NOTES, me="2")
    assert [card for card, _ in rows] == ["who", "Fox", "Hen", "where", "Barn", "Nest"]
    assert rows[2] == ("Hen", {"[red]Ann": 0.0, "you": 0.5, "envelope": 0.5})
    assert list(notebook_rows(NOTES, envelope="hidden")[1][1]) == ["[red]Ann", "player 2", "hidden"]


def test_table() -> None:
    lines = drawn(notebook_table(notebook_rows(NOTES)))
    assert lines[0].split() == ["[red]Ann", "player", "2", "envelope"]
    assert [line.split() for line in lines[1:]] == [
        ["Fox", "yes", "·", "·"],
        ["Hen", "·", "50%", "50%"],
        [],
        ["Barn", "25%", "50%", "25%"],
        ["Nest", "·", "·", "yes"],
    ]


def test_lines() -> None:
    assert standing_lines(NOTES) == [
        "1,234 deals are left; 1.50 bits are missing to know the envelope.",
        "  50.0%  Hen, Nest",
    ]
    for chance, text in ((1.0, " 100.0%"), (0.9999, " >99.9%"), (0.999, "  99.9%")):
        line = standing_lines(NOTES | {"solutions": [{"cards": ["Hen"], "probability": chance}]})[1]
        assert line == f"{text}  Hen"
    assert "only watch" in advice_lines({"accuse": None})[0]
    reason = {"formula": "h(0,Hen)", "known": True, "entries": [{"line": 4, "text": "Ben no"}]}
    assert reason_lines(reason)[1:] == ["line 4: Ben no"]
    assert "does not follow" in reason_lines(reason | {"known": False})[0]


def test_bluffs() -> None:
    bluff = {"player": 1, "past": "", "reached": 1.0, "bluff": 0.2}
    assert drawn(bluffs_table([bluff]))[1].split() == ["1", "the", "start", "1.000", "0.200"]
