"""The ships of the fleet, or the squid, beside the sea; and the pictures of both games."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.games.battleship.rules.game import MISS, SUNK, Battleship, SplooshKaboom
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.steps import EDGE
from sleuth.show.svg.view import BoardView

PART = 16.0
"""A cell of a ship in the harbour."""


def harbour(canvas: Canvas, view: BoardView, game: Battleship, y: float) -> float:
    """Which ships are still afloat, and how many shots there were; where it ends."""
    answers = [str(answer) for _, answer in view.info.history]
    sunk = [answer for answer in answers if answer.startswith(SUNK)]
    squid = isinstance(game, SplooshKaboom)
    gone = gone_ships(game, sunk)
    shots = f"{max(0, game.shots - len(answers))} shots left" if game.shots else plural(len(answers), "shot")
    hits = sum(not answer.startswith(MISS) for answer in answers)
    known = f"{hits} of {sum(game.ships)} cells hit" if game.answers == "hits" else _afloat(game, len(sunk), squid)
    canvas.text(EDGE, y + 12, known, 14, "paper", "bold")
    canvas.text(canvas.width - EDGE, y + 12, shots, 13, "soft", "end")
    x, y = EDGE, y + 28
    for number, length in enumerate(game.ships):
        wide = PART * length + (14 if game.answers == "named" else 0)
        if x > EDGE and x + wide > canvas.width - EDGE:
            x, y = EDGE, y + PART + 10
        _ship(canvas, x, y, length, number in gone, squid)
        if game.answers == "named":
            canvas.text(x + PART * length + 8, y + PART / 2, game.names[number].upper(), 13, "soft")
        x += wide + 12
    return canvas.reach(y + PART + 12)


def _afloat(game: Battleship, sunk: int, squid: bool) -> str:
    left = len(game.ships) - sunk
    if not left:
        return "All squid are found" if squid else "All ships are sunk"
    return f"{left} of {len(game.ships)} squid hide" if squid else f"{plural(left, 'ship')} still afloat"


def gone_ships(game: Battleship, sunk: list[str]) -> set[int]:
    """The ships that the answers tell to be sunk; alike ones are taken in order."""
    gone: set[int] = set()
    for answer in sunk:
        rest = answer.split()[1:]
        if game.answers == "named":
            gone.add(game.names.index(rest[0]))
        elif rest:
            length = int(rest[0]) if game.answers == "length" else len(rest)
            gone.update([i for i, n in enumerate(game.ships) if n == length and i not in gone][:1])
    return gone if len(sunk) < len(game.ships) else set(range(len(game.ships)))


def _ship(canvas: Canvas, x: float, y: float, length: int, gone: bool, squid: bool) -> None:
    """A ship from the side, cell by cell; one that is sunk is an outline, struck through."""
    high, wide = PART, PART * length - 2
    if squid:
        _squid_row(canvas, x, y, length, gone)
    else:
        for place in range(length):
            ends = (place == 0, place == length - 1)
            canvas.path(_part(x + PART * place, y, *ends), "" if gone else "ink", "quiet" if gone else "")
    if gone:
        canvas.line(x - 3, y + high / 2, x + wide + 3, y + high / 2, "orange", 2.5)


def _part(x: float, y: float, first: bool, last: bool) -> str:
    """A cell of a ship: round at the ends of it."""
    size = PART - 2
    left, right = (7.0 if first else 3.0), (7.0 if last else 3.0)
    return (
        f"M{x + left:g} {y:g}H{x + size - right:g}q{right:g} 0 {right:g} {right:g}V{y + size - right:g}"
        f"q0 {right:g} {-right:g} {right:g}H{x + left:g}q{-left:g} 0 {-left:g} {-left:g}V{y + left:g}"
        f"q0 {-left:g} {left:g} {-left:g}Z"
    )


def _squid_row(canvas: Canvas, x: float, y: float, length: int, gone: bool) -> None:
    """A squid that lies along its cells: the head, and arms of their length."""
    end = x + PART * length - 4
    fill, stroke = ("", "quiet") if gone else ("peg6", "")
    canvas.path(f"M{x:g} {y + 7:g}q8 -9 18 -6v12q-10 3 -18 -6Z", fill, stroke)
    for place in range(3):
        at = y + 3 + 4 * place
        canvas.path(
            f"M{x + 18:g} {at:g}Q{(x + end) / 2:g} {at + (3 if place % 2 else -3):g} {end:g} {at:g}", "", "quiet", 1.8
        )
    if not gone:
        canvas.circle(x + 12, y + 5, 1.6, "on-light")
        canvas.circle(x + 12, y + 9.5, 1.6, "on-light")


def ship_outline(canvas: Canvas, x: float, y: float, right: float, bottom: float) -> None:
    """A ship that is shown on the sea, around its cells."""
    wide, high = right - x - 6, bottom - y - 6
    canvas.rect(x + 3, y + 3, wide, high, "", "ink", r=min(wide, high) / 2, line=3)


def picture(canvas: Canvas) -> None:
    """A ship on the waves."""
    ground(canvas, "blue")
    canvas.path("M10 29h36l-5 11H16Z", "ink")
    canvas.path("M19 29v-8h15v8M27 21v-7", "", "ink", 2.6)
    canvas.path("M6 46q5.5 -4.5 11 0t11 0t11 0t11 0", "", "blue", 2.6)


def squid_picture(canvas: Canvas) -> None:
    """A squid."""
    ground(canvas, "blue")
    for side in (-1, 1):
        canvas.path(f"M{28 + 8 * side} 28q{4 * side} 6 {8 * side} 6l{-side} 4q{-9 * side} 0 {-10 * side} -9Z", "peg6")
        canvas.path(f"M{28 + 2 * side} 29q0 9 {5 * side} 15l{3 * side} -3q{-4 * side} -5 {-4 * side} -12Z", "peg6")
    canvas.path("M28 7c10 8 11 16 8 23h-16c-3 -7 -2 -15 8 -23Z", "peg6")
    for x in (24.0, 32.0):
        canvas.circle(x, 24, 2.4, "on-light")
