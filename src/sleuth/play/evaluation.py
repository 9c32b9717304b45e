"""What every evaluation of a strategy says, however it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from sleuth.core.displayed import Displayed
from sleuth.core.frames import frame, game_columns
from sleuth.core.game import Game
from sleuth.core.text import plural
from sleuth.strategies.tree import Tree
from sleuth.strategies.tree_figures import FeedbackFigures


class Evaluation(Protocol):
    """What a strategy needs at a game."""

    @property
    def game(self) -> Game:
        """The game that was played."""

    @property
    def strategy(self) -> str:
        """The spec string of the strategy."""

    @property
    def tie_break(self) -> str:
        """The ordered key that decided between actions."""

    @property
    def method(self) -> str:
        """The name of the method: `tables`, `words` or `plays`."""

    @property
    def secrets(self) -> int:
        """How many secrets were played."""

    @property
    def total(self) -> int | float:
        """The sum of steps over all secrets, each as often as its prior weight says."""

    @property
    def mean(self) -> float:
        """The expected number of steps."""

    @property
    def worst(self) -> int:
        """The longest play."""

    @property
    def histogram(self) -> Mapping[int, int | float]:
        """How many secrets take how many steps."""

    @property
    def exact(self) -> bool:
        """Whether every secret was played, and not a sample of them."""

    @property
    def proved(self) -> bool:
        """The same: nothing is left to chance."""

    @property
    def error(self) -> float:
        """Half of the 95% interval of the mean; 0 where it is exact."""

    @property
    def nodes(self) -> int | None:
        """The nodes of the strategy's game tree; `None` where plays were played one by one."""

    @property
    def seconds(self) -> float:
        """What it took."""

    @property
    def tree(self) -> Tree | None:
        """The strategy on this game as data; `None` where there is no one tree."""

    def by_first_feedback(self) -> list[FeedbackFigures]:
        """The figures for each answer to the first action, or for each announcement; refused where there are none."""

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people: a name and a value each."""

    def figures(self) -> dict[str, Any]:
        """Plain figures: `secrets`, `total`, `mean`, `worst`, `histogram`, `first` and more."""

    def secret_rows(self) -> Iterator[dict[str, Any]]:
        """A row for each secret that was played: `secret` as text, `steps`, `weight`, and what else is known of it."""

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`, with the game, its parameters and the strategy as columns."""

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON: `evaluation_json`, and after it what only this method knows."""


class EvaluationDisplay(Displayed):
    """How every evaluation shows itself: as a line, in a notebook, as a data frame."""

    __slots__ = ()

    def __repr__(self: Evaluation) -> str:
        error = "" if self.exact else f" ± {self.error:.3f}"
        figures = f"mean {self.mean:.6g}{error}, worst {self.worst}, {plural(self.secrets, 'secret')}"
        return f"<{type(self).__name__} of {self.strategy} at {self.game}: {figures}>"

    def to_frame(self: Evaluation) -> Any:
        """A `pandas.DataFrame` with a row a secret: the game, its parameters, the strategy, and `secret_rows`."""
        rows = list(self.secret_rows())
        taken = {"strategy", *(rows[0] if rows else ())}
        about = {**game_columns(self.game, taken), "strategy": self.strategy}
        return frame({**about, **row} for row in rows)


def step_figures(evaluation: Evaluation) -> dict[str, Any]:
    """The steps over all secrets, where there is no one first action."""
    return {
        "secrets": evaluation.secrets,
        "total": evaluation.total,
        "mean": evaluation.mean,
        "worst": evaluation.worst,
        "histogram": {str(steps): number for steps, number in evaluation.histogram.items()},
        "first": None,
    }


def evaluation_json(evaluation: Evaluation, by_first_feedback: bool = False) -> dict[str, Any]:
    """What every evaluation says, whatever the method."""
    out = {
        "game": str(evaluation.game),
        "strategy": evaluation.strategy,
        **evaluation.figures(),
        "exact": evaluation.exact,
        "error": evaluation.error if isfinite(evaluation.error) else None,
        "tie_break": evaluation.tie_break,
        "nodes": evaluation.nodes,
        "seconds": evaluation.seconds,
        "method": evaluation.method,
    }
    if by_first_feedback:
        out["by_first_feedback"] = {row.feedback: row.as_json() for row in evaluation.by_first_feedback()}
    return out


@dataclass(frozen=True)
class EvaluationMethod:
    """A way to evaluate a strategy, and what may be asked of it."""

    name: str
    takes: frozenset[str]
    """Of `first`, `sample` and `by_first_feedback`, those that it takes."""
    why: str
    """What it does, as the reason why others are refused."""
    evaluate: Callable[..., Evaluation] | None = None
    """From a game, a strategy, `seed`, `limit` and `progress` to the evaluation, where the method is a game's own."""
    fits: Callable[[Game], bool] = bool
    """Whether it plays a game of its kind, with these parameters."""
