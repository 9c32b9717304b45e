"""Battleship: the sea, columns A to J and rows 1 to 10 from the top, shots, and how likely ships are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

from sleuth.games.battleship.board.fleet import harbour, ship_outline
from sleuth.games.battleship.board.words import cell_name
from sleuth.games.battleship.rules.game import HIT, MISS, SUNK, Battleship
from sleuth.games.battleship.rules.packing import Cell
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.palette import heat_step
from sleuth.show.svg.rows import answer_signs, moving
from sleuth.show.svg.steps import hint_ring, legend
from sleuth.show.svg.view import BoardView

LEAST_CELL, MOST_CELL = 26.0, 56.0
HEAD, RIM = 22.0, 4.0
"""The room for the names of rows and columns, and at the other sides."""
NUMBERED = 1 / 3
"""Chances are written from this share of the greatest on."""
BURST = ((0, -10), (2.4, -4.5), (8, -7), (6, -1.3), (10, 2), (4.4, 3), (5, 9), (0, 5.5))
"""The right half of a star, from the top."""

KEYED_MARKS = {"m": MISS, "h": HIT, "s": SUNK}
"""What the key of an answer stands for; other keys are lengths of sunk ships."""


def board(view: BoardView) -> Canvas:
    """The sea; each cell is a shot."""
    return _Sea(view).drawn()


@dataclass(frozen=True, eq=False)
class _Sea:
    """A sea that is being drawn."""

    view: BoardView

    @cached_property
    def game(self) -> Battleship:
        game: Battleship = self.view.game
        return game

    @cached_property
    def side(self) -> float:
        """The side of a cell, with the gap to the next."""
        return max(LEAST_CELL, min(MOST_CELL, (WIDTH - HEAD - RIM) / self.game.width))

    @cached_property
    def canvas(self) -> Canvas:
        return self.view.canvas(max(WIDTH, HEAD + RIM + self.side * self.game.width))

    @cached_property
    def left(self) -> float:
        return (self.canvas.width - HEAD - RIM - self.side * self.game.width) / 2 + HEAD

    @cached_property
    def marks(self) -> dict[Cell, str]:
        return shot_marks(self.game, self.view)

    @cached_property
    def chances(self) -> Mapping[Cell, float]:
        view = self.view
        waiting = [cell for cell in self.game.actions() if cell not in self.marks]
        return view.hits(waiting) if view.heat and not view.info.over else {}

    @cached_property
    def steps(self) -> dict[Cell, int]:
        """The number of the step that shot a cell."""
        return {cell: number for number, (cell, _) in enumerate(self.view.info.history, 1)}

    def drawn(self) -> Canvas:
        """Heads, cells, ships that are shown, frames, and the harbour."""
        canvas, game, view = self.canvas, self.game, self.view
        for column in range(1, game.width + 1):
            canvas.text(self.corner((1, column))[0] + self.side / 2, 11, ascii_uppercase[column - 1], 13, "soft")
        for row in range(1, game.height + 1):
            canvas.text(self.left - 4, self.corner((row, 1))[1] + self.side / 2, str(row), 13, "soft", "end")
        for cell in game.actions():
            self.cell(cell)
        for ship in view.shown or ():
            ship_outline(canvas, *self.corner(ship[0]), *self.corner((ship[1][0] + 1, ship[1][1] + 1)))
        x, y = self.corner(view.hint) if view.hint is not None else (0.0, 0.0)
        if view.hint is not None and view.hint != view.asked:
            hint_ring(canvas, x + 3, y + 3, self.side - 6, self.side - 6, 7)
        if view.asked is not None:
            self.frame(view.asked)
        y = harbour(canvas, view, game, self.corner((game.height + 1, 1))[1] + 6)
        if self.chances:
            legend(canvas, y, "Numbers: the chance of a hit, of 100")
        return canvas

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return self.left + self.side * (cell[1] - 1), HEAD + self.side * (cell[0] - 1)

    def frame(self, cell: Cell) -> None:
        """The cell that was chosen."""
        x, y = self.corner(cell)
        canvas, size = self.canvas, self.side - 2
        canvas.rect(x + 1, y + 1, size, size, "", "on-dark", r=7, line=6)
        canvas.rect(x + 1, y + 1, size, size, "", "on-light", r=7, line=3)

    def cell(self, cell: Cell) -> None:
        """A cell: a shot to choose, or what came of it."""
        canvas, view, mark, name = self.canvas, self.view, self.marks.get(cell, ""), cell_name(cell)
        if mark:
            self.shot(cell, mark)
            return
        chance, spoken = self.chances.get(cell), view.asks(cell)
        if spoken is None:
            self.open(cell, chance)
            return
        likely = "" if chance is None else f", {100 * chance:.0f} in 100 to hit" if chance > 0 else ", no ship fits"
        chosen = cell == view.asked if view.elsewhere else None
        with canvas.button(f"{name}{likely}", action=spoken, pressed=chosen):
            self.open(cell, chance)

    def open(self, cell: Cell, chance: float | None) -> None:
        """Water that was not shot at, as violet as it is likely."""
        (x, y), size, canvas = self.corner(cell), self.side - 2, self.canvas
        most = max(self.chances.values(), default=0.0)
        surface = heat_step(chance / most, "sea") if chance and most else "sea"
        canvas.rect(x + 1, y + 1, size, size, surface, r=6, more="edge")
        if chance and chance > NUMBERED * most:
            text = "<1" if chance < 0.01 else f"{100 * chance:.0f}"
            canvas.text(x + self.side / 2, y + self.side / 2, text, 13, surface, "mid bold", width=size)

    def shot(self, cell: Cell, mark: str) -> None:
        """A cell that was shot at; that of a game elsewhere can be pressed until it is right."""
        step, history = self.steps.get(cell), self.view.info.history.steps
        signs, now = answer_signs(self.view, *history[step - 1]) if step else ({}, "")
        if signs:
            with self.canvas.cycle(cell_name(cell), signs, now, mark="0", step=step):
                for key in signs:
                    with self.canvas.sign(key):
                        self.mark(cell, mark if key == now else KEYED_MARKS.get(key, f"{SUNK} {key}"))
            return
        with self.canvas.group(**{"role": "img", "aria-label": f"{cell_name(cell)}, {mark.partition(' ')[0]}"}):
            self.mark(cell, mark, step == len(history))

    def mark(self, cell: Cell, mark: str, last: bool = False) -> None:
        """What a shot did: a ripple, a burst, or a dark cell with a cross; and the letter or the length of a ship."""
        (x, y), side, canvas = self.corner(cell), self.side, self.canvas
        kind, _, more = mark.partition(" ")
        surface = "sunk" if kind == SUNK else "sea"
        canvas.rect(x + 1, y + 1, side - 2, side - 2, surface, r=6)
        size = 0.62 if len(more) == 1 else 1.0
        middle_x, middle_y = x + side * (0.5 if size == 1 else 0.38), y + side * (0.5 if size == 1 else 0.38)
        with moving(canvas, self.view, "ripple" if kind == MISS else "burst", last):
            if kind == MISS:
                canvas.circle(middle_x, middle_y, side * 0.12, "quiet")
                canvas.circle(middle_x, middle_y, side * 0.26, "", "quiet", 1.5)
            elif kind == HIT:
                canvas.path(burst(middle_x, middle_y, side / 26 * size), "orange")
            else:
                arm = side * 0.2 * size
                for way in (1, -1):
                    across = middle_x - arm, middle_y - way * arm, middle_x + arm, middle_y + way * arm
                    canvas.line(*across, "on-dark", 3)
        if len(more) == 1:  # the name of the ship, or its length
            canvas.text(x + side * 0.74, y + side * 0.72, more.upper(), 13, surface, "mid bold")


def burst(x: float, y: float, scale: float) -> str:
    """A star with sharp rays, as a path."""
    points = [*BURST, *((-dx, dy) for dx, dy in reversed(BURST[1:-1]))]
    return f"M{'L'.join(f'{x + dx * scale:.1f} {y + dy * scale:.1f}' for dx, dy in points)}Z"


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
