"""Players of Hangman against a host who may lie once, and the questions that they ask.

The host either tells the truth, or denies one letter of the phrase, drawn uniformly, the first time that it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.belief.phrases import PhraseSet
from sleuth.games.hangman import NO, Hangman
from sleuth.strategies.catalogue import parse_strategy

KEPT = 20
"""Information sets of more phrases than this are kept, since many plays pass them."""


@dataclass(frozen=True)
class Player:
    """Who asks the likeliest letter, and how she weighs lies."""

    name: str
    strategy: str
    most: int
    """The lies that she reckons with from the start."""
    chance: float | None = None
    """How likely a lie is where one may be told; `None`: all lies weigh the same, and as much as the truth."""


TRUSTING = Player("trusting", "hit-probability", 0)
"""Believes every answer; once no word is left she knows of the lie, and weighs all lies the same from there on."""
CAREFUL = Player("careful", "hit-probability", 1, 0.1)
"""Weighs phrases as a whole, a lie with a chance of 0.1 where one may be told."""
SUSPICIOUS = Player("suspicious", "hit-probability", 1)
"""Weighs phrases as a whole, all lies the same, however many answers were true."""
WORD_BY_WORD = Player("word-by-word", "word-by-word", 1)
"""The paper's weighing. For one word it differs from the one before in how hypotheses overlap."""
PLAYERS = (TRUSTING, CAREFUL, SUSPICIOUS, WORD_BY_WORD)


class Plays:
    """Plays of one player; what is asked early in a play is worked out once."""

    def __init__(self, game: Hangman, player: Player) -> None:
        self.game, self.player, self.strategy = game, player, parse_strategy(player.strategy)
        self.known: dict[tuple[object, ...], tuple[PhraseSet, str]] = {}

    def start(self, game: Hangman, most: int) -> PhraseSet:
        """The information set before play, the lengths being announced."""
        return PhraseSet(game, most, self.player.chance if most else None)

    def questions(self, phrase: str, lie: str | None) -> int:
        """How many letters are asked until the phrase is shown."""
        game = self.game.announced(phrase)
        path: tuple[object, ...] = game.sizes
        info, action = self.known.get(path) or self.kept(path, self.start(game, self.player.most))
        while not info.over:
            feedback = game.feedback(action, phrase)
            if action == lie:
                feedback, lie = NO, None
            path = (*path, action, feedback)
            info, action = self.known.get(path) or self.kept(path, self.after(info, action, feedback))
        return len(info.history)

    def after(self, info: PhraseSet, action: str, feedback: str) -> PhraseSet:
        """The information set after an answer."""
        after = info.observe(action, feedback)
        if after.outside and info.lies.most == 0:  # the trusting player knows now that something was a lie
            again = self.start(after.hangman, 1)
            for step in after.history:
                again = again.observe(*step)
            return again
        return after

    def kept(self, path: tuple[object, ...], info: PhraseSet) -> tuple[PhraseSet, str]:
        """The information set at the end of a path, and what is asked there."""
        action: str = "" if info.over else self.strategy.decide(info).action
        if info.size > KEPT:
            self.known[path] = info, action
        return info, action


def draw_phrases(game: Hangman, plays: int, seed: int) -> tuple[list[str], list[str]]:
    """Seeded phrases, and for each the letter that a liar denies; a longer sample begins with a shorter one."""
    phrases, lies = [], []
    for number in range(plays):
        rng = np.random.default_rng([seed, number])
        phrases.append(game.draw(rng))
        letters = game.hits(phrases[-1])
        lies.append(letters[int(rng.integers(len(letters)))])
    return phrases, lies


def questions(game: Hangman, player: Player, phrases: Sequence[str], lies: Sequence[str] | None = None) -> list[int]:
    """The questions for each of some phrases, to a host who lies about the given letters or tells the truth."""
    plays = Plays(game, player)
    return [plays.questions(phrase, None if lies is None else lies[k]) for k, phrase in enumerate(phrases)]
