"""Bars and tables about information, decisions and evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from rich import box
from rich.columns import Columns
from rich.console import Group, JustifyMethod, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sleuth.core.text import plural
from sleuth.show.ink import EMPTY, bar, ink
from sleuth.show.words import bits_text, lies_text, size_text

if TYPE_CHECKING:  # a catalogue is shown without loading what plays and evaluates
    from sleuth.belief.base import InformationSet
    from sleuth.play.evaluation import Evaluation
    from sleuth.strategies.decision import Decision

MAX_LEAVES = 10


def entropy_bar(bits: float, start: float, width: int = 24) -> Text:
    """What is left of the bits that were missing at the start: `██████░░░░ 4.25`."""
    full = bar(bits / start if start > 0 else 0.0, width)
    return Text.assemble((full, "#0072b2"), (EMPTY * (width - len(full)), "dim"), f" {bits:.2f}")


def decision_panel(decision: Decision) -> RenderableType:
    """The action, why it was chosen, what else there was, and what each answer would leave."""
    reasons = [ink(reason) for reason in decision.reasons]
    tables = Columns([_options(decision), _leaves(decision)], padding=(1, 4))
    title = Text.assemble("ask ", (ink(decision.chosen.text).plain, "bold"))
    return Panel(Group(*reasons, "", tables), title=title, title_align="left", subtitle=ink(decision.strategy, "dim"))


def _options(decision: Decision) -> Table:
    goal = decision.info.game.goal
    table = _table(("action", "left"), *((head, "right") for head in ("bits", "parts", "worst", "expected")))
    if goal.names:
        table.add_column("win" if goal.only_names else "hit", justify="right")
    for place, option in enumerate([decision.chosen, *decision.alternatives]):
        expected = f"{option.expected:,.2f}" if option.expected < 1e6 else f"{option.expected:,.0f}"
        row = [f"{option.bits:.3f}", f"{option.parts:,}", f"{option.worst:,}", expected]
        row += [_percent(option.win if goal.only_names else option.hit)] if goal.names else []
        table.add_row(ink(option.text), *row, style="" if place else "bold")
    return table


def _leaves(decision: Decision) -> Table:
    left = "left" if decision.info.exact else "particles"
    leaves = decision.leaves
    counted = any(leaf.lies for leaf in leaves)
    table = _table(("answer", "left"), ("chance", "right"), (left, "right"))
    if counted:
        table.add_column("of them")
    for leaf in leaves[:MAX_LEAVES]:
        kept = "wins" if leaf.wins else f"{leaf.left:,}"
        table.add_row(ink(leaf.text), _percent(leaf.probability), kept, *([lies_text(leaf.lies)] if counted else []))
    if len(leaves) > MAX_LEAVES:
        table.add_row(Text(f"and {len(leaves) - MAX_LEAVES:,} more", "dim"))
    return table


def evaluation_table(evaluation: Evaluation, by_first_feedback: bool = False) -> RenderableType:
    """How many secrets take how many steps, with the figures; for each first answer too, if asked."""
    figures = Table.grid(padding=(0, 2))
    for name, value in evaluation.rows():
        figures.add_row(Text(name, "dim"), ink(value))
    title = ink(f"{evaluation.strategy} on {evaluation.game}", "bold")
    parts: list[RenderableType] = [title, histogram_table(evaluation.histogram), "", figures]
    if by_first_feedback:
        answers = _table(("first answer", "left"), *((head, "right") for head in ("secrets", "total", "mean", "worst")))
        for row in evaluation.by_first_feedback():
            answers.add_row(ink(row.feedback), f"{row.count:,}", f"{row.total:,}", f"{row.mean:.4f}", str(row.worst))
        parts += ["", answers]
    return Group(*parts)


def histogram_table(histogram: Mapping[int, int | float]) -> Table:
    """How many secrets take how many steps, with bars."""
    steps = _table(("steps", "right"), ("secrets", "right"), ("", "left"))
    peak = max(histogram.values())
    for number, count in histogram.items():
        counted = f"{count:,}" if isinstance(count, int) else f"{count:,.3f}"
        steps.add_row(str(number), counted, Text(bar(count / peak, 40), "#0072b2"))
    return steps


def candidates_line(info: InformationSet, most: int = 12) -> Text:
    """How many secrets are left, and some of them: the likeliest, where they differ, with chances from 1% on."""
    number = size_text(info) if info.exact else f"{size_text(info)} ({plural(info.size, 'particle')})"
    number += f" ({lies_text(info.kinds)})" if len(info.kinds) > 1 else ""
    shown = _likeliest(info, most)
    # Long ones, such as the boards of Battleship, are shown only so far as they fill a few lines.
    room = accumulate(len(text) + 2 for text in shown)
    shown = shown[: max(1, sum(used <= 15 * most for used in room))]
    more = "" if info.size <= len(shown) else ", ..." if not info.exact else f" and {info.size - len(shown):,} more"
    joined = ("; " if any("," in text for text in shown) else ", ").join(shown)
    return ink(f"{number}, {bits_text(info)}: {joined}{more}")


def _likeliest(info: InformationSet, most: int) -> list[str]:
    game, table = info.game, info.table()
    if table is None or not (table.row_weights.size and np.ptp(table.weights) > 0):
        return [game.format_secret(secret) for secret in info.candidates(most)]
    chances = table.weights / table.weights.sum()
    best = np.argsort(-chances, kind="stable")[:most]
    texts = [game.format_secret(table.tables.secrets[table.indices[i]]) for i in best]
    return [f"{t} ({_percent(c)})" if c >= 0.01 else t for t, c in zip(texts, chances[best].tolist(), strict=True)]


def catalogue_table(rows: Sequence[tuple[str, str, str]]) -> Table:
    """Names, one line each, and parameters."""
    table = _table(("name", "left"), ("what it is", "left"), ("parameters", "left"))
    table.columns[0].no_wrap = True
    for name, summary, parameters in rows:
        table.add_row(ink(name, "bold"), ink(summary), ink(parameters, "dim"))
    return table


def claims_table(rows: Sequence[tuple[str, str, str, str, bool | None]]) -> Table:
    """What a paper says, the verdict (bold where it is false), and what we find."""
    table = _table(("where", "left"), ("published", "left"), ("verdict", "left"), ("ours", "left"))
    for where, published, verdict, ours, agrees in rows:
        table.add_row(ink(where), ink(published), Text(verdict, "bold" if agrees is False else ""), ink(ours))
    return table


def _percent(probability: float) -> str:
    from sleuth.strategies.decision import percent

    return percent(probability).replace("under ", "<").replace("over ", ">")


def _table(*columns: tuple[str, JustifyMethod]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True, header_style="dim")
    for head, justify in columns:
        table.add_column(head, justify=justify, overflow="fold")
    return table
