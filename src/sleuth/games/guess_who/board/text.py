"""Guess Who: all faces, those ruled out struck through."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.core.text import shorten
from sleuth.games.guess_who.rules import GuessWho
from sleuth.show.ink import ink
from sleuth.show.steps import steps

MAX_FACES = 200
"""More are not drawn one by one."""


def board(game: GuessWho, info: InformationSet, secret: Secret | None) -> RenderableType:
    """The questions, then the faces; `×` marks one that is ruled out."""
    if len(game.looks) > MAX_FACES:
        return steps(info)
    left = set(info.candidates())
    faces = [
        ink(f"  {shorten(name, 30)}", "bold")
        if name in left
        else ink("× ").append_text(ink(shorten(name, 30), "dim strike"))
        for name in game.looks
    ]
    return Group(steps(info), "", Columns(faces, equal=True, padding=(0, 2)))
