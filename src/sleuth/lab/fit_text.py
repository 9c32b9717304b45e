"""What players' questions reveal, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import isinf, isnan
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Column, Table

from sleuth.core.text import capital, plural

if TYPE_CHECKING:
    from sleuth.lab.fit_persons import Fits
    from sleuth.lab.fitted_model import Estimate
    from sleuth.lab.fitting import Fit
    from sleuth.lab.move_table import MoveTable, OptionTable

SHOWN = 20
"""Rows that are shown of a longer table."""
LEVELS = {"all": "one for all", "group": "one a group", "person": "one a person"}


def fit_view(fit: Fit) -> RenderableType:
    """The estimates with their intervals, and the models from the best to the worst."""
    numbers = _table("", "estimate", "interval")
    for name, estimate in (("order", fit.order), ("degree", fit.degree), ("noise", fit.noise)):
        if estimate is not None:
            numbers.add_row(name, _number(estimate.value), f"{_number(estimate.low)} to {_number(estimate.high)}")
    models = _table("model", "parameters", "log-likelihood", "AIC", "weight", "BIC", "held out")
    for m in fit.models:
        held = "" if isnan(m.held_out) else f"{m.held_out:.4f}"
        values = (f"{m.log_likelihood:.1f}", f"{m.aic:.1f}", f"{m.weight:.3f}", f"{m.bic:.1f}", held)
        models.add_row(m.members[0], str(m.parameters), *values)
    same = [f"The same on these data: {', '.join(m.members)}." for m in fit.models if len(m.members) > 1]
    count = f"{plural(fit.questions, 'question')} of {plural(fit.plays, 'play')}"
    count += f" and {plural(fit.participants, 'participant')}" if fit.participants > 1 else ""
    count += f"; {fit.idle:,} left out, where two candidates or one were left" if fit.idle else ""
    note = ["The order makes no difference here: all secrets were equally likely. Use a jar to tell it.", ""]
    best = fit.best
    most = f"Most speaks for {best.name} (weight {best.weight:.2f})"
    most += "; these questions cannot tell them apart." if len(best.members) > 1 else "."
    return Group(count, "", *([] if fit.order is not None else note), numbers, "", models, "", *same, most)


def fits_view(fits: Fits) -> RenderableType:
    """The fit of all together; then groups and persons, and what they say together."""
    parts: list[RenderableType] = [fit_view(fits.together)]
    if fits.groups:
        parts += ["", _fits("group", fits.groups.items())]
    if fits.persons:
        parts += ["", _fits("participant", islice(fits.persons.items(), SHOWN))]
        if len(fits.persons) > SHOWN:
            parts.append(f"... and {len(fits.persons) - SHOWN:,} more; --out writes them all.")
        parts += ["", *_persons(fits)]
    if fits.groups or fits.persons:
        parts += ["", _pooling(fits)]
    if fits.left_out:
        parts += ["", f"Left out: {plural(len(fits.left_out), 'part')}.", *fits.left_out[:5]]
    return Group(*parts)


def _fits(what: str, fits: Iterable[tuple[str, Fit]]) -> Table:
    table = _table(what, "questions", "order", "degree", "noise", "best", "weight")
    for name, fit in fits:
        numbers = [_ranged(estimate) for estimate in (fit.order, fit.degree, fit.noise)]
        table.add_row(name, f"{fit.questions:,}", *numbers, fit.best.members[0], f"{fit.best.weight:.2f}")
    return table


def _ranged(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{_number(estimate.value)} ({_number(estimate.low)} to {_number(estimate.high)})"


def _persons(fits: Fits) -> Iterator[str]:
    counts = ", ".join(f"{name} {count}" for name, count in fits.best_described.items())
    yield f"Best described by (AIC): {counts}."
    likely = sorted(((share, name) for name, share in fits.shares.items() if share >= 0.005), reverse=True)
    shares = ", ".join(f"{name} {share:.0%}" for share, name in likely)
    yield f"Shares of persons (a mixture, by BIC): {shares}."


def _pooling(fits: Fits) -> Table:
    """Whether one fit is enough for all, by the best model of all together."""
    table = _table("parameters of sharma-mittal", "number", "log-likelihood", "AIC", "BIC")
    for row in fits.pooling():
        if row["model"] == fits.together.model("sharma-mittal").members[0]:
            figures = (f"{row[name]:.1f}" for name in ("log_likelihood", "aic", "bic"))
            table.add_row(LEVELS[row["level"]], str(row["parameters"]), *figures)
    return table


MOVE_HEADS = {
    "participant": "who", "trial": "trial", "step": "step", "guess": "guess", "answer": "answer",
    "candidates": "before", "candidates_after": "after", "bits": "bits", "best_bits": "best", "regret_bits": "regret",
    "rank": "rank", "steps_lost": "steps",
}  # fmt: skip
"""The columns of moves that are shown, and their heads."""


def moves_view(moves: MoveTable) -> RenderableType:
    """The first moves, and means over all of them."""
    table = _narrow(MOVE_HEADS.values())
    for row in moves.moves[:SHOWN]:
        table.add_row(*(_cell(row[name]) for name in MOVE_HEADS))
    parts: list[RenderableType] = [table]
    if len(moves) > SHOWN:
        parts.append(f"... and {len(moves) - SHOWN:,} more; --out writes them all, with more columns.")
    lost = [row["steps_lost"] for row in moves.moves if row["steps_lost"] is not None]
    means = {name: sum(row[name] for row in moves.moves) / len(moves) for name in ("bits", "best_bits", "regret_bits")}
    sentence = (
        f"{plural(len(moves), 'question')}, in the mean: {means['bits']:.2f} bits expected, "
        f"{means['best_bits']:.2f} of the best, {means['regret_bits']:.2f} given away"
    )
    parts += ["", sentence + (f", {sum(lost) / len(lost):.3f} steps lost." if lost else ".")]
    parts += [f"Steps of {game} are measured against {who} play." for game, who in moves.baselines.items()]
    return Group(*parts)


def options_view(options: OptionTable) -> RenderableType:
    """The first options."""
    table = _narrow(options.columns)
    for row in islice(options.rows(), SHOWN):
        table.add_row(*(_cell(row[name]) for name in options.columns))
    count = f"{plural(len(options), 'option')} of {plural(len(options.questions), 'question')}"
    return Group(table, "", f"{capital(count)}; --out writes them all.")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value + 0.0:.2f}" if isinstance(value, float) else str(value)


def _table(first: str, *heads: str) -> Table:
    columns = (Column(head, justify="right") for head in heads)
    look: dict[str, Any] = {"box": box.SIMPLE_HEAD, "pad_edge": False, "show_edge": False, "padding": (0, 1, 0, 0)}
    return Table(Column(first, overflow="fold"), *columns, **look)


def _narrow(heads: Iterable[str]) -> Table:
    """A table whose cells are never cut, on a screen that is wide enough."""
    columns = (Column(head, overflow="fold") for head in heads)
    return Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))


def _number(value: float) -> str:
    return "inf" if isinf(value) else f"{value:.3g}"
