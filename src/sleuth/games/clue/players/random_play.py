"""Play at random, for tests and figures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sleuth.games.clue.rules.actions import Action, Guess, NoGuess
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Deal, pick
from sleuth.games.clue.rules.situation import Situation
from sleuth.games.clue.rules.stage import Phase
from sleuth.games.clue.rules.views import View
from sleuth.play.play_loop import moves


def random_play(
    game: CardGame, rng: np.random.Generator, deal: Deal | None = None, guessing: float = 0.0
) -> Iterator[Situation]:
    """The initial situation and every one after it, without end unless somebody guesses right.

    Everything possible is equally likely, but that a player guesses at all with the chance `guessing`.
    """

    def act(view: View) -> Action:
        choices = list(view.legal())
        if view.stage.phase is Phase.GUESS:
            kind = Guess if rng.random() < guessing else NoGuess
            choices = [action for action in choices if isinstance(action, kind)]
        return pick(choices, rng)

    situation = Situation.begin(game, game.shuffle(rng) if deal is None else deal)
    yield situation
    for move in moves(situation, dict.fromkeys(game.players, act), rng):
        yield move.after
