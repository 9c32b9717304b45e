"""A record in a notebook: what was asked and answered. A secret that is not found yet stays out of sight."""

from __future__ import annotations

from sleuth.core.text import plural, shorten
from sleuth.play.record import Record
from sleuth.play.table import Table
from sleuth.show.html.elements import Html, named_values, table
from sleuth.show.html.sets import written
from sleuth.show.html.view import view

MAX_STEPS = 40


def table_record(played: Table) -> Html:
    """A game at a table as its person saw it; of strategies alone, all of it."""
    lines = played.story()
    seats = [(str(seat), name) for seat, name in played.names.items()]
    winner = played.state.winner
    ended = "open" if not played.over else "nobody won" if winner is None else f"won by {played.names[winner]}"
    steps = table(("", "what happened"), [(str(n), text) for n, text in enumerate(lines, 1)][-MAX_STEPS:], words=2)
    more = len(lines) - MAX_STEPS
    notes = f"{more:,} earlier lines are not shown" if more > 0 else None
    return view(f"{played.game}: {ended}", table(("seat", "player"), seats, words=2), steps, notes=notes)


def record(play: Record) -> Html:
    """The steps, who played, and how it ended."""
    game, steps = play.game, list(enumerate(play.history, 1))
    rows = [
        (
            str(place),
            written(game, "action", action, game.format_action(action)),
            written(game, "feedback", feedback, game.format_feedback(feedback)),
        )
        for place, (action, feedback) in steps[-MAX_STEPS:]
    ]
    figures = [("played by", play.player), ("answered by", play.oracle)]
    figures.append(("result", f"solved in {plural(len(steps), 'step')}" if play.solved else "open"))
    if play.solved and play.secret is not None:
        figures.append(("secret", shorten(game.format_secret(play.secret))))
    more = len(steps) - MAX_STEPS
    notes = f"{more:,} earlier steps are not shown" if more > 0 else None
    return view(str(game), table(("step", "question", "answer"), rows, words=3), named_values(figures), notes=notes)
