"""Evaluating a strategy on every secret at once: its whole game tree, built once and shared by all secrets."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.belief.begin import own_set
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError, ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import announcements, announces, sequential, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.core.text import shorten
from sleuth.kernels.arrays import Ints
from sleuth.strategies.base import Strategy
from sleuth.strategies.gametree import GameTree, check_size, chooser, grow
from sleuth.strategies.steps import Row, Steps


@dataclass(frozen=True, eq=False)
class Evaluation(Steps):
    """What a strategy needs for every secret."""

    strategy: str
    tie_break: str
    seconds: float
    announced: tuple[tuple[str, int], ...] = ()
    """The games that may be announced, each with a tree of its own, and how many secrets they have; else empty."""

    def by_first_feedback(self) -> list[Row]:
        """The figures for each answer to the first action, or for each announcement where there is one."""
        if not self.announced:
            return super().by_first_feedback()
        ends = np.cumsum([number for _, number in self.announced])
        groups = np.split(self.game_tree.order, ends[:-1])
        return [self.row(name, group) for (name, _), group in zip(self.announced, groups, strict=True)]

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "game": str(self.game),
            "strategy": self.strategy,
            **self.figures(),
            "tie_break": self.tie_break,
            "nodes": len(self.game_tree),
            "seconds": self.seconds,
        }
        if by_first_feedback:
            out["by_first_feedback"] = {
                r.feedback: {"count": r.count, "total": r.total, "mean": r.mean, "worst": r.worst}
                for r in self.by_first_feedback()
            }
        return out


def tabular(game: Game) -> bool:
    """Whether `evaluate` can play a strategy against every secret: the game has tables, its answers are true, and its
    goal is one that tables know."""
    return game.goal.tabulated and truthful(game) and not (sequential(game) or own_set(game) is not None)


def listable(game: Game) -> bool:
    """Whether, besides, all secrets are played down one tree: nothing is announced before the first question."""
    return tabular(game) and not announces(game)


def evaluate(
    game: Game,
    strategy: Strategy,
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> Evaluation:
    """Play a strategy against every secret. A random strategy is fixed by its seed: one draw at each node.

    Where something is announced before the first question, each game that may be announced has a tree of its own.
    """
    check_size(game)
    if not game.goal.tabulated:
        told = "its plays end by a goal of its own, which tables do not know"
        raise ParameterError(f"{game} is not evaluated by a walk over all secrets: {told}; `measure` plays it")
    tables = tabulate(game, progress)
    games = announcements(game)
    began = time.perf_counter()
    grown = [_play(announced, strategy, first, seed, limit, progress) for announced in games]
    steps, tree = (grown[0].steps, grown[0].game_tree) if games == [game] else _together(tables, grown)
    names = () if games == [game] else tuple((str(part.game), part.secrets) for part in grown)
    return Evaluation(tables, steps, tree, str(strategy), strategy.tie_break, time.perf_counter() - began, names)


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
