"""MYST, the card game of Bart's thesis: m cards in the pile, n in the hand of each of p players, questions of q."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sleuth.core.errors import ParameterError, SpecError
from sleuth.core.spec import split_spec
from sleuth.core.text import shorten, whole_number
from sleuth.games.clue.rules.card_game import CardGame, Sort

MAX_CARDS = 10_000
"""What is worked out about a game ends long before; more cards are a slip of the finger."""


@dataclass(frozen=True)
class Myst(CardGame):
    """A game of MYST. Its cards are s1, s2, ..., its players 1, 2, ...

    >>> game = Myst(m=2, n=1, p=3, q=2)
    >>> game.c, game.deal_count, str(game)
    (5, 60, 'myst:m=2,n=1,p=3,q=2')
    """

    m: int = 2
    n: int = 1
    p: int = 2
    q: int = 1

    def __post_init__(self) -> None:
        for name, least in (("m", 1), ("n", 1), ("p", 2), ("q", 1)):
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise ParameterError(f"myst: {name} is a whole number from {least}, not {value!r}")
        if self.c > MAX_CARDS or self.q > MAX_CARDS:
            raise ParameterError(f"myst: a game has at most {MAX_CARDS:,} cards, and so has a question")

    @property
    def c(self) -> int:
        """How many cards there are."""
        return self.m + self.n * self.p

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"s{x}" for x in range(1, self.c + 1))

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        return (Sort("card", (1 << self.c) - 1, self.m, self.q),)

    @cached_property
    def hands(self) -> tuple[int, ...]:
        return (self.n,) * self.p

    def __str__(self) -> str:
        return f"myst:m={self.m},n={self.n},p={self.p},q={self.q}"

    @classmethod
    def parse(cls, spec: str) -> Myst:
        """Read `myst:m=2,n=1,p=3,q=2`."""
        name, given = split_spec(spec) if spec.strip().startswith("myst:") else ("", {})
        if name != "myst" or set(given) != {"m", "n", "p", "q"}:
            raise SpecError(f"a game of MYST is written myst:m=2,n=1,p=3,q=2, not {shorten(spec.strip())!r}")
        numbers = {}
        for key, value in given.items():
            number = whole_number(value)
            if number is None:
                raise SpecError(f"myst: {key} is a whole number, not {shorten(value)!r}")
            numbers[key] = number
        return cls(**numbers)
