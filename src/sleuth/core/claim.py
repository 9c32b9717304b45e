"""A claim: one figure of a game, what a strategy takes, what none can take less than, and how these two stand.

Solver, long proof and verifier each fill claims from what they know themselves; they share these sentences and keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sleuth.core.text import plural

Amount = int | float | Fraction
NO_FIGURE = 1e299
"""Searches write "more than anybody asked for" as something larger than this; it is no figure of a game."""


class Quantity(StrEnum):
    """What a claim is about."""

    TOTAL = "total"
    """The sum over all secrets, by weight."""
    WORST = "worst"
    """The longest play."""
    LATE = "late"
    """The weight of the secrets that come later than in time."""
    VALUE = "value"
    """What a game is worth where both sides play as well as can be."""


class Unit(StrEnum):
    """What it is counted in."""

    STEPS = "steps"
    COST = "cost"
    WEIGHT = "weight"
    CHANCE = "chance"


class Direction(StrEnum):
    """Which way is better."""

    LEAST = "least"
    MOST = "most"


class ClaimStanding(StrEnum):
    """How much is known."""

    PROVED = "proved"
    """The value is reached, and no strategy is better."""
    BRACKETED = "bracketed"
    """No strategy is better than the bound; whether one reaches it is not known."""
    NEVER = "never"
    """No strategy there is reaches the goal. Only who has shown that says so; nothing is taken for it."""


class ClaimError(ValueError):
    """Figures that cannot be those of any claim: somebody read a search wrongly."""


@dataclass(frozen=True)
class GameClaim:
    """One figure, and what is claimed of it."""

    quantity: Quantity
    standing: ClaimStanding
    value: Amount | None = None
    """What the strategy at hand takes; nothing where none is at hand."""
    bound: Amount | None = None
    """No strategy is better than this; nothing where nothing is known."""
    unit: Unit = Unit.STEPS
    direction: Direction = Direction.LEAST
    among: str = ""
    """The trees that it is a claim about, in the words of `trees_on`; all where it is empty."""

    def __post_init__(self) -> None:
        figures: tuple[Amount | None, ...] = self.value, self.bound
        for figure in figures:
            if figure is not None and not -NO_FIGURE < figure < NO_FIGURE:
                raise ClaimError(f"{figure} is no {self.noun}: what was not reached is not a figure, and not never")
        there = self.value is not None, self.bound is not None
        if (self.standing == ClaimStanding.NEVER and any(there)) or (
            self.standing == ClaimStanding.PROVED and not all(there)
        ):
            raise ClaimError(f"a {self.noun} of {self.value} with the bound {self.bound} cannot be {self.standing}")

    @classmethod
    def found(
        cls, quantity: Quantity, value: Amount | None, bound: Amount | None, proved: bool | None = None, **rest: Any
    ) -> GameClaim:
        """The claim that two figures make: proved where they meet, unless whoever rounded them says so or not."""
        if proved is None:
            proved = value is not None and value == bound
        return cls(quantity, ClaimStanding.PROVED if proved else ClaimStanding.BRACKETED, value, bound, **rest)

    @property
    def proved(self) -> bool:
        """Whether no strategy is better."""
        return self.standing == ClaimStanding.PROVED

    @property
    def noun(self) -> str:
        """What is counted, in words."""
        if self.quantity == Quantity.TOTAL:
            return "total cost" if self.unit == Unit.COST else "total"
        return {Quantity.WORST: "longest play", Quantity.LATE: "weight for later"}.get(self.quantity, "value")

    @property
    def key(self) -> str:
        """Its name in JSON: a total of costs is not to be taken for one of steps."""
        return f"{self.quantity}_{self.unit}" if self.unit == Unit.COST else str(self.quantity)

    @property
    def sentence(self) -> str:
        """What is proved; nothing where nothing is."""
        text = self._plain_sentence
        return text and text + self.terms

    @property
    def terms(self) -> str:
        """The trees that it is a claim about, as the end of a sentence."""
        return f" among {self.among}" if self.among else ""

    @property
    def _plain_sentence(self) -> str:
        if self.standing == ClaimStanding.NEVER:
            return "no tree reaches the goal"
        if self.proved and self.quantity == Quantity.WORST:
            return "no tree is shorter in the worst case"
        if self.proved and self.quantity == Quantity.LATE:
            return "no tree leaves less for later"
        if self.proved:
            return f"the {self.noun} is the {self.direction} there is"
        if self.bound is None:
            return ""
        if self.quantity == Quantity.LATE:
            return f"no tree leaves less than {self.limit} for later"
        side = "below" if self.direction == Direction.LEAST else "above"
        return f"no tree has a {self.noun} {side} {self.limit}"

    @property
    def limit(self) -> str:
        """The bound for people: where it is rounded, to the side on which it stays true."""
        assert self.bound is not None
        return amount(self.bound, ROUND_FLOOR if self.direction == Direction.LEAST else ROUND_CEILING)

    @property
    def figure(self) -> str:
        """The least there is, as far as it is known."""
        if self.standing == ClaimStanding.NEVER:
            return self.sentence
        if self.value is None:
            return "no tree is known yet"
        if self.proved or self.bound is None:
            return f"the {self.direction} {self.noun} is {amount(self.value)}"
        reached = amount(self.value, ROUND_CEILING if self.direction == Direction.LEAST else ROUND_FLOOR)
        low, high = (self.limit, reached) if self.direction == Direction.LEAST else (reached, self.limit)
        return f"the {self.direction} {self.noun} is from {low} to {high}"

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "quantity": str(self.quantity),
            "unit": str(self.unit),
            "direction": str(self.direction),
            "value": _plain(self.value),
            "bound": _plain(self.bound),
            "standing": str(self.standing),
            "among": self.among or None,
        }


def in_words(claims: Sequence[GameClaim], early: str = "") -> str:
    """Claims in a sentence: the first one comes first, and others are about strategies that are as good by it.

    `early` says why not more is known.

    >>> total = GameClaim.found(Quantity.TOTAL, 21, 21)
    >>> in_words([total, GameClaim.found(Quantity.WORST, 3, 3)])
    'the total is the least there is, and no tree with it has a shorter longest play'
    >>> in_words([GameClaim.found(Quantity.TOTAL, 130, 117, unit=Unit.COST)], "; the time was up")
    'no tree has a total cost below 117; the time was up'
    """
    first, *others = claims
    text = first.sentence
    for other in others:
        if first.quantity == Quantity.WORST:
            as_good = "of those that are as short" if first.proved else "of those that are never longer"
            more = f"{as_good}, {other.sentence}" if other.sentence else ""
        elif other.proved:
            more = f"no tree with {'it' if first.proved else f'this {first.noun}'} has a shorter longest play"
        else:
            more = ""
        comma = ", and " if first.proved and first.quantity != Quantity.WORST else "; "
        text += f"{comma if text else ''}{more}" if more else ""
    return text + early


def claims_json(claims: Sequence[GameClaim]) -> dict[str, Any]:
    """The keys that claims have in JSON: each by itself, and a total of costs also beside the total of steps."""
    costs = {claim.key: _plain(claim.value) for claim in claims if claim.unit == Unit.COST}
    return {**costs, "shown": [claim.as_json() for claim in claims]}


def trees_on(first: str = "", within: int | None = None, only_possible: bool = False) -> str:
    """The trees that keep to terms, in words; nothing where all do. `first` is how they begin: so, or with what.

    >>> trees_on("with 0012", 5, True), trees_on("so"), trees_on()
    ('trees of at most 5 steps that begin with 0012 and guess only what is possible', 'trees that begin so', '')
    """
    steps = f" of at most {plural(within, 'step')}" if within else ""
    does = [*([f"begin {first}"] if first else []), *(["guess only what is possible"] if only_possible else [])]
    return f"trees{steps}{' that ' if does else ''}{' and '.join(does)}" if steps or does else ""


def amount(value: Amount, rounding: str = ROUND_HALF_EVEN) -> str:
    """A figure for people: three places, and where it is small, three digits.

    >>> amount(1206), amount(0.5), amount(Fraction(7, 2)), amount(0.000045), amount(2.9999, ROUND_FLOOR)
    ('1,206', '0.500', '3.500', '0.0000450', '2.999')
    """
    if isinstance(value, int):
        return f"{value:,}"
    exact = Decimal(float(value))
    place = Decimal(1).scaleb(min(-3, exact.adjusted() - 2))
    return f"{exact.quantize(place, rounding, Context(prec=400)):,}"


def _plain(value: Amount | None) -> int | float | None:
    """A figure as JSON has it."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value
