"""Rows of figures as a data frame of pandas, where that is installed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sleuth.core.extras import extra
from sleuth.core.game import Game
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.spec import Specified
from sleuth.core.table_game import TableGame


def frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str] | None = None) -> Any:
    """A `pandas.DataFrame` with a column for each name, in order; texts stay texts (`0012` is no number).

    Without rows, `columns` says which columns there are.
    """
    pandas = extra("frames", "a data frame", "pandas")
    found = list(rows)
    names = list(columns or dict.fromkeys(name for row in found for name in row))
    return pandas.DataFrame([[row.get(name) for name in names] for row in found], columns=names)


def parameters(specified: Specified) -> dict[str, Any]:
    """The parameters of a game or strategy as columns: `{"pegs": 4, "colours": 6}`; what is no plain value, as text."""
    named = {name: getattr(specified, name) for name in type(specified).parameters()}
    return {name: value if isinstance(value, bool | int | float | str) else str(value) for name, value in named.items()}


def game_columns(game: Game | TableGame, taken: Collection[str] = ()) -> dict[str, Any]:
    """The columns that say which game it is: its spec string, its parameters, and the channel where it has one.

    A parameter whose name is `taken` by another column, `steps` for one, is called `game_steps`.
    """
    named = parameters(plain_game(game) if isinstance(game, Game) else game)
    if isinstance(game, Game) and (channel := channel_of(game)) is not None:
        named["channel"] = str(channel)
    return {"game": str(game), **{_free(name, {"game", *taken}): value for name, value in named.items()}}


def _free(name: str, taken: Collection[str]) -> str:
    return f"game_{name}" if name in taken else name
