"""Hypothesis strategies for games and histories. This module alone needs hypothesis to be installed."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st

from sleuth.belief.begin import begin
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.sequential import law
from sleuth.testing.random_games import RandomLaw, RandomNaming
from sleuth.testing.small import HardMastermind, catalogue_instances, small_games


def games() -> st.SearchStrategy[Game]:
    """Small games: those of the catalogue with small parameters, and some with weights or constraints."""
    return st.deferred(lambda: st.sampled_from(_small()))


@cache
def _small() -> list[Game]:
    return list(dict.fromkeys([*small_games(), HardMastermind(pegs=3, colours=3), *catalogue_instances()]))


@st.composite
def random_tables_game(draw: st.DrawFn, most: int = 40) -> RandomLaw:
    """Games with a random law, of either goal, with whole priors, up to so many secrets; some with 16-bit codes."""
    kind = draw(st.sampled_from([RandomLaw, RandomNaming]))
    return kind(
        size=draw(st.integers(1, most)),
        questions=draw(st.integers(0, 12)),
        answers=draw(st.sampled_from([2, 3, 5, 20])),
        heaviest=draw(st.sampled_from([1, 5, 1000])),
        seed=draw(st.integers(0, 2**32 - 1)),
        wide=draw(st.booleans()),
    )


@st.composite
def histories(draw: st.DrawFn, game: Game, most: int = 5) -> History:
    """Consistent histories: random legal actions, answered truthfully for a random secret."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    info = begin(game)
    secret = info.sample(rng)[0]
    for _ in range(draw(st.integers(0, most))):
        actions = info.actions
        if not actions:
            break
        action = actions[int(rng.integers(len(actions)))]
        info = info.observe(action, law(game, info.history, action, secret))
    return info.history
