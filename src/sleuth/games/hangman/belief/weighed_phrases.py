"""Phrases by their weights: what each word may be, which letters may have been denied falsely, and all that follows.

Without lies the words of a phrase do not depend on each other, so the chance that a letter is in the phrase is
`1 - prod(1 - w)` over the words, and bits add up. Letters that may have been denied falsely couple the words: a lie is
told about the whole phrase (`false_denials`). Phrases that were guessed in vain couple them too; they are few, and what
they weigh is taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.core.errors import TooLargeError
from sleuth.core.game import Action, Game, Secret
from sleuth.core.history import History
from sleuth.core.tabulate import MAX_SECRETS
from sleuth.core.text import plural
from sleuth.games.hangman.belief.false_denials import Hypothesis, log_product, reach, subsets, unions
from sleuth.games.hangman.belief.heaviest_products import heaviest
from sleuth.games.hangman.belief.state import State
from sleuth.games.hangman.belief.word import Word
from sleuth.games.hangman.rules import HIDDEN, Hangman
from sleuth.kernels.arrays import Floats, frozen


class WeighedPhrases(InformationSet):
    """What each word of a phrase may be, and which letters may have been denied falsely."""

    def _hold(self, hangman: Hangman, game: Game, state: State, history: History) -> None:
        self.hangman = hangman
        self.game = game
        self.history = history
        self.words, self.lies = state.words, state.lies
        self.figures: dict[Action, Any] = {}
        """What is to be expected of the actions that were asked about before."""
        self.listed: Any = None
        """All phrases one by one, once somebody wanted them."""
        self._wrong = {phrase: self._weigh(phrase) for phrase in sorted(state.wrong)}
        self._wrong = {phrase: weight for phrase, weight in self._wrong.items() if weight > 0}
        """The phrases that were guessed in vain and would be possible otherwise, with their weights."""

    @cached_property
    def hypotheses(self) -> dict[Hypothesis, float]:
        """The weight of the phrases under each hypothesis of which denied letters they have."""
        masses = unions([word.masses for word in self.words], self.lies.allows, 1.0)
        return {h: self.lies.weight(h) * mass for h, mass in masses.items()}

    @cached_property
    def mass(self) -> float:
        """The weight of all phrases."""
        return sum(self.hypotheses.values()) - sum(self._wrong.values())

    @cached_property
    def size(self) -> int:
        """The number of phrases; a word that is in no list counts as one."""
        counts = unions([word.counts for word in self.words], self.lies.allows, 1)
        return sum(counts.values()) - len(self._wrong)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """How many phrases take no lie, one, two, and so on; empty where nobody lies."""
        if not self.lies.most:
            return ()
        counts = unions([word.counts for word in self.words], self.lies.allows, 1)
        wrong = [self._hypothesis(phrase) for phrase in self._wrong]
        return self.lies.kinds({h: count - wrong.count(h) for h, count in counts.items()})

    @property
    def exact(self) -> bool:
        """Whether every word that is not known is in the list."""
        return not self.outside

    @cached_property
    def entropy(self) -> float:
        """The entropy of the phrase, in bits; of a word that is in no list nothing is known to count."""
        if self.size == 1:
            return 0.0
        total = 0.0
        for h, (mass, terms) in unions(
            [w.logs for w in self.words], self.lies.allows, np.array([1.0, 0.0]), log_product
        ).items():
            weight = self.lies.weight(h)
            total += weight * (terms + mass * np.log2(weight)) if weight else 0.0
        total -= sum(w * np.log2(w) for w in self._wrong.values())
        return max(0.0, float(np.log2(self.mass) - total / self.mass))

    def _weigh(self, phrase: str) -> float:
        """The weight of a phrase, whether it was guessed in vain or not; 0 where an answer excludes it."""
        texts = phrase.split(" ")
        if len(texts) != len(self.words):
            return 0.0
        weight, hypothesis = 1.0, 0
        for word, text in zip(self.words, texts, strict=True):
            if word.outside:
                if word.shown != text:
                    return 0.0
                continue
            number = word.list.number.get(text, -1)
            place = int(np.searchsorted(word.indices, number))
            if number < 0 or place == word.indices.size or word.indices[place] != number:
                return 0.0
            weight *= float(word.weights[place])
            hypothesis |= int(word.sets[place])
        return weight * self.lies.weight(hypothesis) if self.lies.allows(hypothesis) else 0.0

    @of_events
    def probability(self, secret: Secret) -> float:
        return 0.0 if secret in self._wrong else self._weigh(str(secret)) / self.mass

    def candidates(self, most: int | None = None) -> list[Secret]:
        """The possible phrases, those with the largest prior first; letters that nothing is known of as stars."""
        if most is None and self.size > MAX_SECRETS:
            raise TooLargeError(f"{plural(self.size, 'phrase')} are too many to list; ask for some of them")
        out: list[Secret] = []
        most = self.size if most is None else min(most, self.size)
        if most <= 0:
            return out
        for places in heaviest([np.ones(1) if word.outside else word.weights for word in self.words]):
            hypothesis = 0
            for word, place in zip(self.words, places, strict=True):
                hypothesis |= 0 if word.outside else int(word.sets[place])
            phrase = self._spell(places)
            if self.lies.allows(hypothesis) and phrase not in self._wrong:
                out.append(phrase)
                if len(out) == most:
                    break
        return out

    def _spell(self, places: Sequence[int]) -> str:
        return " ".join(
            word.shown if word.outside else word.list.words[word.indices[place]]
            for word, place in zip(self.words, places, strict=True)
        )

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        """Phrases drawn word by word: first which denied letters a word has, then the word."""
        ahead = reach([word.masses for word in self.words], self.lies.allows, self.lies.weight)
        out: list[Secret] = []
        while len(out) < n:
            places, union = [], 0
            for word, then in zip(self.words, ahead[1:], strict=True):
                groups = list(word.masses)
                shares = np.array([word.masses[h] * then.get(union | h, 0.0) for h in groups])
                own = groups[int(rng.choice(len(groups), p=shares / shares.sum()))]
                union |= own
                if word.outside:
                    places.append(0)
                    continue
                rows = word.groups[own]
                weights = word.weights[rows]
                places.append(int(rng.choice(rows, p=weights / weights.sum())))
            phrase = self._spell(places)
            if phrase not in self._wrong:
                out.append(phrase)
        return out

    @cached_property
    def chances(self) -> Floats:
        """For each letter of the alphabet, the chance that the phrase has it."""
        return frozen(self._chances())

    @cached_property
    def shown_chances(self) -> Floats:
        """For each letter, the chance that it is shown if it is asked: the phrase has it, and it is not denied."""
        return frozen(self._shown_chances())

    def _shown_chances(self) -> Floats:
        lies = self.lies
        if lies.truth(0) == 1:  # no lie is left to any phrase, or nobody knows how likely one is
            return self.chances
        if self.outside:
            return self.chances * lies.truth(0)
        present = np.zeros(len(self.hangman.alphabet))
        absent = unions([word.without for word in self.words], lies.allows, np.ones_like(present))
        for h, mass in self.hypotheses.items():
            present += lies.truth(h) * (mass - lies.weight(h) * absent[h])
        for phrase, weight in self._wrong.items():
            present -= lies.truth(self._hypothesis(phrase)) * weight * (1 - self._lacks(phrase))
        shown = np.clip(present / self.mass, 0.0, self.chances)
        return np.where(self.chances > 0, shown, 0.0)

    def _hypothesis(self, phrase: str) -> Hypothesis:
        """The denied letters that a phrase has after all."""
        suspects = self.lies.letters(self.lies.suspects)
        return sum(1 << self.hangman.alphabet.index(letter) for letter in suspects if letter in phrase)

    def _chances(self) -> Floats:
        absent = self._absent([word.without for word in self.words], self.lies.weight)
        for phrase, weight in self._wrong.items():
            absent -= weight * self._lacks(phrase)
        chances = np.clip(1 - absent / self.mass, 0.0, 1.0)
        if self._wrong:
            # Where counting says all or none, rounding must not say otherwise.
            count = self._absent([word.counts_without for word in self.words], lambda h: 1.0)
            count -= sum((self._lacks(phrase) for phrase in self._wrong), np.zeros_like(count))
            chances = np.where(count < 0.5, 1.0, np.where(count > self.size - 0.5, 0.0, chances))
        else:
            met = np.zeros(len(self.hangman.alphabet), np.bool_)
            for word in self.words:
                met |= word.list.has[word.indices].any(axis=0)
            chances = np.where(met, chances, 0.0)
        for word in self.words:
            if word.outside:
                chances = 1 - (1 - chances) * (1 - self.outside_chances(word))
        for letter, yes in self.lies.answers:
            chances[letter] = 1.0 if yes else chances[letter]
        return chances

    def _absent(self, words: Sequence[dict[Hypothesis, Floats]], weight: Callable[[Hypothesis], float]) -> Floats:
        """For each letter, the sum over phrases that do not have it."""
        one = np.ones(len(self.hangman.alphabet))
        made = unions(words, self.lies.allows, one)
        return sum((weight(h) * value for h, value in made.items()), np.zeros_like(one))

    def _lacks(self, phrase: str) -> Floats:
        return np.array([letter not in phrase for letter in self.hangman.alphabet], np.float64)

    def outside_chances(self, word: Word) -> Floats:
        """For each letter, the chance that a word outside the list has it in a place that is not shown.

        It is the share of all words of the length that have the letter, and 0 for letters that were asked. A letter
        that may have been denied falsely keeps a share: that of one hypothesis among all.
        """
        chances = word.list.shares.copy() if HIDDEN in word.shown else np.zeros(len(word.list.alphabet))
        suspects = [letter for letter, times in self.lies.denied if times <= self.lies.left]
        for letter in {letter for letter, _ in self.lies.answers}:
            chances[letter] *= 1 / (1 + len(suspects)) if letter in suspects else 0.0
        return chances

    def word_by_word(self) -> Floats:
        """The chances of the letters as in the paper: each word weighs the hypotheses by itself, by its own words.

        A lie is told about the phrase, so this is not how likely a letter is; `chances` is. It is here to compare.
        """
        absent = np.ones(len(self.hangman.alphabet))
        for word in self.words:
            if word.outside:
                absent *= 1 - self.outside_chances(word)
                continue
            sets = {h for h in subsets(self.lies.suspects) if self.lies.allows(h)}
            weights, total = np.zeros(len(absent)), 0.0
            for assumed in sets:
                for own, mass in word.masses.items():
                    if own & ~assumed == 0:
                        total += mass
                        weights += word.without[own]
            absent *= weights / total if total else 1.0
        return np.clip(1 - absent, 0.0, 1.0)

    @property
    def shown(self) -> str:
        """The phrase as far as it is shown: `*pp** **e`."""
        return " ".join(word.shown for word in self.words)

    @cached_property
    def outside(self) -> tuple[int, ...]:
        """The words that are in no list and not known, counted from 1."""
        return tuple(k for k, word in enumerate(self.words, 1) if word.outside and HIDDEN in word.shown)
