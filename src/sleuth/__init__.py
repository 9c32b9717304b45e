"""Sleuth: deduction games. Write the secrets and the law; get the player, the assistant and the proof.

Names are loaded when they are first used, so that `import sleuth` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sleuth.belief.base import InformationSet as InformationSet
    from sleuth.belief.begin import begin as begin
    from sleuth.belief.outcomes import Outcomes as Outcomes
    from sleuth.core.errors import SleuthError as SleuthError
    from sleuth.core.game import Game as Game
    from sleuth.core.game import Goal as Goal
    from sleuth.core.history import History as History
    from sleuth.core.limit import Limit as Limit
    from sleuth.core.sequential import Sequential as Sequential
    from sleuth.core.tabulate import tabulate as tabulate
    from sleuth.games.catalogue import game_names as game_names
    from sleuth.games.catalogue import parse_game as parse_game
    from sleuth.play.evaluate import evaluate as evaluate
    from sleuth.play.evaluation import Evaluation as Evaluation
    from sleuth.play.match import match as match
    from sleuth.play.match import turns as turns
    from sleuth.play.oracles import Adversarial as Adversarial
    from sleuth.play.oracles import Human as Human
    from sleuth.play.oracles import Scripted as Scripted
    from sleuth.play.oracles import Truthful as Truthful
    from sleuth.play.record import Record as Record
    from sleuth.strategies.base import Strategy as Strategy
    from sleuth.strategies.catalogue import parse_strategy as parse_strategy
    from sleuth.strategies.catalogue import strategy_names as strategy_names
    from sleuth.strategies.decision import Decision as Decision
    from sleuth.strategies.greedy import greedy as greedy

__version__ = "0.1.0"

_HOMES = {
    "InformationSet": "sleuth.belief.base",
    "begin": "sleuth.belief.begin",
    "Outcomes": "sleuth.belief.outcomes",
    "SleuthError": "sleuth.core.errors",
    "Game": "sleuth.core.game",
    "Goal": "sleuth.core.game",
    "History": "sleuth.core.history",
    "Limit": "sleuth.core.limit",
    "Sequential": "sleuth.core.sequential",
    "tabulate": "sleuth.core.tabulate",
    "game_names": "sleuth.games.catalogue",
    "parse_game": "sleuth.games.catalogue",
    "Evaluation": "sleuth.play.evaluation",
    "evaluate": "sleuth.play.evaluate",
    "match": "sleuth.play.match",
    "turns": "sleuth.play.match",
    "Adversarial": "sleuth.play.oracles",
    "Human": "sleuth.play.oracles",
    "Scripted": "sleuth.play.oracles",
    "Truthful": "sleuth.play.oracles",
    "Record": "sleuth.play.record",
    "Strategy": "sleuth.strategies.base",
    "parse_strategy": "sleuth.strategies.catalogue",
    "strategy_names": "sleuth.strategies.catalogue",
    "Decision": "sleuth.strategies.decision",
    "greedy": "sleuth.strategies.greedy",
}
__all__ = [*sorted(_HOMES), "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sleuth' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
