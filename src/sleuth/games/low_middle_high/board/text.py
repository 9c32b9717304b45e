"""Low, middle, high: the line of numbers, shorter at each step."""

from __future__ import annotations

from rich.console import RenderableType

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.show.number_line import lines


def board(game: LowMiddleHigh, info: InformationSet, secret: Secret | None) -> RenderableType:
    """A line a step."""
    return lines(info, game.numbers)
