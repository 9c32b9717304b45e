"""A game that may get stuck: the cheap tool breaks the lock for all others."""

from dataclasses import dataclass
from typing import ClassVar

from sleuth import Game, Goal
from sleuth.core import Constraint


@dataclass(frozen=True)
class Vault(Game, Constraint):
    """Know the number of the vault; after drilling nothing else may be tried."""

    goal: ClassVar[Goal] = Goal.KNOW

    def secrets(self):
        return range(6)

    def actions(self):
        return ["drill", "half", "third", "last"]

    def feedback(self, action, secret):
        return {"drill": secret == 0, "half": secret < 3, "third": secret % 3, "last": secret > 4}[action]

    def allows(self, action, past, feedback):
        return past != "drill"
