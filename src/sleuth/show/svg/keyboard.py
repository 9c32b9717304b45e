"""A keyboard of letters, with what is known about each: for word games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.steps import percent
from sleuth.show.words import KEYBOARD, capital

KEY = 34.0
HIGH = 42.0
ACROSS = 10
KNOWN = {"g": "right", "y": "elsewhere", "-": "absent"}
SAYS = {"g": "in the right place", "y": "in the word", "-": "not in the word"}


@dataclass(frozen=True)
class LetterKey:
    """What pressing a letter does: an action, or a part of one; neither if it cannot be pressed."""

    action: str | None = None
    part: str | None = None


def rows_of(letters: str) -> list[str]:
    """The letters in the rows of a keyboard; those that it lacks come below, in order."""
    rows = ["".join(key for key in row if key in letters) for row in KEYBOARD]
    others = "".join(sorted(set(letters) - set("".join(KEYBOARD))))
    rows += [others[start : start + ACROSS] for start in range(0, len(others), ACROSS)]
    return [row for row in rows if row]


def keyboard(
    canvas: Canvas, y: float, letters: str, marks: Mapping[str, str], press: Callable[[str], LetterKey],
    chances: Mapping[str, float] | None = None, hint: str = "",
) -> float:  # fmt: skip
    """The keys; `marks` is `g`, `y` or `-` for letters that are known. Where they end."""
    for row in rows_of(letters):
        x = (canvas.width - KEY * len(row)) / 2
        for letter in row:
            chance = None if chances is None else chances.get(letter, 0.0)
            key, mark = press(letter), marks.get(letter, "")
            label = f"{letter}, {SAYS[mark]}" if mark else letter
            if chance is not None and not mark:
                label += f", {percent(chance)}"
            live = key.action is not None or key.part is not None
            button = canvas.button(label, action=key.action, part=key.part, key=letter) if live else nullcontext()
            with button:
                _key(canvas, x, y, letter, mark, chance, letter == hint, live)
            x += KEY
        y += HIGH + 3
    return canvas.reach(y + 2)


def _key(
    canvas: Canvas, x: float, y: float, letter: str, mark: str, chance: float | None, hint: bool, live: bool
) -> None:
    surface = KNOWN.get(mark, "card" if live else "paper")
    width = KEY - 3
    canvas.rect(x + 1.5, y, width, HIGH, surface, "quiet", r=5, more="edge")
    shown = chance is not None and not mark
    if shown and chance:
        tall = max(2.0, (HIGH - 2) * min(1.0, chance))
        canvas.rect(x + 2.5, y + HIGH - 1 - tall, width - 2, tall, "heat", r=4, opacity=0.85)
    on = surface if mark else ("heat" if shown else "card" if live else "soft")
    canvas.text(x + KEY / 2, y + (14 if shown else HIGH / 2), capital(letter), 15, on, "mid bold")
    if shown and chance is not None:
        canvas.text(x + KEY / 2, y + 32, percent(chance), 10, "heat")
    sign(canvas, x + width - 5, y + 8, mark, 3.5)
    if hint:
        canvas.rect(x, y - 1.5, KEY, HIGH + 3, "", "hint", r=6, line=3, more="dashed")


def sign(canvas: Canvas, x: float, y: float, mark: str, r: float) -> None:
    """The mark as a shape: a tick in the right place, a ring elsewhere, a cross for no such letter."""
    if mark == "g":
        canvas.path(f"M{x - r:g} {y:g}l{r * 0.8:g} {r * 0.8:g}l{r * 1.2:g} {-r * 1.7:g}", "", "on-dark", r * 0.45)
    elif mark == "y":
        canvas.circle(x, y, r * 0.8, "", "on-light", r * 0.45)
    elif mark == "-":
        a, b = r * 0.8, r * 1.6
        canvas.path(f"M{x - a:g} {y - a:g}l{b:g} {b:g}m0 {-b:g}l{-b:g} {b:g}", "", "on-dark", r * 0.4)
