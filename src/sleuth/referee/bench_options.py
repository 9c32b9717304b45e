"""What somebody chooses for a run of the suite: which part is played, how, and what it may spend."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Self

from sleuth.core.errors import ParameterError
from sleuth.referee.bench_report import cost_of
from sleuth.referee.bench_store import PART, BenchResults
from sleuth.referee.suite import QUICK_PLAYS, Suite, SuiteEntry

MAX_PARALLEL = 256
"""Plays that a language model may have at once."""


@dataclass(frozen=True)
class BenchPart:
    """Which part of a suite is played."""

    games: tuple[str, ...] = ()
    """Entries, or games, by name; all unless given."""
    plays: int | None = None
    """So many secrets of each entry, the first ones; all unless given."""
    quick: bool = False
    """Whether a few secrets of a few entries are enough."""

    def __post_init__(self) -> None:
        if self.plays is not None and self.plays < 1:
            raise ParameterError(f"an entry has at least 1 play, not {self.plays}")

    @classmethod
    def of_results(cls, results: BenchResults) -> Self:
        """The part that was last asked for."""
        values = json.loads(results.notes.get(PART, "{}"))
        return cls(**{**values, "games": tuple(values.get("games", ()))})

    def of(self, suite: Suite) -> list[tuple[SuiteEntry, int]]:
        """The plays of this part: entries, and the numbers of their secrets."""
        most = QUICK_PLAYS if self.quick and self.plays is None else self.plays
        entries = suite.part(self.games, self.quick)
        return [(entry, number + 1) for entry in entries for number in range(len(entry.secrets[:most]))]


@dataclass(frozen=True)
class SpendLimits:
    """What a run may spend, all its parts together; what is on its way when a limit is reached is not cut off."""

    tokens: int | None = None
    """Tokens of prompts and replies."""
    cost: float | None = None
    """Money, in the currency of the prices."""
    requests: int | None = None
    """Requests to the server, those that failed too."""
    price_in: float | None = None
    """The price of a million tokens of prompts."""
    price_out: float | None = None
    """The price of a million tokens of replies."""

    def __post_init__(self) -> None:
        values = {name: value for name, value in asdict(self).items() if value is not None}
        if any(value < 0 for value in values.values()):
            raise ParameterError("a limit or a price is at least 0")
        if (self.price_in is None) != (self.price_out is None):
            raise ParameterError("give both prices, --price-in and --price-out, or none")
        if self.cost is not None and self.price_in is None:
            raise ParameterError("a limit on the cost needs the prices: --price-in and --price-out")

    def reached(self, tokens_in: int, tokens_out: int) -> str:
        """Which limit on tokens or cost is reached; empty while none is."""
        if self.tokens is not None and tokens_in + tokens_out >= self.tokens:
            return f"the limit of {self.tokens:,} tokens is reached"
        spent = cost_of(tokens_in, tokens_out, self.price_in, self.price_out)
        if self.cost is not None and spent is not None and spent >= self.cost:
            return f"the limit of {self.cost:g} on the cost is reached"
        return ""


@dataclass(frozen=True)
class BenchOptions:
    """How a run is played."""

    retries: int = 0
    """How many refused replies in a row may be mended before one costs a step."""
    parallel: int = 1
    """How many plays a language model has at once."""
    limits: SpendLimits = SpendLimits()
    """What may be spent."""
    failed: bool = False
    """Whether plays that failed are played again."""

    def __post_init__(self) -> None:
        if not 1 <= self.parallel <= MAX_PARALLEL:
            raise ParameterError(f"between 1 and {MAX_PARALLEL} plays go on at once, not {self.parallel}")
