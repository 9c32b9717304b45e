"""Whether facts imply a formula about cards, why it is known, and what is wrong with a log that no deal explains.

Facts imply a formula if no deal agrees with them and with a way for it to be false. Reasons and clashes are always a
shortest set of entries: a set implies something if every deal that makes it false breaks one of its entries. So each
such deal names entries of which one at least must be in the set; a smallest set that meets all of these is a shortest
reason as soon as no further deal is found. (The method is that of implicit hitting sets, used for smallest
unsatisfiable cores.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations

import numpy as np

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact, HandSizes, Has, Lacks, OneOf
from sleuth.games.clue.belief.formulas import And, Formula, Holds, Implies, Not, Or, Truth
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Deal, cards_of, numbers_of
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.errors import TooManyWorldsError

SAMPLES = 32
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
    ways = set[Case]().union(*(cases(part, value) for part in parts))
    # One of several cards in one hand is one fact.
    single: dict[int, list[Has]] = {}
    for case in ways:
        if len(case) == 1 and isinstance(fact := next(iter(case)), Has):
            single.setdefault(fact.holder, []).append(fact)
    for holder, facts in single.items():
        if len(facts) > 1 and all(fact.cards.bit_count() == 1 for fact in facts):
            ways -= {frozenset((fact,)) for fact in facts}
            ways.add(frozenset((OneOf(holder, cards_of(fact.cards.bit_length() - 1 for fact in facts)),)))
    return ways


def _all(parts: tuple[Formula, ...], value: bool) -> set[Case]:
    ways: set[Case] = {frozenset()}
    for part in parts:
        ways = {way | other for way in ways for other in cases(part, value)}
        if len(ways) > MAX_CASES:
            raise TooManyWorldsError(f"the formula has more than {MAX_CASES:,} cases; write it in smaller ones")
    return ways


def entails(game: CardGame, facts: Iterable[Fact], formula: Formula) -> bool:
    """Whether the formula, which is about cards alone, holds in every deal that agrees with the facts."""
    given = tuple(facts)
    return not any(Position(game, (*given, *case), None).worlds for case in cases(formula, False))


def why(evidence: Evidence, formula: Formula) -> tuple[EvidenceEntry, ...] | None:
    """A shortest set of entries that, with one's own hand, implies a formula about cards; `None` if nothing does."""
    given = [entry for entry in evidence.entries if entry.given]
    others = [entry for entry in evidence.entries if not entry.given]
    return _shortest(evidence, given, others, sorted(cases(formula, False), key=repr))


@dataclass(frozen=True)
class Clash:
    """What is wrong with evidence that no deal explains."""

    entries: tuple[EvidenceEntry, ...]
    """A shortest set of entries that cannot all be true."""
    repairs: tuple[EvidenceEntry, ...]
    """Those of them without which a deal explains all the rest. There may be none, if there are two mistakes."""

    def __str__(self) -> str:
        text = f"these cannot all be true: {'; '.join(map(str, self.entries))}"
        if not self.repairs:
            return f"{text}; no single one repairs it"
        return f"{text}; if one entry is wrong, it is {' or '.join(map(str, self.repairs))}"


def clash(evidence: Evidence) -> Clash | None:
    """The shortest clash in the evidence, or `None` if some deal explains it."""
    entries = _shortest(evidence, [], evidence.entries, sorted(cases(Truth(False), False)))
    if entries is None:
        return None

    def repairs(entry: EvidenceEntry) -> bool:
        return _explained(evidence.game, [other for other in evidence.entries if other is not entry])

    repaired = tuple(filter(repairs, entries))
    for sizes in (entry for entry in evidence.entries if isinstance(entry.fact, HandSizes)):
        tables = _other_tables(evidence)
        if any(_explained(table, entries) for table in tables):
            entries = (sizes, *entries)
        if better := [table for table in tables if _explained(table, evidence.entries)]:
            repaired = (*repaired, replace(sizes, text=_sizes_text(evidence.game, better)))
    return Clash(entries, repaired)


def _explained(game: CardGame, entries: Iterable[EvidenceEntry]) -> bool:
    return Position(game, [entry.fact for entry in entries], None).worlds > 0


def _other_tables(evidence: Evidence) -> list[Clue]:
    """The same table with a card moved from one hand to another; a hand that was told card by card stays as it is."""
    game = evidence.game
    assert isinstance(game, Clue)
    seen = {entry.fact.holder for entry in evidence.entries if entry.given and isinstance(entry.fact, Has)}
    tables = []
    for giver, taker in permutations((i for i in game.players if i not in seen), 2):
        hands = [size - (i == giver) + (i == taker) for i, size in enumerate(game.hands, 1)]
        if min(hands) > 0:
            tables.append(replace(game, hands=tuple(hands)))
    return tables


def _sizes_text(game: CardGame, tables: Sequence[Clue]) -> str:
    """What the sizes of the hands should be: by the deals that are as even as can be."""
    least = min(max(table.hands) - min(table.hands) for table in tables)
    texts = []
    for table in tables:
        if max(table.hands) - min(table.hands) == least:
            changed = (i for i in game.players if table.hands[i - 1] != game.hands[i - 1])
            texts.append(", ".join(f"{game.player_names[i - 1]} {table.hands[i - 1]}" for i in changed))
    return f"should be {' or '.join(texts)}"


def _shortest(
    evidence: Evidence, given: Sequence[EvidenceEntry], entries: Sequence[EvidenceEntry], against: Sequence[Case]
) -> tuple[EvidenceEntry, ...] | None:
    search = _Search(evidence, [entry.fact for entry in given], [entry.fact for entry in entries], against)
    if search.broken_by(range(len(entries))) is not None:
        return None
    to_meet: list[int] = []
    chosen: list[int] = []
    while (broken := search.broken_by(chosen)) is not None:
        to_meet.append(broken)
        chosen = _least_meeting(to_meet, len(chosen))
    return tuple(entries[k] for k in sorted(chosen))


class _Search:
    """Looks for deals that agree with some entries and yet make the formula false."""

    def __init__(self, evidence: Evidence, given: list[Fact], facts: list[Fact], against: Sequence[Case]) -> None:
        self.game, self.given, self.facts, self.against = evidence.game, given, facts, against
        self.rng = np.random.default_rng(0)  # only which of several shortest reasons is found depends on it

    def broken_by(self, chosen: Sequence[int]) -> int | None:
        """The entries that one such deal breaks, as bits; as few as can be. `None` if there is no such deal."""
        for case in self.against:
            kept = self._kept(set(chosen), case)
            if kept is None:
                continue
            for k in range(len(self.facts)):
                if k not in kept:
                    kept = self._kept(kept | {k}, case) or kept
            return cards_of(k for k in range(len(self.facts)) if k not in kept)
        return None

    def _kept(self, chosen: set[int], case: Case) -> set[int] | None:
        """The entries that hold in a deal with all the chosen ones, if there is such a deal."""
        position = Position(self.game, [*self.given, *case, *(self.facts[k] for k in sorted(chosen))], None)
        if not position.worlds:
            return None
        deals = _deals(position.samples(SAMPLES, self.rng), len(self.game.sizes))
        return max(({k for k, fact in enumerate(self.facts) if fact.true_in(deal)} for deal in deals), key=len)


def _deals(samples: np.ndarray, holders: int) -> list[Deal]:
    ones = 1 << np.arange(samples.shape[1], dtype=np.int64)
    columns = [((samples == holder) * ones).sum(axis=1).tolist() for holder in range(holders)]
    return list(zip(*columns, strict=True))


def _least_meeting(sets: Sequence[int], least: int) -> list[int]:
    """A smallest set of numbers that meets each of the sets (bits); no set of fewer than `least` can."""
    return next(chosen for size in count(least) if (chosen := _meeting(sets, size)) is not None)


def _meeting(sets: Sequence[int], size: int) -> list[int] | None:
    if not sets:
        return []
    if size == 0:
        return None
    for k in numbers_of(min(sets, key=int.bit_count)):
        rest = _meeting([numbers for numbers in sets if not numbers >> k & 1], size - 1)
        if rest is not None:
            return [k, *rest]
    return None
