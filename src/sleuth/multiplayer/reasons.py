"""Why something is known, and what is wrong with a log that no deal explains: always a shortest set of entries.

A set of entries implies something if every deal that makes it false breaks one of them. So each such deal names entries
of which one at least must be in the set; a smallest set that meets all of these is a shortest reason as soon as no
further deal is found. (The method is that of implicit hitting sets, used for smallest unsatisfiable cores.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.multiplayer.cards import Deal, cards_of
from sleuth.multiplayer.counting import Position
from sleuth.multiplayer.entail import Case, cases
from sleuth.multiplayer.facts import Evidence, EvidenceEntry, Fact
from sleuth.multiplayer.formulas import Formula, Truth

SAMPLES = 32


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
        told = f"these cannot all be true: {'; '.join(map(str, self.entries))}"
        if not self.repairs:
            return f"{told}; no single one repairs it"
        return f"{told}; if one entry is wrong, it is {' or '.join(map(str, self.repairs))}"


def clash(evidence: Evidence) -> Clash | None:
    """The shortest clash in the evidence, or `None` if some deal explains it."""
    found = _shortest(evidence, [], evidence.entries, sorted(cases(Truth(False), False)))
    if found is None:
        return None
    repairs = []
    for entry in found:
        rest = [other.fact for other in evidence.entries if other is not entry]
        if Position(evidence.game, rest, None).worlds:
            repairs.append(entry)
    return Clash(found, tuple(repairs))


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
        found: set[int] = set()
        for deal in _deals(position.samples(SAMPLES, self.rng), len(self.game.sizes)):
            holding = {k for k, fact in enumerate(self.facts) if fact.true_in(deal)}
            found = max(found, holding, key=len)
        return found


def _deals(samples: np.ndarray, holders: int) -> list[Deal]:
    ones = 1 << np.arange(samples.shape[1], dtype=np.int64)
    columns = [((samples == holder) * ones).sum(axis=1).tolist() for holder in range(holders)]
    return list(zip(*columns, strict=True))


def _least_meeting(sets: Sequence[int], least: int) -> list[int]:
    """A smallest set of numbers that meets each of the sets (bits); no set of fewer than `least` can."""
    size = least
    while True:
        found = _meeting(sets, size)
        if found is not None:
            return found
        size += 1


def _meeting(sets: Sequence[int], size: int) -> list[int] | None:
    if not sets:
        return []
    if size == 0:
        return None
    smallest = min(sets, key=int.bit_count)
    for k in range(smallest.bit_length()):
        if smallest >> k & 1:
            rest = _meeting([one for one in sets if not one >> k & 1], size - 1)
            if rest is not None:
                return [k, *rest]
    return None
