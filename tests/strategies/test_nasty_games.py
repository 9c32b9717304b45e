"""Every strategy at nasty games: it reaches the goal wherever that can be reached, or says that it does not play this."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.sequential import Sequential
from sleuth.games.told import Told
from sleuth.play.match import match
from sleuth.play.oracles import make_oracle
from sleuth.strategies.catalogue import BUILT_IN, parse_strategy
from sleuth.testing.brute_force import best_tree
from sleuth.testing.nasty_catalogue import KINDS, nasty_game

QUICK = {"ismcts": "ismcts:iterations=50", "sampled-ises": "sampled-ises:seconds=0.01"}
SPECS = [
    QUICK.get(kind.name, kind.name) for kind in BUILT_IN if kind.name not in ("tree", "maheshwari-singhvi", "berlekamp")
]
REFUSALS = ("counts steps until the secret is known", "needs a list of candidates", "is not divided by costs")


def blocked(game: Game) -> bool:
    """Whether nobody need reach the goal: there is no way, or a wrong turn may have closed it."""
    plain = game.game if isinstance(game, Told) else game
    used_up = isinstance(plain, Sequential) and not plain.repeats
    return plain.constrained or used_up or best_tree(plain).total is None


@pytest.mark.parametrize("spec", SPECS)
def test_a_strategy_reaches_the_goal_wherever_it_can_be_reached(spec: str) -> None:
    strategy, played = parse_strategy(spec), 0
    for kind in KINDS:
        for seed in range(3):
            game, rng = nasty_game(kind, seed), np.random.default_rng(seed)
            secret = Random(seed).choice([s for s in game.secrets() if game.prior(s) > 0])
            info = begin(game.announced(secret))
            try:
                record = match(info, strategy, make_oracle(None, info, rng, secret), rng=rng)
            except StuckError:
                assert blocked(game), (kind, seed)
            except ParameterError as error:
                assert any(refusal in str(error) for refusal in REFUSALS), (kind, seed, error)
            else:
                played += 1
                assert record.solved
    assert played > 20
