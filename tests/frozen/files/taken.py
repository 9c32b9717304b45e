"""A game with a helper whose name means something to Sleuth."""

from dataclasses import dataclass

from sleuth import Game


@dataclass(frozen=True)
class Taken(Game):
    """Name the number."""

    numbers: int = 5

    def secrets(self):
        return range(self.numbers)

    def feedback(self, action, secret):
        return (secret > action) - (secret < action)

    def count(self, digit):
        return self.numbers // digit
