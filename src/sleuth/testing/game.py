"""Does a game keep the contract? Run `check_game` in the tests of a package that adds one."""

from __future__ import annotations

import pickle
from typing import Any

from sleuth.core.channel import parse_channel
from sleuth.core.channel_game import ChannelGame
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, game_names, parse_game, parse_table
from sleuth.core.members import guard, guard_values
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.registry import TABLES
from sleuth.core.spec import split_spec
from sleuth.core.table_game import TableGame
from sleuth.testing.cases import gather
from sleuth.testing.claims import attempt, claim
from sleuth.testing.goal import check_goal
from sleuth.testing.hooks import (
    check_axes,
    check_constraints,
    check_demands,
    check_draws,
    check_symmetries,
    check_weights,
)
from sleuth.testing.law import check_law
from sleuth.testing.texts import check_texts


def check_game(game: Game, *, cells: int = 20_000, seed: int = 0) -> None:
    """Raise `ConformanceError`, with the offending action and secret, if a game breaks the contract.

    A table of at most `cells` cells is checked whole. Of a larger one, about as many random cells and some whole
    rows and columns are; which ones, `seed` decides. A game too large to list, or with more than a hundred
    thousand secrets that can be drawn, is checked on what it draws.
    """
    guard(type(plain_game(game)))
    guard_values(plain_game(game))
    check_identity(game)
    cases = gather(game, cells, seed)
    check_weights(cases)
    check_law(cases)
    check_goal(cases)
    check_texts(cases)
    check_axes(cases)
    check_draws(cases)
    check_constraints(cases)
    check_demands(cases)
    check_symmetries(cases)


def check_identity(game: Game | TableGame) -> None:
    """A game is a value: hashable, equal to what its spec string and its pickle rebuild, and it says what it is."""
    name = type(game).__name__
    frozen = f"write @dataclass(frozen=True) above class {name}"
    attempt(name, f"hash ({frozen})", hash, game)
    claim(bool(game.summary().strip()), game, f"class {name} has no docstring; its first line says what the game is")
    spec = str(game)
    rebuilt = attempt(game, f"reading the spec {spec!r}", _reread, game, spec)
    claim(rebuilt == game, game, f"its spec {spec!r} reads back as {rebuilt!r}, which is not equal; {frozen}")
    advice = "define its class at the top of a module, for other processes to find"
    copied = attempt(game, f"pickling ({advice})", lambda: pickle.loads(pickle.dumps(game)))
    for other, how in ((rebuilt, "its spec"), (copied, "its pickle")):
        claim(
            other == game and hash(other) == hash(game),
            game,
            f"what {how} rebuilds is not equal, or hashes differently",
        )


def _reread(game: Any, spec: str) -> Any:
    if isinstance(game, TableGame):
        known = game.name in TABLES and TABLES.load(game.name) is type(game)
        return parse_table(spec) if known else type(game).from_parameters(split_spec(spec)[1])
    if (channel := channel_of(game)) is not None:
        plain = plain_game(game)
        return ChannelGame(_reread(plain, str(plain)), parse_channel(str(channel)))
    if game.name in game_names() and game_class(game.name) is type(game):
        return parse_game(spec)
    return type(game).from_parameters(split_spec(spec)[1])
