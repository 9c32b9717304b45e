"""Before the first question: a secret is drawn, and what is public about it is announced."""

from __future__ import annotations

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.game import Game, Secret
from sleuth.play.oracles import Oracle, Truthful, make_oracle

LYING = "lying"


def draw_secret(game: Game, rng: np.random.Generator) -> Secret:
    """A secret from the prior: from the list of all where there is one, else drawn by the game itself."""
    return game.draw(rng) if game.drawable else begin(game).sample(rng)[0]


def settle(game: Game, rng: np.random.Generator, secret: Secret | None = None) -> tuple[Game, Secret | None]:
    """The game that is played, and its secret where one had to be drawn (or was given) for that."""
    if not game.announces:
        return game, secret
    secret = draw_secret(game, rng) if secret is None else secret
    return game.announced(secret), secret


def usual_oracle(info: InformationSet, secret: Secret, rng: np.random.Generator) -> Oracle:
    """Who holds a secret of this game: a truthful oracle, or one that lies where its channel lets it."""
    return make_oracle(usual_name(info.game), info, rng, secret)


def usual_name(game: Game) -> str:
    """The name of the oracle that answers unless somebody wants another."""
    return Truthful.name if game.truthful else LYING
