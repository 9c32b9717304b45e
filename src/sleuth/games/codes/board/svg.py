"""Codes: rows of coloured pegs or of digits, the pegs that answer them, and the pegs to choose from."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial

import numpy as np

from sleuth.core.game import Feedback
from sleuth.core.text import format_code
from sleuth.games.codes.board.answer import FULL, NOTHING, RING, signs
from sleuth.games.codes.board.pegs import peg, peg_name
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.kernels.arrays import Floats
from sleuth.show.svg.badges import badge
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.rows import TARGET
from sleuth.show.svg.steps import key_line, percent, shade
from sleuth.show.svg.view import BoardView

MAX_PEGS = 16
"""Longer codes get the plain board."""
EDGE = 8.0
ROW = 56.0
CHOICE = 56.0
"""The room of a peg to choose."""
BADGES = 34.0
"""The room of badges after the answers."""


def compose(game: CodeGame, pending: Pending) -> list[str]:
    """The code once every slot is filled."""
    length, symbols = game.shape
    code = chosen(game, pending)
    return [] if None in code else [format_code([s for s in code if s is not None][:length], symbols)]


def chosen(game: CodeGame, pending: Pending) -> list[int | None]:
    """The symbol in each slot."""
    length, symbols = game.shape
    return [number_in(pending.get(str(slot)), 0, symbols - 1) for slot in range(length)]


@dataclass(frozen=True)
class Rack:
    """Where things stand in a row: pegs, then answer pegs, which are larger where they are to be pressed."""

    length: int
    pressed: bool = False

    @property
    def head(self) -> float:
        """The room for the number of the row."""
        return 22.0 if self.length < 6 else 16.0

    @property
    def beside(self) -> bool:
        """Whether answer pegs that are pressed fit beside the row; else they stand below it."""
        return self.pressed and EDGE + self.head + (31 + TARGET) * self.length + EDGE <= WIDTH

    @property
    def pitch(self) -> float:
        """From peg to peg."""
        return 31.0 if self.beside else 52.0 if self.length < 6 else TARGET

    @property
    def r(self) -> float:
        """How large a peg is."""
        return 14.0 if self.beside else 22.0 if self.length < 6 else 21.0

    def x(self, place: int) -> float:
        """The middle of a peg; of the one after the last for where the row ends."""
        return EDGE + self.head + self.pitch * (place + 0.5)

    @property
    def end(self) -> float:
        """Where the pegs end."""
        return EDGE + self.head + self.pitch * self.length

    @property
    def across(self) -> int:
        """Answer pegs that stand side by side."""
        if not self.pressed:
            return max(1, -(-self.length // (2 if self.length < 5 else 3)))
        return self.length if self.beside else min(self.length, int((WIDTH - 2 * EDGE) // TARGET))

    @property
    def high(self) -> float:
        """How high a row is."""
        below = 0 if self.beside or not self.pressed else TARGET * -(-self.length // self.across) + 4
        return ROW + below + (8 if self.beside else 0)

    @property
    def width(self) -> float:
        """How wide the board is."""
        return max(WIDTH, self.end + 17 * self.across + EDGE)


def board(view: BoardView) -> Canvas:
    """The rows, the row that is being filled or answered, and the palette."""
    game: CodeGame = view.game
    length = game.shape[0]
    if length > MAX_PEGS:
        return plain(view)
    rack = Rack(length, view.live and view.elsewhere)
    canvas = view.canvas(Rack(length).width + (BADGES if view.classes else 0.0))
    y = EDGE
    for step, (action, feedback) in enumerate(view.info.history):
        y = _answered(canvas, view, rack, y, step, action, feedback)
    for step, (action, feedback) in enumerate(view.later, len(view.info.history)):
        with canvas.group("faded"):
            y = _answered(canvas, view, rack, y, step, action, feedback)
    if view.shown is not None and not view.info.won:
        y = _row(canvas, game, Rack(length), y + 4, "was", view.shown, "good")
    if view.hint is not None and view.asked is None:
        y = _hint(canvas, game, Rack(length), y + 4, view.hint)
    if view.asked is not None:
        y = _asked(canvas, view, Rack(length, view.live), y + 4)
    elif view.live:
        y = _palette(canvas, view, _slots(canvas, view, Rack(length), y + 4))
    if view.heat and view.live and view.asked is None and (table := marginals(view, game)) is not None:
        y = _chances(canvas, game, table, y)
    words = {sign: text for sign, text in signs(game).items() if sign != NOTHING}
    key_line(canvas, y, [(14, partial(_key_sign, canvas, sign), text) for sign, text in words.items()])
    return canvas


def _key_sign(canvas: Canvas, sign: str, x: float, middle: float) -> None:
    answer_peg(canvas, x + 7, middle, sign, 6)


def _row(
    canvas: Canvas, game: CodeGame, rack: Rack, y: float, head: str, code: Code, surface: str = "paper",
    room: float = 0.0,
) -> float:  # fmt: skip
    """The pegs of a code after the number of the row, with room below them; where the row ends."""
    if surface != "paper":
        canvas.rect(EDGE, y, canvas.width - 2 * EDGE, rack.high, surface, r=14)
    middle = y + ((rack.high if rack.beside else ROW) - room) / 2
    on = {"paper": "soft", "card": "soft-card"}.get(surface, surface)
    canvas.text(EDGE + rack.head / 2, middle, head, 14 if len(head) < 3 else 12, on)
    for place, symbol in enumerate(code):
        peg(canvas, game, rack.x(place), middle, symbol, rack.r)
    return canvas.reach(y + rack.high)


def _answered(
    canvas: Canvas, view: BoardView, rack: Rack, y: float, step: int, action: Code, feedback: Feedback
) -> float:
    """A row with its answer, which can be changed where the game is played elsewhere."""
    last = step == len(view.info.history) - 1
    if step:
        canvas.line(EDGE, y, canvas.width - EDGE, y, "line")
    surface = "good" if last and view.info.won else "paper"
    text, bold = ("a lie", "bold") if step + 1 in view.caught else (_left(view, step + 1), "")
    end = _row(canvas, view.game, rack, y, str(step + 1), action, surface, 16 if text and rack.beside else 0)
    marks = marks_of(feedback, rack.length)
    if rack.pressed:
        _cycles(canvas, view, rack, y, marks, surface, step + 1)
        reach = rack.end
    else:
        reach = _answer(canvas, rack, y, marks, view.fresh and last)
    on = "soft" if surface == "paper" else surface
    if text and rack.beside:
        canvas.text(rack.x(0) - rack.r, end - 13, text, 12, on, bold)
    elif text and reach + text_width(text, 13) + 8 < canvas.width - EDGE:
        canvas.text(canvas.width - EDGE - 6, y + ROW / 2, text, 13, on, f"end {bold}".strip())
    if kind := view.badge(step + 1):
        badge(canvas, canvas.width - EDGE - 18, y + ROW / 2, kind)
        if last:
            canvas.rect(EDGE - 2, y + 2, canvas.width - 2 * EDGE + 4, ROW - 4, "", "ink", r=12, line=2)
    return end


def _left(view: BoardView, step: int) -> str:
    """How many codes a step left, where the player wants help."""
    wanted = view.live and (view.heat or view.hint is not None or view.elsewhere)
    size = view.stages[step].size if wanted else ""
    return f"{size} left" if size else ""


def marks_of(feedback: Feedback, length: int) -> str:
    """An answer as signs: full ones first, then rings."""
    full, ring = map(int, feedback if isinstance(feedback, tuple) else (str(feedback), 0))
    return (FULL * full + RING * ring).ljust(length, NOTHING)


def answer_peg(canvas: Canvas, x: float, y: float, sign: str, r: float) -> None:
    """Full for the right place, a ring for another place, a dot for nothing."""
    if sign == FULL:
        canvas.circle(x, y, r, "ink")
    elif sign == RING:
        canvas.circle(x, y, r * 0.82, "paper", "ink", line=r * 0.36)
    else:
        canvas.circle(x, y, max(2.0, r * 0.3), "quiet")


def _answer(canvas: Canvas, rack: Rack, y: float, marks: str, fresh: bool) -> float:
    """The answer pegs in a block; how far they reach."""
    lines = -(-rack.length // rack.across)
    for place, sign in enumerate(marks):
        x = rack.end + 11 + 17 * (place % rack.across)
        middle = y + ROW / 2 + 17 * (place // rack.across - (lines - 1) / 2)
        moving: AbstractContextManager[None] = canvas.moving("drop", place) if fresh else nullcontext()
        with moving:
            answer_peg(canvas, x, middle, sign, 6.5)
    return rack.end + 3 + 17 * rack.across


def _cycles(
    canvas: Canvas, view: BoardView, rack: Rack, y: float, marks: str, surface: str, step: int | None = None
) -> None:
    """The answer pegs, each to be pressed until it is right."""
    words = signs(view.game)
    left = canvas.width - EDGE - TARGET * rack.across if rack.beside else (canvas.width - TARGET * rack.across) / 2
    top = y + (rack.high - TARGET) / 2 if rack.beside else y + ROW
    for place, now in enumerate(marks):
        x, at = left + TARGET * (place % rack.across), top + TARGET * (place // rack.across)
        shown = now if now in words else NOTHING
        with canvas.cycle(f"answer peg {place + 1}", words, shown, mark=str(place), step=step):
            canvas.rect(x, at, TARGET, TARGET, surface, r=12)
            for sign in words:
                with canvas.sign(sign):
                    if sign == NOTHING:
                        canvas.circle(x + TARGET / 2, at + TARGET / 2, 14, "paper", "quiet", 1.5, "dashed edge")
                    else:
                        answer_peg(canvas, x + TARGET / 2, at + TARGET / 2, sign, 14)


def _asked(canvas: Canvas, view: BoardView, rack: Rack, y: float) -> float:
    """The row that waits for its answer."""
    assert view.asked is not None
    end = _row(canvas, view.game, rack, y, str(len(view.info.history) + 1), view.asked, "card")
    marks = view.marks[: rack.length].ljust(rack.length, NOTHING)
    if rack.pressed:
        _cycles(canvas, view, rack, y, marks, "card")
    else:
        _answer(canvas, rack, y, marks, False)
    return canvas.reach(end + 6)


def _hint(canvas: Canvas, game: CodeGame, rack: Rack, y: float, code: Code) -> float:
    end = _row(canvas, game, rack, y, "", code, "hint")
    canvas.rect(
        EDGE + 1, y + 1, canvas.width - 2 * EDGE - 2, rack.high - 2, "", "voiceline", r=13, line=2, more="dashed"
    )
    x, middle = EDGE + rack.head / 2 + 2, y + rack.high / 2 - 2
    canvas.circle(x, middle, 5.5, "", "hint", 1.9)
    canvas.line(x + 4, middle + 4, x + 8, middle + 8, "hint", 1.9)
    room = canvas.width - EDGE - rack.end
    if room > 60:
        canvas.text(canvas.width - EDGE - 14, y + rack.high / 2, "hint", 14, "hint", "end bold")
    return end


def _slots(canvas: Canvas, view: BoardView, rack: Rack, y: float) -> float:
    """The row that is being filled, with keys to take back and to check where there is room for them."""
    game: CodeGame = view.game
    canvas.rect(EDGE, y, canvas.width - 2 * EDGE, ROW, "card", r=14)
    middle = y + ROW / 2
    canvas.text(EDGE + rack.head / 2, middle, str(len(view.info.history) + 1), 14, "soft-card")
    for slot, symbol in enumerate(chosen(game, view.pending)):
        x = rack.x(slot)
        with canvas.slot(str(slot), x, middle, f"place {slot + 1}"):
            canvas.rect(x - rack.pitch / 2, middle - TARGET / 2, rack.pitch, TARGET, "card", r=12)
            _hole(canvas, game, x, middle, rack.r)
            if symbol is not None:
                with canvas.group("face", **{"data-value": str(symbol)}):
                    peg(canvas, game, x, middle, symbol, rack.r)
    if rack.end + 2 * TARGET + 8 <= canvas.width - EDGE:
        _typing_keys(canvas, canvas.width - EDGE - 4 - 2 * TARGET - 4, middle)
    return canvas.reach(y + ROW)


def _hole(canvas: Canvas, game: CodeGame, x: float, y: float, r: float) -> None:
    if game.distinct:
        canvas.rect(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2, "card", "quiet", r=8, line=1.5, more="dashed edge")
    else:
        canvas.circle(x, y, r - 2, "card", "quiet", 1.5, "dashed edge")


def _typing_keys(canvas: Canvas, x: float, middle: float) -> None:
    """Take the last peg back, and check the row."""
    top = middle - TARGET / 2
    with canvas.button("take the last one back", does="take", key="Backspace"):
        canvas.rect(x, top, TARGET, TARGET, "card", r=12)
        canvas.path(f"M{x + 16} {middle - 8}l-8 8l8 8h22v-16ZM{x + 22} {middle - 3.5}l7 7m0 -7l-7 7", "", "ink", 1.9)
    x += TARGET + 4
    with canvas.button("check this row", does="send", key="Enter"):
        canvas.rect(x, top, TARGET, TARGET, "accent", r=12)
        canvas.path(f"M{x + 14} {middle + 1}l7 7l13 -15", "", "on-accent", 3)


def _palette(canvas: Canvas, view: BoardView, y: float) -> float:
    """Every peg, to be pressed into the next empty place."""
    game: CodeGame = view.game
    symbols, rack = game.shape[1], Rack(game.shape[0])
    most = int((canvas.width - 2 * EDGE) // CHOICE)
    across = -(-symbols // -(-symbols // most))  # rows of equal length, as far as can be
    left = canvas.width / 2 - CHOICE * (across - 1) / 2
    y += 8
    for symbol in range(symbols):
        x, middle = left + CHOICE * (symbol % across), y + CHOICE * (symbol // across + 0.5)
        key = str(symbol) if symbols <= 10 else None
        with canvas.button(peg_name(game, symbol), value=str(symbol), key=key):
            canvas.rect(x - CHOICE / 2, middle - CHOICE / 2, CHOICE, CHOICE, "paper", r=12)
            peg(canvas, game, x, middle, symbol, 26)
            with canvas.face(x, middle), canvas.group("cast"):
                peg(canvas, game, x, middle, symbol, rack.r)
    y += CHOICE * -(-symbols // across)
    if rack.end + 2 * TARGET + 8 > canvas.width - EDGE:
        _typing_keys(canvas, canvas.width / 2 - TARGET - 2, y + 4 + TARGET / 2)
        y += TARGET + 8
    return canvas.reach(y + 4)


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
    """A cell for each symbol in each place, as violet as it is likely."""
    canvas.line(EDGE, y + 2, canvas.width - EDGE, y + 2, "line")
    canvas.text(EDGE, y + 18, "How likely each is in each place", 13, "soft", "")
    y, most, left = y + 32, max(0.5, float(table.max())), EDGE + 32
    wide = (canvas.width - EDGE - left) / game.shape[0]
    for symbol, row in enumerate(table):
        peg(canvas, game, EDGE + 14, y + 14, symbol, 12)
        for place, share in enumerate(row.tolist()):
            surface = shade(canvas, left + wide * place + 2, y, wide - 4, 28, share / most)
            if share > 0:
                canvas.text(left + wide * (place + 0.5), y + 14, percent(share), 13, surface)
        y += 32
    return canvas.reach(y + 4)


def mastermind_picture(canvas: Canvas) -> None:
    """Four pegs."""
    ground(canvas, "orange")
    for place, symbol in enumerate((0, 4, 1, 5)):
        canvas.circle(18 + 20 * (place % 2), 18 + 20 * (place // 2), 7.5, f"peg{symbol}")


def simple_mastermind_picture(canvas: Canvas) -> None:
    """Three pegs."""
    ground(canvas, "orange")
    for place, symbol in enumerate((2, 3, 0)):
        canvas.circle(13 + 15 * place, 28, 6.5, f"peg{symbol}")


def bulls_and_cows_picture(canvas: Canvas) -> None:
    """Two digits, a bull and a cow."""
    ground(canvas, "orange")
    for place, digit in enumerate("42"):
        x = 17.0 + 22 * place
        canvas.rect(x - 9, 14, 18, 18, "paper", r=4)
        canvas.text(x, 23, digit, 13, "paper", "mid bold")
        answer_peg(canvas, x, 42, FULL if place == 0 else RING, 3.4)
