"""The player of Maheshwari & Singhvi (2021) for Hangman, as a baseline.

It asks the letter that is likeliest in the phrase, and weighs lies word by word: each word has its own odds for which
denied letter was a lie, by how many words of the list that would leave it. A lie is told about the whole phrase, so the
odds of different words contradict each other; `hit-probability` weighs phrases as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import plain_game
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.rules import Hangman
from sleuth.strategies.base import Rng
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.decision import Decision
from sleuth.strategies.finding import HitProbability


@dataclass(frozen=True)
class WordByWord(HitProbability):
    """Ask the letter that is likeliest in the phrase, each word weighed by itself; but for Hangman, hit-probability."""

    ties: str = "lex"

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(plain_game(game), Hangman)

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        letters = [action for action in info.actions if isinstance(action, str) and len(action) == 1]
        if not isinstance(info, PhraseSet) or not letters:
            return super().decide(info, rng=rng, limit=limit)
        chances = info.word_by_word()
        scores = -chances[[info.hangman.alphabet.index(letter) for letter in letters]]
        row = int(np.argmax(scores <= scores.min() + TOLERANCE))
        return Decision(info, info.outcomes(letters), row, scores, str(self), self.tie_break)
