"""How a strategy does at a game, in the best way there is: every secret, every word of a list, or a sample."""

from __future__ import annotations

from sleuth.core.errors import TooLargeError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import truthful
from sleuth.core.progress import Progress, silent
from sleuth.games.hangman import Hangman
from sleuth.play.evaluate import Evaluation, evaluate, tabular
from sleuth.play.hangman_tree import HangmanEvaluation, evaluate_hangman
from sleuth.play.sample import SampleEvaluation, evaluate_answers, evaluate_each, evaluate_sample, few_secrets
from sleuth.strategies.base import Strategy

Measured = Evaluation | HangmanEvaluation | SampleEvaluation
SAMPLE = 100
"""How many secrets are played where they are too many to play all."""
EVERY = 10
"""Without tables all secrets are played if they are at most so many times the sample; where lies may be told, if they
are no more than the sample and come to at most so many times as many information sets."""


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
    if sample is None:
        if tabular(game):
            return evaluate(game, strategy, first=first, seed=seed, limit=limit, progress=progress)
        if first is None and isinstance(game, Hangman) and game.one_word:
            return evaluate_hangman(game, strategy, seed=seed, limit=limit, progress=progress)
        every = _every(game, strategy, otherwise, first=first, seed=seed, limit=limit, progress=progress)
        if every is not None:
            return every
    number = sample or otherwise
    return evaluate_sample(game, strategy, number, first=first, seed=seed, limit=limit, progress=progress)


def _every(
    game: Game,
    strategy: Strategy,
    sample: int,
    *,
    first: Action | None,
    seed: int,
    limit: Limit,
    progress: Progress,
) -> SampleEvaluation | None:
    """Every secret of a game without tables, where that is little more work than a sample."""
    true, most = truthful(game), EVERY * sample
    secrets = few_secrets(game, most if true else sample)
    if secrets is None:
        return None
    if true:
        return evaluate_each(game, strategy, secrets, first=first, seed=seed, limit=limit, progress=progress)
    try:
        return evaluate_answers(
            game, strategy, secrets, first=first, seed=seed, nodes=most, limit=limit, progress=progress
        )
    except TooLargeError:
        return None
