"""The table of steps that every board has: question, answer, and how much they left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from rich.console import RenderableType
from rich.table import Column, Table
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.history import Step
from sleuth.core.offers import truthful
from sleuth.kernels.arrays import Floats, Ints
from sleuth.measures.shannon import shannon
from sleuth.show.figures import entropy_bar
from sleuth.show.ink import ink
from sleuth.show.words import size_text


@dataclass(frozen=True, eq=False)
class StepRow:
    """One row: a step, and what was possible after it."""

    number: int
    step: Step | None = None
    """`None` before play."""
    size: str = ""
    """How many candidates were left, where it is cheap to say."""
    bits: float | None = None
    left: Ints | None = None
    """The numbers of these candidates."""
    weights: Floats | None = None
    """Their weights."""


Picture = Callable[[StepRow], Text]


def stages(info: InformationSet) -> list[StepRow]:
    """What was known before play and after each step.

    The past is counted again where that is cheap; otherwise only the last stage tells what is left.
    """
    table: EnumeratedSet | None = info.table()
    if table is not None and table.tables.quick:
        return _all_stages(table)
    if not truthful(info.game):
        return _lying_stages(info)
    steps = [None, *info.history]
    middle = [StepRow(number, step) for number, step in enumerate(steps[:-1])]
    left, weights = (None, None) if table is None else (table.indices, table.weights)
    return [*middle, StepRow(len(middle), steps[-1], size_text(info, short=True), info.entropy, left, weights)]


def _lying_stages(info: InformationSet) -> list[StepRow]:
    """The stages of a play under lies: an answer drops no candidate for good, so everything is gone through again."""
    sets = accumulate(info.history, lambda now, step: now.observe(*step), initial=begin(info.game))
    steps = zip([None, *info.history], sets, strict=True)
    return [StepRow(k, step, size_text(now, short=True), now.entropy) for k, (step, now) in enumerate(steps)]


def _all_stages(info: EnumeratedSet) -> list[StepRow]:
    tables = info.tables
    left: Ints = np.arange(len(tables.secrets), dtype=np.int32)
    out = []
    for number, step in enumerate([None, *info.history]):
        if step is not None:
            codes = tables.column(tables.action_index(step.action), left)
            left = left[codes == tables.feedback_code(step.feedback)]
        weights = np.ones(left.size) if tables.uniform else tables.weights[left]
        out.append(StepRow(number, step, f"{left.size:,}", float(shannon(weights)), left, weights))
    return out


def steps(info: InformationSet, picture: Picture | None = None, head: str = "", bars: bool = True) -> Table:
    """The steps, each with its picture if there is one, else with a bar for the entropy (unless told not to)."""
    bars = bars and picture is None
    columns = [Column("step", justify="right", no_wrap=True)]
    columns += [Column(Text(head), no_wrap=True)] if picture else []
    columns += [Column("action", overflow="fold"), Column("answer", overflow="fold")]
    columns.append(Column("left", justify="right", no_wrap=True))
    columns.append(Column("bits left" if bars else "bits", justify="left" if bars else "right", no_wrap=True))
    table = Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows, game = stages(info), info.game
    for row in rows:
        drawn = [picture(row)] if picture else []
        texts = (game.format_action(row.step.action), game.format_feedback(row.step.feedback)) if row.step else ("", "")
        bits: RenderableType = "" if row.bits is None else f"{row.bits:.2f}"
        if bars and row.bits is not None and rows[0].bits is not None:
            bits = entropy_bar(row.bits, rows[0].bits, 12)
        table.add_row(str(row.number), *drawn, *map(ink, texts), row.size, bits)
    return table
