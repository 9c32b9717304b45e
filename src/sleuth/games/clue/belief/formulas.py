"""Formulas about who holds what and who knows it, as values.

    >>> h(2, 4), K(3, ~h(2, 4)) >> h(0, 1)
    (h(2,4), (K(3,!h(2,4)) -> h(0,1)))

Holders are numbers, 0 for the pile; cards are numbers from 0. Text, with the names of a game, is read and written by
`formula_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

Name = Callable[[int], str]
"""How a number is written: that of a holder, or that of a card."""


class Formula:
    """Combine formulas with ~, &, | and >> (implies)."""

    def text(self, who: Name, card: Name) -> str:
        """The formula with these names for holders and for cards."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.text(str, str)

    def __invert__(self) -> Formula:
        return Not(self)

    def __and__(self, other: Formula) -> Formula:
        return And((self, other))

    def __or__(self, other: Formula) -> Formula:
        return Or((self, other))

    def __rshift__(self, other: Formula) -> Formula:
        return Implies(self, other)


@dataclass(frozen=True, repr=False)
class Holds(Formula):
    """h(i, s): holder i has card s."""

    holder: int
    card: int

    def text(self, who: Name, card: Name) -> str:
        return f"h({who(self.holder)},{card(self.card)})"


@dataclass(frozen=True, repr=False)
class Truth(Formula):
    """True or false, whatever is the case."""

    value: bool

    def text(self, who: Name, card: Name) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, repr=False)
class Not(Formula):
    inner: Formula

    def text(self, who: Name, card: Name) -> str:
        return f"!{self.inner.text(who, card)}"


@dataclass(frozen=True, repr=False)
class _Chain(Formula):
    """Formulas with a mark between them."""

    parts: tuple[Formula, ...]
    mark: ClassVar[str]
    empty: ClassVar[str]

    def text(self, who: Name, card: Name) -> str:
        return f"({self.mark.join(part.text(who, card) for part in self.parts)})" if self.parts else self.empty


class And(_Chain):
    """All of them; with none, true."""

    mark, empty = " & ", "true"


class Or(_Chain):
    """One of them at least; with none, false."""

    mark, empty = " | ", "false"


@dataclass(frozen=True, repr=False)
class Implies(Formula):
    left: Formula
    right: Formula

    def text(self, who: Name, card: Name) -> str:
        return f"({self.left.text(who, card)} -> {self.right.text(who, card)})"


@dataclass(frozen=True, repr=False)
class Knows(Formula):
    """K(i, f): f holds in every world that player i cannot rule out."""

    player: int
    inner: Formula

    def text(self, who: Name, card: Name) -> str:
        return f"K({who(self.player)},{self.inner.text(who, card)})"


@dataclass(frozen=True, repr=False)
class _OfGroup(Formula):
    """Something that several players know."""

    players: frozenset[int]
    inner: Formula
    letter: ClassVar[str]

    def text(self, who: Name, card: Name) -> str:
        return f"{self.letter}({{{','.join(map(who, sorted(self.players)))}}},{self.inner.text(who, card)})"


class Everyone(_OfGroup):
    """E(G, f): everyone in G knows f."""

    letter = "E"


class Common(_OfGroup):
    """C(G, f): f is common knowledge in G: everyone knows it, and everyone knows that, and so on."""

    letter = "C"


h = Holds
"""Holder (0 is the pile) has the card (from 0)."""
K = Knows
"""The player knows it."""


def E(players: Iterable[int], formula: Formula) -> Formula:
    """Everyone of these knows it."""
    return Everyone(frozenset(players), formula)


def C(players: Iterable[int], formula: Formula) -> Formula:
    """It is common knowledge among these."""
    return Common(frozenset(players), formula)


def all_of(formulas: Iterable[Formula]) -> Formula:
    """All of them hold."""
    return And(tuple(formulas))


def any_of(formulas: Iterable[Formula]) -> Formula:
    """One of them holds."""
    return Or(tuple(formulas))


def core(formula: Formula) -> Formula:
    """The same by the formulas that it is made of and Holds, Not, And, Knows and Common alone."""
    match formula:
        case Truth(value=value):
            return And(()) if value else Not(And(()))
        case Or(parts=parts):
            return Not(And(tuple(map(Not, parts))))
        case Implies(left=left, right=right):
            return Not(And((left, Not(right))))
        case Everyone(players=players, inner=inner):
            return And(tuple(Knows(i, inner) for i in sorted(players)))
    return formula


def children(formula: Formula) -> list[Formula]:
    """The formulas that this one is made of."""
    fields = (value if isinstance(value, tuple) else (value,) for value in vars(formula).values())
    return [part for field in fields for part in field if isinstance(part, Formula)]


def is_plain(formula: Formula) -> bool:
    """Whether the formula is about cards alone, and says nothing of knowledge."""
    if isinstance(formula, Knows | Everyone | Common):
        return False
    return all(map(is_plain, children(formula)))
