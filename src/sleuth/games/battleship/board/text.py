"""Battleship: the board with its shots, and for every other cell the chance of a ship."""

from __future__ import annotations

from string import ascii_lowercase

from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.text import plural
from sleuth.games.battleship.rules.game import MISS, SUNK, Battleship, Board
from sleuth.games.battleship.rules.packing import Cell
from sleuth.show.ink import shade
from sleuth.show.words import bits_text, size_text

MARKS = {"miss": "○", "hit": "X", "sunk": "#"}
SHIP = "■"
MAX_PERCENT = 18
"""Wider boards show shades in place of numbers."""
LAST = 8
"""How many shots are listed."""


def board(game: Battleship, info: InformationSet, secret: Board | None) -> RenderableType:
    """The board, and what is known in words."""
    chances: dict[Cell, float] = {}
    if not info.over:
        outcomes = info.outcomes()
        chances = dict(zip(outcomes.actions, outcomes.hit_probability.tolist(), strict=True))
    ships = frozenset() if secret is None else game.hits(secret)
    return Group(grid(game, info, chances, ships), Text("\n".join(legend(game, info, chances)), "dim"))


def grid(game: Battleship, info: InformationSet, chances: dict[Cell, float], ships: frozenset[Cell]) -> Text:
    """The cells, row 1 at the top and column 1 at the left; the numbers of the columns above their letters."""
    marks = {cell: mark_of(str(feedback)) for cell, feedback in info.history}
    most = max(chances.values(), default=0.0)
    numbers = game.width <= MAX_PERCENT
    width = 4 if numbers else 2
    out = Text(no_wrap=True)
    heads = [str(column) if numbers else str(column % 10) for column in range(1, game.width + 1)]
    for names in (heads, ascii_lowercase[: game.width]):
        line = "".join(f"{name:>{width - 1}} " if numbers else f"{name:>{width}}" for name in names)
        out.append(f"     {line.rstrip()}\n", "dim")
    out.append("    ┌" + "─" * (game.width * width + 1) + "\n", "dim")
    for row in range(1, game.height + 1):
        out.append(f"{row:>3} │", "dim")
        for column in range(1, game.width + 1):
            cell = row, column
            if cell in marks or cell in ships:
                text = marks.get(cell, SHIP)
                out.append(f"{text:>{width - 1}} ", "dim" if text == MARKS["miss"] else "bold" if cell in marks else "")
                continue
            chance = chances.get(cell, 0.0)
            share = chance / most if most else 0.0
            text = figure(chance) if numbers else shade(share)
            best = most > 0 and chance >= most - 1e-9
            out.append(" " * (width - len(text)))
            out.append(text, "bold underline" if best else "" if share > 0.5 else "dim")
        out.append("\n")
    out.right_crop()
    return out


def mark_of(feedback: str) -> str:
    """The sign of an answer; a ship that answers name is shown by its letter, in capitals once it is sunk."""
    word, _, rest = feedback.partition(" ")
    if len(rest) == 1 and rest.isalpha():
        return rest.upper() if word == SUNK else rest
    return MARKS[word]


def figure(chance: float) -> str:
    """A chance in percent: `·` for none, `<1`, and 100 only for certain."""
    if chance <= 0:
        return "·"
    if chance < 0.01:
        return "<1"
    return "100" if chance >= 1 - 1e-9 else str(min(99, round(100 * chance)))


def legend(game: Battleship, info: InformationSet, chances: dict[Cell, float]) -> list[str]:
    """The signs, the last shots, and how much is known."""
    history = list(info.history)
    hits = sum(feedback != MISS for _, feedback in history)
    known = f"{size_text(info)}, {bits_text(info)}{info.precision}"
    lines = [
        f"{MARKS['miss']} miss   {MARKS['hit']} hit   {MARKS['sunk']} sunk   numbers: the chance of a ship, in percent",
        f"{plural(len(history), 'shot')}, {plural(hits, 'hit')} of {sum(game.ships)}; {known}",
    ]
    if game.answers == "named":
        lines[0] = lines[0].replace(f"{MARKS['hit']} hit   {MARKS['sunk']} sunk", "c hit, C sunk, by the ship's letter")
    if history:
        shown = [f"{game.format_action(cell)} {feedback}" for cell, feedback in history[-LAST:]]
        lines.append(f"{'... ' if len(history) > LAST else ''}{', '.join(shown)}")
    if game.shots:
        lines.append(f"{max(0, game.shots - len(history))} of {game.shots} shots left")
    return lines
