"""Wordle: tiles whose colour and sign say the same, and the keyboard."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np

from sleuth.core.history import Step
from sleuth.core.offers import rows_of
from sleuth.games.wordle.board.answer import MARKS
from sleuth.games.wordle.board.text import best_marks
from sleuth.games.wordle.rules import Wordle
from sleuth.show.svg.badges import badge
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.keyboard import KNOWN, LetterKeys, keyboard, mark_line, sign
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.view import BoardView
from sleuth.show.words import capital

MAX_LETTERS = 12
TILE, GAP = 62.0, 5.0
EDGE = 8.0
ROWS = 5
"""Rows that a board has at least where it is played on: the keyboard stays in its place."""


def compose(game: Wordle, pending: Pending) -> list[str]:
    """The word once every letter is there."""
    letters = typed(game, pending)
    return ["".join(letters)] if all(letters) else []


def typed(game: Wordle, pending: Pending) -> list[str]:
    """The letter in each place, or nothing."""
    return [pending.get(str(place), "")[:1] for place in range(game.letters)]


def letters_of(game: Wordle) -> str:
    """Every letter that a guess may have."""
    return "".join(sorted(set("".join(game.actions()))))


@dataclass(frozen=True)
class Tiles:
    """Where the tiles of a row stand."""

    letters: int
    room: float = 0.0
    """What is kept free on both sides."""

    @property
    def side(self) -> float:
        """How wide and high a tile is."""
        return min(TILE, (WIDTH - 2 * EDGE - 2 * self.room + GAP) / self.letters - GAP)

    def x(self, place: int) -> float:
        """Where a tile begins."""
        return (WIDTH - (self.side + GAP) * self.letters + GAP) / 2 + (self.side + GAP) * place


def board(view: BoardView) -> Canvas:
    """The rows, and the keyboard."""
    game: Wordle = view.game
    if game.letters > MAX_LETTERS:
        return plain(view)
    canvas, tiles = view.canvas(), Tiles(game.letters, 30 if view.classes else 22 if view.caught else 0)
    y = 12.0
    for step, (word, marks) in enumerate(view.info.history, 1):
        y = _answered(canvas, view, tiles, y, step, word, str(marks))
    for step, (word, marks) in enumerate(view.later, len(view.info.history) + 1):
        with canvas.group("faded"):
            y = _answered(canvas, view, tiles, y, step, word, str(marks))
    if view.hint is not None and view.asked is None:
        y = _plain_row(canvas, tiles, y, str(view.hint), "hint")
    if view.asked is not None:
        y = _asked(canvas, view, tiles, y)
    elif view.live:
        y = _slots(canvas, view, tiles, y)
    if view.shown is not None and not view.info.won:
        y = _plain_row(canvas, tiles, y + 6, str(view.shown), "good")
    elif view.live and not view.elsewhere and view.asked is None:
        used = len(view.info.history) + 1 + (view.hint is not None)
        for _ in range(min(ROWS, rows_of(game) or 0) - used):
            y = _plain_row(canvas, tiles, y)
    if view.keyboard and view.live and view.asked is None:
        y = wordle_keys(canvas, view, y + 10)
    mark_line(canvas, y + 4, MARKS)
    return canvas


def _answered(canvas: Canvas, view: BoardView, tiles: Tiles, y: float, step: int, word: str, marks: str) -> float:
    fresh = view.fresh and step == len(view.info.history)
    for place, (letter, mark) in enumerate(zip(word, marks, strict=True)):
        moving: AbstractContextManager[None] = canvas.moving("flip", place) if fresh else nullcontext()
        with moving:
            if view.elsewhere and view.live:
                _cycle(canvas, tiles, place, y, letter, mark, step)
            else:
                tile(canvas, tiles.x(place), y, tiles.side, letter, mark)
    if step in view.caught:
        canvas.text(tiles.x(len(word)) - GAP + 12, y + tiles.side / 2, "lie", 13, "paper", "mid bold")
    if kind := view.badge(step):
        _badge(canvas, view, tiles, y, step, kind)
    return canvas.reach(y + tiles.side + GAP)


def _badge(canvas: Canvas, view: BoardView, tiles: Tiles, y: float, step: int, kind: str) -> None:
    """How good a guess was, after its tiles; the last one of the set has a frame."""
    end = tiles.x(tiles.letters)
    badge(canvas, end + 12 + (14 if step in view.caught else 0), y + tiles.side / 2, kind)
    if step == len(view.info.history):
        left = tiles.x(0) - 3
        canvas.rect(left, y - 2, end + 27 - left, tiles.side + 4, "", "ink", r=10, line=2)


def _asked(canvas: Canvas, view: BoardView, tiles: Tiles, y: float) -> float:
    """The guess whose colours are being given: each tile is pressed until it is right."""
    canvas.rect(2, y, WIDTH - 4, tiles.side + 10, "card", r=12)
    word = str(view.asked)
    marks = view.marks.ljust(len(word), "-") if view.marks or view.again else known_marks(word, view.info.history)
    for place, (letter, mark) in enumerate(zip(word, marks, strict=False)):
        mark = mark if mark in MARKS else "-"
        if view.live:
            _cycle(canvas, tiles, place, y + 5, letter, mark)
        else:
            tile(canvas, tiles.x(place), y + 5, tiles.side, letter, mark)
    return canvas.reach(y + tiles.side + 10 + GAP)


def known_marks(word: str, history: Iterable[Step]) -> str:
    """What earlier answers say of a guess: letters that were right stay so, and letters of the word are elsewhere."""
    steps = list(history)
    best, right = best_marks(steps), {(i, a) for past, m in steps for i, a in enumerate(past) if str(m)[i] == "g"}
    return "".join(
        "g" if (place, letter) in right else "y" if best.get(letter, "-") != "-" and word.count(letter) == 1 else "-"
        for place, letter in enumerate(word)
    )


def _cycle(canvas: Canvas, tiles: Tiles, place: int, y: float, letter: str, now: str, step: int | None = None) -> None:
    with canvas.cycle(f"letter {place + 1}, {capital(letter)}", MARKS, now, mark=str(place), step=step):
        for mark in MARKS:
            with canvas.sign(mark):
                tile(canvas, tiles.x(place), y, tiles.side, letter, mark)


def _slots(canvas: Canvas, view: BoardView, tiles: Tiles, y: float) -> float:
    """The row that is being typed."""
    half = tiles.side / 2
    for place, letter in enumerate(typed(view.game, view.pending)):
        x = tiles.x(place)
        with canvas.slot(str(place), x + half, y + half, f"letter {place + 1}"):
            canvas.rect(x + 1, y + 1, tiles.side - 2, tiles.side - 2, "paper", "quiet", r=8, line=2, more="edge")
            if letter:
                with canvas.group("face", **{"data-value": letter}):
                    canvas.text(x + half, y + half, capital(letter), tiles.side * 0.5, "paper", "mid bold")
    return canvas.reach(y + tiles.side + GAP)


def _plain_row(canvas: Canvas, tiles: Tiles, y: float, word: str = "", look: str = "") -> float:
    """A word that cannot be pressed: a hint, the secret, or an empty row."""
    for place in range(tiles.letters):
        tile(canvas, tiles.x(place), y, tiles.side, word[place : place + 1], look)
    return canvas.reach(y + tiles.side + GAP)


def tile(canvas: Canvas, x: float, y: float, side: float, letter: str, look: str = "") -> None:
    """A letter on the surface of its mark, with its sign in a corner; or as a `hint`, as what was `good`, or empty."""
    surface, r = KNOWN.get(look, look or "paper"), min(8.0, side / 4)
    stroke = {"": "line", "hint": "voiceline", "good": "green"}.get(look, "")
    line = 2 if stroke else 0
    more = "dashed" if look == "hint" else "edge"
    canvas.rect(x + line / 2, y + line / 2, side - line, side - line, surface, stroke, r=r, line=2, more=more)
    if letter:
        canvas.text(x + side / 2, y + side / 2, capital(letter), side * 0.5, surface, "mid bold")
    if look in MARKS:
        sign(canvas, x + side * 0.86, y + side * 0.14, look, max(2.2, side * 0.072))


def wordle_keys(canvas: Canvas, view: BoardView, y: float) -> float:
    """The keyboard with the best mark of each letter."""
    game: Wordle = view.game
    cast = Tiles(game.letters).side * 0.5 if view.live else 0.0
    chances = letter_chances(view) if view.heat else None
    return keyboard(canvas, y, LetterKeys(letters_of(game), best_marks(view.info.history), cast=cast, chances=chances))


def letter_chances(view: BoardView) -> dict[str, float] | None:
    """How likely each letter is to be in the word."""
    if view.listed is None:
        return None
    words, chances = view.listed
    signs = np.array([list(word) for word in words])
    return {letter: float(chances[(signs == letter).any(axis=1)].sum()) for letter in np.unique(signs).tolist()}


def picture(canvas: Canvas) -> None:
    """Three tiles."""
    ground(canvas, "green")
    for place, (letter, look) in enumerate(zip("WHY", ("g", "y", "paper"), strict=True)):
        surface = KNOWN.get(look, "paper")
        canvas.rect(5.5 + 15.5 * place, 21, 14, 14, surface, r=3)
        canvas.text(12.5 + 15.5 * place, 28, letter, 11, surface, "mid bold")
