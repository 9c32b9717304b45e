"""Players of Hangman against a host who may lie once, and the questions that they ask.

The host either tells the truth, or denies one letter of the phrase, drawn uniformly, the first time that it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from sleuth.core.game import Action, Feedback
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.rules import NO, Hangman
from sleuth.play.match import PLAYER, Match
from sleuth.play.oracles import Oracle
from sleuth.play.play_loop import moves
from sleuth.strategies.catalogue import parse_strategy

KEPT = 20
"""Information sets of more phrases than this are kept, since many plays pass them."""


@dataclass(frozen=True)
class HangmanPlayer:
    """Who asks the likeliest letter, and how she weighs lies."""

    name: str
    strategy: str
    most: int
    """The lies that she reckons with from the start."""
    chance: float | None = None
    """How likely a lie is where one may be told; `None`: all lies weigh the same, and as much as the truth."""


TRUSTING = HangmanPlayer("trusting", "hit-probability", 0)
"""Believes every answer; once no word is left she knows of the lie, and weighs all lies the same from there on."""
CAREFUL = HangmanPlayer("careful", "hit-probability", 1, 0.1)
"""Weighs phrases as a whole, a lie with a chance of 0.1 where one may be told."""
SUSPICIOUS = HangmanPlayer("suspicious", "hit-probability", 1)
"""Weighs phrases as a whole, all lies the same, however many answers were true."""
WORD_BY_WORD = HangmanPlayer("word-by-word", "word-by-word", 1)
"""The paper's weighing. For one word it differs from the one before in how hypotheses overlap."""
PLAYERS = (TRUSTING, CAREFUL, SUSPICIOUS, WORD_BY_WORD)


Path = tuple[object, ...]
"""The lengths that were announced, then what was asked and answered."""


class Host(Oracle):
    """Holds a phrase, and denies one letter of it the first time that it is asked, or none."""

    name = "host"

    def __init__(self, game: Hangman, phrase: str, lie: str | None) -> None:
        self._game, self._phrase, self._lie = game, phrase, lie

    def answer(self, action: str) -> str:
        if action != self._lie:
            return self._game.feedback(action, self._phrase)
        self._lie = None
        return NO


@dataclass(frozen=True, eq=False)
class PathMatch(Match):
    """A match whose early information sets are shared with all plays that begin alike."""

    info: PhraseSet
    plays: HangmanPlays
    path: Path

    def view(self, player: int) -> PathMatch:
        return self

    def after(self, action: Action, feedback: Feedback) -> Self:
        path = (*self.path, action, feedback)
        info = self.plays.known.get(path) or self.plays.kept(path, self.plays.after(self.info, action, feedback))
        return replace(self, info=info, path=path)


class HangmanPlays:
    """Plays of one player; what is asked early in a play is worked out once."""

    def __init__(self, game: Hangman, player: HangmanPlayer) -> None:
        self.game, self.player, self.strategy = game, player, parse_strategy(player.strategy)
        self.known: dict[Path, PhraseSet] = {}
        self.choices: dict[Path, str] = {}

    def start(self, game: Hangman, most: int) -> PhraseSet:
        """The information set before play, the lengths being announced."""
        return PhraseSet(game, most, self.player.chance if most else None)

    def questions(self, phrase: str, lie: str | None) -> int:
        """How many letters are asked until the phrase is shown."""
        game = self.game.announced(phrase)
        path: Path = game.sizes
        info = self.known.get(path) or self.kept(path, self.start(game, self.player.most))
        stage = PathMatch(info, Host(game, phrase, lie), self, path)
        return sum(1 for _ in moves(stage, {PLAYER: self.choice}, np.random.default_rng(0)))

    def after(self, info: PhraseSet, action: Action, feedback: Feedback) -> PhraseSet:
        """The information set after an answer."""
        after = info.observe(action, feedback)
        if after.outside and info.lies.most == 0:  # the trusting player knows now that something was a lie
            again = self.start(after.hangman, 1)
            for step in after.history:
                again = again.observe(*step)
            return again
        return after

    def kept(self, path: Path, info: PhraseSet) -> PhraseSet:
        """The information set at the end of a path, kept where many plays pass it."""
        if info.size > KEPT:
            self.known[path] = info
        return info

    def choice(self, stage: PathMatch) -> str:
        """What is asked at the end of a path."""
        action: str = self.choices.get(stage.path) or self.strategy.decide(stage.info).action
        if stage.info.size > KEPT:
            self.choices[stage.path] = action
        return action


def draw_phrases(game: Hangman, plays: int, seed: int) -> tuple[list[str], list[str]]:
    """Seeded phrases, and for each the letter that a liar denies; a longer sample begins with a shorter one."""
    phrases, lies = [], []
    for number in range(plays):
        rng = np.random.default_rng([seed, number])
        phrases.append(game.draw(rng))
        letters = game.hits(phrases[-1])
        lies.append(letters[int(rng.integers(len(letters)))])
    return phrases, lies


def questions(
    game: Hangman, player: HangmanPlayer, phrases: Sequence[str], lies: Sequence[str] | None = None
) -> list[int]:
    """The questions for each of some phrases, to a host who lies about the given letters or tells the truth."""
    plays = HangmanPlays(game, player)
    return [plays.questions(phrase, None if lies is None else lies[k]) for k, phrase in enumerate(phrases)]
