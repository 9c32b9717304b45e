"""A small picture of each game, for a gallery."""

from __future__ import annotations

from collections.abc import Callable

from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import PICTURES
from sleuth.core.table_game import TableGame
from sleuth.show.svg.canvas import Canvas

SIDE = 56.0
Picture = Callable[[Canvas], None]


def svg_picture(game: Game | type[Game] | type[TableGame]) -> str:
    """A picture of a game, 56 x 56; of a game without one, its initials."""
    kind = game if isinstance(game, type) else type(plain_game(game))
    canvas = Canvas(f"A picture of {kind.name}", width=SIDE, height=SIDE, more="icon")
    draw = PICTURES.inherited(kind)
    if draw is None:
        initials(canvas, kind.name)
    else:
        draw(canvas)
    return canvas.svg()


def ground(canvas: Canvas, tint: str) -> None:
    """The coloured ground of a small picture: green, orange, blue, pink or yellow."""
    canvas.rect(0, 0, SIDE, SIDE, f"tint-{tint}", r=0)


def initials(canvas: Canvas, name: str) -> None:
    """The first letters of a name."""
    ground(canvas, "yellow")
    letters = "".join(word[0] for word in name.replace("-", " ").replace("_", " ").split()[:3]).upper() or "?"
    canvas.text(SIDE / 2, SIDE / 2, letters, 24 if len(letters) < 3 else 18, "tint-yellow", "mid bold", width=SIDE - 6)


def game_picture(*games: type[Game]) -> Callable[[Picture], Picture]:
    """Register the function that draws the small picture of these games."""

    def register(function: Picture) -> Picture:
        for game in games:
            PICTURES.add_for(game, function)
        return function

    return register
