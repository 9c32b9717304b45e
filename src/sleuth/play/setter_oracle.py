"""The oracle that hides the secret where it is hardest to find: by the weights of the objective `setter`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Game, Secret
from sleuth.core.limit import Limit
from sleuth.core.tabulate import tabulate
from sleuth.play.oracles import Truthful
from sleuth.solve.method import SETTER, SolveOptions
from sleuth.solve.setter import solve_setter
from sleuth.solve.setter_solution import SetterSolution
from sleuth.solve.solve import check_options

SECONDS = 10.0
"""For the weights; then the best so far are taken."""
MAX_PAIRS = 2_000_000
"""Secrets times actions, up to which secrets are weighed before a play."""


class Setter(Truthful):
    """Draws the secret as whoever hides it best would, and tells the truth about it.

    The game is solved for that first, once in a process; a secret that is given is taken as it is.
    """

    name = "setter"

    @classmethod
    def make(cls, info: InformationSet, rng: np.random.Generator, secret: Secret | None) -> Setter:
        if secret is not None:
            return cls(info.game, secret)
        if info.history.steps:
            raise ParameterError(f"the {cls.name} oracle hides its secret before the first question; begin a new play")
        return cls(info.game, _solution(info.game).draw(rng))


@lru_cache(maxsize=8)
def _solution(game: Game) -> SetterSolution:
    """The weights of a game, solved once."""
    check_options(game, objective=SETTER)
    tables = tabulate(game)
    pairs = len(tables.secrets) * len(tables.actions)
    if pairs > MAX_PAIRS:
        reason = f"{pairs:,} pairs of a secret and an action, and it weighs at most {MAX_PAIRS:,} before a play"
        raise TooLargeError(f"{game} is too large for the setter oracle: it has {reason}")
    return solve_setter(game, SolveOptions(objective=SETTER, limit=Limit(seconds=SECONDS)))
