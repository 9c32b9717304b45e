"""Formulas about who holds what and who knows it, as values.

    >>> h(2, 4), K(3, ~h(2, 4)) >> h(0, 1)
    (h(2,4), (K(3,!h(2,4)) -> h(0,1)))

Holders are numbers, 0 for the pile; cards are numbers from 0. Text, with the names of a game, is read and written by
`formula_text`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class Formula:
    """Combine formulas with ~, &, | and >> (implies)."""

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

    def __repr__(self) -> str:
        return f"h({self.holder},{self.card})"


@dataclass(frozen=True, repr=False)
class Truth(Formula):
    """True or false, whatever is the case."""

    value: bool

    def __repr__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, repr=False)
class Not(Formula):
    inner: Formula

    def __repr__(self) -> str:
        return f"!{self.inner}"


@dataclass(frozen=True, repr=False)
class And(Formula):
    """All of them; with none, true."""

    parts: tuple[Formula, ...]

    def __repr__(self) -> str:
        return f"({' & '.join(map(repr, self.parts))})" if self.parts else "true"


@dataclass(frozen=True, repr=False)
class Or(Formula):
    """One of them at least; with none, false."""

    parts: tuple[Formula, ...]

    def __repr__(self) -> str:
        return f"({' | '.join(map(repr, self.parts))})" if self.parts else "false"


@dataclass(frozen=True, repr=False)
class Implies(Formula):
    left: Formula
    right: Formula

    def __repr__(self) -> str:
        return f"({self.left} -> {self.right})"


@dataclass(frozen=True, repr=False)
class Knows(Formula):
    """K(i, f): f holds in every world that player i cannot rule out."""

    player: int
    inner: Formula

    def __repr__(self) -> str:
        return f"K({self.player},{self.inner})"


@dataclass(frozen=True, repr=False)
class Everyone(Formula):
    """E(G, f): everyone in G knows f."""

    players: frozenset[int]
    inner: Formula

    def __repr__(self) -> str:
        return f"E({_group(self.players)},{self.inner})"


@dataclass(frozen=True, repr=False)
class Common(Formula):
    """C(G, f): f is common knowledge in G: everyone knows it, and everyone knows that, and so on."""

    players: frozenset[int]
    inner: Formula

    def __repr__(self) -> str:
        return f"C({_group(self.players)},{self.inner})"


def _group(players: frozenset[int]) -> str:
    return "{" + ",".join(map(str, sorted(players))) + "}"


def h(holder: int, card: int) -> Formula:
    """Holder (0 is the pile) has the card (from 0)."""
    return Holds(holder, card)


def K(player: int, formula: Formula) -> Formula:
    """The player knows it."""
    return Knows(player, formula)


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


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that this one is made of."""
    match formula:
        case Not(inner=inner) | Knows(inner=inner) | Everyone(inner=inner) | Common(inner=inner):
            return (inner,)
        case And(parts=parts) | Or(parts=parts):
            return parts
        case Implies(left=left, right=right):
            return (left, right)
    return ()


def is_plain(formula: Formula) -> bool:
    """Whether the formula is about cards alone, and says nothing of knowledge."""
    if isinstance(formula, Knows | Everyone | Common):
        return False
    return all(map(is_plain, children(formula)))
