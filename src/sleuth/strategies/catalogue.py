"""The strategies for any game by name. Those of a single game join from its folder, other people's by entry points."""

from __future__ import annotations

from sleuth.core.game import Game
from sleuth.core.registry import STRATEGIES
from sleuth.core.spec import split_spec
from sleuth.strategies.base import Strategy

BUILT_IN = {
    "random": "random:Random",
    "entropy": "greedy:Entropy",
    "minimax": "greedy:Minimax",
    "size": "greedy:Size",
    "parts": "greedy:Parts",
    "sharma-mittal": "greedy:SharmaMittal",
    "hit-probability": "finding:HitProbability",
    "blend": "finding:Blend",
    "hit-look-ahead": "finding:HitLookAhead",
    "sampled-ises": "sampled_ises:SampledIses",
    "look-ahead": "look_ahead:LookAhead",
    "rollout": "look_ahead:Rollout",
    "ismcts": "ismcts:Ismcts",
    "tree": "tree:TreeStrategy",
}
"""Each is loaded when it is asked for."""

STRATEGIES.fill({name: f"sleuth.strategies.{home}" for name, home in BUILT_IN.items()})


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
