"""The treasure hunt: press the cells of a set, the ends of an interval, or a row or a column of a grid."""

from __future__ import annotations

from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.number_line import (
    Box,
    Line,
    NumberCell,
    QuestionKind,
    Strip,
    draw_cell,
    hinted_ranges,
    lies_legend,
    lies_taken,
    number_line,
    shares,
    star,
)
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.steps import EDGE, legend, plain, step_rows
from sleuth.show.svg.view import BoardView

MAX_COLUMNS, MAX_LINES = 12, 24
"""A larger grid of rows and columns gets the plain board."""


def board(view: BoardView) -> Canvas:
    """The cells, as dark as they are likely."""
    game: TreasureHunt = view.game
    asks = QuestionKind.SET if game.kind == "set" else QuestionKind.ENDS
    strip = Strip(_line(game), asks, lambda cells: [(cell + 1, cell + 1) for cell in cells])
    return _grid(view, strip) if game.kind == "line" else number_line(view, strip)


def compose(game: TreasureHunt, pending: Pending) -> list[str]:
    """The cells, or the others, which asks the same."""
    line = _line(game)
    if game.kind == "set":
        inside = sorted(line.picked(pending))
        others = [n for n in range(1, game.cells + 1) if n not in inside]
        return [",".join(map(str, cells)) for cells in (inside, others) if inside and others]
    ends = line.ends(pending)
    if ends is None or game.kind == "line":
        return []
    return [f"{ends[0]}-{ends[1]}", *([f"1-{ends[0] - 1}"] if ends[1] == game.cells and ends[0] > 1 else [])]


def _line(game: TreasureHunt) -> Line:
    return Line(1, game.cells, 0)


def _grid(view: BoardView, strip: Strip) -> Canvas:
    game: TreasureHunt = view.game
    rows, columns = game.grid
    likely = shares(view, strip.line)
    if likely is None or columns > MAX_COLUMNS or rows > MAX_LINES:
        return plain(view)
    canvas = view.canvas()
    head = 34.0
    side = min(44.0, (WIDTH - 2 * EDGE - head) / columns)
    darkest, hinted, taken = float(likely.max()), hinted_ranges(view, strip), lies_taken(view, strip.line)
    for cells in [*(range(r * columns, (r + 1) * columns) for r in range(rows)), *_columns_of(game)]:
        _line_button(canvas, view, cells, side, head)
    for place, share in enumerate(likely.tolist()):
        row, column = divmod(place, columns)
        x, y = EDGE + head + side * column, 10 + head + side * row
        marks = False, (place + 1, place + 1) in hinted, view.shown == place
        cell = NumberCell(place + 1, place + 1, share, () if taken is None else tuple(taken[place].tolist()))
        draw_cell(canvas, Box(x, y, side - 2, side - 2), cell, share / darkest, view.heat, marks)
    y = canvas.reach(10 + head + side * rows + 8)
    y = lies_legend(canvas, step_rows(canvas, view, y), view)
    shades = "" if taken is not None else "the stronger the blue, the likelier; "
    legend(canvas, y, f"press a row or a column; {shades}a cross: ruled out")
    return canvas


def _columns_of(game: TreasureHunt) -> list[range]:
    return [range(column, game.cells, game.grid[1]) for column in range(game.grid[1])]


def _line_button(canvas: Canvas, view: BoardView, line: range, side: float, head: float) -> None:
    across = line.step == 1
    number = line.start // len(line) if across else line.start
    name = f"{'r' if across else 'c'}{number + 1}"
    x, y = (EDGE, 10 + head + side * number) if across else (EDGE + head + side * number, 10.0)
    width, height = (head - 2, side - 2) if across else (side - 2, head - 2)
    asked = view.asks(line) if len(line) < view.game.cells else None
    if asked is None:
        canvas.text(x + width / 2, y + height / 2, name, 12, "soft")
        return
    with canvas.button(f"ask about {'row' if across else 'column'} {number + 1}", action=asked):
        canvas.rect(x, y, width, height, "card", "quiet", r=4, more="edge")
        canvas.text(x + width / 2, y + height / 2, name, 12, "card", "mid bold")


def picture(canvas: Canvas) -> None:
    """Cells, some dark, and one star."""
    shares = (0, 0.25, 0.5, 0.25, 0, 0.25, 0.8, 1, 0.5, 0, 0, 0.25, 0.5, 0.25, 0)
    for place, share in enumerate(shares):
        x, y = 17 + 25.6 * (place % 5), 12 + 26.0 * (place // 5)
        canvas.rect(x, y, 23, 23, "paper", "quiet")
        if share:
            canvas.rect(x, y, 23, 23, "heat", "quiet", opacity=share)
    star(canvas, 17 + 25.6 * 2 + 11.5, 12 + 26 + 11.5, 9)
