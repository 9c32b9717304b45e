"""The information set before the first question."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.belief.tabular import TabularSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import tabulate

FORMS = ("auto", "enumerated", "tabular", "sampled")


def begin(
    game: Game, form: str = "auto", *, seed: int = 0, effort: Effort | None = None, progress: Progress = silent
) -> InformationSet:
    """Everything that is possible before play. `auto` is a table where the game has axes, else a list."""
    if form == "sampled":
        return SampledSet(game, seed, effort)
    if form not in FORMS:
        raise ParameterError(f"an information set is one of {', '.join(FORMS)}, not {form!r}")
    tables = tabulate(game, progress)
    if form == "tabular" or (form == "auto" and game.axes() is not None):
        return TabularSet(tables)
    return EnumeratedSet(tables)
