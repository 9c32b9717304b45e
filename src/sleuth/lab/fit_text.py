"""What a player's questions reveal, as tables."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from sleuth.core.text import plural

if TYPE_CHECKING:
    from sleuth.lab.fitting import Estimate, Fit


def fit_view(found: Fit) -> RenderableType:
    """The estimates with their intervals, and the models from the best to the worst."""
    numbers = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in ("", "estimate", "interval"):
        numbers.add_column(head, justify="right" if head else "left")
    estimates: list[tuple[str, Estimate]] = [] if found.order is None else [("order", found.order)]
    estimates += [("degree", found.degree), ("noise", found.noise)]
    for name, estimate in estimates:
        numbers.add_row(name, _number(estimate.value), f"{_number(estimate.low)} to {_number(estimate.high)}")
    models = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    models.add_column("model", overflow="fold")
    for head in ("parameters", "log-likelihood", "AIC", "weight", "held out"):
        models.add_column(head, justify="right")
    for m in found.models:
        values = (f"{m.log_likelihood:.1f}", f"{m.aic:.1f}", f"{m.weight:.3f}", f"{m.held_out:.4f}")
        models.add_row(m.name, str(m.parameters), *values)
    told = f"{plural(found.questions, 'question')} of {plural(found.plays, 'play')}"
    told += f"; {found.idle:,} left out, where two candidates or one were left" if found.idle else ""
    note = ["The order makes no difference here: all secrets were equally likely. Use a jar to tell it.", ""]
    best = found.best
    most = f"Most speaks for {best.name} (weight {best.weight:.2f})"
    most += "; these questions cannot tell them apart." if len(best.members) > 1 else "."
    return Group(told, "", *([] if found.order is not None else note), numbers, "", models, "", most)


def _number(value: float) -> str:
    return "inf" if isinf(value) else f"{value:.3g}"
