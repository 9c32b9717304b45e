"""Hangman: the gallows, the phrase as far as it is known, and the letters."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from sleuth.core.text import plural
from sleuth.games.hangman.rules import HIDDEN, NO, Hangman
from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.keyboard import LetterKeys, keyboard, mark_line
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.rows import TARGET
from sleuth.show.svg.steps import chip
from sleuth.show.svg.view import BoardView
from sleuth.show.words import capital

GALLOWS = ("M16 132h84", "M36 132V16", "M36 16h62", "M36 40L58 16", "M98 16v14")
BODY = ("M98 58v34", "M98 66l-16 14", "M98 66l16 14", "M98 92l-14 22", "M98 92l14 22")
"""What is drawn miss by miss, the head between them."""
EDGE = 8.0
LONGEST = 10
"""Letters of a phrase that stand in one line."""
HIGH, GAP = 50.0, 4.0
BESIDE = 144.0
"""Where words beside the gallows begin."""


def board(view: BoardView) -> Canvas:
    """The gallows, the phrase, and the keyboard."""
    canvas = view.canvas()
    wrong = [action for action, answer in view.info.history if answer == NO]
    gallows(canvas, len(wrong))
    _words(canvas, view, wrong)
    y = _phrase(canvas, view, 154)
    if view.keyboard and view.live and view.asked is None:
        y = hangman_keys(canvas, view, y + 8)
        if any(len(action) == 1 for action, _ in view.info.history):
            y = mark_line(canvas, y, {"g": "in it", "-": "not in it"})
    canvas.reach(y + 6)
    return canvas


def _words(canvas: Canvas, view: BoardView, wrong: list[str]) -> None:
    """How many misses there were, what is asked or advised, and the phrases that it is not."""
    room = WIDTH - BESIDE - EDGE
    canvas.text(BESIDE, 34, plural(len(wrong), "miss", "misses") if wrong else "No misses yet", 20, "paper", "bold")
    y = 62.0
    if view.asked is not None:
        asked = str(view.asked)
        letter = len(asked) == 1
        canvas.text(BESIDE, y, "Where is it?" if letter else "Is this it?", 14, "soft", "")
        canvas.text(BESIDE, y + 32, capital(asked), 34 if letter else 20, "paper", "bold", width=room)
        return
    if view.hint is not None and len(view.hint) > 1:
        chip(canvas, BESIDE, y, capital(view.hint), "hint", 14, room)
        y += 26
    for phrase in [action for action in wrong if len(action) > 1][-3:]:
        chip(canvas, BESIDE, y, f"not {capital(phrase)}", "absent", 13, room)
        y += 26


def gallows(canvas: Canvas, misses: int) -> None:
    """The gallows with one part for each miss, the parts to come as faint lines."""
    for place, part in enumerate([*GALLOWS, "head", *BODY]):
        stroke, line = ("ink", 3.5) if place < misses else ("line", 2.0)
        if part == "head":
            canvas.circle(98, 44, 14, "", stroke, line)
        else:
            canvas.path(part, "", stroke, line)
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


def _lines(signs: str, longest: int) -> list[list[tuple[int, str]]]:
    """The words of a phrase in lines, each with the place where it begins."""
    at, lines = 0, [[]]  # type: int, list[list[tuple[int, str]]]
    for word in signs.split(" "):
        if lines[-1] and sum(len(w) + 1 for _, w in lines[-1]) + len(word) > longest:
            lines.append([])
        lines[-1].append((at, word))
        at += len(word) + 1
    return lines


def _phrase(canvas: Canvas, view: BoardView, y: float) -> float:
    """Tiles for the letters, in lines of whole words."""
    signs = shown_signs(view.game, view)
    asked = view.asked is not None and len(view.asked) == 1
    for line in _lines(signs, 7 if asked else LONGEST):
        count = sum(len(word) for _, word in line) + 0.5 * (len(line) - 1)
        wide = min(TARGET if asked else 40.0, (WIDTH - 2 * EDGE) / max(count, 1))
        x = (WIDTH - wide * count) / 2
        for start, word in line:
            for place in range(start, start + len(word)):
                if asked and view.live:
                    _cycle(canvas, view, x, y, wide, signs[:place].replace(" ", ""), signs[place])
                else:
                    _letter(canvas, view, x, y, wide, place, signs[place])
                x += wide
            x += 0.5 * wide
        y += HIGH + GAP
    return canvas.reach(y + 4)


def _cycle(canvas: Canvas, view: BoardView, x: float, y: float, wide: float, before: str, known: str) -> None:
    """A place that shows what is known of it, or the letter that is asked once it was pressed."""
    place, letter = len(before), str(view.asked)
    now = letter if view.marks[place : place + 1] == letter else HIDDEN
    words = {HIDDEN: "hidden" if known == HIDDEN else capital(known), letter: capital(letter)}
    with canvas.cycle(f"place {place + 1}", words, now, mark=str(place)):
        canvas.rect(x, y - GAP / 2, wide, HIGH + GAP, "paper", r=0)
        with canvas.sign(HIDDEN):
            _tile(canvas, x, y, wide, known.replace(HIDDEN, ""), "card" if known == HIDDEN else "paper")
        with canvas.sign(letter):
            _tile(canvas, x, y, wide, letter, "right")


def _letter(canvas: Canvas, view: BoardView, x: float, y: float, wide: float, place: int, sign: str) -> None:
    """A letter that is known; one that was not found but is told at the end is on another ground."""
    history = view.info.history
    fresh = view.fresh and len(history) > 0 and str(history.steps[-1].feedback)[place : place + 1] == sign != HIDDEN
    moving: AbstractContextManager[None] = canvas.moving("flip", place) if fresh else nullcontext()
    answer = "" if view.shown is None else str(view.shown)[place : place + 1].replace(HIDDEN, "")
    with moving:
        if sign != HIDDEN:
            _tile(canvas, x, y, wide, sign, "good" if view.info.over else "paper")
        else:
            _tile(canvas, x, y, wide, answer, "absent" if answer else "card")


def _tile(canvas: Canvas, x: float, y: float, wide: float, letter: str, on: str) -> None:
    stroke = "quiet" if on == "paper" else "line" if on == "card" else ""
    canvas.rect(x + GAP / 2, y, wide - GAP, HIGH, on, stroke, r=min(8.0, wide / 5), line=1.5, more="edge")
    if letter:
        canvas.text(x + wide / 2, y + HIGH / 2, capital(letter), min(24.0, wide * 0.6), on, "mid bold")


def hangman_keys(canvas: Canvas, view: BoardView, y: float) -> float:
    """A key for each letter that may be asked."""
    game: Hangman = view.game
    marks = {a: "-" if answer == NO else "g" for a, answer in view.info.history if len(a) == 1}
    waiting = [letter for letter in game.alphabet if letter not in marks]
    chances = view.hits(waiting) if view.heat and view.live else None
    free = [letter for letter in game.alphabet if letter not in marks or view.again]
    asks = {letter: text for letter in free if (text := view.asks(letter)) is not None}
    hint = view.hint if view.hint is not None and len(view.hint) == 1 else ""
    return keyboard(canvas, y, LetterKeys(game.alphabet, marks, asks, chances=chances, hint=hint))


def picture(canvas: Canvas) -> None:
    """A word with a gap."""
    ground(canvas, "green")
    for place, letter in enumerate("H N"):
        x = 9.0 + 14 * place
        canvas.line(x, 38, x + 10, 38, "ink", 2.5)
        if letter != " ":
            canvas.text(x + 5, 27, letter, 16, "tint-green", "mid bold")
