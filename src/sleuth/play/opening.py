"""Before the first question: a secret is drawn, and what is public about it is announced."""

from __future__ import annotations

import numpy as np

from sleuth.belief.begin import begin
from sleuth.core.capabilities import Draws
from sleuth.core.game import Game, Secret
from sleuth.core.members import writes
from sleuth.core.offers import announced, announces
from sleuth.play.oracles import evades


def draw_secret(game: Game, rng: np.random.Generator) -> Secret:
    """A secret from the prior: from the list of all where there is one, else drawn by the game itself."""
    draws = game.offers(Draws)
    return draws.draw(rng) if draws is not None and writes(draws, "draw") else begin(game).sample(rng)[0]


def settle(
    game: Game, rng: np.random.Generator, secret: Secret | None = None, oracle: str | None = None
) -> tuple[Game, Secret | None]:
    """The game that is played, and its secret where one had to be drawn (or was given) for that.

    What was drawn only to be announced is forgotten again if the oracle of that name holds no secret.
    """
    if not announces(game):
        return game, secret
    drawn = draw_secret(game, rng) if secret is None else secret
    return announced(game, drawn), secret if evades(oracle) else drawn
