"""How a strategy does at a game: the door that chooses the method, every secret at once, the game's own, or plays."""

from __future__ import annotations

from sleuth.belief.begin import tabular
from sleuth.core.errors import ParameterError, StuckError, TooLargeError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.registry import EVALUATORS
from sleuth.play.evaluate_plays import (
    PlayEvaluation,
    evaluate_answers,
    evaluate_each,
    evaluate_sample,
    few_secrets,
)
from sleuth.play.evaluate_table import TableEvaluation, evaluate_table
from sleuth.play.evaluation import Evaluation, EvaluationMethod
from sleuth.strategies.agent import Agent
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import strategy_of

SAMPLE = 100
"""How many secrets are played where they are too many to play all."""
EVERY = 10
"""Without tables all secrets are played if they are at most so many times the sample; where lies may be told, if they
are no more than the sample and come to at most so many times as many information sets."""


TABLES = EvaluationMethod(
    TableEvaluation.method, frozenset({"first", "by_first_feedback"}), "every secret is played at once on the table"
)
PLAYS = EvaluationMethod(
    PlayEvaluation.method,
    frozenset({"first", "sample"}),
    "secrets are played one by one, which does not tell the answers to the first action apart",
)


def evaluation_method(game: Game, *, first: Action | None = None, sample: int | None = None) -> EvaluationMethod:
    """The method for a game, with or without a first action, on every secret or on a sample."""
    if sample is not None:
        return PLAYS
    if tabular(game):
        return TABLES
    own: EvaluationMethod | None = EVALUATORS.of(type(game))
    return own if own is not None and first is None and own.fits(game) else PLAYS


def check_evaluation(
    game: Game,
    *,
    first: Action | None = None,
    sample: int | None = None,
    otherwise: int = SAMPLE,
    by_first_feedback: bool = False,
) -> EvaluationMethod:
    """The method for a game, if all that is wanted goes with it: asked before any work."""
    method = evaluation_method(game, first=first, sample=sample)
    for name, number in (("sample", sample), ("otherwise", otherwise)):
        if number is not None and number < 1:
            raise ParameterError(f"{name} is a number of secrets, 1 or more, not {number}")
    if by_first_feedback and "by_first_feedback" not in method.takes:
        better = "by_first_feedback" in evaluation_method(game).takes
        cure = "leave first and sample out" if better else "leave it out"
        raise ParameterError(f"by_first_feedback does not go with {game} so: {method.why}; {cure}")
    return method


def evaluate(
    game: Game,
    strategy: Strategy | Agent | None = None,
    *,
    first: Action | None = None,
    sample: int | None = None,
    otherwise: int = SAMPLE,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    by_first_feedback: bool = False,
    progress: Progress = silent,
) -> Evaluation:
    """Play a strategy against every secret, or against `sample` of them; `otherwise` many where all are too many.

    The strategy may be its spec string, or an agent: an object with `decide(info)`, or a function from an information
    set to an action. Unless given, it is the usual one of the game. A random one is fixed by its seed.
    `by_first_feedback` says that the figures will be wanted for each answer to the first action.
    """
    method = check_evaluation(
        game, first=first, sample=sample, otherwise=otherwise, by_first_feedback=by_first_feedback
    )
    player = strategy_of(strategy, game)
    if method is TABLES:
        try:
            return evaluate_table(game, player, first=first, seed=seed, limit=limit, progress=progress)
        except StuckError:
            if not player.wasteful or by_first_feedback:
                raise  # a tree has no room for a question that tells nothing; plays have
    if method.evaluate is not None:
        return method.evaluate(game, player, seed=seed, limit=limit, progress=progress)
    if sample is None:
        every = _every(game, player, otherwise, first=first, seed=seed, limit=limit, progress=progress)
        if every is not None:
            return every
    number = sample or otherwise
    return evaluate_sample(game, player, number, first=first, seed=seed, limit=limit, progress=progress)


def _every(
    game: Game,
    strategy: Strategy,
    sample: int,
    *,
    first: Action | None,
    seed: int,
    limit: Limit,
    progress: Progress,
) -> PlayEvaluation | None:
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
