"""A face from words: hair and its length, eyes, hat, glasses, beard, moustache, earrings, nose and smile.

What no word tells (the shirt, the ground, the parting of the hair, how wide the head is) differs from face to face.
"""

from __future__ import annotations

from collections.abc import Mapping

from sleuth.games.guess_who.rules import GuessWho, Question
from sleuth.show.ink import PALETTE
from sleuth.show.svg.canvas import Canvas, text_width

HAIR = {"brown": "hair-brown", "red": "hair-red", "blond": "hair-blond", "black": "hair-black", "grey": "hair-grey"}
EYES = {"blue": "peg4", "brown": "hair-brown", "green": "peg2"}
GROUNDS = ("tint-blue", "tint-pink", "tint-yellow", "tint-green", "tint-orange")
PARTINGS = (
    "q-3 -25 19 -25t19 25q-3 -13 -10 -14q-14 2 -20 -2q-6 4 -8 16Z",
    "q-4 -26 20 -25q20 1 18 25q-2 -9 -6 -12q-9 4 -15 -3q-5 8 -17 15Z",
    "q-5 -27 19 -26q24 -1 19 26q-1 -11 -8 -15q-6 3 -11 3t-11 -3q-7 4 -8 15Z",
)
"""How hair falls: from the left temple, over the head, and back along the brow."""


TOKEN, NAME = 0.42, 17.0
"""How much smaller a face is in a line of text, and the size of the name beside it."""


def token(canvas: Canvas, game: GuessWho, kind: str, value: Question | bool) -> None:
    """The face of a secret with its name; questions and answers are written, and so is whom no words draw."""
    if kind != "secret" or not isinstance(value, str) or not can_draw(game.looks[value]):
        return
    place = list(game.looks).index(value)
    canvas.width = 36 + 1.15 * text_width(value, NAME)
    canvas.rect(0, 0, 30, 30, GROUNDS[place % len(GROUNDS)], r=7)
    with canvas.group(transform=f"translate(15 14.7) scale({TOKEN})"):
        portrait(canvas, 0, 0, game.looks[value], place)
    canvas.text(36, 15, value, NAME, "paper", "bold")


def can_draw(looks: Mapping[str, str]) -> bool:
    """Whether the attributes are those that a face is drawn from."""
    return looks.get("hair") in HAIR and looks.get("eyes") in EYES


def portrait(canvas: Canvas, x: float, y: float, looks: Mapping[str, str], variant: int = 0) -> None:
    """A face around a middle, about 60 high and 50 wide; `variant` chooses what no word tells."""

    def has(attribute: str) -> bool:
        return looks.get(attribute) == "yes"

    hair = HAIR[looks["hair"]]
    head = 17.0 + variant % 3
    if looks.get("length") == "long":
        low = f"{y + 28:g}"
        canvas.path(f"M{x - 24:g} {low}V{y - 4:g}a24 24 0 0 1 48 0V{low}q-6 4 -12 0h-24q-6 4 -12 0Z", hair, "skin-line")
    canvas.path(f"M{x - 24:g} {y + 36:g}q2 -11 16 -12h16q14 1 16 12Z", f"peg{variant % len(PALETTE)}", "skin-line")
    canvas.path(f"M{x - 6:g} {y + 20:g}v6q6 6 12 0v-6Z", "skin", "skin-line", 0.8)
    canvas.ellipse(x, y + 3, head, 22, "skin", "skin-line")
    _beard(canvas, x, y, hair, has("beard"), has("moustache"))
    canvas.path(f"M{x - 19:g} {y + 2:g}{PARTINGS[variant % len(PARTINGS)]}", hair, "skin-line")
    if has("hat"):
        canvas.path(
            f"M{x - 27:g} {y - 9:g}h54v-4h-10q1 -15 -17 -15t-17 15h-10Z", f"peg{(variant + 3) % 7}", "skin-line"
        )
        canvas.path(f"M{x - 17:g} {y - 13:g}h34v-4h-34Z", "on-light")
    _eyes(canvas, x, y, EYES[looks["eyes"]], has("glasses"))
    for side in (-1, 1):
        if has("earrings"):
            canvas.circle(x + side * (head + 0.5), y + 13, 3.4, "coin", "on-light", 0.8)
    wide, long = (4.5, 9) if looks.get("nose") == "big" else (2, 5)
    canvas.path(f"M{x:g} {y + 3:g}l{wide:g} {long:g}q{-wide:g} {wide * 0.6:g} {-2 * wide:g} 0", "", "face-line", 1.4)
    if has("smile"):
        canvas.path(f"M{x - 7:g} {y + 16:g}q7 8 14 0Z", "on-dark", "face-line", 1.6)
    else:
        canvas.path(f"M{x - 6:g} {y + 19:g}q6 -3 12 0", "", "face-line", 2)


def _eyes(canvas: Canvas, x: float, y: float, colour: str, glasses: bool) -> None:
    for side in (-1, 1):
        eye = x + side * 7.5
        canvas.ellipse(eye, y + 1, 4.2, 3.6, "on-dark", "skin-line", 0.8)
        canvas.circle(eye, y + 1, 2.5, colour)
        canvas.path(f"M{eye - 4:g} {y - 5:g}q4 -2.5 8 0", "", "face-line", 1.4)
        if glasses:
            canvas.circle(eye, y + 1, 6.4, "", "on-light", 1.8)
    if glasses:
        canvas.line(x - 1.2, y + 1, x + 1.2, y + 1, "on-light", 1.8)


def _beard(canvas: Canvas, x: float, y: float, hair: str, beard: bool, moustache: bool) -> None:
    if beard:
        chin = "q3 5 7 6q10 -3 21 0q4 -1 7 -6q0 20 -17.5 22q-17.5 -2 -17.5 -22Z"
        canvas.path(f"M{x - 17.5:g} {y + 8:g}{chin}", hair, "skin-line")
        canvas.ellipse(x, y + 18, 9, 4.6, "skin")
    if moustache:
        canvas.path(f"M{x:g} {y + 13.5:g}q-5 -3 -11 3q6 2 11 -1q5 3 11 1q-6 -6 -11 -3Z", hair, "skin-line", 0.8)
