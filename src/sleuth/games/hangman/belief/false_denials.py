"""Which letters of a phrase were denied falsely: hypotheses, weighed over the phrase as a whole.

A hypothesis is a set of denied letters that the phrase has after all. Each word has some of them; the phrase has the
union. A lie is told about the phrase, so it counts once, in however many words the letter stands. What holds for the
phrase is therefore summed over one set for each word, by the union of the sets: `unions`. All terms are positive, so
nothing cancels, and with whole numbers the sums are exact.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from sleuth.core.history import History
from sleuth.games.hangman.rules import NO
from sleuth.kernels.arrays import Floats

T = TypeVar("T")
Hypothesis = int
"""Letters as bits, by their numbers in the alphabet."""


@dataclass(frozen=True)
class FalseDenials:
    """What a history says of lies: how often each letter was denied, and which letters were shown."""

    alphabet: str
    most: int
    """How many lies a play may hold."""
    chance: float | None
    """How likely a lie is where one may be told; `None` where all lies weigh the same."""
    denied: tuple[tuple[int, int], ...] = ()
    """The letters that were denied and never shown, and how often."""
    lies_told: int = 0
    """The lies that are certain: denials of letters that were shown before or after."""
    answers: tuple[tuple[int, bool], ...] = ()
    """The letters asked so far, and whether each was shown."""

    @classmethod
    def of(cls, alphabet: str, most: int, chance: float | None, history: History) -> FalseDenials:
        """The lies that a history may hold."""
        answers = tuple((alphabet.index(a), f != NO) for a, f in history if len(a) == 1)
        shown = {letter for letter, yes in answers if yes}
        no = [letter for letter, yes in answers if not yes]
        denied = tuple((letter, no.count(letter)) for letter in sorted(set(no) - shown))
        return cls(alphabet, most, chance, denied, sum(letter in shown for letter in no), answers)

    @property
    def left(self) -> int:
        """How many more lies the play may hold, if every letter that was never shown is absent."""
        return self.most - self.lies_told

    @property
    def suspects(self) -> Hypothesis:
        """The denied letters that the phrase may have all the same."""
        return sum(1 << letter for letter, times in self.denied if times <= self.left)

    @property
    def absent(self) -> Hypothesis:
        """The denied letters that the phrase cannot have: so many lies are not allowed."""
        return sum(1 << letter for letter, times in self.denied if times > self.left)

    def cost(self, hypothesis: Hypothesis) -> int:
        """The lies that a hypothesis takes, besides the certain ones."""
        return sum(times for letter, times in self.denied if hypothesis >> letter & 1)

    def allows(self, hypothesis: Hypothesis) -> bool:
        """Whether a hypothesis takes no more lies than are left."""
        return self.cost(hypothesis) <= self.left

    def spare(self, hypothesis: Hypothesis) -> int:
        """How many more lies may follow under a hypothesis."""
        return self.left - self.cost(hypothesis)

    def truth(self, hypothesis: Hypothesis) -> float:
        """How likely a letter that the phrase has is shown; 1 where no chance is given."""
        return 1.0 if self.chance is None or self.spare(hypothesis) <= 0 else 1 - self.chance

    def weight(self, hypothesis: Hypothesis) -> float:
        """How likely the answers are for a phrase under a hypothesis, up to a factor; 1 where no chance is given."""
        if self.chance is None:
            return 1.0
        shown = {letter for letter, yes in self.answers if yes}
        weight, spent = 1.0, 0
        for letter, yes in self.answers:
            if not yes and letter not in shown and not hypothesis >> letter & 1:
                continue  # truly absent: nothing to lie about
            if spent == self.most:
                if not yes:
                    return 0.0
            elif yes:
                weight *= 1 - self.chance
            else:
                weight *= self.chance
                spent += 1
        return weight

    def kinds(self, counts: Mapping[Hypothesis, int]) -> tuple[int, ...]:
        """How many phrases take no lie, one, two, and so on, of how many there are under each hypothesis."""
        out = [0] * (self.most + 1)
        for hypothesis, count in counts.items():
            out[self.lies_told + self.cost(hypothesis)] += count
        return tuple(out)

    def letters(self, hypothesis: Hypothesis) -> list[str]:
        """The letters of a hypothesis."""
        return [letter for i, letter in enumerate(self.alphabet) if hypothesis >> i & 1]


def unions(
    words: Sequence[Mapping[Hypothesis, T]],
    allows: Callable[[Hypothesis], bool],
    one: T,
    times: Callable[[Any, Any], Any] = operator.mul,
    plus: Callable[[Any, Any], Any] = operator.add,
) -> dict[Hypothesis, T]:
    """The sum of products over one set for each word, by the union of these sets; only unions that are allowed.

    >>> unions([{0: 2, 1: 3}, {0: 5, 1: 7}], lambda hypothesis: True, 1)
    {0: 10, 1: 50}
    """
    out: dict[Hypothesis, T] = {0: one}
    for word in words:
        made: dict[Hypothesis, Any] = {}
        for hypothesis, value in out.items():
            for own, factor in word.items():
                union = hypothesis | own
                if allows(union):
                    term = times(value, factor)
                    made[union] = plus(made[union], term) if union in made else term
        out = made
    return out


def reach(
    words: Sequence[Mapping[Hypothesis, float]],
    allows: Callable[[Hypothesis], bool],
    weight: Callable[[Hypothesis], float],
) -> list[dict[Hypothesis, float]]:
    """For each number of words from the first on, and their union: the weight of all ways to go on.

    `reach(...)[0][0]` is the weight of everything. It is what a phrase is drawn by, word by word.
    """
    unions_so_far: list[set[Hypothesis]] = [{0}]
    for word in words:
        unions_so_far.append({u | own for u in unions_so_far[-1] for own in word if allows(u | own)})
    ahead = {u: weight(u) for u in unions_so_far[-1]}
    out = [ahead]
    for word, before in zip(reversed(words), reversed(unions_so_far[:-1]), strict=True):
        ahead = {u: sum(mass * ahead.get(u | own, 0.0) for own, mass in word.items()) for u in before}
        out.append(ahead)
    return out[::-1]


def log_product(one: Floats, other: Floats) -> Floats:
    """Of two lists of weights, the sums of `w` and of `w * log2(w)` over all products."""
    return np.array([one[0] * other[0], one[0] * other[1] + one[1] * other[0]])


def subsets(hypothesis: Hypothesis) -> list[Hypothesis]:
    """All sets of some letters."""
    out, own = [0], hypothesis
    while own:
        out.append(own)
        own = (own - 1) & hypothesis
    return out
