"""Optimal totals: published ones by spec string, those of the book, and what can be proved at once.

A published entry holds for exactly that game and no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.core.errors import TooLargeError
from sleuth.core.game import Game, has_own
from sleuth.core.limit import Limit
from sleuth.core.offers import count_of, truthful
from sleuth.strategies.steps import Steps


@dataclass(frozen=True)
class KnownOptimum:
    """The least number of steps over all secrets that any strategy takes."""

    total: float
    worst: int | None
    """The longest play of the strategy with this total, where it is known."""
    source: str


PROOF = Limit(nodes=20_000)
"""What a proof may take, a few seconds: not counted in them, so that a busy machine finds what an idle one does."""
LISTED_MOST = 20_000
"""Secrets beyond which nothing is proved at once."""
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
    known = known_optimum(str(game))
    if known is not None:
        return known
    from sleuth.solve import solve
    from sleuth.solve.book import optimum

    in_book = optimum(game)
    if in_book is not None:
        return KnownOptimum(*in_book, "proved, in the book")
    if (count_of(game) or 0) > LISTED_MOST:
        return None
    if game.goal.finds:
        return _find(game)
    found = solve(game, within=0, limit=PROOF)
    return KnownOptimum(found.total, found.worst, "proved") if found.total_proved else None


def same_costs(game: Game) -> bool:
    """Whether every action costs as much as any other, whoever says so."""
    if not has_own(game, "cost"):
        return True
    costs = (float(game.cost(action)) for action in game.actions())
    first = next(costs, 1.0)
    return all(cost == first for cost in costs)


def _find(game: Game) -> KnownOptimum | None:
    from sleuth.solve.finding import solve_finding

    try:
        found = solve_finding(game, limit=PROOF)
    except TooLargeError:
        return None
    return KnownOptimum(found.total, found.worst, "proved") if found.proved else None


def gap_to(steps: Steps, best: KnownOptimum | None) -> dict[str, Any]:
    """How far an evaluation is from the optimum, for JSON; nulls where that is not known."""
    if best is None:
        return {"optimum": None, "gap": None}
    optimum = {"total": best.total, "worst": best.worst, "source": best.source}
    return {"optimum": optimum, "gap": steps.total - best.total}
