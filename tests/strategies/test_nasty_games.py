"""Every strategy at nasty games: it reaches the goal wherever that can be reached, or says that it cannot play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sleuth.belief.begin import begin
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.offers import announced, constrained, repeats, sequential
from sleuth.play.match import match
from sleuth.play.oracles import make_oracle
from sleuth.strategies.catalogue import BUILT_IN, parse_strategy
from sleuth.testing.brute_force import best_tree
from sleuth.testing.nasty_catalogue import KINDS, nasty_game

QUICK = {"ismcts": "ismcts:iterations=50", "sampled-ises": "sampled-ises:seconds=0.01"}
SPECS = [
    QUICK.get(name, name) for name in BUILT_IN if name not in ("tree", "command", "maheshwari-singhvi", "berlekamp")
]
SPECS += ["optimal:seconds=0.5", "sampled-ises:seconds=0.0001", "ismcts:seconds=0.0001"]  # no time at all


def blocked(game: Game) -> bool:
    """Whether nobody need reach the goal: there is no way, or a wrong turn may have closed it."""
    plain = game.game if isinstance(game, ChannelGame) else game
    used_up = sequential(plain) and not repeats(plain)
    return constrained(plain) or used_up or best_tree(plain).total is None


def play(game: Game, spec: str, seed: int) -> str:
    """How a play ends: `solved`, `stuck`, or why the strategy does not play this game."""
    rng = np.random.default_rng(seed)
    secret = Random(seed).choice([s for s in game.secrets() if game.prior(s) > 0])
    info = begin(announced(game, secret))
    try:
        record = match(info, parse_strategy(spec), make_oracle(None, info, rng, secret), rng=rng)
    except StuckError:
        return "stuck"
    except ParameterError as error:
        return str(error)
    return "solved" if record.solved else "not solved"


@pytest.mark.parametrize("spec", SPECS)
def test_a_strategy_reaches_the_goal_wherever_it_can_be_reached(spec: str) -> None:
    solved = 0
    for kind in KINDS:
        for seed in range(2):
            game = nasty_game(kind, seed)
            end = play(game, spec, seed)
            solved += end == "solved"
            assert end == "solved" or (end == "stuck" and blocked(game)), (kind, seed, end)
    assert solved > 20
