"""What comes of games of several players, in the terminal, drawn from its JSON: standings and bluffs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.table import Table

from sleuth.show.ink import ink


def seats_table(players: Iterable[Mapping[str, Any]]) -> Table:
    """How often each player won, with its interval, and its share of the seats."""
    table = Table("player", "seats", "won", "share", "95% interval", "par", box=None, header_style="bold")
    for row in players:
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        shown = (str(row["seats"]), str(row["wins"]), f"{row['share']:.3f}", interval, f"{row['par']:.3f}")
        table.add_row(ink(row["agent"]), *shown)
    return table


def bluffs_table(situations: Iterable[Mapping[str, Any]]) -> Table:
    """The situations in which a player may bluff, and how often she does."""
    table = Table("player", "so far", "reached", "bluffs", box=None, header_style="bold")
    for row in situations:
        shown = (row["past"] or "the start", f"{row['reached']:.3f}", f"{row['bluff']:.3f}")
        table.add_row(str(row["player"]), *shown)
    return table
