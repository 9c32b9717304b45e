"""Ulam's game proved: how many questions a strategy needs at most, whatever is answered, and how few any one needs.

Numbers that take the same lies are alike, so a walk over the types that a strategy can meet, both answers at each, goes
through all plays at once: for a million numbers and one lie that is a few dozen types.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, cast

from sleuth.core.channel import Channel, Lies
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.offers import channel_of, plain_game
from sleuth.games.ulam.players.berlekamp import EXACT, Berlekamp, fewest_with_one_half_lie, split
from sleuth.games.ulam.players.kinds import Kinds, after, half_bound
from sleuth.games.ulam.players.search import least
from sleuth.games.ulam.rules import LISTED, Ulam
from sleuth.solve.method import WORST, Method, SolveOptions
from sleuth.solve.worst_solution import WorstCaseSolution

MAX_STEPS = 500


class WorstCase(NamedTuple):
    """What a walk over all answers found."""

    steps: int
    """The longest play."""
    types: int
    """How many types were met."""


def worst_case(numbers: int, channel: Channel, rule: Callable[[Kinds, bool], Kinds] = split) -> WorstCase:
    """The longest play of a rule that says how many numbers of each kind to ask for, over all answers."""
    if numbers < 1:
        raise ParameterError(f"ulam has at least one number, not {numbers}")
    half, seen = channel.one_way, dict[Kinds, int]()

    def longest(kinds: Kinds, depth: int) -> int:
        if sum(kinds) <= 1:
            return 0
        if depth > MAX_STEPS:
            raise StuckError(f"the rule does not find the number in {MAX_STEPS} questions; it comes to {kinds}")
        if kinds not in seen:
            question = rule(kinds, half)
            seen[kinds] = 1 + max(longest(after(kinds, question, yes, half), depth + 1) for yes in (True, False))
        return seen[kinds]

    return WorstCase(longest((numbers,) + (0,) * (channel.most or 0), 0), len(seen))


def pelc(numbers: int) -> int:
    """The fewest questions that find one of so many numbers if at most one answer is a lie (Pelc 1987)."""
    steps = 0
    while numbers * (steps + 1) + (steps - 1 if numbers % 2 else 0) > 2**steps:
        steps += 1
    return steps


@dataclass(frozen=True, repr=False)
class UlamSolution(WorstCaseSolution):
    """How many questions are enough, and how many are needed by anyone."""

    method: ClassVar[str] = "ulam"
    looked_at: ClassVar[str] = "type"

    @property
    def enough(self) -> str:
        """The questions that are always enough, and by which strategy."""
        return f"{self.worst} questions with berlekamp, whatever is answered"

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**super().as_json(), "strategy": str(Berlekamp())}


def solve_ulam(game: Game, options: SolveOptions) -> UlamSolution:
    """The worst case of `berlekamp` over all answers, beside what no strategy beats.

    With lies that is what bounds and a search through all splits say; one half-lie is exact for few numbers, and else
    the sequences of answers are counted.
    """
    began = time.perf_counter()
    numbers, channel = cast(Ulam, plain_game(game)).numbers, channel_of(game) or Lies(0)
    worst = worst_case(numbers, channel)
    return UlamSolution(game, numbers, worst.steps, _least(numbers, channel), worst.types, time.perf_counter() - began)


def _least(numbers: int, channel: Channel) -> int:
    if not channel.one_way or not channel.most:
        return least((numbers,) + (0,) * (channel.most or 0))
    exact = channel.most == 1 and numbers <= EXACT
    return fewest_with_one_half_lie((numbers, 0)) if exact else half_bound(numbers)


ULAM = Method(
    UlamSolution.method,
    (WORST,),
    frozenset(),
    "of this game only the worst case is solved, without a tree or a first action",
    solve_ulam,
)


def solver(game: Game) -> Method | None:
    """What solves Ulam's game under a number of lies, or with none, and too many sets to list; `None` for others."""
    channel = channel_of(game)
    if channel is None:
        return ULAM if cast(Ulam, game).numbers > LISTED else None
    return ULAM if channel.most is not None and (channel.every or channel.one_way) else None
