"""Every strategy by name. Other people's join through the entry point group `sleuth.strategies`."""

from __future__ import annotations

from sleuth.core.game import Game
from sleuth.core.registry import STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.strategies.base import Strategy
from sleuth.strategies.battleship import MaheshwariSinghvi
from sleuth.strategies.deeper import LookAhead, Rollout
from sleuth.strategies.greedy import Entropy, Minimax, Parts, SharmaMittal, Size
from sleuth.strategies.hangman import WordByWord
from sleuth.strategies.hits import Blend, HitLookAhead, HitProbability
from sleuth.strategies.ismcts import Ismcts
from sleuth.strategies.sampled import SampledIses
from sleuth.strategies.tree import TreeStrategy
from sleuth.strategies.ulam import Berlekamp
from sleuth.strategies.uniform import Random

BUILT_IN: tuple[type[Strategy], ...] = (
    Random,
    Entropy,
    Minimax,
    Size,
    Parts,
    SharmaMittal,
    HitProbability,
    Blend,
    WordByWord,
    HitLookAhead,
    MaheshwariSinghvi,
    SampledIses,
    LookAhead,
    Rollout,
    Ismcts,
    TreeStrategy,
    Berlekamp,
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
