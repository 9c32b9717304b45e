"""The catalogue: every game by name, loaded when it is asked for.

Other people's games join through the entry point group `sleuth.games`, or as a file: `./my_game.py:size=3`, with the
class (`./my_games.py:Second:size=3`) where it has several. A channel that the answers pass is written behind an `@`:
`mastermind:pegs=4,colours=6@lies:most=1`.
"""

from __future__ import annotations

import re

from sleuth.core.channel import parse_channel
from sleuth.core.channel_game import Told
from sleuth.core.game import Game
from sleuth.core.game_files import game_in_file, names_file, spec_name
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.registry import BELIEFS, CHANNELS, GAMES, LYING_BELIEFS, SOLVERS
from sleuth.core.spec import split_spec

BUILT_IN = {
    "mastermind": "sleuth.games.codes.rules.mastermind:Mastermind",
    "simple-mastermind": "sleuth.games.codes.rules.simple_mastermind:SimpleMastermind",
    "bulls-and-cows": "sleuth.games.codes.rules.bulls_and_cows:BullsAndCows",
    "fake-coin": "sleuth.games.fake_coin.rules:FakeCoin",
    "treasure-hunt": "sleuth.games.treasure_hunt.rules:TreasureHunt",
    "low-middle-high": "sleuth.games.low_middle_high.rules:LowMiddleHigh",
    "black-box": "sleuth.games.black_box.rules:BlackBox",
    "wordle": "sleuth.games.wordle.rules:Wordle",
    "guess-who": "sleuth.games.guess_who.rules:GuessWho",
    "number": "sleuth.games.number.rules:Number",
    "ulam": "sleuth.games.ulam.rules:Ulam",
    "battleship": "sleuth.games.battleship.rules.game:Battleship",
    "sploosh-kaboom": "sleuth.games.battleship.rules.game:SplooshKaboom",
    "hangman": "sleuth.games.hangman.rules:Hangman",
}

GAMES.fill(BUILT_IN)
CHANNELS.fill({"fibble": "sleuth.games.wordle.fibble:Fibble"})
BELIEFS.fill(
    {
        BUILT_IN["battleship"]: "sleuth.games.battleship.belief.fleet_set:begin_fleet",
        BUILT_IN["sploosh-kaboom"]: "sleuth.games.battleship.belief.fleet_set:begin_fleet",
        BUILT_IN["hangman"]: "sleuth.games.hangman.belief.phrase_set:begin_phrase",
        BUILT_IN["ulam"]: "sleuth.games.ulam.belief:begin_numbers",
    }
)
LYING_BELIEFS.fill(
    {
        BUILT_IN["hangman"]: "sleuth.games.hangman.belief.phrase_set:begin_phrase_told",
        BUILT_IN["ulam"]: "sleuth.games.ulam.belief:begin_numbers",
    }
)
SOLVERS.fill({BUILT_IN["ulam"]: "sleuth.games.ulam.solver:solver"})

_CHANNEL = re.compile(r"(.*)@\s*([A-Za-z][\w-]*(?::[^@/\\]*)?)")
"""Words with a colon behind the last `@`, and no folder."""


def game_names() -> list[str]:
    """The names of all games, ours first."""
    return GAMES.names()


def game_class(name: str, files: bool = True) -> type[Game]:
    """The class of the game with this name, or of one in a Python file if `files` are allowed."""
    if files and names_file(name):
        return game_in_file(name)
    found: type[Game] = GAMES.load_kind(name, Game)
    return found


def parse_game(spec: str, files: bool = True) -> Game:
    """The game that a spec string describes: `mastermind:pegs=4,colours=6`, with a channel `...@lies:most=1`."""
    spec, channel = split_channel(spec)
    name, parameters = split_spec(spec)
    game = game_class(name, files).from_parameters(parameters)
    return game if channel is None else Told(game, parse_channel(channel))


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
