"""How a game at a table that is over was played: its turns as a table, and sentences."""

from __future__ import annotations

from sleuth import app
from sleuth.adapters.cli.screen import Lines


def review_lines(review: app.TableReviewResult) -> Lines:
    """The turns, with what each question told and what each player misses after it; then the summary."""
    from sleuth.show.ink import ink, table

    players = [one.player for one in review.luck]
    turns = table(
        ">turn", "player", "action", "answer", ">bits", ">best", ">told", *(f">{_short(one)}" for one in players)
    )
    for turn in review.turns:
        missing = [f"{turn.knows[one].bits:.1f}" if one in turn.knows else "out" for one in players]
        figures = ["" if value is None else f"{value:.2f}" for value in (turn.bits, turn.best_bits, turn.gained)]
        turns.add_row(str(turn.turn), _short(turn.player), ink(turn.action), ink(turn.answer), *figures, *missing)
    yield f"{review.game}: {', '.join(review.players)}"
    yield from ("", turns, "", "The last columns are the bits that each player misses after the turn.", "")
    yield from review.summary


def _short(name: str) -> str:
    return name.removeprefix("player ")
