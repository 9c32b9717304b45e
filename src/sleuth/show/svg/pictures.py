"""A small picture of each game, for a gallery."""

from __future__ import annotations

from collections.abc import Callable

from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import PICTURES
from sleuth.show.svg.canvas import Canvas

WIDTH, HEIGHT = 160.0, 100.0
Picture = Callable[[Canvas], None]


def svg_picture(game: Game | type[Game]) -> str:
    """A picture of a game, 160 x 100; of a game without one, its initials among question marks."""
    kind = game if isinstance(game, type) else type(plain_game(game))
    canvas = Canvas(f"A picture of {kind.name}", width=WIDTH, height=HEIGHT)
    draw = PICTURES.inherited(kind)
    if draw is None:
        initials(canvas, kind.name)
    else:
        draw(canvas)
    return canvas.svg()


def initials(canvas: Canvas, name: str) -> None:
    """The first letters of a name on a pattern of question marks."""
    for row in range(5):
        for column in range(7):
            if not (1 <= row <= 3 and 2 <= column <= 4):
                canvas.text(12 + 22.6 * column + 6 * (row % 2) - 3, 12 + 19 * row, "?", 13, "soft")
    canvas.circle(80, 50, 30, "accent", "ink", 2)
    letters = "".join(word[0] for word in name.replace("-", " ").replace("_", " ").split()[:3]).upper() or "?"
    canvas.text(80, 50, letters, 26 if len(letters) < 3 else 20, "accent", "mid bold", width=56)


def game_picture(*games: type[Game]) -> Callable[[Picture], Picture]:
    """Register the function that draws the small picture of these games."""

    def register(function: Picture) -> Picture:
        for game in games:
            PICTURES.add_for(game, function)
        return function

    return register
