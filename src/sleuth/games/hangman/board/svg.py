"""Hangman: the gallows, the phrase as far as it is known, and the letters."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.games.hangman.rules import HIDDEN, NO, Hangman
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.keyboard import LetterKey, keyboard
from sleuth.show.svg.steps import EDGE, chip, legend
from sleuth.show.svg.view import BoardView
from sleuth.show.words import capital

GALLOWS = ("M16 132h84", "M36 132V16", "M36 16h62", "M36 40L58 16", "M98 16v14")
BODY = ("M98 58v34", "M98 66l-16 14", "M98 66l16 14", "M98 92l-14 22", "M98 92l14 22")
"""What is drawn miss by miss, the head between them."""
LONGEST = 14
"""Letters of a phrase that stand in one line."""


def board(view: BoardView) -> Canvas:
    """The gallows, the phrase, and the keyboard."""
    game: Hangman = view.game
    canvas = view.canvas()
    wrong = [action for action, answer in view.info.history if answer == NO]
    gallows(canvas, len(wrong))
    canvas.text(140, 30, plural(len(wrong), "miss", "misses"), 15, "paper", "bold")
    canvas.text(140, 52, f"{plural(len(view.info.history), 'question')} so far", 13, "soft", "")
    y = 74.0
    for phrase in [action for action in wrong if len(action) > 1][-3:]:
        chip(canvas, 140, y, f"not {phrase}", "absent", most=WIDTH - 140 - EDGE)
        y += 24
    y = _phrase(canvas, shown_signs(game, view), view.shown, 150)
    if view.keyboard:
        y = hangman_keys(canvas, view, y + 6)
    notes = ["tick: in the phrase; cross: not in it"]
    if view.heat and view.live:
        notes.append("percent: how likely the phrase has the letter")
    if view.hint is not None:
        notes.append(f"dashed: the hint, {game.format_action(view.hint)}")
    legend(canvas, y, *notes)
    return canvas


def gallows(canvas: Canvas, misses: int) -> None:
    """The gallows with one part for each miss, the parts to come as faint lines."""
    parts = [*GALLOWS, "head", *BODY]
    for place, part in enumerate(parts):
        stroke, line = ("ink", 3.5) if place < misses else ("quiet", 0.8)
        more = "" if place < misses else "dashed"
        if part == "head":
            canvas.circle(98, 44, 14, "", stroke, line, more)
        else:
            canvas.path(part, "", stroke, line, more)
    canvas.reach(146)


def shown_signs(game: Hangman, view: BoardView) -> str:
    """The phrase with a star for each letter that was not shown."""
    signs = list(" ".join(HIDDEN * size for size in game.sizes))
    for action, answer in view.info.history:
        if len(action) == 1 and answer != NO:
            signs = [sign if new == HIDDEN else new for sign, new in zip(signs, str(answer), strict=True)]
    if view.info.won:
        return str(view.info.history.steps[-1].action)
    return "".join(signs)


def _phrase(canvas: Canvas, signs: str, secret: str | None, y: float) -> float:
    """Tiles for the letters, in lines of whole words; letters that were not found but are told now are quiet."""
    at = 0
    lines: list[list[tuple[int, str]]] = [[]]
    for word in signs.split(" "):
        room = sum(len(w) + 1 for _, w in lines[-1]) + len(word)
        if lines[-1] and room > LONGEST:
            lines.append([])
        lines[-1].append((at, word))
        at += len(word) + 1
    for line in lines:
        count = sum(len(word) for _, word in line) + 0.6 * (len(line) - 1)
        wide = min(32.0, (WIDTH - 2 * EDGE) / max(count, 1))
        x = (WIDTH - wide * count) / 2
        for start, word in line:
            for place, sign in enumerate(word, start):
                _letter(canvas, x, y, wide, sign, "" if secret is None else secret[place : place + 1])
                x += wide
            x += 0.6 * wide
        y += 46
    return canvas.reach(y)


def _letter(canvas: Canvas, x: float, y: float, wide: float, sign: str, answer: str) -> None:
    found = sign != HIDDEN
    canvas.rect(x + 1.5, y, wide - 3, 40, "card" if found else "paper", "quiet", r=4)
    canvas.line(x + 5, y + 34, x + wide - 5, y + 34, "ink", 2)
    text = sign if found else answer.replace(HIDDEN, "")
    if text:
        canvas.text(
            x + wide / 2, y + 19, capital(text), min(20.0, wide * 0.75), "card" if found else "soft", "mid bold"
        )


def hangman_keys(canvas: Canvas, view: BoardView, y: float) -> float:
    """A key for each letter that may be asked."""
    game: Hangman = view.game
    marks = {a: "-" if answer == NO else "g" for a, answer in view.info.history if len(a) == 1}
    waiting = [letter for letter in game.alphabet if letter not in marks]
    chances = view.hits(waiting) if view.heat and view.live else None

    def press(letter: str) -> LetterKey:
        return LetterKey(action=view.asks(letter)) if letter not in marks or view.again else LetterKey()

    hint = view.hint if view.hint is not None and len(view.hint) == 1 else ""
    return keyboard(canvas, y, game.alphabet, marks, press, chances, hint)


def picture(canvas: Canvas) -> None:
    """The gallows and a word with gaps."""
    canvas.path("M14 90h40M26 90V12H58V24M26 28L40 12", "", "ink", 3)
    canvas.circle(58, 32, 8, "", "ink", 2.5)
    canvas.path("M58 40v20M58 46l-9 9M58 46l9 9", "", "ink", 2.5)
    for place, letter in enumerate("h_ng"):
        x = 80 + 19.0 * place
        canvas.line(x, 88, x + 14, 88, "ink", 2.5)
        if letter != "_":
            canvas.text(x + 7, 76, letter.upper(), 16, "paper", "mid bold")
