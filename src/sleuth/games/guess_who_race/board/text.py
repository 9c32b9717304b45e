"""The race: the faces that each player may have, those ruled out struck through."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.games.guess_who_race.belief import RaceSet
from sleuth.games.guess_who_race.rules import Deal, GuessWhoRace
from sleuth.show.ink import RULED_OUT, ink


def board(game: GuessWhoRace, info: RaceSet, deal: Deal | None) -> RenderableType:
    """A line of faces for each player; `·` stands for one that is ruled out, brackets for the true one."""
    lines = []
    for player, name, possible in zip(game.players, game.player_names, info.faces, strict=True):
        whose = "your own face:" if player == info.player else f"player {name} may have:"
        faces = [_face(face, face in possible, deal is not None and deal[player - 1] == face) for face in _every(game)]
        lines.append(Text(" ").join([ink(whose, "dim"), *faces]))
    return Group(*lines)


def _every(game: GuessWhoRace) -> range:
    return range(1, game.faces + 1)


def _face(face: int, possible: bool, true: bool) -> Text:
    return ink(f"[{face}]" if true else str(face) if possible else RULED_OUT, "bold" if possible else "dim")
