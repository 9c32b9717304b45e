"""SVG drawings for a page: boards that can be played on, pictures, curves, and the stylesheet that they share."""

from sleuth.show.svg.boards import has_keyboard, svg_board, svg_keyboard
from sleuth.show.svg.canvas import Canvas, standalone
from sleuth.show.svg.curves import svg_bar, svg_curve
from sleuth.show.svg.notebook import svg_notebook
from sleuth.show.svg.palette import stylesheet
from sleuth.show.svg.parts import composed, composer, with_part
from sleuth.show.svg.pictures import game_picture, svg_picture
from sleuth.show.svg.view import View, board_drawing

__all__ = [
    "Canvas",
    "View",
    "board_drawing",
    "composed",
    "composer",
    "game_picture",
    "has_keyboard",
    "standalone",
    "stylesheet",
    "svg_bar",
    "svg_board",
    "svg_curve",
    "svg_keyboard",
    "svg_notebook",
    "svg_picture",
    "with_part",
]
