"""Black Box: the grid, the ports around it with what came out of them, and how likely each cell holds an atom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Feedback
from sleuth.core.offers import truthful
from sleuth.games.black_box.board.text import PAIRS, port_marks, possible_layouts
from sleuth.games.black_box.rules import BlackBox, Layout
from sleuth.kernels.arrays import Floats
from sleuth.show.ink import PALETTE
from sleuth.show.svg.answers import AnswerChoice, AnswerForm
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.palette import heat_step
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.rows import moving
from sleuth.show.svg.steps import hint_ring, legend, percent
from sleuth.show.svg.view import BoardView

LEAST_CELL, MOST_CELL = 26.0, 60.0
RIM = 4.0
"""The room beside the ports."""
SAYS = {"H": "hit", "R": "reflected"}
OWN = {"open": "not marked", "atom": "an atom", "empty": "no atom"}
"""What a player marks for herself."""


def board(view: BoardView) -> Canvas:
    """The box; each port is a ray to send, or where the ray came out that was sent."""
    return _Box(view).drawn()


def form(info: InformationSet, action: int) -> AnswerForm:
    """The port where the ray came out is pressed on the board; these are the others."""
    choices = (
        AnswerChoice("hit", "Never came out", "h", "hit"),
        AnswerChoice("reflect", "Reflected", "r"),
    )
    return AnswerForm(
        choices, on_board=True, prompt=f"A ray went in at {action}. Where did it come out? Press the port."
    )


def spoken(game: BlackBox, action: int, feedback: Feedback | None) -> str:
    """A port, or what came of the ray."""
    if feedback is None:
        return f"port {action}"
    return {"hit": "hit", "reflect": "reflected"}.get(str(feedback), f"out at port {feedback}")


def spoken_secret(game: BlackBox, secret: Layout) -> str:
    """Where the atoms are."""
    return game.format_secret(secret).upper().replace(",", ", ")


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


@dataclass(frozen=True, eq=False)
class _Box:
    """A box that is being drawn."""

    view: BoardView

    @cached_property
    def game(self) -> BlackBox:
        game: BlackBox = self.view.game
        return game

    @cached_property
    def side(self) -> float:
        return max(LEAST_CELL, min(MOST_CELL, (WIDTH - RIM) / (self.game.size + 2)))

    @cached_property
    def canvas(self) -> Canvas:
        return self.view.canvas(max(WIDTH, self.side * (self.game.size + 2) + RIM))

    @cached_property
    def chances(self) -> Floats | None:
        return atom_chances(self.view, self.game) if self.view.helped else None

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """The upper left corner of a cell, or of a port around them."""
        left = (self.canvas.width - self.side * self.game.size) / 2
        return left + self.side * column, RIM / 2 + self.side * (row + 1)

    def drawn(self) -> Canvas:
        """Cells, ports and a line of what the signs mean."""
        n, canvas, view = self.game.size, self.canvas, self.view
        x, y = self.corner(0, 0)
        canvas.rect(x, y, self.side * n, self.side * n, "card", "ink", r=9, line=2.5)
        for place in range(n * n):
            self.cell(place)
        marks = port_marks(view.info.history)
        for port in self.game.actions():
            self.port(port, marks.get(port, ""))
        y = canvas.reach(self.corner(n + 1, 0)[1] + 6)
        notes = [] if view.helped else ["Press a cell to mark it: an atom, or none."]
        notes += ["Star: hit. Turned arrow: back. A letter twice: in and out."] if marks else []
        if view.info.over and len(layouts := possible_layouts(self.game, view.info)) > 1:
            notes.append(f"No ray tells {len(layouts)} layouts apart; one of them is drawn.")
        if notes:
            legend(canvas, y, " ".join(notes))
        return canvas

    def cell(self, place: int) -> None:
        """A cell: what follows from the answers, or what the player marked."""
        row, column = divmod(place, self.game.size)
        x, y = self.corner(row, column)
        name = self.game.format_secret((place,))
        if not self.view.helped:
            with self.canvas.cycle(name.upper(), OWN, "open", own=name):
                for sign in OWN:
                    with self.canvas.sign(sign):
                        self.ground(x, y, "paper")
                        self.sign(x, y, sign)
            return
        share = None if self.chances is None else float(self.chances[place])
        heat = self.view.heat and share is not None
        surface = heat_step(share or 0.0) if heat and share else "paper"
        self.ground(x, y, surface)
        shown = self.view.shown
        atom = shown is not None and place in shown
        if atom or (share is not None and share > 1 - 1e-9):
            self.sign(x, y, "atom", belief=shown is None)
        elif share == 0:
            self.sign(x, y, "empty")
        elif heat and share is not None and self.side > LEAST_CELL:
            middle = self.side / 2
            text = percent(share) if self.side > 34 else f"{100 * share:.0f}"
            self.canvas.text(x + middle, y + middle, text, 13 if self.side > 34 else 12, surface)

    def ground(self, x: float, y: float, surface: str) -> None:
        """A cell without a sign."""
        self.canvas.rect(x + 1, y + 1, self.side - 2, self.side - 2, surface, r=7, more="edge")

    def sign(self, x: float, y: float, sign: str, belief: bool = False) -> None:
        """A disc for an atom, a dot for none; violet where it follows from the answers."""
        x, y = x + self.side / 2, y + self.side / 2
        if sign == "atom":
            self.canvas.circle(x, y, self.side * 0.28, "hint" if belief else "ink")
            self.canvas.circle(x - self.side * 0.09, y - self.side * 0.09, self.side * 0.07, "paper")
        elif sign == "empty":
            self.canvas.circle(x, y, max(2.0, self.side * 0.06), "quiet")

    def port(self, port: int, mark: str) -> None:
        """A port: a ray to send, the exit of the ray that was sent, or what a ray did there."""
        view, canvas = self.view, self.canvas
        x, y = self.corner(*_outside(self.game, port))
        x, y, size = x + 1, y + 1, self.side - 2
        said = SAYS.get(mark, f"ray {mark.upper()}" if mark else "")
        label, free = f"port {port}{', ' if said else ''}{said}", not mark or view.again
        if port == view.asked:
            with canvas.group(**{"role": "img", "aria-label": f"port {port}, where the ray goes in"}):
                self.entry(x, y, size, port)
        elif view.asked is not None and view.live and free:
            with canvas.button(f"it came out at {label}", answer=str(port)):
                self.face(x, y, size, port, mark)
        elif (asked := view.asks(port) if free and view.asked is None else None) is not None:
            with canvas.button(f"send a ray into {label}", action=asked):
                self.face(x, y, size, port, mark)
        else:
            last = port in (view.info.history.steps[-1] if len(view.info.history) else ())
            with moving(canvas, view, "drop", last), canvas.group(**{"role": "img", "aria-label": label}):
                self.face(x, y, size, port, mark)
        if port == view.hint and port != view.asked:
            hint_ring(canvas, x + 2, y + 2, size - 4, size - 4, size / 2)

    def entry(self, x: float, y: float, size: float, port: int) -> None:
        """The port where the ray went in: framed, with an arrow into the box."""
        canvas, middle = self.canvas, size / 2
        canvas.rect(x + 1.5, y + 1.5, size - 3, size - 3, "card", "ink", r=middle, line=3, more="edge")
        down, across = _inward(self.game, port)
        x, y = x + middle, y + middle
        tip_x, tip_y, arm = x + across * size * 0.26, y + down * size * 0.26, size * 0.2
        canvas.line(x - across * size * 0.26, y - down * size * 0.26, tip_x, tip_y, "ink", 3)
        for way in (1, -1):
            back_x, back_y = tip_x - across * arm + way * down * arm, tip_y - down * arm + way * across * arm
            canvas.line(tip_x, tip_y, back_x, back_y, "ink", 3)

    def face(self, x: float, y: float, size: float, port: int, mark: str) -> None:
        """What a ray did at a port, or its number."""
        canvas, middle = self.canvas, size / 2
        pair = mark in PAIRS and bool(mark)
        surface = f"peg{PAIRS.index(mark) % len(PALETTE)}" if pair else "card" if not mark else "paper"
        canvas.rect(x, y, size, size, surface, "" if pair else "quiet", r=middle, more="edge")
        if mark == "H":
            canvas.path(star_path(x + middle, y + middle, size * 0.34), "orange")
        elif mark == "R":
            turned(canvas, x + middle, y + middle, size * 0.2)
        else:
            text = mark.upper() if pair else str(port)
            canvas.text(x + middle, y + middle, text, 15 if pair and size > 30 else 13, surface, "mid bold", width=size)


def star_path(x: float, y: float, r: float) -> str:
    """A star with eight rays, as a path."""
    turns = np.arange(16) * np.pi / 8
    far = np.where(np.arange(16) % 2 == 0, r, r * 0.5)
    return f"M{'L'.join(f'{x + d * np.cos(t):.1f} {y + d * np.sin(t):.1f}' for t, d in zip(turns, far, strict=True))}Z"


def turned(canvas: Canvas, x: float, y: float, r: float) -> None:
    """An arrow that goes in and comes back."""
    canvas.path(f"M{x - r:g} {y + r:g}V{y - r * 0.2:g}a{r:g} {r:g} 0 0 1 {2 * r:g} 0V{y + r:g}", "", "ink", 2.4)
    canvas.path(
        f"M{x + r * 0.3:g} {y + r * 0.4:g}L{x + r:g} {y + r * 1.1:g}L{x + r * 1.7:g} {y + r * 0.4:g}", "", "ink", 2.4
    )


def _inward(game: BlackBox, port: int) -> tuple[int, int]:
    """The way of a ray that enters at a port: down and across."""
    return ((1, 0), (0, -1), (-1, 0), (0, 1))[(port - 1) // game.size]


def picture(canvas: Canvas) -> None:
    """A box, an atom, and a ray that it bends."""
    ground(canvas, "blue")
    canvas.rect(16, 10, 30, 30, "paper", "ink", r=4, line=2.4)
    canvas.circle(37, 18, 5, "ink")
    canvas.path("M6 26h21v20", "", "orange", 2.8)
