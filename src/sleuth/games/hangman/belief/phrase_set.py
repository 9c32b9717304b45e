"""The information set of Hangman, factored: what each word may be, and never a list of phrases.

A word that is in no list does not end the play: its letters are then taken from all words of its length, less those
that were asked (Maheshwari & Singhvi 2021, 3.4.5), and `outside` and `notes` say so.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from sleuth.belief.base import EVENT
from sleuth.belief.lying_weights import MoreLiesError
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.progress import Progress
from sleuth.core.text import plural
from sleuth.games.hangman.belief.false_denials import FalseDenials
from sleuth.games.hangman.belief.outcomes import PhraseOutcomes
from sleuth.games.hangman.belief.state import State, consistent
from sleuth.games.hangman.belief.weighed_phrases import WeighedPhrases
from sleuth.games.hangman.belief.word import Word
from sleuth.games.hangman.belief.word_arrays import word_list
from sleuth.games.hangman.rules import HIDDEN, NO, YES, Hangman
from sleuth.kernels.arrays import frozen

SELDOM = 0.1
"""How likely a host is taken to lie where a lie is possible, unless the channel says."""
PHRASES = 3
"""How many whole phrases are weighed as guesses: the likeliest."""


class PhraseSet(WeighedPhrases):
    """What may be asked about a phrase, and what the answers leave."""

    def __init__(
        self, game: Hangman, channel_most: int = 0, lie_chance: float | None = None, channelled: Game | None = None
    ) -> None:
        if not game.sizes:
            raise ParameterError(
                f"{game} has no lengths: give them, as in lengths=5-3, or draw a phrase, which announces them"
            )
        words = tuple(Word.any(word_list(game.vocabulary, length)) for length in game.sizes)
        lies = FalseDenials(game.alphabet, channel_most, lie_chance)
        self._hold(game, game if channelled is None else channelled, State(words, lies), History())

    def __reduce__(self) -> tuple[Any, ...]:
        return PhraseSet, (self.hangman, self.lies.most, self.lies.chance, self.game), self.history

    def __setstate__(self, history: History) -> None:
        self.__dict__.update(vars(self.observe_all(history)))

    @property
    def assumption(self) -> str:
        channel = channel_of(self.game)
        planned = channel is not None and channel.chance is None and bool(self.lies.most)
        return f"No chance of a lie is given, so {SELDOM:.0%} is taken." if planned else ""

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
            lies = FalseDenials.of(self.hangman.alphabet, lies.most, lies.chance, history)
            if feedback != NO:
                words = self._shown(action, str(feedback))
        if lies.left < 0:
            raise self._too_many_lies(action, feedback, lies.lies_told)
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
            raise self._too_many_lies(phrase, YES, self.lies.lies_told + self.lies.cost(hypothesis))
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
    def guessed(self) -> frozenset[str]:
        """The phrases that were guessed in vain."""
        return frozenset(action for action, feedback in self.history if len(action) > 1 and feedback == NO)

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
            message = f"its letters are guessed from all words of {plural(word.list.length, 'letter')}"
            out.append(f"Word {k} ({word.shown}) is in no list; {message}.")
        return (*out, *super().notes)

    def __str__(self) -> str:
        return " ".join([self._line(), *self.notes])


def begin_phrase(game: Hangman, progress: Progress) -> PhraseSet:
    """The information set before play, with an oracle that tells the truth."""
    return PhraseSet(game)


def begin_phrase_under_lies(channelled: Game, progress: Progress) -> PhraseSet:
    """The information set before play, with an oracle that may deny letters; seldom, unless the channel says how often.

    To weigh every way to lie alike, as the paper does, would make a player ask too much again where nobody lies.
    """
    game, channel = cast(Hangman, plain_game(channelled)), channel_of(channelled)
    assert channel is not None
    if not channel.one_way or channel.most is None:
        raise ParameterError(
            f"{game.name} is played under half-lies, as in {game}@half-lies:most=1, not {channel.name}"
        )
    return PhraseSet(game, channel.most, SELDOM if channel.chance is None else channel.chance, channelled)
