"""A face from words: hair and its length, eyes, hat, glasses, beard, moustache, earrings, nose and smile."""

from __future__ import annotations

from collections.abc import Mapping

from sleuth.show.svg.canvas import Canvas

HAIR = {"brown": "hair-brown", "red": "hair-red", "blond": "hair-blond", "black": "hair-black", "grey": "hair-grey"}
EYES = {"blue": "accent", "brown": "hair-brown", "green": "right"}


def can_draw(looks: Mapping[str, str]) -> bool:
    """Whether the attributes are those that a face is drawn from."""
    return looks.get("hair") in HAIR and looks.get("eyes") in EYES


def portrait(canvas: Canvas, x: float, y: float, looks: Mapping[str, str]) -> None:
    """A face around a middle, about 60 high and 50 wide."""

    def has(attribute: str) -> bool:
        return looks.get(attribute) == "yes"

    hair = HAIR[looks["hair"]]
    if looks.get("length") == "long":
        low = f"{y + 28:g}"
        canvas.path(f"M{x - 24:g} {low}V{y - 4:g}a24 24 0 0 1 48 0V{low}q-6 4 -12 0h-24q-6 4 -12 0Z", hair, "skin-line")
    canvas.ellipse(x, y + 4, 18, 23, "skin", "skin-line")
    _beard(canvas, x, y, hair, has("beard"), has("moustache"))
    canvas.path(f"M{x - 19:g} {y + 2:g}q-3 -25 19 -25t19 25q-3 -13 -10 -14q-14 2 -20 -2q-6 4 -8 16Z", hair, "skin-line")
    if has("hat"):
        canvas.path(f"M{x - 27:g} {y - 9:g}h54v-4h-10v-15h-34v15h-10Z", "accent", "skin-line")
        canvas.line(x - 17, y - 15, x + 17, y - 15, "on-dark", 2)
    for side in (-1, 1):
        eye = x + side * 7.5
        canvas.ellipse(eye, y + 1, 4, 3.4, "on-dark", "skin-line", 0.8)
        canvas.circle(eye, y + 1, 2.3, EYES[looks["eyes"]])
        if has("glasses"):
            canvas.circle(eye, y + 1, 6, "", "on-light", 1.6)
        if has("earrings"):
            canvas.circle(x + side * 18.5, y + 13, 3, "coin", "on-light", 0.8)
    if has("glasses"):
        canvas.line(x - 1.5, y + 1, x + 1.5, y + 1, "on-light", 1.6)
    wide, long = (4.5, 9) if looks.get("nose") == "big" else (2, 5)
    canvas.path(f"M{x:g} {y + 3:g}l{wide:g} {long:g}q{-wide:g} {wide * 0.6:g} {-2 * wide:g} 0", "", "face-line", 1.4)
    curve = 6 if has("smile") else -3
    canvas.path(f"M{x - 7:g} {y + (17 if has('smile') else 20):g}q7 {curve:g} 14 0", "", "face-line", 2)


def _beard(canvas: Canvas, x: float, y: float, hair: str, beard: bool, moustache: bool) -> None:
    if beard:
        chin = "q3 5 7 6q10 -3 21 0q4 -1 7 -6q0 20 -17.5 22q-17.5 -2 -17.5 -22Z"
        canvas.path(f"M{x - 17.5:g} {y + 8:g}{chin}", hair, "skin-line")
        canvas.ellipse(x, y + 19, 8, 4, "skin")
    if moustache:
        canvas.path(f"M{x:g} {y + 13.5:g}q-5 -3 -11 3q6 2 11 -1q5 3 11 1q-6 -6 -11 -3Z", hair, "skin-line", 0.8)
