"""Wordle: tiles whose colour and mark say the same, and the keyboard."""

from __future__ import annotations

import numpy as np

from sleuth.core.errors import ActionError
from sleuth.core.offers import rows_of
from sleuth.games.wordle.board.text import best_marks
from sleuth.games.wordle.rules import Wordle
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.keyboard import KNOWN, LetterKey, keyboard, sign
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.steps import EDGE, legend, plain
from sleuth.show.svg.view import BoardView
from sleuth.show.words import capital

MAX_LETTERS = 12
GAP = 5.0
MAX_GHOSTS = 6
"""Empty rows that are drawn below the guesses."""


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


def board(view: BoardView) -> Canvas:
    """The rows, and the keyboard."""
    game: Wordle = view.game
    if game.letters > MAX_LETTERS:
        return plain(view)
    canvas = view.canvas()
    side = min(50.0, (WIDTH - 2 * EDGE - 48 + GAP) / game.letters - GAP)
    left = (WIDTH - (side + GAP) * game.letters + GAP) / 2
    y, done = 10.0, len(view.info.history)

    def row(word: str, marks: str = "", head: str = "", ghost: bool = False, lie: bool = False) -> None:
        nonlocal y
        canvas.text(left - 8, y + side / 2, head, 12, "soft", "end")
        for place in range(game.letters):
            letter, mark = word[place : place + 1].strip(), marks[place : place + 1]
            tile(canvas, left + (side + GAP) * place, y, side, letter, mark, ghost)
        if lie:
            canvas.text(left + (side + GAP) * game.letters + 4, y + side / 2, "lie", 12, "paper", "bold")
        y += side + GAP

    for place, (word, marks) in enumerate(view.info.history, 1):
        row(word, str(marks), str(place), lie=place in view.caught)
    if view.live:
        row("".join(letter or " " for letter in typed(game, view.pending)), head=str(done + 1))
    if view.hint is not None:
        row(view.hint, head="hint", ghost=True)
    if view.shown is not None and not view.info.won:
        row(view.shown, head="was")
    elif view.live and (given := rows_of(game)) is not None:
        for _ in range(min(MAX_GHOSTS, given - done - 1 - (view.hint is not None))):
            row("")
    if view.keyboard:
        y = wordle_keys(canvas, view, y + 8)
    legend(canvas, y, "tick: in its place; ring: elsewhere; cross: no more of it")
    return canvas


def tile(canvas: Canvas, x: float, y: float, side: float, letter: str, mark: str = "", ghost: bool = False) -> None:
    """A letter on the surface of its mark, with the mark in a corner."""
    surface = KNOWN.get(mark, "paper")
    more = "dashed" if ghost else ""
    round_ = side * 0.25 if mark == "y" else 4
    canvas.rect(x, y, side, side, surface, "hint" if ghost else "quiet", r=round_, line=2 if ghost else 1, more=more)
    if letter:
        canvas.text(x + side / 2, y + side / 2, capital(letter), side * 0.52, surface, "mid bold")
    sign(canvas, x + side * 0.84, y + side * 0.16, mark, side * 0.085)


def wordle_keys(canvas: Canvas, view: BoardView, y: float) -> float:
    """The keyboard with the marks of the letters, and keys to take back and to guess."""
    game: Wordle = view.game
    letters = typed(game, view.pending)
    following = next((str(place) for place, letter in enumerate(letters) if not letter), None)

    def press(letter: str) -> LetterKey:
        return LetterKey(part=f"{following}:{letter}") if view.live and following is not None else LetterKey()

    hinted = letters_of_hint(view, following)
    y = keyboard(
        canvas, y, letters_of(game), best_marks(view.info.history), press, letter_chances(view) if view.heat else None,
        hinted,
    )  # fmt: skip
    return typing_keys(canvas, view, y, letters) if view.live else y


def letters_of_hint(view: BoardView, following: str | None) -> str:
    """The letter of the hint that comes next, if the letters so far are the hint's."""
    word = "".join(typed(view.game, view.pending))
    if view.hint is None or following is None or not str(view.hint).startswith(word):
        return ""
    return str(view.hint)[int(following)]


def typing_keys(canvas: Canvas, view: BoardView, y: float, letters: list[str]) -> float:
    """`take back` and `guess`; what is wrong with a word that is no guess is said instead."""
    middle = y + 20
    filled = [place for place, letter in enumerate(letters) if letter]
    if filled:
        with canvas.button(f"take back {letters[filled[-1]]}", part=f"{filled[-1]}:", key="Backspace"):
            canvas.rect(EDGE, middle - 18, 110, 36, "card", "quiet", r=6, more="edge")
            canvas.path(f"M{EDGE + 24} {middle}h-12m5 -5l-5 5l5 5", "", "ink", 2)
            canvas.text(EDGE + 64, middle, "take back", 13, "card")
    if view.composed is not None:
        with canvas.button(f"guess {view.composed}", action=view.composed, key="Enter"):
            canvas.rect(WIDTH - EDGE - 200, middle - 18, 200, 36, "accent", "ink", r=6, more="edge")
            canvas.text(WIDTH - EDGE - 100, middle, f"guess {view.composed}", 14, "accent", "mid bold", width=190)
    elif all(letters):
        canvas.text(WIDTH - EDGE, middle, _why_not(view, "".join(letters)), 12, "paper", "end", width=210)
    return canvas.reach(y + 44)


def _why_not(view: BoardView, word: str) -> str:
    try:
        view.info.game.parse_action(word)
    except ActionError:
        return f"{word} is not in the list"
    return f"{word} is against hard mode"


def letter_chances(view: BoardView) -> dict[str, float] | None:
    """How likely each letter is to be in the word."""
    if view.listed is None:
        return None
    words, chances = view.listed
    signs = np.array([list(word) for word in words])
    return {letter: float(chances[(signs == letter).any(axis=1)].sum()) for letter in np.unique(signs).tolist()}


def picture(canvas: Canvas) -> None:
    """Tiles."""
    for row, (word, marks) in enumerate((("crane", "-y--g"), ("title", "----g"), ("sleuth"[:5], "ggg--"))):
        for place, letter in enumerate(word):
            tile(canvas, 12 + 27.6 * place, 8 + 28.6 * row, 25, letter, marks[place])
