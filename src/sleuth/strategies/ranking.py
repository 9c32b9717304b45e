"""Which actions are worth a closer look: the best by a one-step rule, and a few that such a rule overlooks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import sleuth.strategies.finding  # noqa: F401  (its rules join the others)
from sleuth.belief.base import InformationSet
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.followed_outcomes import followed
from sleuth.belief.outcomes import Outcomes
from sleuth.core.game import Game
from sleuth.core.offers import sequential, truthful
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.strategies.criteria import TOLERANCE, scored
from sleuth.strategies.greedy import RULES, Entropy, Greedy, parse_rule

LIKELIEST = 3
"""How many of the likeliest secrets are looked into besides."""


def rule_for(game: Game, base: str = "") -> Greedy:
    """The one-step rule that a text names; without one, the usual strategy for the goal, if that is a one-step rule.

    So it is entropy, and where everything is to be found hit-probability: every hit must be asked, so that a miss is
    what costs, and entropy would as soon learn from a miss.
    """
    if base:
        return parse_rule(base)
    return RULES.get(game.goal.usual_strategy, Entropy)()


def ranked(outcomes: Counted, rule: Greedy, width: int) -> Ints:
    """The best rows by a one-step rule that may win or tell something: by score, then possible, then lex."""
    scores = np.round(scored(rule.criterion, outcomes, rule.per_cost) / TOLERANCE) * TOLERANCE
    rows = np.lexsort((~outcomes.possible, scores))[:width].astype(np.int32)
    rows = np.concatenate([rows, np.setdiff1d(likeliest(outcomes), rows)]).astype(np.int32)
    useful = outcomes.possible[rows] | (outcomes.take(rows).parts > 1)
    return rows[useful] if useful.any() else rows[:1]


def likeliest(outcomes: Counted) -> Ints:
    """The rows that name the likeliest secrets, where some are likelier: one-step rules overlook that they may win."""
    if outcomes.weights.size == 0:
        return np.empty(0, np.int32)
    best = outcomes.candidates[np.argsort(-outcomes.weights[outcomes.candidates], kind="stable")[:LIKELIEST]]
    return np.flatnonzero(np.isin(outcomes.columns, outcomes.naming[best])).astype(np.int32)


class Promising(NamedTuple):
    """Rows of some outcomes, the best first."""

    rows: Ints
    whole: bool
    """Whether nothing was left out that might be better."""


def promising(info: InformationSet, outcomes: Outcomes, rule: Greedy, width: int | None = None) -> Promising:
    """The best rows by the whole key of a one-step rule, and a few that it overlooks, of any outcomes.

    Those are the likeliest to win; where everything is to be found, those that tell most. What neither tells anything
    nor may win is left out, unless that may change what others tell: in sequential games, and where a lie may be told.
    """
    order = np.lexsort([*reversed(_columns(followed(outcomes, info), rule))]).astype(np.int32)
    kept = order if width is None else order[:width]
    if kept.size < order.size:
        kept = np.concatenate([kept, np.setdiff1d(overlooked(outcomes, info.game), kept)]).astype(np.int32)
    some = outcomes.take(kept)
    useful: Bools = some.possible | (some.parts > 1)
    if truthful(info.game) and not sequential(info.game):
        chosen = kept[useful] if useful.any() else kept[:1]
    else:
        chosen = np.concatenate([kept[useful], kept[~useful]])
    return Promising(chosen, kept.size == order.size and info.all_actions)


def _columns(outcomes: Outcomes, rule: Greedy) -> list[Floats]:
    """What the items of a key give each row, lower is better; what differs by rounding is the same."""
    columns = []
    for item in rule.key.items[:-1]:
        if isinstance(item, str):
            columns.append((~outcomes.possible).astype(np.float64))
        else:
            columns.append(np.round(scored(item, outcomes, rule.per_cost) / TOLERANCE) * TOLERANCE)
    return columns


def overlooked(outcomes: Outcomes, game: Game) -> Ints:
    """A few rows that the usual rule of a goal overlooks: the likeliest to win, or those that tell most."""
    if (counted := outcomes.counted) is not None and not game.goal.finds:
        return likeliest(counted)
    gains = outcomes.information if game.goal.finds else outcomes.hit_probability
    best = np.argsort(-np.round(gains / TOLERANCE), kind="stable")[:LIKELIEST]
    alike = bool(np.ptp(gains[outcomes.possible]) <= TOLERANCE) if outcomes.possible.any() else True
    return np.empty(0, np.int32) if alike and not game.goal.finds else best[gains[best] > 0].astype(np.int32)
