"""Wordle: tiles, and a keyboard of what is known of each letter."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.core.history import Step
from sleuth.games.wordle.rules import Wordle
from sleuth.show.ink import RULED_OUT
from sleuth.show.steps import StepRow, steps
from sleuth.show.words import KEYBOARD, capital

STYLES = {"g": "bold #ffffff on #006b4e", "y": "bold #000000 on #f0e442", "-": "#ffffff on #555555"}
FRAMES = {"g": "[{}]", "y": "({})", "-": " {} "}
RANKS = "-yg"
"""The marks, from the worst to the best."""
MAX_LETTERS = 12


def tile(letter: str, mark: str) -> Text:
    """`[A]` in its place, `(A)` elsewhere in the word, ` a ` not in it."""
    return Text(FRAMES[mark].format(letter if mark == "-" else capital(letter)), STYLES[mark])


def best_marks(history: Iterable[Step]) -> dict[str, str]:
    """The best mark that each letter ever got."""
    best: dict[str, str] = {}
    for word, marks in history:
        for letter, mark in zip(word, str(marks), strict=True):
            best[letter] = max(mark, best.get(letter, mark), key=RANKS.index)
    return best


def keyboard(letters: str, best: dict[str, str]) -> Text:
    """A key for each letter: framed as on the tiles, `·` for one that is not in the word."""
    rows = [row for row in KEYBOARD if set(row) & set(letters)]
    others = "".join(sorted(set(letters) - set("".join(KEYBOARD))))
    rows += [others[start : start + 20] for start in range(0, len(others), 20)]
    lines = []
    for indent, row in enumerate(rows):
        keys = [_key(letter, best.get(letter, "")) for letter in row]
        lines.append(Text(" " * min(indent, 2) * 2).append_text(Text().join(keys)))
    return Text("\n").join(lines)


def _key(letter: str, mark: str) -> Text:
    if not mark:
        return Text(f" {capital(letter)} ")
    return Text(f" {RULED_OUT} ", "dim") if mark == "-" else tile(letter, mark)


def board(game: Wordle, info: InformationSet, secret: Secret | None) -> RenderableType:
    """Tiles for the guesses, then the keyboard."""

    def picture(stage: StepRow) -> Text:
        return Text().join(map(tile, stage.step.action, str(stage.step.feedback))) if stage.step else Text()

    table = steps(info, picture, "tiles") if game.letters <= MAX_LETTERS else steps(info)
    letters = "".join(set("".join(game.secrets())))
    legend = Text(f"[A] in its place   (A) elsewhere   {RULED_OUT} not in the word", "dim")
    return Group(table, "", keyboard(letters, best_marks(info.history)), legend)
