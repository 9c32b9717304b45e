"""What each letter, and each guess of a phrase, may be answered with.

Where no chance of a lie is given, the answer to come is weighed as a true one: what was said is known, what will be
said is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from sleuth.belief.outcomes import Outcomes, Part
from sleuth.core.game import Action, Game
from sleuth.games.hangman.belief.powers import effective_of, looks_at_all, whole_nats
from sleuth.games.hangman.belief.tally import CELLS, LEAVES, MAX_PARTS, LetterFigures, Tally, binary, tally_of
from sleuth.games.hangman.belief.weighed_phrases import WeighedPhrases
from sleuth.games.hangman.rules import HIDDEN, NO, YES
from sleuth.kernels.arrays import Bools, Floats, Ints


@dataclass(frozen=True, eq=False, repr=False)
class PhraseOutcomes(Outcomes):
    """Outcomes of letters and phrases, counted when they are looked at."""

    info: WeighedPhrases
    actions: list[Action]
    possible: Bools
    costs: Floats = field(default_factory=lambda: np.empty(0))

    @classmethod
    def of(cls, info: WeighedPhrases, actions: list[Action]) -> PhraseOutcomes:
        """The outcomes of some actions."""
        return cls(info, actions, np.array([_hit(info, action) > 0 for action in actions], np.bool_))

    @property
    def game(self) -> Game:
        return self.info.game

    @property
    def size(self) -> int:
        return self.info.size

    @property
    def bits(self) -> float:
        return self.info.entropy

    @cached_property
    def _figures(self) -> list[LetterFigures]:
        return [_figures(self.info, action) for action in self.actions]

    @property
    def parts(self) -> Ints:
        return np.array([min(f.parts, MAX_PARTS) for f in self._figures], np.int32)

    @property
    def largest(self) -> Floats:
        return np.array([f.largest for f in self._figures])

    @property
    def information(self) -> Floats:
        return np.array([f.bits for f in self._figures])

    @property
    def expected_size(self) -> Floats:
        return np.array([f.expected for f in self._figures])

    @property
    def win_probability(self) -> Floats:
        return np.array([f.win for f in self._figures])

    @property
    def hit_probability(self) -> Floats:
        return np.array([_hit(self.info, action) for action in self.actions])

    def take(self, rows: Ints) -> PhraseOutcomes:
        costs = self.costs[rows] if self.costs.size else self.costs
        return PhraseOutcomes(self.info, [self.actions[r] for r in rows], self.possible[rows], costs)

    # Entropies of every order and degree.

    @property
    def weighs(self) -> bool:
        return True

    def complete(self, order: float) -> bool:
        return all(looks_at_all(self.info, tally, order) for tally in self._tallies)

    def nats(self, order: float) -> float:
        return whole_nats(self.info, order)

    def effective(self, order: float, degree: float) -> Floats:
        pairs = zip(self._tallies, self.actions, strict=True)
        return np.array([effective_of(self.info, tally, action, order, degree) for tally, action in pairs])

    @cached_property
    def _tallies(self) -> list[Tally | None]:
        """The answers to each letter; `None` for phrases."""
        return [None if len(action) > 1 else tally_of(self.info, action) for action in self.actions]

    def leaves(self, row: int, most: int | None = None) -> list[Part]:
        """What each answer would leave. Of a word outside the list only `no` can be told beforehand."""
        info, action = self.info, self.actions[row]
        if len(action) > 1:
            share = info.probability(action)
            parts = [Part(YES, share, 1, True), Part(NO, 1 - share, info.size - (share > 0), False)]
            return [part for part in parts if part.left > 0 and part.probability > 0]
        if info.outside:
            absent = 1 - float(info.chances[info.hangman.alphabet.index(action)])
            return [Part(NO, absent, info.size, False)] if absent > 0 else []
        tally = tally_of(info, action)
        return tally.listed() if tally.cells <= CELLS else list(islice(tally.likeliest(), most or LEAVES))


def _hit(info: WeighedPhrases, action: Action) -> float:
    """The chance that an action finds something: a letter that the phrase has may still be denied."""
    if len(action) > 1:
        return info.probability(action)
    return float(info.shown_chances[info.hangman.alphabet.index(action)])


def _figures(info: WeighedPhrases, action: Action) -> LetterFigures:
    known: dict[Action, LetterFigures] = info.figures
    if action not in known:
        known[action] = _guess_figures(info, action) if len(action) > 1 else _letter_figures(info, action)
    return known[action]


def _guess_figures(info: WeighedPhrases, phrase: str) -> LetterFigures:
    share, size = info.probability(phrase), info.size
    if share in (0.0, 1.0):
        return LetterFigures(0.0, 1, size, size, share)
    return LetterFigures(binary(share), 2, max(1, size - 1), share + (1 - share) * (size - 1), share)


def _letter_figures(info: WeighedPhrases, letter: str) -> LetterFigures:
    """The figures of the words in the list, and of those outside it whether they have the letter."""
    figures = tally_of(info, letter).figures()
    number, more, parts, win = info.hangman.alphabet.index(letter), 0.0, 1, figures.win
    for word in info.words:
        if word.outside and HIDDEN in word.shown:
            share, win = float(info.outside_chances(word)[number]), 0.0
            more, parts = more + binary(share), parts * (1 + (0 < share < 1))
    return LetterFigures(figures.bits + more, figures.parts * parts, figures.largest, figures.expected, win)
