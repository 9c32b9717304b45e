"""A play as a card to be shown to others: the game, what happened, skill and luck, and its answers without letters."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from sleuth.show.svg.canvas import Canvas, standalone, text_width

WIDE, HIGH = 600.0, 314.0
MARGIN = 28.0
MAX_LINES = 8
SIGN, GAP = 22.0, 4.0
TILES = {"🟩": "right", "🟨": "elsewhere", "⬛": "absent", "🟦": "lucky", "⬜": "card", "🌊": "sea", "🚢": "sunk"}
"""Signs that are drawn as a square; others are drawn below, or written."""
MOST = 99


def story_card(title: str, headline: str, skill: int | None, luck: int | None, lines: Sequence[str]) -> str:
    """The card as a file of its own; without dials where no move is graded."""
    scores = "" if skill is None else f" Skill {skill} of {MOST}, luck {luck} of {MOST}."
    words = f"{headline}.{scores}"
    canvas = Canvas(f"{title}: {headline}", words, WIDE, HIGH, "story-card")
    canvas.text(MARGIN, 40, title, 17, "soft", "bold", width=360)
    y = 76.0
    for line in _wrapped(headline, 28, 340):
        canvas.text(MARGIN, y, line, 28, "paper", "bold", width=345)
        y += 34
    for name, value, stroke, x in (("Skill", skill, "green", 94.0), ("Luck", luck, "blue", 232.0)):
        if value is not None:
            _dial(canvas, x, 212, name, value, stroke)
    _rows(canvas, lines)
    canvas.text(WIDE - MARGIN, HIGH - 20, "sleuth", 14, "soft", "end bold")
    return standalone(canvas.svg())


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """Two lines at most."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size * 1.15) <= width or len(lines) == 2:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _dial(canvas: Canvas, x: float, y: float, name: str, value: int, stroke: str) -> None:
    """A ring that is as full as its number says."""
    r = 44.0
    canvas.circle(x, y, r, "", "line", 9)
    turn = 2 * pi * min(value / 100, 0.999)
    if value > 0:
        end = f"{x + r * sin(turn):.1f} {y - r * cos(turn):.1f}"
        canvas.path(f"M{x} {y - r}A{r} {r} 0 {int(turn > pi)} 1 {end}", "", stroke, 9)
    canvas.text(x, y, str(value), 32, "paper", "mid bold")
    canvas.text(x, y + r + 22, name, 16, "paper", "mid bold")


def _rows(canvas: Canvas, lines: Sequence[str]) -> None:
    """The answers, to the right."""
    shown = [[sign for sign in line if sign != "\ufe0f"] for line in lines[:MAX_LINES]]
    widest = max((len(row) for row in shown), default=1)
    side = min(SIGN, (WIDE / 2 - 2 * MARGIN) / widest - GAP)
    left = WIDE - MARGIN - (side + GAP) * widest + GAP
    top = (HIGH - 20 - (side + GAP) * len(shown)) / 2
    for number, row in enumerate(shown):
        for place, sign in enumerate(row):
            _sign(canvas, left + (side + GAP) * place, top + (side + GAP) * number, side, sign)
    if len(lines) > MAX_LINES:
        y = top + (side + GAP) * MAX_LINES + 12
        canvas.text(left, y, f"and {len(lines) - MAX_LINES} more", 14, "soft", "")


def _sign(canvas: Canvas, x: float, y: float, side: float, sign: str) -> None:
    middle, down = x + side / 2, y + side / 2
    if sign in TILES:
        canvas.rect(x, y, side, side, TILES[sign], r=side / 5)
    elif sign == "🔴":
        canvas.circle(middle, down, side * 0.4, "ink")
    elif sign == "⚪":
        canvas.circle(middle, down, side * 0.33, "paper", "ink", side * 0.14)
    elif sign == "➖":
        canvas.circle(middle, down, side * 0.12, "quiet")
    elif sign == "💥":
        canvas.rect(x, y, side, side, "sea", r=side / 5)
        canvas.text(middle, down, "✱", side * 0.9, "hit", "mid bold")
    else:
        canvas.text(middle, down, sign, side * 0.8)
