"""Battleship: the sea from (1, 1) at the lower left, shots, and how likely a ship is in each cell."""

from __future__ import annotations

from collections.abc import Mapping

from sleuth.core.text import plural
from sleuth.games.battleship.rules.game import HIT, MISS, SUNK, Battleship, cells_of
from sleuth.games.battleship.rules.packing import Cell
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent, shade
from sleuth.show.svg.view import BoardView

LEAST_CELL = 26.0
HEAD = 22.0


def board(view: BoardView) -> Canvas:
    """The sea; each cell is a shot."""
    game: Battleship = view.game
    side = max(LEAST_CELL, min(44.0, (WIDTH - 2 * EDGE - HEAD) / game.width))
    canvas = view.canvas(max(WIDTH, 2 * EDGE + HEAD + side * game.width))
    left, top = (canvas.width - HEAD - side * game.width) / 2 + HEAD, 12.0
    marks, cells = shot_marks(game, view), game.actions()
    waiting = [cell for cell in cells if cell not in marks]
    chances: Mapping[Cell, float] = view.hits(waiting) if view.heat and not view.info.over else {}
    darkest = max(chances.values(), default=0.0)
    ships = {} if view.shown is None else {c: n for n, ship in enumerate(view.shown) for c in cells_of(ship)}
    for cell in cells:
        row, column = cell
        x, y = left + side * (column - 1), top + side * (game.height - row)
        asked, mark = view.asks(cell) if cell not in marks else None, marks.get(cell, "")
        dark = chances[cell] / darkest if darkest and cell in chances else 0.0
        if asked is None:
            _cell(canvas, x, y, side, mark, dark, chances.get(cell), cell in ships)
        else:
            likely = f", {percent(chances[cell])} likely" if cell in chances else ""
            with canvas.button(f"shoot at row {row}, column {column}{likely}", action=asked):
                _cell(canvas, x, y, side, mark, dark, chances.get(cell), cell in ships)
        if cell == view.hint:
            hint_ring(canvas, x + 3, y + 3, side - 6, side - 6)
    for row in range(1, game.height + 1):
        canvas.text(left - 5, top + side * (game.height - row + 0.5), str(row), 12, "soft", "end")
    for column in range(1, game.width + 1):
        canvas.text(left + side * (column - 0.5), top + side * game.height + 11, str(column), 12, "soft")
    y = canvas.reach(top + side * game.height + HEAD + 6)
    y = _harbour(canvas, view, game, y)
    notes = ["a shot is row,column", "ring: miss", "cross: hit", "cross in a dark cell: sunk"]
    notes += ["shade: how likely a ship is"] if chances else []
    notes += [f"dashed: the hint, {game.format_action(view.hint)}"] if view.hint is not None else []
    notes += ["thick frame: a ship"] if ships else []
    legend(canvas, y, *notes)
    return canvas


def shot_marks(game: Battleship, view: BoardView) -> dict[Cell, str]:
    """What is known of each cell that was shot, or that belongs to a ship which was shown."""
    marks: dict[Cell, str] = {}
    for cell, answer in view.info.history:
        marks[cell] = str(answer)
        if game.answers == "cells" and str(answer).startswith(f"{SUNK} "):
            marks |= {game.parse_action(part): SUNK for part in str(answer).split()[1:]}
    if game.answers == "named":
        sunk = {mark.split()[1] for mark in marks.values() if mark.startswith(SUNK)}
        for cell, mark in marks.items():
            if mark.startswith(HIT) and mark.split()[1] in sunk:
                marks[cell] = f"{SUNK} {mark.split()[1]}"
    return marks


def _cell(
    canvas: Canvas, x: float, y: float, side: float, mark: str, dark: float, chance: float | None, ship: bool
) -> None:
    """A cell of the sea: not shot, missed, hit or sunk; a ship that is shown has a thick frame."""
    middle_x, middle_y, arm = x + side / 2, y + side / 2, side * 0.24
    kind, _, more = mark.partition(" ")
    if kind in (HIT, SUNK):
        canvas.rect(x, y, side, side, kind, "quiet", r=2)
        stroke = "on-light" if kind == HIT else "on-dark"
        if len(more) == 1:  # the name of the ship, or its length
            canvas.text(middle_x, middle_y + 2, more.upper(), side * 0.5, kind, "mid bold")
            middle_x, middle_y, arm = x + side * 0.2, y + side * 0.2, side * 0.1
        for way in (1, -1):
            line = 1.5 if len(more) == 1 else 2.5
            canvas.line(middle_x - arm, middle_y - way * arm, middle_x + arm, middle_y + way * arm, stroke, line)
    elif kind == MISS:
        canvas.rect(x, y, side, side, "card", "quiet", r=2)
        canvas.circle(middle_x, middle_y, side * 0.16, "", "ink", 1.8)
    elif chance is not None and dark > 0:
        shade(canvas, x, y, side, side, dark)
        canvas.text(middle_x, middle_y, percent(chance), 10.5, "heat", width=side)
    else:
        canvas.rect(x, y, side, side, "paper", "quiet", r=2, more="edge")
        if chance == 0:
            canvas.circle(middle_x, middle_y, 1.5, "quiet")
    if ship:
        canvas.rect(x + 2, y + 2, side - 4, side - 4, "", "ink", r=3, line=3)


def _harbour(canvas: Canvas, view: BoardView, game: Battleship, y: float) -> float:
    """The ships of the fleet, those crossed that are known to be sunk, and how many hits there were."""
    answers = [str(answer) for _, answer in view.info.history]
    sunk = [answer for answer in answers if answer.startswith(SUNK)]
    gone = _gone(game, sunk)
    x = EDGE
    for number, length in enumerate(game.ships):
        width = length * 11.0 + 4
        if x + width > canvas.width - EDGE:
            x, y = EDGE, y + 24
        for place in range(length):
            canvas.rect(x + 11 * place, y + 3, 10, 12, "sunk" if number in gone else "card", "quiet", r=2)
        if number in gone:
            canvas.line(x - 2, y + 9, x + width - 3, y + 9, "on-dark", 2)
        if game.answers == "named":
            canvas.text(x + width + 2, y + 9, game.names[number].upper(), 12, "soft")
            width += 12
        x += width + 8
    hits = sum(not answer.startswith(MISS) for answer in answers)
    message = f"{plural(len(answers), 'shot')}, {plural(hits, 'hit')} of {sum(game.ships)}"
    message += "" if game.answers == "hits" else f", {len(sunk)} of {plural(len(game.ships), 'ship')} sunk"
    canvas.text(EDGE, y + 28, message, 13, "paper", "bold")
    return canvas.reach(y + 40)


def _gone(game: Battleship, sunk: list[str]) -> set[int]:
    """The ships that the answers tell to be sunk; alike ones are taken in order."""
    gone: set[int] = set()
    for answer in sunk:
        rest = answer.split()[1:]
        if game.answers == "named":
            gone.add(game.names.index(rest[0]))
        elif rest:
            length = int(rest[0]) if game.answers == "length" else len(rest)
            gone.add(next(i for i, n in enumerate(game.ships) if n == length and i not in gone))
    return gone if len(sunk) < len(game.ships) else set(range(len(game.ships)))


def picture(canvas: Canvas) -> None:
    """The sea with hits and misses."""
    signs = ("..o....", ".xxx.o.", "......o", ".o..x..")
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            x, y = 10 + 20.0 * column, 10 + 20.0 * row
            canvas.rect(x, y, 20, 20, "hit" if sign == "x" else "card" if sign == "o" else "paper", "quiet", r=0)
            if sign == "x":
                canvas.path(f"M{x + 6:g} {y + 6:g}l8 8m0 -8l-8 8", "", "on-light", 2)
            elif sign == "o":
                canvas.circle(x + 10, y + 10, 3.5, "", "ink", 1.5)
