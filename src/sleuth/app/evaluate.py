"""A strategy against every secret of a game, or against a sample of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import Evaluate
from sleuth.app.specs import read_action, read_game, read_strategy
from sleuth.core.limit import UNLIMITED
from sleuth.core.progress import Progress, silent
from sleuth.lab.published_optima import Gap, gap_to
from sleuth.play.evaluate import SAMPLE
from sleuth.play.evaluate import evaluate as evaluate_strategy
from sleuth.play.evaluation import Evaluation


@dataclass(frozen=True, eq=False)
class Evaluated:
    """What a strategy needs, and how far that is from the best, where the best is known."""

    evaluation: Evaluation
    gap: Gap
    by_first_feedback: bool = False

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**self.evaluation.as_json(self.by_first_feedback), **self.gap.as_json()}


def evaluate(request: Evaluate, bounds: Bounds = OPEN, progress: Progress = silent) -> Evaluated:
    """A strategy against every secret, or against a sample of them."""
    game = read_game(request.game, bounds, "studied_pairs")
    strategy = read_strategy(request.strategy, game, bounds)
    evaluation = evaluate_strategy(
        game,
        strategy,
        first=read_action(game, request.first),
        sample=request.sample,
        otherwise=bounds.sample or SAMPLE,
        seed=request.seed,
        limit=bounds.evaluation if strategy.slow(game) else UNLIMITED,
        by_first_feedback=request.by_first_feedback,
        progress=progress,
    )
    return Evaluated(evaluation, gap_to(evaluation, prove=request.optimum), request.by_first_feedback)
