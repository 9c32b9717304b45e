"""Every strategy by name. Other people's join through the entry point group `sleuth.strategies`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from sleuth.core.errors import SpecError, UnknownNameError
from sleuth.core.game import Game
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


def usual_strategy(game: Game) -> str:
    """The strategy that is taken unless somebody names another: the best one-step rule for the goal of a game."""
    return game.goal.usual_strategy


@cache
def _classes() -> dict[str, type[Strategy]]:
    found = {cls.name: cls for cls in BUILT_IN}
    for point in entry_points(group="sleuth.strategies"):
        cls = point.load()
        if not (isinstance(cls, type) and issubclass(cls, Strategy)):
            raise SpecError(f"the entry point {point.name!r} is not a Strategy")
        found.setdefault(point.name, cls)
    return found


def strategy_names() -> list[str]:
    """The names of all strategies, ours first."""
    return list(_classes())


def strategy_class(name: str) -> type[Strategy]:
    """The class of the strategy with this name."""
    if name not in _classes():
        raise UnknownNameError("strategy", name, strategy_names())
    return _classes()[name]


def parse_strategy(spec: str) -> Strategy:
    """The strategy that a spec string describes: `entropy`, `parts:ties=entropy+possible+lex`."""
    name, parameters = split_spec(spec)
    return strategy_class(name).from_parameters(parameters)
