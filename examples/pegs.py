"""Mastermind in fifteen lines: the secrets and the law, and nothing else."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from operator import eq

from sleuth import Game

Code = tuple[int, ...]


@dataclass(frozen=True)
class Pegs(Game):
    """Break a hidden row of coloured pegs."""

    pegs: int = 4
    colours: int = 6

    def secrets(self) -> Iterable[Code]:
        return product(range(self.colours), repeat=self.pegs)

    def feedback(self, action: Code, secret: Code) -> tuple[int, int]:
        black = sum(map(eq, action, secret))
        return black, (Counter(action) & Counter(secret)).total() - black
