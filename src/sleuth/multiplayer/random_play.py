"""A game played at random, situation by situation: something to look at for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sleuth.multiplayer.actions import Guess, NoGuess
from sleuth.multiplayer.cards import Deal
from sleuth.multiplayer.game import CardGame
from sleuth.multiplayer.situation import Situation
from sleuth.multiplayer.stage import Phase


def random_play(
    game: CardGame, rng: np.random.Generator, deal: Deal | None = None, guessing: float = 0.0
) -> Iterator[Situation]:
    """The initial situation and every one after it, without end unless somebody guesses right.

    Everything possible is equally likely, but that a player guesses at all with the chance `guessing`.
    """
    situation = Situation.begin(game, game.shuffle(rng) if deal is None else deal)
    yield situation
    while not situation.stage.over:
        choices = list(situation.legal())
        if situation.stage.phase is Phase.GUESS:
            kind = Guess if rng.random() < guessing else NoGuess
            choices = [action for action in choices if isinstance(action, kind)]
        situation = situation.do(choices[int(rng.integers(len(choices)))])
        yield situation
