"""Boards of its own, for the terminal and the page."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from sleuth.show.svg.canvas import Canvas


def table(game: Any, info: Any, secret: Any) -> Text:
    """A row of cups: `U` may be poisoned, `.` is safe."""
    risks = [info.probability(lambda s, cup=cup: cup in s) for cup in range(game.cups)]
    return Text("cups on the table: " + " ".join("." if risk == 0 else "U" for risk in risks))


def drawn(view: Any) -> Canvas:
    """The same as a picture."""
    canvas = Canvas("Cups on the table", view.words)
    for cup in range(view.game.cups):
        canvas.circle(40 + 50 * cup, 40, 18, "card", "ink")
    return canvas
