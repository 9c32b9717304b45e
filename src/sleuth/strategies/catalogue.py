"""The strategies for any game by name. Those of a single game join from its folder, other people's by entry points."""

from __future__ import annotations

from sleuth.core.game import Game
from sleuth.core.registry import STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.strategies.base import Strategy
from sleuth.strategies.finding import Blend, HitLookAhead, HitProbability
from sleuth.strategies.greedy import Entropy, Minimax, Parts, SharmaMittal, Size
from sleuth.strategies.ismcts import Ismcts
from sleuth.strategies.look_ahead import LookAhead, Rollout
from sleuth.strategies.random import Random
from sleuth.strategies.sampled_ises import SampledIses
from sleuth.strategies.tree import TreeStrategy

BUILT_IN: tuple[type[Strategy], ...] = (
    Random,
    Entropy,
    Minimax,
    Size,
    Parts,
    SharmaMittal,
    HitProbability,
    Blend,
    HitLookAhead,
    SampledIses,
    LookAhead,
    Rollout,
    Ismcts,
    TreeStrategy,
)


STRATEGIES.fill({cls.name: cls for cls in BUILT_IN})


def usual_strategy(game: Game) -> str:
    """The strategy that is taken unless somebody names another: the best one-step rule for the goal of a game."""
    return game.goal.usual_strategy


def strategy_names() -> list[str]:
    """The names of all strategies, ours first."""
    return STRATEGIES.names()


def strategy_class(name: str) -> type[Strategy]:
    """The class of the strategy with this name."""
    kind: type[Strategy] = STRATEGIES.load_kind(name, Strategy)
    return kind


def parse_strategy(spec: str) -> Strategy:
    """The strategy that a spec string describes: `entropy`, `parts:ties=entropy+possible+lex`."""
    name, parameters = split_spec(spec)
    return strategy_class(name).from_parameters(parameters)
