"""Whether facts imply a formula about cards: no deal may agree with the facts and with a way for it to be false."""

from __future__ import annotations

from collections.abc import Iterable

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Fact, Has, Lacks, OneOf
from sleuth.games.clue.belief.formulas import And, Formula, Holds, Implies, Not, Or, Truth
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import cards_of
from sleuth.games.clue.rules.errors import TooManyWorldsError

MAX_CASES = 4096

Case = frozenset[Fact]
"""Facts that must hold together."""


def cases(formula: Formula, value: bool = True) -> set[Case]:
    """The ways in which a formula about cards has this value, each as facts; together they are all."""
    match formula:
        case Truth(value=truth):
            return {frozenset()} if truth is value else set()
        case Holds(holder=holder, card=card):
            return {frozenset(((Has if value else Lacks)(holder, 1 << card),))}
        case Not(inner=inner):
            return cases(inner, not value)
        case Implies(left=left, right=right):
            return cases(Or((Not(left), right)), value)
        case And(parts=parts):
            return _all(parts, True) if value else _any(parts, False)
        case Or(parts=parts):
            return _any(parts, True) if value else _all(parts, False)
    raise TypeError(f"{formula!r} is not about cards alone")


def _any(parts: tuple[Formula, ...], value: bool) -> set[Case]:
    found: set[Case] = set()
    for part in parts:
        found |= cases(part, value)
    # One of several cards in one hand is one fact.
    single: dict[int, list[Has]] = {}
    for case in found:
        if len(case) == 1 and isinstance(fact := next(iter(case)), Has):
            single.setdefault(fact.holder, []).append(fact)
    for holder, facts in single.items():
        if len(facts) > 1 and all(fact.cards.bit_count() == 1 for fact in facts):
            found -= {frozenset((fact,)) for fact in facts}
            found.add(frozenset((OneOf(holder, cards_of(fact.cards.bit_length() - 1 for fact in facts)),)))
    return found


def _all(parts: tuple[Formula, ...], value: bool) -> set[Case]:
    found: set[Case] = {frozenset()}
    for part in parts:
        found = {one | other for one in found for other in cases(part, value)}
        if len(found) > MAX_CASES:
            raise TooManyWorldsError(f"the formula has more than {MAX_CASES:,} cases; write it in smaller ones")
    return found


def entails(game: CardGame, facts: Iterable[Fact], formula: Formula) -> bool:
    """Whether the formula, which is about cards alone, holds in every deal that agrees with the facts."""
    given = tuple(facts)
    return not any(Position(game, (*given, *case), None).worlds for case in cases(formula, False))
