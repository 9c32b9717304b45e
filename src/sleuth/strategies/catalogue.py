"""The strategies for any game by name. Those of a single game join from its folder, other people's by entry points."""

from __future__ import annotations

from sleuth.core.errors import SpecError
from sleuth.core.game import Game
from sleuth.core.goal import Goal
from sleuth.core.registry import STRATEGIES
from sleuth.core.text import shorten
from sleuth.strategies.agent import Agent, agent_strategy
from sleuth.strategies.agent_files import coded_strategy, names_code, split_strategy
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
    "command": "command:Command",
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


def parse_strategy(spec: str, files: bool = True) -> Strategy:
    """The strategy that a spec string describes: `entropy`, `parts:ties=entropy+possible+lex`.

    Where `files` are allowed it may also be an agent in a Python file or a module: `FILE.py:Class`, `module:Class`.
    """
    name, parameters = split_strategy(spec)
    if not names_code(name):
        return strategy_class(name).from_parameters(parameters)
    if not files:
        raise SpecError(f"{shorten(name)!r} is code, which cannot be named from here; take a strategy of the catalogue")
    return coded_strategy(name, parameters)


def strategy_of(agent: Strategy | Agent | None, game: Game | None = None) -> Strategy:
    """The strategy that somebody means by a strategy, a spec string, an agent (see `agent`), or nothing.

    Nothing is the usual strategy of a game.
    """
    if isinstance(agent, str) or agent is None:
        return parse_strategy(agent or (usual_strategy(game) if game is not None else Goal.usual_strategy))
    return agent_strategy(agent)


def strategy_label(strategy: Strategy, spec: str) -> str:
    """A strategy in its shortest form that reads back: what is in a file or a module is named as in its spec."""
    name = split_strategy(spec)[0]
    return f"{name}{str(strategy).removeprefix(strategy.name)}" if names_code(name) else str(strategy)
