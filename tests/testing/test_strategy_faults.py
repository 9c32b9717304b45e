"""`check_strategy` catches each planted fault, cheating among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ConformanceError
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.tabulate import tabulate
from sleuth.play.oracles import Truthful
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision
from sleuth.strategies.greedy import Entropy
from sleuth.testing import check_strategy
from sleuth.testing.small import small_games


class OddStrategies:
    class Illegal(Entropy):
        told = r"hard-mastermind.*: action \(0, 0\) is not legal"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            return super().decide(info) if info.size < 2 else decision_for(info, tabulate(info.game).actions[0])

    class Fickle(Entropy):
        told = r"the same seed gave action .*, then"
        turn: ClassVar[Iterator[int]] = count()

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            return decision_for(info, info.actions[next(self.turn) % len(info.actions)])

    class Seedless(Entropy):
        told = r"not random, but it asks .* without a generator"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            return decision_for(info, info.actions[-1]) if others.get("rng") else super().decide(info)

    class Meddler(Entropy):
        told = r"deciding changed the information set"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            info.history = History()
            return super().decide(info)

    class Stubborn(Entropy):
        told = r"can neither win nor tell anything"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            return decision_for(info, info.actions[0])

    class Boaster(Entropy):
        told = r"action .*: bits is .*, not 99"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            decision = super().decide(info)
            vars(decision)["chosen"] = replace(decision.chosen, bits=99.0)
            return decision

    class Raises(Entropy):
        told = r"after nothing raised RuntimeError: tired"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            raise RuntimeError("tired")

    class Peeks(Entropy):
        told = r"the same seed gave action"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            action = find_oracle(info.game).reveal()
            return decision_for(info, action) if info.game.goal.only_names else super().decide(info)

    class HoldsTheOracle(Entropy):
        told = r"secret can be reached from it: Decision -> .*Truthful"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            decision = super().decide(info)
            vars(decision)["note"] = {"hint": [find_oracle(info.game)]}
            return decision

    class HoldsTheSecret(Entropy):
        told = r"secret can be reached from it: Decision -> .*tuple"

        def decide(self, info: InformationSet, **others: Any) -> Decision:
            decision = super().decide(info)
            secret = find_oracle(info.game).reveal()
            vars(decision)["note"] = lambda: secret
            return decision

    class Misspelled(Entropy):
        told = r"its spec reads back as"

        def __str__(self) -> str:
            return f"{self.name}:ties=lex"


def decision_for(info: InformationSet, action: Any) -> Decision:
    return Decision(info, info.outcomes([action]), 0, np.zeros(1), "odd", "")


def find_oracle(game: Game) -> Truthful:
    """How a strategy that cheats would go about it."""
    return next(o for o in gc.get_objects() if isinstance(o, Truthful) and o._game is game)


@pytest.mark.parametrize(
    "kind", [k for k in vars(OddStrategies).values() if isinstance(k, type)], ids=lambda k: k.__name__
)
def test_a_planted_fault_of_a_strategy_is_named(kind: Any) -> None:
    strategy: Strategy = kind()
    with pytest.raises(ConformanceError, match=kind.told):
        check_strategy(strategy, small_games()[::-1])
