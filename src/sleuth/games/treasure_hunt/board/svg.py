"""The treasure hunt: press the cells of a set, the ends of an interval, or a row or a column of a grid."""

from __future__ import annotations

from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.core.offers import plain_game
from sleuth.games.treasure_hunt.rules import Question, TreasureHunt
from sleuth.show.spoken import any_of
from sleuth.show.svg.answers import YES_NO, AnswerForm
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.number_line import (
    GAP,
    Box,
    CellPainter,
    Line,
    NumberCell,
    QuestionKind,
    Strip,
    lies_taken,
    number_line,
    number_notes,
    shares,
)
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.rows import TARGET, answer_rows
from sleuth.show.svg.steps import EDGE, hint_ring
from sleuth.show.svg.view import BoardView

MAX_COLUMNS, MAX_LINES = 12, 24
"""A larger grid of rows and columns gets the plain board."""
MAX_SIDE = 64.0
HEAD = TARGET + GAP
"""The room for the heads of rows and columns."""


def board(view: BoardView) -> Canvas:
    """The cells, as violet as they are likely."""
    game: TreasureHunt = view.game
    asks = QuestionKind.SET if game.kind == "set" else QuestionKind.ENDS
    strip = Strip(_line(game), asks, lambda cells: [(cell + 1, cell + 1) for cell in cells], land=True)
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


def form(info: InformationSet, action: Question) -> AnswerForm:
    """Yes or no."""
    game: Any = plain_game(info.game)
    return AnswerForm(YES_NO, prompt=f"Is the treasure {_places(game, action)}?")


def spoken(game: TreasureHunt, action: Question, feedback: bool | None) -> str:
    """The question, or the answer."""
    return f"Is it {_places(game, action)}?" if feedback is None else game.format_feedback(feedback)


def _places(game: TreasureHunt, action: Question) -> str:
    """The places that a question names, with what they are in."""
    if isinstance(action, tuple):
        return f"at {any_of([str(cell + 1) for cell in action])}"
    if game.kind == "interval":
        last = f" to {action.stop:,}" if len(action) > 1 else ""
        return f"at {action.start + 1:,}{last}"
    return f"in row {action.start // len(action) + 1}" if action.step == 1 else f"in column {action.start + 1}"


def _grid(view: BoardView, strip: Strip) -> Canvas:
    """The map with its rows and columns; the head of each is pressed to ask about it."""
    game: TreasureHunt = view.game
    rows, columns = game.grid
    likely = shares(view, strip.line)
    if likely is None or columns > MAX_COLUMNS or rows > MAX_LINES:
        return plain(view)
    canvas = view.canvas()
    side = min(MAX_SIDE, (WIDTH - 2 * EDGE - HEAD) / columns)
    taken = lies_taken(view, strip.line)
    painter = CellPainter(canvas, view, strip, float(likely.max()))
    painter.map(EDGE + HEAD, EDGE + HEAD, side * columns - GAP, side * rows - GAP)
    for cells in [*(range(r * columns, (r + 1) * columns) for r in range(rows)), *_columns_of(game)]:
        _line_button(canvas, view, cells, side)
    for place, share in enumerate(likely.tolist()):
        row, column = divmod(place, columns)
        cell = NumberCell(place + 1, place + 1, share, () if taken is None else tuple(taken[place].tolist()))
        painter.draw(Box(EDGE + HEAD + side * column, EDGE + HEAD + side * row, side - GAP, side - GAP), cell)
    y = canvas.reach(EDGE + HEAD + side * rows + 6)
    return number_notes(canvas, view, answer_rows(canvas, view, y), strip)


def _columns_of(game: TreasureHunt) -> list[range]:
    return [range(column, game.cells, game.grid[1]) for column in range(game.grid[1])]


def _line_button(canvas: Canvas, view: BoardView, line: range, side: float) -> None:
    across = line.step == 1
    number = line.start // len(line) if across else line.start
    x, y = (EDGE, EDGE + HEAD + side * number) if across else (EDGE + HEAD + side * number, EDGE)
    width, height = (HEAD - GAP, side - GAP) if across else (side - GAP, HEAD - GAP)
    asked = view.asks(line) if len(line) < view.game.cells else None
    name, label = f"{'→' if across else '↓'} {number + 1}", f"{'row' if across else 'column'} {number + 1}"
    if asked is None:
        canvas.text(x + width / 2, y + height / 2, name, 13, "soft", width=width)
        return
    with canvas.button(label, action=asked):
        canvas.rect(x, y, width, height, "card", "quiet", r=10, more="edge")
        canvas.text(x + width / 2, y + height / 2, name, 14, "card", "mid bold", width=width - 2)
    if line in (view.hint, view.asked):
        if line == view.hint:
            hint_ring(canvas, x + 2, y + 2, width - 4, height - 4, 10)
        else:
            canvas.rect(x + 1.5, y + 1.5, width - 3, height - 3, "", "ink", r=10, line=3)


def picture(canvas: Canvas) -> None:
    """The way to a cross on a map."""
    ground(canvas, "yellow")
    canvas.path("M9 42q9 -18 16 -11t9 -7", "", "ink", 2.8, more="dashed")
    for way in (1, -1):
        canvas.line(36, 19 - way * 6, 48, 19 + way * 6, "orange", 4.5)
