"""What the marks of Wordle say of a word, and the words that a list does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_SPELLINGS = 500
"""How many of the words that look right are kept, the likeliest ones."""
BLANK = "_"
_TRIGRAM, _PAIR, _SINGLE = 0.6, 0.3, 0.09
"""How much the letters before count, two, one or none of them; the rest goes to every letter alike."""


def found(past: str, marks: str) -> Counter[str]:
    """How often each letter was green or yellow."""
    return Counter(letter for letter, mark in zip(past, marks, strict=True) if mark in "gy")


def sound(past: str, marks: str) -> bool:
    """Whether some word may be answered like this: of one letter, yellows come before greys."""
    grey: set[str] = set()
    for letter, mark in zip(past, marks, strict=True):
        if mark == "-":
            grey.add(letter)
        elif mark == "y" and letter in grey:
            return False
    return True


def agreement(columns: npt.NDArray[Any], past: str, marks: str) -> npt.NDArray[np.bool_]:
    """Which words would answer `past` with these marks; `columns` has their letters, a row for each position."""
    mask = np.full(columns.shape[1], sound(past, marks), np.bool_)
    for column, letter, mark in zip(columns, past, marks, strict=True):
        mask &= (column == ord(letter)) == (mark == "g")
    times = found(past, marks)
    grey = {letter for letter, mark in zip(past, marks, strict=True) if mark == "-"}
    for letter in times.keys() | grey:
        number = (columns == ord(letter)).sum(axis=0)
        mask &= (number == times[letter]) if letter in grey else (number >= times[letter])
    return mask


@dataclass(frozen=True)
class Demand:
    """What some marks ask of a word."""

    places: tuple[frozenset[str], ...]
    """The letters that may stand in each place."""
    least: tuple[tuple[str, int], ...]
    """Letters that the word has, so many times or more."""
    most: dict[str, int]
    """How often the word has a letter at most, where that is known."""

    @classmethod
    def of(cls, history: Iterable[tuple[str, str]], letters: int, alphabet: Iterable[str]) -> Demand | None:
        """The demand of a history; `None` where no letters at all can meet it."""
        places = [set(alphabet) for _ in range(letters)]
        least: Counter[str] = Counter()
        most: dict[str, int] = {}
        for past, marks in history:
            times = found(past, marks)
            for place, letter, mark in zip(places, past, marks, strict=True):
                if mark == "g":
                    place &= {letter}
                else:
                    place.discard(letter)
                if mark == "-":
                    most[letter] = min(most.get(letter, letters), times[letter])
            least |= times
            if not sound(past, marks):
                return None
        free = [frozenset(c for c in place if most.get(c, 1)) for place in places]
        demand = cls(tuple(free), tuple(sorted(least.items())), most)
        return demand if demand.finisher()(0, (0,) * len(least)) else None

    @property
    def pattern(self) -> str:
        """The letters whose places are known, and blanks."""
        return " ".join(next(iter(place)).upper() if len(place) == 1 else BLANK for place in self.places)

    def finisher(self) -> Callable[[int, tuple[int, ...]], bool]:
        """Whether a word can be finished from a place on, once so many of each letter of `least` are in it."""
        wanted = [letter for letter, _ in self.least]

        @cache
        def can_finish(place: int, counts: tuple[int, ...]) -> bool:
            missing = sum(max(times - count, 0) for count, (_, times) in zip(counts, self.least, strict=True))
            if missing > len(self.places) - place:
                return False
            if place == len(self.places):
                return True
            if self.places[place].difference(wanted) and can_finish(place + 1, counts):
                return True
            steps = (self.step(counts, letter) for letter in wanted if letter in self.places[place])
            return any(after is not None and can_finish(place + 1, after) for after in steps)

        return can_finish

    def step(self, counts: tuple[int, ...], letter: str) -> tuple[int, ...] | None:
        """The counts once a letter was added; `None` where it would be one too many."""
        for place, (wanted, least) in enumerate(self.least):
            if wanted == letter:
                more = counts[place] + 1
                most = self.most.get(letter)
                if most is not None and more > most:
                    return None
                return (*counts[:place], min(more, least) if most is None else more, *counts[place + 1 :])
        return counts


def spellings(demand: Demand, known: Sequence[str]) -> dict[str, float]:
    """Words that meet a demand and look like the known ones, and their weights: all, or the likeliest."""
    chance = _looks(tuple(known), len(frozenset().union(*demand.places)))
    can_finish = demand.finisher()
    begun: list[tuple[float, str, tuple[int, ...]]] = [(0.0, "", (0,) * len(demand.least))]
    for place, letters in enumerate(demand.places):
        longer = []
        for score, word, counts in begun:
            for letter in letters:
                after = demand.step(counts, letter)
                if after is not None and can_finish(place + 1, after):
                    longer.append((score + chance(word[-2:], letter), word + letter, after))
        begun = sorted(longer, key=lambda prefix: (-prefix[0], prefix[1]))[:MAX_SPELLINGS]
    best = begun[0][0]
    return dict(sorted((word, max(exp(score - best), 1e-12)) for score, word, _ in begun))


@lru_cache(maxsize=4)
def _looks(known: tuple[str, ...], letters: int) -> Callable[[str, str], float]:
    """The logarithm of how often a letter follows two others in the known words, smoothed."""
    counts: Counter[str] = Counter()
    before: Counter[str] = Counter()
    for word in known:
        for place in range(len(word)):
            for start in range(max(place - 2, 0), place + 1):
                counts[word[start : place + 1]] += 1
                before[word[start:place]] += 1

    def share(behind: str, letter: str) -> float:
        return counts[behind + letter] / (before[behind] or 1)

    @cache
    def chance(behind: str, letter: str) -> float:
        rest = (1 - _TRIGRAM - _PAIR - _SINGLE) / max(letters, 1)
        return log(
            _TRIGRAM * share(behind, letter) + _PAIR * share(behind[-1:], letter) + _SINGLE * share("", letter) + rest
        )

    return chance
