"""What a player's questions reveal, as tables."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Column, Table

from sleuth.core.text import plural

if TYPE_CHECKING:
    from sleuth.lab.fitting import Fit


def fit_view(fit: Fit) -> RenderableType:
    """The estimates with their intervals, and the models from the best to the worst."""
    numbers = _table("", "estimate", "interval")
    for name, estimate in (("order", fit.order), ("degree", fit.degree), ("noise", fit.noise)):
        if estimate is not None:
            numbers.add_row(name, _number(estimate.value), f"{_number(estimate.low)} to {_number(estimate.high)}")
    models = _table("model", "parameters", "log-likelihood", "AIC", "weight", "held out")
    for m in fit.models:
        values = (f"{m.log_likelihood:.1f}", f"{m.aic:.1f}", f"{m.weight:.3f}", f"{m.held_out:.4f}")
        models.add_row(m.name, str(m.parameters), *values)
    count = f"{plural(fit.questions, 'question')} of {plural(fit.plays, 'play')}"
    count += f"; {fit.idle:,} left out, where two candidates or one were left" if fit.idle else ""
    note = ["The order makes no difference here: all secrets were equally likely. Use a jar to tell it.", ""]
    best = fit.best
    most = f"Most speaks for {best.name} (weight {best.weight:.2f})"
    most += "; these questions cannot tell them apart." if len(best.members) > 1 else "."
    return Group(count, "", *([] if fit.order is not None else note), numbers, "", models, "", most)


def _table(first: str, *heads: str) -> Table:
    columns = (Column(head, justify="right") for head in heads)
    return Table(Column(first, overflow="fold"), *columns, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _number(value: float) -> str:
    return "inf" if isinf(value) else f"{value:.3g}"
