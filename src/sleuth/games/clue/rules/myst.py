"""MYST, the card game of Bart's thesis: m cards in the pile, n in the hand of each of p players, questions of q."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from sleuth.core.errors import ParameterError
from sleuth.games.clue.rules.card_game import Sort
from sleuth.games.clue.rules.card_table import CardTable

MAX_CARDS = 10_000
"""What is worked out about a game ends long before; more cards are a slip of the finger."""


HELP = """\
Your turn: name the cards to ask for, as in `s1, s4`.
After the answers: an empty line ends your turn, `guess s1, s2` names the pile."""


@dataclass(frozen=True)
class Myst(CardTable):
    """Find the cards in the pile: m lie there, n in each of p hands, and a question is for q of them.

    Its cards are s1, s2, ..., its players 1, 2, ...

    >>> game = Myst(m=2, n=1, p=3, q=2)
    >>> game.c, game.deal_count, str(game)
    (5, 60, 'myst:m=2,n=1,p=3,q=2')
    """

    help: ClassVar[str] = HELP

    m: int = field(default=2, metadata={"help": "cards in the pile, to be found"})
    n: int = field(default=1, metadata={"help": "cards in each hand"})
    p: int = field(default=2, metadata={"help": "how many players there are"})
    q: int = field(default=1, metadata={"help": "cards in a question"})

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
