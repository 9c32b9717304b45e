"""A game that breaks its contract: its law is another each time."""

from dataclasses import dataclass

from sleuth import Game

ASKED: list[int] = []


@dataclass(frozen=True)
class Broken(Game):
    """Find a number; the answers are not to be trusted."""

    def secrets(self):
        return range(4)

    def feedback(self, action, secret):
        ASKED.append(action)
        return len(ASKED)
