"""Evaluating a strategy on every secret at once: its whole game tree, built once and shared by all secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError, ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit, work_clock
from sleuth.core.offers import announcements
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.core.text import shorten
from sleuth.kernels.arrays import Ints
from sleuth.play.evaluation import EvaluationDisplay, evaluation_json
from sleuth.strategies.base import Strategy
from sleuth.strategies.gametree import GameTree, check_size, chooser, grow
from sleuth.strategies.tree import Tree
from sleuth.strategies.tree_figures import FeedbackFigures, Steps


@dataclass(frozen=True, eq=False, repr=False)
class TableEvaluation(EvaluationDisplay, Steps):
    """What a strategy needs for every secret."""

    method: ClassVar[str] = "tables"
    exact: ClassVar[bool] = True
    proved: ClassVar[bool] = True
    error: ClassVar[float] = 0.0

    strategy: str
    tie_break: str
    seconds: float
    announced: tuple[tuple[str, int], ...] = ()
    """The games that may be announced, each with a tree of its own, and how many secrets they have; else empty."""

    @property
    def nodes(self) -> int:
        """How many questions the tree has."""
        return len(self.game_tree)

    @cached_property
    def tree(self) -> Tree | None:
        """The strategy on this game as data; `None` where there is one for each announcement."""
        return None if self.announced else Tree.of(self)

    def by_first_feedback(self) -> list[FeedbackFigures]:
        """The figures for each answer to the first action, or for each announcement where there is one."""
        if not self.announced:
            return super().by_first_feedback()
        ends = np.cumsum([number for _, number in self.announced])
        groups = np.split(self.game_tree.order, ends[:-1])
        return [self.row(name, group) for (name, _), group in zip(self.announced, groups, strict=True)]

    def secret_rows(self) -> Iterator[dict[str, Any]]:
        """A row a secret, in the order of the game."""
        tables = self.tables
        weights = [1.0] * len(tables.secrets) if tables.uniform else tables.weights.tolist()
        for secret, steps, weight in zip(tables.secrets, self.steps.tolist(), weights, strict=True):
            yield {"secret": self.game.format_secret(secret), "steps": steps, "weight": weight}

    def rows(self) -> list[tuple[str, str]]:
        """The figures for people."""
        total, weighted = self.total, "" if self.tables.uniform else ", not equally likely"
        return [
            ("secrets", f"{self.secrets:,}{weighted}"),
            ("total", f"{total:,}" if isinstance(total, int) else f"{total:,.3f}"),
            ("mean", f"{self.mean:.4f}"),
            ("worst", str(self.worst)),
            *([("mean cost", f"{self.mean_cost:.4f}")] if self.tables.costs.size > 1 else []),
            *([("first action", self.game.format_action(self.first))] if len(self.game_tree) else []),
            ("ties go by", self.tie_break or "nothing"),
            ("seconds", f"{self.seconds:.2f}"),
        ]

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON."""
        return evaluation_json(self, by_first_feedback)


def evaluate_table(
    game: Game,
    strategy: Strategy,
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> TableEvaluation:
    """Play a strategy against every secret. A random strategy is fixed by its seed: one draw at each node.

    Where something is announced before the first question, each game that may be announced has a tree of its own.
    """
    check_size(game)
    if not game.goal.tabulated:
        message = "its plays end by a goal of its own, which tables do not know"
        raise ParameterError(f"{game} is not evaluated by a walk over all secrets: {message}; `evaluate` plays it")
    tables = tabulate(game, progress)
    games = announcements(game)
    began = work_clock()
    grown = [_play(announced, strategy, first, seed, limit, progress) for announced in games]
    steps, tree = (grown[0].steps, grown[0].game_tree) if games == [game] else _together(tables, grown)
    names = () if games == [game] else tuple((str(part.game), part.secrets) for part in grown)
    return TableEvaluation(tables, steps, tree, str(strategy), strategy.tie_break, work_clock() - began, names)


def _play(game: Game, strategy: Strategy, first: Action | None, seed: int, limit: Limit, progress: Progress) -> Steps:
    """One tree, from the start of a game of which nothing more is announced."""
    tables = tabulate(game, progress)
    root = EnumeratedSet(tables)
    forced = None if first is None else tables.action_index(first)
    if forced is not None and not root.is_legal(first):
        raise ActionError(f"{shorten(game.format_action(first))} is not allowed as the first action of {game}")
    return Steps(tables, *grow(root, chooser(root, strategy, seed, limit), forced, progress))


def _together(tables: Tables, grown: list[Steps]) -> tuple[Ints, GameTree]:
    """The steps and trees of several games as those of the game that announces one of them."""
    steps: Ints = np.zeros(len(tables.secrets), np.int32)
    columns: list[tuple[Ints, ...]] = []
    orders: list[Ints] = []
    cands = nodes = 0
    for part in grown:
        own, tree = part.tables, part.game_tree
        secrets = _numbers(tables.secret_index(secret) for secret in own.secrets)
        actions = _numbers(tables.action_index(own.actions[a]) for a in tree.action.tolist())
        codes = _numbers(
            -1 if code < 0 else tables.feedback_code(own.feedbacks.value(code)) for code in tree.feedback.tolist()
        )
        steps[secrets] = part.steps
        orders.append(secrets[tree.order])
        parents = np.where(tree.parent < 0, -1, tree.parent + nodes)
        columns.append((tree.start + cands, tree.size, tree.depth, actions, parents.astype(np.int32), codes))
        cands, nodes = cands + tree.order.size, nodes + len(tree)
    return steps, GameTree(np.concatenate(orders), *(np.concatenate(column) for column in zip(*columns, strict=True)))


def _numbers(values: Iterable[int]) -> Ints:
    return np.fromiter(values, np.int32)
