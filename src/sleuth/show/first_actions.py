"""The table of a long proof: what each first action takes, or takes at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from sleuth.show.ink import ink, table


def first_actions_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """For each class of first actions: how many are alike, its total or what it is at least, and what that took."""
    shown = table("first", ">alike", ">total", "", ">searches", ">CPU s")
    for row in rows:
        total = "no use" if row["at_least"] is None else f">= {row['at_least']:,.10g}"
        total = total if row["total"] is None else f"{row['total']:,.10g}"
        state = "" if row["proved"] else "open"
        numbers = f"{row['parts']:,}", f"{row['cpu']:.2f}"
        shown.add_row(ink(row["action"]), f"{row['alike']:,}", total, state, *numbers)
    return shown
