"""The state of play, drawn for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType

from sleuth.belief.base import InformationSet
from sleuth.belief.seat_set import SeatSet
from sleuth.core.game import Secret
from sleuth.core.registry import BOARDS
from sleuth.core.text import plural
from sleuth.show.drawings import draw
from sleuth.show.ink import ink


def board(info: InformationSet, secret: Secret | None = None) -> RenderableType:
    """The history and what is known; the secret too, if it is given."""
    parts = [draw(info, secret)]
    if info.over or secret is not None:
        shown = info.game.format_secret(info.candidates(1)[0] if secret is None else secret)
        steps = f", found in {plural(len(info.history), 'step')}" if info.over else ""
        parts.append(ink(f"The secret is {shown}{steps}.", "bold"))
    return Group(*parts)


def seat_board(info: SeatSet) -> RenderableType:
    """What a player at a table knows."""
    own = BOARDS.inherited(type(info.game))
    left = ink(f"{plural(info.size, 'deal')} left; {info.entropy:.2f} bits are missing.")
    return left if own is None else Group(own(info.game, info, None))
