"""A keyboard of letters, with what is known about each: for word games."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial

from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.palette import heat_step
from sleuth.show.svg.steps import key_line, percent
from sleuth.show.words import KEYBOARD, capital

KEY, HIGH = 33.0, 46.0
GAP, LINE = 2.6, 6.0
"""Between keys, and between rows of them."""
WIDE = 50.0
"""The keys that send and delete."""
ACROSS = 10
MAX_CHANCE = 0.99
"""No letter is surer than this: the word may be in no list."""
KNOWN = {"g": "right", "y": "elsewhere", "-": "absent"}
SAYS = {"g": "right", "y": "elsewhere", "-": "not there"}


@dataclass(frozen=True)
class LetterKeys:
    """The letters, what is known of them, and what pressing one does."""

    letters: str
    marks: Mapping[str, str] = field(default_factory=dict)
    """`g`, `y` or `-` for a letter that is known."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """The action of each letter that can be asked by itself."""
    cast: float = 0.0
    """Where letters are typed into slots: how large they are there."""
    chances: Mapping[str, float] | None = None
    hint: str = ""


def rows_of(letters: str) -> list[str]:
    """The letters in the rows of a keyboard; those that it lacks come below, in order."""
    rows = ["".join(key for key in row if key in letters) for row in KEYBOARD]
    others = "".join(sorted(set(letters) - set("".join(KEYBOARD))))
    rows += [others[start : start + ACROSS] for start in range(0, len(others), ACROSS)]
    return [row for row in rows if row]


def keyboard(canvas: Canvas, y: float, keys: LetterKeys) -> float:
    """The keys, with those that send and delete where letters are typed; where they end."""
    rows = rows_of(keys.letters)
    ends = WIDE + GAP
    if keys.cast and (KEY + GAP) * len(rows[-1]) + 2 * ends > canvas.width:
        rows.append("")
    for number, row in enumerate(rows):
        typing = keys.cast > 0 and number == len(rows) - 1
        width = (KEY + GAP) * len(row) - GAP + (2 * ends if typing else 0)
        x = (canvas.width - width) / 2
        if typing:
            _wide_key(canvas, x, y, "Enter", "send")
            _wide_key(canvas, x + width - WIDE, y, "Del", "take")
            x += ends
        for letter in row:
            _key(canvas, x, y, letter, keys)
            x += KEY + GAP
        y += HIGH + LINE
    return canvas.reach(y)


def _wide_key(canvas: Canvas, x: float, y: float, text: str, does: str) -> None:
    label, key = ("guess this word", "Enter") if does == "send" else ("delete the last letter", "Backspace")
    surface = "accent" if does == "send" else "card"
    with canvas.button(label, does=does, key=key):
        canvas.rect(x, y, WIDE, HIGH, surface, "" if does == "send" else "line", r=7, more="edge")
        canvas.text(x + WIDE / 2, y + HIGH / 2, text, 14, surface, "mid bold")


def _key(canvas: Canvas, x: float, y: float, letter: str, keys: LetterKeys) -> None:
    mark = keys.marks.get(letter, "")
    chance = None if keys.chances is None or mark else min(MAX_CHANCE, keys.chances.get(letter, 0.0))
    live = letter in keys.asks or keys.cast > 0
    with _button(canvas, letter, keys, mark, chance):
        surface = KNOWN.get(mark, heat_step(chance) if chance else "paper")
        hint = letter == keys.hint
        canvas.rect(x, y, KEY, HIGH, "hint" if hint else surface, "" if mark else "line", r=7, more="edge")
        if hint:
            canvas.rect(x + 1, y + 1, KEY - 2, HIGH - 2, "", "hint", r=6, line=2, more="dashed")
        on = surface if mark or (live and chance != 0) or chance else "soft"
        canvas.text(
            x + KEY / 2, y + (16 if chance else HIGH / 2), capital(letter), 16, "hint" if hint else on, "mid bold"
        )
        if chance:
            canvas.text(x + KEY / 2, y + 35, percent(chance), 12, "hint" if hint else on)
        sign(canvas, x + KEY - 6, y + 7, mark, 3)
        if keys.cast:
            with canvas.face(x + KEY / 2, y + HIGH / 2), canvas.group("cast"):
                canvas.text(x + KEY / 2, y + HIGH / 2, capital(letter), keys.cast, "paper", "mid bold")


def _button(
    canvas: Canvas, letter: str, keys: LetterKeys, mark: str, chance: float | None
) -> AbstractContextManager[None]:
    label = f"{letter}, {SAYS[mark]}" if mark else letter
    if chance is not None:
        label += f", {percent(chance)} likely"
    if keys.cast:
        return canvas.button(label, value=letter, key=letter)
    action = keys.asks.get(letter)
    return nullcontext() if action is None else canvas.button(label, action=action, key=letter)


def mark_line(canvas: Canvas, y: float, words: Mapping[str, str]) -> float:
    """What each mark means, in one line; where it ends."""
    return key_line(canvas, y, [(16, partial(_swatch, canvas, mark), text) for mark, text in words.items()])


def _swatch(canvas: Canvas, mark: str, x: float, middle: float) -> None:
    canvas.rect(x, middle - 8, 16, 16, KNOWN[mark], r=4)
    sign(canvas, x + 8, middle, mark, 3)


def sign(canvas: Canvas, x: float, y: float, mark: str, r: float) -> None:
    """The mark as a shape: a dot in the right place, a ring elsewhere, nothing for no such letter."""
    if mark == "g":
        canvas.circle(x, y, r, "on-dark")
    elif mark == "y":
        canvas.circle(x, y, r * 0.85, "", "on-light", max(1.2, r * 0.4))
