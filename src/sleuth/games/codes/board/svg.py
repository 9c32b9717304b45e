"""Codes: rows of coloured pegs or of digits, the key pegs that answer them, and the pegs to choose from."""

from __future__ import annotations

import numpy as np

from sleuth.core.game import Feedback
from sleuth.core.text import format_code
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.codes.rules.simple_mastermind import SimpleMastermind
from sleuth.kernels.arrays import Floats
from sleuth.show.ink import PALETTE
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.steps import EDGE, ask_button, hint_ring, legend, percent, plain, shade
from sleuth.show.svg.view import BoardView

MAX_PEGS = 16
"""Longer codes get the plain board."""
ROW = 38.0
GAP = 34.0
LEFT = 56.0
SHAPES = ("circle", "square", "diamond")
"""Past eight symbols the colours come again, on another shape."""
KEYS: dict[type[CodeGame], str] = {
    Mastermind: "full: right place; ring: right colour, wrong place",
    SimpleMastermind: "full: right colour in the right place",
    BullsAndCows: "full: a bull (right place); ring: a cow (wrong place)",
}
"""What the key pegs mean."""


def compose(game: CodeGame, pending: Pending) -> list[str]:
    """The code once every slot is filled."""
    length, symbols = game.shape
    code = chosen(game, pending)
    return [] if None in code else [format_code([s for s in code if s is not None][:length], symbols)]


def chosen(game: CodeGame, pending: Pending) -> list[int | None]:
    """The symbol in each slot."""
    length, symbols = game.shape
    return [number_in(pending.get(str(slot)), 0, symbols - 1) for slot in range(length)]


def board(view: BoardView) -> Canvas:
    """The rows, the row that is being filled, and the palette."""
    game: CodeGame = view.game
    length = game.shape[0]
    if length > MAX_PEGS:
        return plain(view)
    keys = 20 + 14 * ((length + 1) // 2)
    canvas = view.canvas(max(WIDTH, LEFT + GAP * length + keys + 2 * EDGE + 40))
    y = 8.0
    if view.shown is not None:
        y = _row(canvas, game, y, "secret", view.shown)
        canvas.line(EDGE, y, canvas.width - EDGE, y, "quiet")
        y += 4
    for place, (action, feedback) in enumerate(view.info.history, 1):
        y = _row(canvas, game, y, str(place), action, feedback, place in view.caught)
    if view.hint is not None:
        hint_ring(canvas, 4, y + 4, canvas.width - 8, ROW - 8, 8)
        y = _row(canvas, game, y, "hint", view.hint)
    if view.live:
        y = _palette(canvas, view, game, _slots(canvas, view, game, y))
    if view.heat and (table := marginals(view, game)) is not None:
        y = _chances(canvas, game, table, y)
    legend(canvas, y + 2, KEYS[type(game)])
    return canvas


def _row(
    canvas: Canvas, game: CodeGame, y: float, head: str, code: Code, feedback: Feedback = None, lie: bool = False
) -> float:
    middle = y + ROW / 2
    canvas.text(LEFT - 12, middle, head, 12, "soft", "end")
    for slot, symbol in enumerate(code):
        peg(canvas, game, LEFT + 14 + GAP * slot, middle, symbol)
    if feedback is not None:
        x = LEFT + GAP * len(code) + 12
        reach = key_pegs(canvas, x, middle, feedback, len(code))
        message = game.format_feedback(feedback) + (" lie" if lie else "")
        canvas.text(reach + 8, middle, message, 12, "paper" if lie else "soft", "bold" if lie else "")
    return canvas.reach(y + ROW)


def peg(canvas: Canvas, game: CodeGame, x: float, y: float, symbol: int, r: float = 14) -> None:
    """A peg with its sign on it; digits of Bulls & Cows are plain tiles."""
    if game.distinct:
        canvas.rect(x - r, y - r, 2 * r, 2 * r, "card", "quiet", r=5, more="edge")
        canvas.text(x, y, str(symbol), 16, "card", "mid bold")
        return
    surface, shape = f"peg{symbol % len(PALETTE)}", SHAPES[symbol // len(PALETTE) % len(SHAPES)]
    if shape == "circle":
        canvas.circle(x, y, r, surface, "ink", more="edge")
    elif shape == "square":
        canvas.rect(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2, surface, "ink", r=3, more="edge")
    else:
        r += 2
        canvas.path(f"M{x:g} {y - r:g}L{x + r:g} {y:g}L{x:g} {y + r:g}L{x - r:g} {y:g}Z", surface, "ink", more="edge")
    canvas.text(x, y, str(symbol), 14 if symbol < 10 else 12, surface, "mid bold")


def key_pegs(canvas: Canvas, x: float, y: float, feedback: Feedback, length: int) -> float:
    """Full pegs for right places, rings for right symbols elsewhere, dots for the rest; how far they reach."""
    full, ring = feedback if isinstance(feedback, tuple) else (int(str(feedback)), 0)
    across = max(1, (length + 1) // 2)
    for place in range(length):
        at_x, at_y = x + 14 * (place % across), y + (14 * (place // across) - 7 if length > 1 else 0)
        if place < full:
            canvas.circle(at_x, at_y, 5, "ink", "ink")
        elif place < full + ring:
            canvas.circle(at_x, at_y, 4.5, "paper", "ink", line=2)
        else:
            canvas.circle(at_x, at_y, 1.5, "quiet")
    return x + 14 * across - 4


def _slots(canvas: Canvas, view: BoardView, game: CodeGame, y: float) -> float:
    middle = y + ROW / 2
    row = chosen(game, view.pending)
    following = next((slot for slot, symbol in enumerate(row) if symbol is None), None)
    canvas.text(LEFT - 12, middle, str(len(view.info.history) + 1), 12, "soft", "end")
    for slot, symbol in enumerate(row):
        x = LEFT + 14 + GAP * slot
        if symbol is None:
            here = slot == following
            canvas.circle(x, middle, 13, "", "ink" if here else "quiet", line=2 if here else 1, more="dashed")
            continue
        last = all(other is None for other in row[slot + 1 :])
        with canvas.button(
            f"take {symbol} out of place {slot + 1}", part=f"{slot}:", key="Backspace" if last else None
        ):
            peg(canvas, game, x, middle, symbol)
    if view.composed is not None:
        ask_button(canvas, LEFT + GAP * len(row) + 6, middle, view.composed, 52)
    return canvas.reach(y + ROW)


def _palette(canvas: Canvas, view: BoardView, game: CodeGame, y: float) -> float:
    row, symbols = chosen(game, view.pending), game.shape[1]
    slot = next((slot for slot, symbol in enumerate(row) if symbol is None), len(row) - 1)
    most = int((canvas.width - 2 * EDGE) // 40)
    across = -(-symbols // -(-symbols // most))  # rows of equal length, as far as can be
    canvas.rect(EDGE - 6, y + 2, canvas.width - 2 * EDGE + 12, 40 * -(-symbols // across) + 4, "card", "", r=8)
    left = canvas.width / 2 - 20 * (across - 1)
    for symbol in range(symbols):
        x, middle = left + 40 * (symbol % across), y + 24 + 40 * (symbol // across)
        if game.distinct and symbol in row:
            canvas.circle(x, middle, 3, "quiet")
            continue
        key = str(symbol) if symbols <= 10 else None
        with canvas.button(f"{symbol} in place {slot + 1}", part=f"{slot}:{symbol}", key=key):
            canvas.rect(x - 17, middle - 18, 34, 36, "card", "", r=6)
            peg(canvas, game, x, middle, symbol, 15)
    return canvas.reach(y + 40 * -(-symbols // across) + 8)


def marginals(view: BoardView, game: CodeGame) -> Floats | None:
    """How likely each symbol (row) is in each place (column)."""
    if view.listed is None:
        return None
    secrets, chances = view.listed
    length, symbols = game.shape
    table = np.zeros((symbols, length))
    for slot, column in enumerate(np.array(secrets, np.int64).T):
        table[:, slot] = np.bincount(column, chances, symbols)
    return table


def _chances(canvas: Canvas, game: CodeGame, table: Floats, y: float) -> float:
    canvas.text(EDGE, y + 10, "how likely each sign is in each place", 12, "soft", "")
    y += 22
    for symbol, row in enumerate(table):
        middle = y + 14
        peg(canvas, game, LEFT - 18, middle, symbol, 11)
        for slot, share in enumerate(row.tolist()):
            x = LEFT + GAP * slot
            shade(canvas, x, y + 1, GAP - 2, 26, share)
            if share > 0:
                canvas.text(x + GAP / 2 - 1, middle, percent(share), 11, "heat")
        y += 28
    return canvas.reach(y + 6)


def _code(canvas: Canvas, rows: tuple[str, ...], keys: tuple[tuple[int, int], ...], whites: bool = True) -> None:
    for row, code in enumerate(rows):
        y = 22.0 + 28 * row
        for place, sign in enumerate(code):
            x = 22.0 + 26 * place
            if sign == "?":
                canvas.circle(x, y, 10, "", "ink", 1.5, "dashed")
                canvas.text(x, y, "?", 12, "paper", "mid bold")
            else:
                canvas.circle(x, y, 10.5, f"peg{sign}", "ink")
                canvas.text(x, y, sign, 11, f"peg{sign}", "mid bold")
        if row < len(keys):
            full, ring = keys[row]
            for place in range(4):
                x, at = 128.0 + 12 * (place % 2), y - 6 + 12 * (place // 2)
                if place < full:
                    canvas.circle(x, at, 4, "ink", "ink")
                elif place < full + ring and whites:
                    canvas.circle(x, at, 4, "paper", "ink", 1.8)
                else:
                    canvas.circle(x, at, 1.5, "quiet")


def mastermind_picture(canvas: Canvas) -> None:
    """Pegs and key pegs."""
    _code(canvas, ("0142", "4125", "????"), ((1, 2), (2, 1)))


def simple_mastermind_picture(canvas: Canvas) -> None:
    """Pegs, and key pegs of one kind."""
    _code(canvas, ("2345", "2061", "????"), ((1, 0), (2, 0)), whites=False)


def bulls_and_cows_picture(canvas: Canvas) -> None:
    """Digits, with bulls and cows."""
    for row, (code, full, ring) in enumerate((("1234", 0, 2), ("5162", 2, 1), ("????", 0, 0))):
        for place, sign in enumerate(code):
            x, y = 14 + 26.0 * place, 12 + 28.0 * row
            canvas.rect(x, y, 22, 22, "card", "quiet")
            canvas.text(x + 11, y + 11, sign, 14, "card", "mid bold")
        for place in range(full + ring):
            x, y = 128.0 + 11 * place, 23 + 28.0 * row
            canvas.circle(x, y, 4, "ink" if place < full else "paper", "ink", 1.8)
