"""Ulam's game: the steps, and the numbers by the lies that they take."""

from __future__ import annotations

from rich.console import Group, RenderableType

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.games.ulam.rules import Ulam
from sleuth.show.number_line import by_lies
from sleuth.show.steps import steps


def board(game: Ulam, info: InformationSet, secret: Secret | None) -> RenderableType:
    """The steps, and the numbers that are possible by the lies that they take."""
    return Group(steps(info), *by_lies(info, 0))
