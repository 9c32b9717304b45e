"""A game whose actions differ in cost: going to a house is dearer the farther it is, and asking is dear anywhere."""

from dataclasses import dataclass

from sleuth import Game


@dataclass(frozen=True)
class Errands(Game):
    """Find the house in a row: go to one, and hear whether to turn back; or ask at one how far it is."""

    houses: int = 7

    def secrets(self):
        return range(self.houses)

    def actions(self):
        return [*range(self.houses), *(("ask", house) for house in range(0, self.houses, 3))]

    def feedback(self, action, secret):
        if isinstance(action, tuple):
            return f"{abs(action[1] - secret)} away"
        return "here" if action == secret else "on" if action < secret else "back"

    def cost(self, action):
        return 3 if isinstance(action, tuple) else 1 + action // 2
