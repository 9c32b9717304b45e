"""Black Box: the grid, the ports around it with what came out of them, and how likely each cell holds an atom."""

from __future__ import annotations

import numpy as np

from sleuth.core.offers import truthful
from sleuth.games.black_box.board.text import PAIRS, port_marks, possible_layouts
from sleuth.games.black_box.rules import BlackBox
from sleuth.kernels.arrays import Floats
from sleuth.show.ink import PALETTE
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent, shade
from sleuth.show.svg.view import BoardView

LEAST_CELL = 26.0
SAYS = {"H": "hit", "R": "reflected"}


def board(view: BoardView) -> Canvas:
    """The box; each port is a ray to send."""
    game: BlackBox = view.game
    n = game.size
    side = max(LEAST_CELL, min(44.0, (WIDTH - 2 * EDGE) / (n + 2)))
    canvas = view.canvas(max(WIDTH, side * (n + 2) + 2 * EDGE))
    left = (canvas.width - side * n) / 2
    top = 12 + side
    chances = atom_chances(view, game)
    for place in range(n * n):
        row, column = divmod(place, n)
        _cell(canvas, view, left + side * column, top + side * row, side, place, chances)
    canvas.rect(left - 1.5, top - 1.5, side * n + 3, side * n + 3, "", "ink", r=2, line=3)
    marks = port_marks(view.info.history)
    for port in game.actions():
        row, column = _outside(game, port)
        _port(canvas, view, left + side * column, top + side * row, side, port, marks.get(port, ""))
    y = canvas.reach(top + side * (n + 1) + 10)
    notes = ["H: hit; R: reflected; a pair of letters: where a ray went in and out"]
    notes.append("disc: an atom; dot: none" + ("; shade: how likely" if view.heat else "; ?: open"))
    if view.hint is not None:
        notes.append(f"dashed: the hint, port {view.hint}")
    if view.info.over and len(layouts := possible_layouts(game, view.info)) > 1:
        notes.append(f"No ray tells {len(layouts)} layouts apart; one of them is drawn.")
    legend(canvas, y, *notes)
    return canvas


def _outside(game: BlackBox, port: int) -> tuple[int, int]:
    """Row and column of a port, just outside the box; ports run clockwise from the top left."""
    n = game.size
    side, k = divmod(port - 1, n)
    return ((-1, k), (k, n), (n, n - 1 - k), (n - 1 - k, -1))[side]


def atom_chances(view: BoardView, game: BlackBox) -> Floats | None:
    """How likely each cell holds an atom: all layouts are, whichever stands for others; `None` if they are too many."""
    layouts = possible_layouts(game, view.info)
    if not layouts:
        return None
    cells = np.array(layouts, np.int64)
    weights = np.full(len(cells), 1 / len(cells))
    if not truthful(view.info.game):  # answers may be lies, so layouts are not alike
        first = [game.representative(layout) for layout in layouts]
        known = {secret: view.info.probability(secret) / game.prior(secret) for secret in set(first)}
        weights = np.array([known[secret] for secret in first])
    chances: Floats = np.bincount(cells.ravel(), np.repeat(weights, game.atoms), game.size**2).astype(np.float64)
    return chances


def _cell(canvas: Canvas, view: BoardView, x: float, y: float, side: float, place: int, chances: Floats | None) -> None:
    share = None if chances is None else float(chances[place])
    middle_x, middle_y = x + side / 2, y + side / 2
    heat = view.heat and share is not None
    if heat and share:
        shade(canvas, x, y, side, side, share)
    else:
        canvas.rect(x, y, side, side, "paper", "quiet", r=0)
    atom = view.shown is not None and place in view.shown
    if atom or (share is not None and share > 1 - 1e-9):
        canvas.circle(middle_x, middle_y, side * 0.3, "ink", "ink")
        if view.shown is not None and not atom:
            canvas.circle(middle_x, middle_y, side * 0.3, "paper", "ink", 2)
    elif share == 0:
        canvas.circle(middle_x, middle_y, 2, "quiet")
    elif heat and share is not None:
        canvas.text(middle_x, middle_y, percent(share), 12 if side > 34 else 10, "heat")
    else:
        canvas.text(middle_x, middle_y, "?", 14, "soft")


def _port(canvas: Canvas, view: BoardView, x: float, y: float, side: float, port: int, mark: str) -> None:
    size = side - 6
    x, y = x + 3, y + 3
    said = SAYS.get(mark, f"ray {mark}" if mark else "not asked")
    asked = view.asks(port) if not mark or view.again else None
    if port == view.hint:
        hint_ring(canvas, x, y, size, size)
    if asked is not None:
        with canvas.button(f"send a ray into port {port}, {said}", action=asked):
            canvas.rect(x, y, size, size, "card", "quiet", r=size / 2, more="edge")
            if not mark:
                canvas.text(x + size / 2, y + size / 2, str(port), 12, "card")
            else:
                _mark(canvas, x, y, size, port, mark)
    elif mark:
        with canvas.group(**{"role": "img", "aria-label": f"port {port}, {said}"}):
            _mark(canvas, x, y, size, port, mark)
    else:
        canvas.text(x + size / 2, y + size / 2, str(port), 12, "soft")


def _mark(canvas: Canvas, x: float, y: float, size: float, port: int, mark: str) -> None:
    """What a ray did at a port; in a large box, with the number of the port below."""
    surface = f"peg{PAIRS.index(mark) % len(PALETTE)}" if mark in PAIRS else "absent" if mark == "H" else "paper"
    large = size > 30
    canvas.rect(x, y, size, size, surface, "ink", r=4, line=1.5, more="edge")
    canvas.text(x + size / 2, y + size / 2 - 4 * large, mark, 15 if large else 13, surface, "mid bold")
    if large:
        canvas.text(x + size / 2, y + size - 8, str(port), 10, surface)


def picture(canvas: Canvas) -> None:
    """A grid, an atom, and a ray that it bends."""
    for row in range(4):
        for column in range(4):
            canvas.rect(42 + 19.0 * column, 12 + 19.0 * row, 19, 19, "paper", "quiet", r=0)
    canvas.circle(108.5, 40.5, 6.5, "ink", "ink")
    canvas.path("M24 59.5H86.5V98", "", "orange", 3)
    canvas.path("M82 91l4.5 7l4.5 -7", "", "orange", 3)
    canvas.rect(42, 12, 76, 76, "", "ink", r=1, line=2.5)
    canvas.text(14, 59.5, "a", 14, "paper", "mid bold")
    canvas.text(132, 40.5, "H", 14, "paper", "mid bold")
