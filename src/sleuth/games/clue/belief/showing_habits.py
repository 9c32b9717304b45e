"""How players choose the card that they show: as habits, and as what an agent does.

A habit is a chance for each card, and so a weight on each world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.games.clue.rules.actions import Shows
from sleuth.games.clue.rules.cards import Cards, cards_of, numbers_of, pick
from sleuth.games.clue.rules.views import View, denied_by


class ShowPolicy(Protocol):
    """A habit of showing."""

    def chance(self, held: Cards, card: int, before: Cards) -> float:
        """The chance, above 0, that a player shows `card` who holds `held` of the question, it too.

        `before` is what she has shown the asker already.
        """
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
REPEAT = RepeatShow()
POLICIES: dict[str, ShowPolicy | None] = {"random": RANDOM, "repeat": REPEAT, "any": None}
"""By name; `any` takes a show as no evidence beyond the card, so that all worlds are equally likely."""


def parse_policy(name: str) -> ShowPolicy | None:
    """The policy of this name."""
    if name not in POLICIES:
        raise UnknownNameError("way of showing", name, POLICIES)
    return POLICIES[name]


class Showing(Protocol):
    """A way of showing."""

    def choose(self, view: View, rng: np.random.Generator) -> int:
        """The card, out of those that were asked for and that the viewer holds."""
        ...


def _held(view: View) -> list[int]:
    return numbers_of(view.hand & (view.stage.question or 0))


def shown(view: View, by: int | None, to: int | None) -> Cards:
    """What one player has shown another, as far as the viewer saw it."""
    shows = (event for event in view.events if isinstance(event, Shows))
    cards = (show.card for show in shows if (show.player, show.to) == (by, to))
    return cards_of(card for card in cards if card is not None)


@dataclass(frozen=True)
class ShowsAny:
    """Any of them."""

    def choose(self, view: View, rng: np.random.Generator) -> int:
        return pick(_held(view), rng)


@dataclass(frozen=True)
class ShowsAgain:
    """Mostly a card that the asker has seen already, by the habit of `RepeatShow`."""

    policy: RepeatShow = REPEAT

    def choose(self, view: View, rng: np.random.Generator) -> int:
        held = _held(view)
        cards, before = view.hand & (view.stage.question or 0), shown(view, view.player, view.stage.turn)
        chances = np.array([self.policy.chance(cards, card, before) for card in held])
        return held[int(rng.choice(len(held), p=chances / chances.sum()))]


@dataclass(frozen=True)
class ShowsLeast:
    """What tells the asker least: a card that she has seen, else one of the sort that leaves her most to find out.

    A card out of k that may be in the pile tells log k/(k - 1). How many of a sort she has left is judged by what
    everybody heard: a card that all others denied, or that she was shown, is no news.
    """

    def choose(self, view: View, rng: np.random.Generator) -> int:
        held = _held(view)
        known = shown(view, view.player, view.stage.turn)
        if again := [card for card in held if known >> card & 1]:
            return pick(again, rng)
        denied = denied_by(view, view.stage.turn)

        def left(card: int) -> tuple[int, bool]:
            sort = next(sort for sort in view.game.sorts if sort.cards >> card & 1)
            return (sort.cards & ~known).bit_count(), bool(denied >> card & 1)

        best = max(map(left, held))
        return pick([card for card in held if left(card) == best], rng)


SHOWING: dict[str, Showing] = {"random": ShowsAny(), "repeat": ShowsAgain(), "least": ShowsLeast()}
