"""Optimal totals that are published, by spec string. An entry holds for exactly that game and no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Optimum:
    """The least number of steps over all secrets that any strategy takes."""

    total: float
    worst: int | None
    """The longest play of the strategy with this total, where it is known."""
    source: str


PUBLISHED = "published"
KOYAMA_LAI = "Koyama & Lai 1993"

KNOWN: dict[str, Optimum] = {
    f"mastermind:pegs={pegs},colours={colours}": Optimum(total, worst, source)
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
        (4, 4, 905, 5, PUBLISHED),
        (4, 6, 5625, 6, KOYAMA_LAI),
        (4, 7, 11228, 6, PUBLISHED),
        (4, 8, 20471, 7, PUBLISHED),
    )
} | {
    f"bulls-and-cows:length={length},symbols={symbols}": Optimum(total, worst, PUBLISHED)
    for length, symbols, total, worst in ((4, 6, 1446, 5), (4, 8, 7817, 6), (4, 10, 26274, 7))
}


def known_optimum(spec: str) -> Optimum | None:
    """The published optimum of a game, if there is one."""
    return KNOWN.get(spec)
