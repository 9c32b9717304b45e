"""How a strategy does at a game, in the best way there is: every secret, every word of a list, or a sample."""

from __future__ import annotations

from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.games.hangman import Hangman
from sleuth.play.evaluate import Evaluation, evaluate, tabular
from sleuth.play.hangman_tree import HangmanEvaluation, evaluate_hangman
from sleuth.play.sample import SampleEvaluation, evaluate_each, evaluate_sample, every_secret
from sleuth.strategies.base import Strategy

Measured = Evaluation | HangmanEvaluation | SampleEvaluation
SAMPLE = 100
"""How many secrets are played where they are too many to play all."""
EVERY = 10
"""Of sequential games all secrets are played, if they are at most so many times the sample."""


def measure(
    game: Game,
    strategy: Strategy,
    *,
    first: Action | None = None,
    sample: int | None = None,
    otherwise: int = SAMPLE,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> Measured:
    """Play a strategy against every secret, or against `sample` of them; `otherwise` many where all are too many."""
    if sample is None and tabular(game):
        return evaluate(game, strategy, first=first, seed=seed, limit=limit, progress=progress)
    if sample is None and first is None and isinstance(game, Hangman) and game.one_word:
        return evaluate_hangman(game, strategy, seed=seed, limit=limit, progress=progress)
    if sample is None and (secrets := every_secret(game, EVERY * otherwise)) is not None:
        return evaluate_each(game, strategy, secrets, first=first, seed=seed, limit=limit, progress=progress)
    number = sample or otherwise
    return evaluate_sample(game, strategy, number, first=first, seed=seed, limit=limit, progress=progress)
