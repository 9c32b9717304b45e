"""Fake coin: the balance at each weighing, and the table of probabilities."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Secret
from sleuth.games.fake_coin.rules import FakeCoin, Weighing
from sleuth.show.ink import ink
from sleuth.show.probability_table import probability_rows
from sleuth.show.steps import StepRow, steps

ACROSS = 74
"""A wider table is turned on its side."""


def balance(weighing: Weighing, answer: str) -> Text:
    """The two pans; the one that goes down is on the lower line."""
    left, right = (f"({','.join(str(coin + 1) for coin in pan)})" for pan in weighing)
    space = " " * (len(left) + 2)
    if answer == "left":
        return Text(f"{space}┌──{right}\n{left}──┘")
    if answer == "right":
        return Text(f"{left}──┐\n{space}└──{right}")
    return Text(f"{left}──┴──{right}")


def probability_table(game: FakeCoin, info: EnumeratedSet) -> Table:
    """The probability of each cell (Meng & Lucas, Fig. 2)."""
    *_, (across, labels) = game.axes().items()
    (head, *_), *body = probability_rows(info)
    rows = [[across, *labels], *([name or head, *cells] for name, *cells in body)]
    if sum(max(map(len, column)) + 1 for column in zip(*rows, strict=True)) > ACROSS:
        rows = [list(row) for row in zip(*rows, strict=True)]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    for place, row in enumerate(rows):
        first, *cells = row
        table.add_row(ink(first, "bold"), *(ink(c, "bold" if place == 0 else "dim" if c == "0" else "") for c in cells))
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def board(game: FakeCoin, info: InformationSet, secret: Secret | None) -> RenderableType:
    """The weighings, then what is known of each coin."""

    def picture(stage: StepRow) -> Text:
        return balance(stage.step.action, str(stage.step.feedback)) if stage.step else Text()

    table = steps(info, picture, "balance")
    held: EnumeratedSet | None = info.table()
    return table if held is None else Group(table, "", probability_table(game, held))
