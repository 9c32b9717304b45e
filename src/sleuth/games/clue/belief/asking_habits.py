"""What a question, or silence after it, gives away about the asker's hand: a weight on each hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.kernels.arrays import Array, Floats


class AskHabit(Protocol):
    """A habit of asking, and of guessing or not. Weights are above 0: what is certain follows from the rules alone."""

    def weights(self, game: CardGame, held: Array, sizes: Array) -> Floats:
        """How much each hand (column) explains its holder's questions, any constant factor aside.

        `held[q, h]` is how many cards of question q are in hand h, `sizes[s, h]` how many cards of sort s.
        """
        ...

    def silence(self, held: Array) -> Floats:
        """How much each hand explains that its holder did not guess, after questions that nobody could answer.

        `held` is as above, for these questions.
        """
        ...


@dataclass(frozen=True)
class ShunsOwn:
    """Some people never ask for a card of their own, the others ask for anything; nobody knows who is who.

    `share` is the chance, before the first question, that a player is of the first kind. Each question without one of
    her own cards makes it likelier, and one with such a card ends it. Of the first kind, a question is one of those
    that avoid the hand, all equally likely. A little chance, `slip`, is left for an exception.

    Everybody guesses when certain, but for those who do not notice. Here the slip belongs to the player: who did not
    notice once will not notice again, so that all silences of a player together weigh no more than one slip.
    """

    share: float = 0.2
    slip: float = 0.02

    def __post_init__(self) -> None:
        if not (0 < self.share < 1 and 0 < self.slip < 1):
            raise ParameterError(f"a share and a slip are between 0 and 1, not {self.share} and {self.slip}")

    def weights(self, game: CardGame, held: Array, sizes: Array) -> Floats:
        # Against asking anything: the hand leaves fewer cards to ask for, so that each question is likelier.
        fewer = np.ones(held.shape[1])
        for sort, size in zip(game.sorts, sizes, strict=True):
            if sort == game.drawn:
                continue
            total = sort.cards.bit_count()
            fewer *= (total / np.maximum(total - size, 1)) ** sort.question
        shuns = np.where(held == 0, fewer * (1 - self.slip) + self.slip, self.slip).prod(axis=0)
        mixed = (1 - self.share) + self.share * shuns
        return np.asarray(mixed / mixed.max())

    def silence(self, held: Array) -> Floats:
        # Who had none of the cards either knew that they were the pile.
        return np.where((held == 0).any(axis=0), self.slip, 1.0)


USUAL = ShunsOwn()
HABITS: dict[str, AskHabit | None] = {"none": None, "usual": USUAL}
"""By name; with `none`, what is asked for and silence are no evidence."""


def parse_habit(name: str) -> AskHabit | None:
    """The habit of this name."""
    if name not in HABITS:
        raise UnknownNameError("habit", name, HABITS)
    return HABITS[name]
