"""The table of steps that every board has: question, answer, and how much they left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.console import RenderableType
from rich.table import Table
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
    table = info.table()
    if table is not None and table.tables.codes is not None:
        return _all_stages(table)
    if not truthful(info.game):
        return _told_stages(info)
    steps = [None, *info.history]
    middle = [StepRow(number, step) for number, step in enumerate(steps[:-1])]
    left, weights = (None, None) if table is None else (table.indices, table.weights)
    return [*middle, StepRow(len(middle), steps[-1], size_text(info, short=True), info.entropy, left, weights)]


def _told_stages(info: InformationSet) -> list[StepRow]:
    """The stages of a play under lies: an answer drops no candidate for good, so everything is gone through again."""
    now = begin(info.game)
    out = [StepRow(0, None, size_text(now, short=True), now.entropy)]
    for number, step in enumerate(info.history, 1):
        now = now.observe(*step)
        out.append(StepRow(number, step, size_text(now, short=True), now.entropy))
    return out


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
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("step", justify="right", no_wrap=True)
    if picture:
        table.add_column(Text(head), no_wrap=True)
    table.add_column("action", overflow="fold")
    table.add_column("answer", overflow="fold")
    table.add_column("left", justify="right", no_wrap=True)
    table.add_column("bits left" if bars else "bits", justify="left" if bars else "right", no_wrap=True)
    every = stages(info)
    for stage in every:
        action = info.game.format_action(stage.step.action) if stage.step else ""
        answer = info.game.format_feedback(stage.step.feedback) if stage.step else ""
        row: list[RenderableType] = [str(stage.number), ink(action), ink(answer), stage.size]
        if picture:
            row.insert(1, picture(stage))
        if stage.bits is None:
            row.append("")
        elif bars and every[0].bits is not None:
            row.append(entropy_bar(stage.bits, every[0].bits, 12))
        else:
            row.append(f"{stage.bits:.2f}")
        table.add_row(*row)
    return table
