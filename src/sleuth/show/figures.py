"""Bars and tables about information, decisions and evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sleuth.core.text import plural
from sleuth.show.ink import EMPTY, bar, ink, named_values, table
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
    options = table("action", ">bits", ">parts", ">worst", ">expected")
    if goal.names:
        options.add_column("win" if goal.only_names else "hit", justify="right")
    for place, option in enumerate([decision.chosen, *decision.alternatives]):
        expected = f"{option.expected:,.2f}" if option.expected < 1e6 else f"{option.expected:,.0f}"
        row = [f"{option.bits:.3f}", f"{option.parts:,}", f"{option.worst:,}", expected]
        row += [_percent(option.win if goal.only_names else option.hit)] if goal.names else []
        options.add_row(ink(option.text), *row, style="" if place else "bold")
    return options


def _leaves(decision: Decision) -> Table:
    leaves = decision.leaves
    counted = any(leaf.lies for leaf in leaves)
    answers = table("answer", ">chance", ">left" if decision.info.exact else ">particles")
    if counted:
        answers.add_column("of them")
    for leaf in leaves[:MAX_LEAVES]:
        left = "wins" if leaf.wins else f"{leaf.left:,}"
        answers.add_row(ink(leaf.text), _percent(leaf.probability), left, *([lies_text(leaf.lies)] if counted else []))
    if len(leaves) > MAX_LEAVES:
        answers.add_row(Text(f"and {len(leaves) - MAX_LEAVES:,} more", "dim"))
    return answers


def evaluation_table(evaluation: Evaluation, by_first_feedback: bool = False) -> RenderableType:
    """How many secrets take how many steps, with the figures; for each first answer too, if asked."""
    title = ink(f"{evaluation.strategy} on {evaluation.game}", "bold")
    parts: list[RenderableType] = [title, histogram_table(evaluation.histogram), "", named_values(evaluation.rows())]
    if by_first_feedback:
        answers = table("first answer", ">secrets", ">total", ">mean", ">worst")
        for row in evaluation.by_first_feedback():
            answers.add_row(ink(row.feedback), f"{row.count:,}", f"{row.total:,}", f"{row.mean:.4f}", str(row.worst))
        parts += ["", answers]
    return Group(*parts)


def histogram_table(histogram: Mapping[int, int | float]) -> Table:
    """How many secrets take how many steps, with bars."""
    steps = table(">steps", ">secrets", "")
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
    # Long ones, such as boards of ships, are shown only so far as they fill a few lines.
    room = accumulate(len(text) + 2 for text in shown)
    shown = shown[: max(1, sum(used <= 15 * most for used in room))]
    more = "" if info.size <= len(shown) else ", ..." if not info.exact else f" and {info.size - len(shown):,} more"
    joined = ("; " if any("," in text for text in shown) else ", ").join(shown)
    return ink(f"{number}, {bits_text(info)}: {joined}{more}")


def _likeliest(info: InformationSet, most: int) -> list[str]:
    game, listed = info.game, info.table()
    if listed is None or not (listed.row_weights.size and np.ptp(listed.weights) > 0):
        return [game.format_secret(secret) for secret in info.candidates(most)]
    from sleuth.show.likeliest import likeliest

    named = ((game.format_secret(one.secret), one.chance) for one in likeliest(info, most))
    return [f"{text} ({_percent(chance)})" if chance >= 0.01 else text for text, chance in named]


def catalogue_table(rows: Sequence[tuple[str, str, str]]) -> Table:
    """Names, one line each, and parameters."""
    names = table("name", "what it is", "parameters")
    names.columns[0].no_wrap = True
    for name, summary, parameters in rows:
        names.add_row(ink(name, "bold"), ink(summary), ink(parameters, "dim"))
    return names


def claims_table(rows: Sequence[tuple[str, str, str, str, bool | None]]) -> Table:
    """What a paper says, the verdict (bold where it is false), and what we find."""
    claims = table("where", "published", "verdict", "ours")
    for where, published, verdict, ours, agrees in rows:
        claims.add_row(ink(where), ink(published), Text(verdict, "bold" if agrees is False else ""), ink(ours))
    return claims


def _percent(probability: float) -> str:
    from sleuth.strategies.decision import percent

    return percent(probability).replace("under ", "<").replace("over ", ">")
