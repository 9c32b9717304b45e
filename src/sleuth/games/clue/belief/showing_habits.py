"""How players choose the card that they show. A habit is a chance for each card, and so a weight on each world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.games.clue.rules.cards import Cards


class ShowPolicy(Protocol):
    """A habit of showing."""

    def chance(self, held: Cards, card: int, before: Cards) -> float:
        """The chance that a player shows `card` who holds `held` of the question, and showed the asker `before`."""
        ...


@dataclass(frozen=True)
class RandomShow:
    """Any of the cards that were asked for, with equal chances.

    >>> RandomShow().chance(0b011, 0, before=0)
    0.5
    """

    def chance(self, held: Cards, card: int, before: Cards) -> float:
        return 1 / held.bit_count()


@dataclass(frozen=True)
class RepeatShow:
    """With chance `habit`, a card that the asker has seen already, if there is one; else any.

    The habit is less than 1, so that every legal show stays possible.
    """

    habit: float = 0.95

    def __post_init__(self) -> None:
        if not 0 <= self.habit < 1:
            raise ParameterError(f"repeat: habit is from 0 up to, not including, 1, not {self.habit}")

    def chance(self, held: Cards, card: int, before: Cards) -> float:
        again = held & before
        if not again:
            return 1 / held.bit_count()
        repeated = self.habit / again.bit_count() if again >> card & 1 else 0.0
        return repeated + (1 - self.habit) / held.bit_count()


RANDOM = RandomShow()
POLICIES: dict[str, ShowPolicy | None] = {"random": RANDOM, "repeat": RepeatShow(), "any": None}
"""By name; `any` takes a show as no evidence beyond the card, so that all worlds are equally likely."""


def parse_policy(name: str) -> ShowPolicy | None:
    """The policy of this name."""
    if name not in POLICIES:
        raise UnknownNameError("way of showing", name, POLICIES)
    return POLICIES[name]
