"""Optimal totals: published ones by spec string, those of the book, and what can be proved at once.

A published entry holds for exactly that game and no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.core.errors import ParameterError, TooLargeError
from sleuth.core.game import Game
from sleuth.core.limit import Limit
from sleuth.core.offers import count_of, has_own, truthful
from sleuth.core.tables import numbers
from sleuth.core.tabulate import tabulate
from sleuth.kernels.search import search_ready
from sleuth.play.evaluation import Evaluation


@dataclass(frozen=True)
class KnownOptimum:
    """The least number of steps over all secrets that any strategy takes."""

    total: float
    """Steps over all secrets."""
    worst: int | None
    """The longest play of the strategy with this total, where it is known."""
    source: str
    """Who says so."""


PROOF = Limit(nodes=20_000)
"""What a proof may take, a few seconds: not counted in them, so that a busy machine finds what an idle one does."""
MAX_PAIRS = 5_000_000
"""Secrets x actions beyond which nothing is proved at once."""
MAX_LISTED = 20_000
"""Secrets beyond which nothing is proved at once."""
FINDING_PROOF = Limit(nodes=2_000)
"""The same where everything must be found: there a node takes ten times as long."""
MAX_FINDING = 100
"""And this is the most secrets there."""
PUBLISHED = "published"
KOYAMA_LAI = "Koyama & Lai 1993"

KNOWN: dict[str, KnownOptimum] = {
    f"mastermind:pegs={pegs},colours={colours}": KnownOptimum(total, worst, source)
    for pegs, colours, total, worst, source in (
        (2, 6, 132, 5, PUBLISHED),
        (2, 8, 284, 6, PUBLISHED),
        (3, 2, 18, 3, PUBLISHED),
        (3, 3, 73, 4, PUBLISHED),
        (3, 4, 206, 4, PUBLISHED),
        (3, 6, 854, 5, PUBLISHED),
        (3, 8, 2359, 6, PUBLISHED),
        (4, 2, 44, 4, PUBLISHED),
        (4, 3, 246, 4, PUBLISHED),
        (4, 4, 905, 4, f"{PUBLISHED} with 5 steps at worst; proved with 4"),
        (4, 6, 5625, 6, KOYAMA_LAI),
        (4, 7, 11228, 6, PUBLISHED),
        (4, 8, 20471, 7, PUBLISHED),
    )
} | {
    f"bulls-and-cows:length={length},symbols={symbols}": KnownOptimum(total, worst, PUBLISHED)
    for length, symbols, total, worst in ((4, 6, 1446, 5), (4, 8, 7817, 6), (4, 10, 26274, 7))
}


def known_optimum(spec: str) -> KnownOptimum | None:
    """The published optimum of a game, if there is one."""
    return KNOWN.get(spec)


def find_optimum(game: Game) -> KnownOptimum | None:
    """The least total of a game: published, in the book, or soon proved; `None` if none of these.

    It counts steps. Where all actions cost the same, the fewest steps cost the least as well.
    """
    if not truthful(game) or not same_costs(game):
        return None
    return _at_hand(game) or _proved(game)


def _at_hand(game: Game) -> KnownOptimum | None:
    """What is published or in the book."""
    known = known_optimum(str(game))
    if known is not None:
        return known
    from sleuth.solve.tree_book import optimum

    in_book = optimum(game)
    return None if in_book is None else KnownOptimum(*in_book, "proved, in the book")


def _proved(game: Game) -> KnownOptimum | None:
    """What can be proved in a few seconds."""
    from sleuth.solve import MEAN, method_of, solve

    finds = game.goal.finds
    if (count_of(game) or 0) > (MAX_FINDING if finds else MAX_LISTED):
        return None
    try:
        method = method_of(game)
        if MEAN not in method.objectives or not (finds or _few_pairs(game)):
            return None
        within = 0 if "within" in method.takes else None
        limit = FINDING_PROOF if finds else PROOF
        solution = solve(game, within=within, shortest="shortest" in method.takes, limit=limit)
    except (ParameterError, TooLargeError):
        return None  # it is not solved as a whole, or not in a few seconds
    if not solution.proved or solution.total is None:
        return None
    return KnownOptimum(solution.total, solution.worst, "proved")


def _few_pairs(game: Game) -> bool:
    """Whether the table is so small that a proof may be had in a few seconds."""
    tables = tabulate(game)
    return len(tables.secrets) * len(tables.actions) <= MAX_PAIRS


def same_costs(game: Game) -> bool:
    """Whether every action costs as much as any other, whoever says so."""
    if not has_own(game, "cost"):
        return True
    costs = (float(numbers(game, "cost", [action])[0]) for action in game.actions())
    first = next(costs, 1.0)
    return all(cost == first for cost in costs)


@dataclass(frozen=True)
class Gap:
    """How far an evaluation is from the optimum; both empty where that is not known."""

    optimum: KnownOptimum | None
    """What is known of the game."""
    total: float | None
    """Steps over all secrets beyond the optimum."""
    untried: bool = False
    """Whether a proof was not begun because it would have to be compiled first."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON; nulls where nothing is known."""
        return {"optimum": None if self.optimum is None else vars(self.optimum), "gap": self.total}


def gap_to(evaluation: Evaluation, prove: bool = True) -> Gap:
    """How far an evaluation is from the optimum: known where every secret was played, and an optimum can be had.

    Without `prove`, only where it is at hand: a proof is not begun where its kernels would have to be compiled first,
    which takes far longer than the rest.
    """
    game = evaluation.game
    many = game.goal.finds and evaluation.secrets > MAX_FINDING
    if not evaluation.exact or many or not truthful(game) or not same_costs(game):
        return Gap(None, None)
    best = _at_hand(game)
    if best is None and not prove and not search_ready():
        return Gap(None, None, untried=True)
    best = best or _proved(game)
    return Gap(best, None if best is None else evaluation.total - best.total)
