"""A game whose goal is to know, with weights and prices that are not whole."""

from dataclasses import dataclass
from typing import ClassVar

from sleuth import Game, Goal


@dataclass(frozen=True)
class Lamps(Game):
    """Know which lamp is broken: try all up to one, or ask an electrician, who is dear and knows."""

    goal: ClassVar[Goal] = Goal.KNOW
    lamps: int = 6
    price: float = 3.2

    def secrets(self):
        return range(self.lamps)

    def actions(self):
        return [*range(1, self.lamps), "ask"]

    def feedback(self, action, secret):
        return f"lamp {secret}" if action == "ask" else "dark" if secret < action else "bright"

    def prior(self, secret):
        return 0.3 + secret / 10

    def cost(self, action):
        return self.price if action == "ask" else 0.7
