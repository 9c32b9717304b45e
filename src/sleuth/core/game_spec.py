"""Games by their spec strings: `mastermind:pegs=4,colours=6`, with a channel behind an `@`.

The catalogue and entry points fill the registry of names. A game may also be a file: `./my_game.py:size=3`, with the
class (`./my_games.py:Second:size=3`) where it has several. A channel that the answers pass is written behind an `@`:
`mastermind:pegs=4,colours=6@lies:most=1`.
"""

from __future__ import annotations

import re

from sleuth.core.channel import parse_channel
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import SpecError
from sleuth.core.game import Game
from sleuth.core.game_files import game_in_file, offered_in_file, spec_name
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.python_files import names_file
from sleuth.core.registry import GAMES, TABLES
from sleuth.core.spec import split_spec
from sleuth.core.table_game import TableGame

_CHANNEL = re.compile(r"(.*)@\s*([A-Za-z][\w -]*(?::[^@/\\]*)?)")
"""Words with a colon behind the last `@`, and no folder."""


def game_names() -> list[str]:
    """The names of all games, ours first."""
    return GAMES.names()


def game_class(name: str, files: bool = True) -> type[Game]:
    """The class of the game with this name, or of one in a Python file if `files` are allowed."""
    if files and names_file(name):
        return game_in_file(name)
    if names_file(name) and (offered := offered_in_file(name)) is not None:
        return offered
    if is_table(name):
        raise SpecError(f"{name} is a game of several players: play, watch, grade, check and tournaments take it")
    kind: type[Game] = GAMES.load_kind(name, Game)
    return kind


def is_table(spec: str) -> bool:
    """Whether a spec names a game of several players."""
    return spec.strip().partition(":")[0].strip() in TABLES


def table_names() -> list[str]:
    """The names of all games of several players, ours first."""
    return TABLES.names()


def table_class(name: str) -> type[TableGame]:
    """The class of the game of several players with this name."""
    kind: type[TableGame] = TABLES.load_kind(name, TableGame)
    return kind


def parse_table(spec: str) -> TableGame:
    """The game of several players that a spec string describes: `clue:hands=6-6-6`."""
    name, parameters = split_spec(spec)
    return table_class(name).from_parameters(parameters)


def parse_game(spec: str, files: bool = True) -> Game:
    """The game that a spec string describes: `mastermind:pegs=4,colours=6`, with a channel `...@lies:most=1`."""
    spec, channel = split_channel(spec)
    name, parameters = split_spec(spec)
    game = game_class(name, files).from_parameters(parameters)
    return game if channel is None else ChannelGame(game, parse_channel(channel))


def split_channel(spec: str) -> tuple[str, str | None]:
    """The spec of the game and that of its channel, if it has one. An `@` in the name of a file is no channel."""
    match = _CHANNEL.fullmatch(spec.strip())
    return (match[1], match[2]) if match else (spec, None)


def spec_of(game: Game, file: str | None = None) -> str:
    """The spec string that `parse_game` reads back: `str(game)`, or for a game from a file, the file's.

    A file is named by its whole path, unless `file` says how.
    """
    if (channel := channel_of(game)) is not None:
        return f"{spec_of(plain_game(game), file)}@{channel}"
    name = spec_name(type(game))
    return str(game) if name is None else f"{file or name}{str(game).removeprefix(game.name)}"
