"""The information set of Hangman, factored: what each word may be, and never a list of phrases.

Without lies the words of a phrase do not depend on each other, so the chance that a letter is in the phrase is
`1 - prod(1 - w)` over the words, and bits add up. Letters that may have been denied falsely couple the words: a lie is
told about the whole phrase (`phrase_lies`). Phrases that were guessed in vain couple them too; they are few, and what
they weigh is taken off.

A word that is in no list does not end the play: its letters are then taken from all words of its length, less those
that were asked (Maheshwari & Singhvi 2021, 3.4.5), and `outside` and `notes` say so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from sleuth.belief.base import EVENT, InformationSet, of_events
from sleuth.belief.lying_weights import MoreLiesError
from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.progress import Progress
from sleuth.core.tabulate import MAX_SECRETS
from sleuth.core.text import plural
from sleuth.games.hangman.belief.false_denials import Hypothesis, Lies, log_product, reach, subsets, unions
from sleuth.games.hangman.belief.heaviest_products import heaviest
from sleuth.games.hangman.belief.outcomes import PhraseOutcomes
from sleuth.games.hangman.belief.powers import Phrases
from sleuth.games.hangman.belief.state import State, consistent
from sleuth.games.hangman.belief.word import Word
from sleuth.games.hangman.belief.word_arrays import word_list
from sleuth.games.hangman.rules import HIDDEN, NO, YES, Hangman
from sleuth.kernels.arrays import Floats, frozen

SELDOM = 0.1
"""How likely a host is taken to lie where a lie is possible, unless the channel says."""
PHRASES = 3
"""How many whole phrases are weighed as guesses: the likeliest."""


class PhraseSet(InformationSet):
    """What each word of a phrase may be, and which letters may have been denied falsely."""

    def __init__(
        self, game: Hangman, channel_most: int = 0, lie_chance: float | None = None, told: Game | None = None
    ) -> None:
        if not game.sizes:
            raise ParameterError(
                f"{game} has no lengths: give them, as in lengths=5-3, or draw a phrase, which announces them"
            )
        words = tuple(Word.any(word_list(game.vocabulary, length)) for length in game.sizes)
        lies = Lies(game.alphabet, channel_most, lie_chance)
        self._hold(game, game if told is None else told, State(words, lies), History())

    def __reduce__(self) -> tuple[Any, ...]:
        return PhraseSet, (self.hangman, self.lies.most, self.lies.chance, self.game), self.history

    def __setstate__(self, history: History) -> None:
        self.__dict__.update(vars(self.observe_all(history)))

    def _hold(self, hangman: Hangman, game: Game, state: State, history: History) -> None:
        self.hangman = hangman
        self.game = game
        self.history = history
        self.words, self.lies = state.words, state.lies
        self.figures: dict[Action, Any] = {}
        """What is to be expected of the actions that were asked about before."""
        self._wrong = {phrase: self._weigh(phrase) for phrase in sorted(state.wrong)}
        self._wrong = {phrase: weight for phrase, weight in self._wrong.items() if weight > 0}
        """The phrases that were guessed in vain and would be possible otherwise, with their weights."""

    # The whole.

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
    def assumption(self) -> str:
        channel = channel_of(self.game)
        planned = channel is not None and channel.chance is None and bool(self.lies.most)
        return f"No chance of a lie is given, so {SELDOM:.0%} is taken." if planned else ""

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

    @cached_property
    def phrases(self) -> Phrases:
        """All phrases one by one; for sets that are small."""
        return Phrases(self)

    @property
    def key(self) -> Hashable:
        """What each word may be, what was asked, and in which order where lies are weighed by it."""
        words = tuple((word.shown, word.indices.tobytes()) for word in self.words)
        asked = self.lies.answers if self.lies.most else frozenset(self.lies.answers)
        return words, asked, self.guessed, self.won

    @property
    def _assumptions(self) -> tuple[Hashable, ...]:
        return self.lies.most, self.lies.chance

    @property
    def hits_left(self) -> float:
        """The letters that are still to be asked, on average."""
        shown = [self.hangman.alphabet.index(letter) for letter in set(self.shown) - {HIDDEN, " "}]
        return float(self.chances.sum() - self.chances[shown].sum())

    @property
    def may_name(self) -> bool:
        return self.hangman.guesses == "both"

    def sayings(self, action: Action, secret: Secret) -> Mapping[Feedback, float]:
        """The truth; a letter that the phrase has may be denied, while lies are left to it."""
        true = self.hangman.feedback(action, secret)
        honest = 1.0 if len(action) > 1 or true == NO else self.lies.truth(self._hypothesis(secret))
        return {said: share for said, share in ((true, honest), (NO, 1 - honest)) if share > 0}

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

    # Letters.

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

    # What may be asked.

    @cached_property
    def actions(self) -> Sequence[Action]:
        """The letters that were not asked or may have been denied falsely, then the likeliest phrases."""
        asked = {letter for letter, _ in self.lies.answers}
        alphabet = self.hangman.alphabet
        suspects = self.lies.suspects
        letters = [
            sign for i, sign in enumerate(alphabet) if i not in asked or (suspects >> i & 1 and self.chances[i] > 0)
        ]
        phrases = self.candidates(PHRASES) if self.hangman.guesses == "both" and self.exact else []
        return [*letters, *(phrase for phrase in phrases if len(phrase) > 1)]

    @property
    def all_actions(self) -> bool:
        return self.hangman.guesses != "both" or (self.exact and self.size <= PHRASES)

    def is_legal(self, action: Action) -> bool:
        if not isinstance(action, str) or not action:
            return False
        if not self.lies.most and any(past == action for past, _ in self.history):
            return False
        if len(action) == 1:
            return action in self.hangman.alphabet
        return self.hangman.guesses == "both" and not self.hangman.misfit(action)

    def _why_illegal(self, action: Action) -> str:
        for place, (past, feedback) in enumerate(self.history, 1):
            if past == action:
                return f"was asked at step {place} already, and the answer was {self.game.format_feedback(feedback)}"
        return super()._why_illegal(action)

    def outcomes(self, actions: Sequence[Action] | None = None) -> PhraseOutcomes:
        return PhraseOutcomes.of(self, list(self.actions if actions is None else actions))

    # Steps.

    def observe(self, action: Action, feedback: Feedback = EVENT) -> PhraseSet:
        after = super().observe(action, feedback)
        assert isinstance(after, PhraseSet)
        return after

    def _after(self, action: Action, feedback: Feedback) -> PhraseSet | None:
        history = self.history.add(action, feedback)
        lies = self.lies
        words: Sequence[Word] | None = self.words
        wrong = frozenset(self._wrong)
        if len(action) > 1:
            if feedback == YES:
                words = self._named(action)
            elif feedback != NO:
                return None
            elif len(self.words) == 1:
                words = [self.words[0].dropped(action)]
            else:
                wrong |= {action}
        else:
            lies = Lies.of(self.hangman.alphabet, lies.most, lies.chance, history)
            if feedback != NO:
                words = self._shown(action, str(feedback))
        if lies.left < 0:
            raise self._too_many_lies(action, feedback, lies.told)
        if words is None:
            return None
        return self._settled(State(tuple(word.under(lies) for word in words), lies, wrong), history)

    def _shown(self, letter: str, pattern: str) -> list[Word] | None:
        """The words once a letter was shown; `None` if it cannot be so."""
        texts = pattern.split(" ")
        if (
            tuple(map(len, texts)) != self.hangman.sizes
            or set(pattern) - {HIDDEN, " ", letter}
            or letter not in pattern
        ):
            return None
        number = self.hangman.alphabet.index(letter)
        shown = [
            word.show(number, sum(1 << i for i, sign in enumerate(text) if sign == letter))
            for word, text in zip(self.words, texts, strict=True)
        ]
        return None if None in shown else [word for word in shown if word is not None]

    def _named(self, phrase: str) -> list[Word] | None:
        """The words once the phrase was guessed; `None` if an answer excludes it."""
        if phrase in self.guessed:
            return None
        hypothesis, words = 0, []
        shown = {letter for letter, yes in self.lies.answers if yes}
        for word, text in zip(self.words, phrase.split(" "), strict=True):
            fits = all(
                sign == known if known != HIDDEN else self.hangman.alphabet.find(sign) not in shown
                for sign, known in zip(text, word.shown, strict=True)
            )
            if not fits:
                return None
            number = word.list.number.get(text, -1)
            words.append(replace(word, shown=text, indices=frozen(word.indices[word.indices == number])))
            hypothesis |= sum(1 << letter for letter, _ in self.lies.denied if self.hangman.alphabet[letter] in text)
        if self.lies.most and not self.lies.allows(hypothesis):
            raise self._too_many_lies(phrase, YES, self.lies.told + self.lies.cost(hypothesis))
        return words if self.lies.allows(hypothesis) else None

    def _too_many_lies(self, action: str, feedback: Feedback, least: int) -> MoreLiesError:
        return MoreLiesError(len(self.history) + 1, action, str(feedback), self.size, self.lies.most, least)

    def _settled(self, state: State, history: History) -> PhraseSet | None:
        """The set of a state, once words that nothing fits are outside; `None` if no letter or phrase could be left."""
        after = self._made(consistent(state), history)
        if after.shown in after.guessed:
            return None
        if after.size == 0:  # every phrase was guessed in vain
            left = tuple(replace(w, indices=w.indices[:0]) if HIDDEN in w.shown else w for w in after.words)
            after = self._made(replace(state, words=left), history)
        for word in after.words:
            if word.outside and HIDDEN in word.shown and not (after.outside_chances(word) > 0).any():
                return None
        return after

    def _made(self, state: State, history: History) -> PhraseSet:
        made = PhraseSet.__new__(PhraseSet)
        made._hold(self.hangman, self.game, state, history)
        return made

    # What a player is told.

    @property
    def won(self) -> bool:
        if not self.history.steps:
            return False
        action, feedback = self.history.steps[-1]
        return len(action) > 1 and feedback == YES

    @property
    def all_found(self) -> bool:
        """Whether every place of the phrase is shown."""
        return not any(HIDDEN in word.shown for word in self.words)

    @property
    def shown(self) -> str:
        """The phrase as far as it is shown: `*pp** **e`."""
        return " ".join(word.shown for word in self.words)

    @property
    def guessed(self) -> frozenset[str]:
        """The phrases that were guessed in vain."""
        return frozenset(action for action, feedback in self.history if len(action) > 1 and feedback == NO)

    @cached_property
    def outside(self) -> tuple[int, ...]:
        """The words that are in no list and not known, counted from 1."""
        return tuple(k for k, word in enumerate(self.words, 1) if word.outside and HIDDEN in word.shown)

    @cached_property
    def caught(self) -> tuple[int, ...]:
        """The steps, counted from 1, whose answer is now known to be a lie."""
        alphabet, shown = self.hangman.alphabet, {letter for letter, yes in self.lies.answers if yes}
        sure = {letter for letter, _ in self.lies.denied if all(h >> letter & 1 for h in self.hypotheses)}
        if self.outside:
            sure = set()
        return tuple(
            step
            for step, (action, feedback) in enumerate(self.history, 1)
            if len(action) == 1 and feedback == NO and alphabet.index(action) in shown | sure
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Words that are in no list besides."""
        out = []
        for k in self.outside:
            word = self.words[k - 1]
            told = f"its letters are guessed from all words of {plural(word.list.length, 'letter')}"
            out.append(f"Word {k} ({word.shown}) is in no list; {told}.")
        return (*out, *super().notes)

    def __str__(self) -> str:
        return " ".join([self._line(), *self.notes])


def begin_phrase(game: Hangman, progress: Progress) -> PhraseSet:
    """The information set before play, with an oracle that tells the truth."""
    return PhraseSet(game)


def begin_phrase_told(told: Game, progress: Progress) -> PhraseSet:
    """The information set before play, with an oracle that may deny letters; seldom, unless the channel says how often.

    To weigh every way to lie alike, as the paper does, would make a player ask too much again where nobody lies.
    """
    game, channel = cast(Hangman, plain_game(told)), channel_of(told)
    assert channel is not None
    if not channel.one_way or channel.most is None:
        raise ParameterError(
            f"{game.name} is played under half-lies, as in {game}@half-lies:most=1, not {channel.name}"
        )
    return PhraseSet(game, channel.most, SELDOM if channel.chance is None else channel.chance, told)
