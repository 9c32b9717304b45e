"""Mastermind, with a code jar if one is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from operator import eq
from typing import ClassVar, Self

import numpy as np

from sleuth.core.capabilities import Count, NumberedLaw, Twin
from sleuth.core.errors import ParameterError
from sleuth.core.game import Feedback, secrets_of
from sleuth.core.spec import require
from sleuth.core.text import shorten
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.games.reading import read_numbers
from sleuth.kernels.arrays import Array, Floats

MAX_AMOUNT = 1_000_000
"""Pegs of one colour in the jar; more say nothing that fewer do not."""


@dataclass(frozen=True)
class Mastermind(CodeGame, Count, Twin):
    """Break a hidden row of coloured pegs.

    The answer counts the pegs of the right colour in the right place (blacks) and in a wrong one (whites).
    A jar, `jar=4-2-1-1`, says how many pegs of each colour lie in the jar that the code is drawn from, with
    replacement; without one all codes are equally likely.
    """

    tagline: ClassVar[str] = "Crack the row of pegs"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "mastermind:pegs=3,colours=4",
        "Classic": "mastermind",
        "Hard": "mastermind:colours=8",
    }

    pegs: int = field(default=4, metadata={"label": "How many pegs are in a row?"})
    colours: int = field(default=6, metadata={"label": "How many colours are there?"})
    jar: str = field(
        default="",
        metadata={"label": "How many pegs of each colour are in the jar?", "empty": "equally many; or as in 4-2-1-1"},
    )

    def __post_init__(self) -> None:
        require(self.pegs >= 1, self, f"pegs must be at least 1, not {self.pegs}")
        require(self.colours >= 1, self, f"colours must be at least 1, not {self.colours}")
        require(self.pegs <= 100 and self.colours <= 100, self, "at most 100 pegs and 100 colours")
        if self.jar and len(self.contents) != self.colours:
            if self.colours != 6:
                raise ParameterError(
                    f"{self.name}: the jar {shorten(self.jar)} holds {len(self.contents)} colours, not {self.colours}"
                )
            object.__setattr__(self, "colours", len(self.contents))

    @classmethod
    def from_parameters(cls, raw: dict[str, str]) -> Self:
        if "jar" in raw and not raw["jar"].strip():
            raise ParameterError(f"{cls.name}: the jar is empty; write how many pegs of each colour: jar=4-2-1-1")
        return super().from_parameters(raw)

    @cached_property
    def contents(self) -> tuple[int, ...]:
        """How many pegs of each colour the jar holds."""
        if not self.jar:
            return (1,) * self.colours
        amounts = read_numbers(self.jar, "-")
        if amounts is None or min(amounts) < 1:
            how = "jar is how many pegs of each colour, at least 1, like 4-2-1-1"
            raise ParameterError(f"{self.name}: {how}; not {shorten(self.jar)!r}")
        require(max(amounts) <= MAX_AMOUNT, self, f"a jar has at most {MAX_AMOUNT:,} pegs of a colour")
        return tuple(amounts)

    @property
    def shape(self) -> tuple[int, int]:
        return self.pegs, self.colours

    def alike(self) -> Iterable[Sequence[int]]:
        """Colours of which the jar holds equally many."""
        amounts = sorted(set(self.contents))
        return [[c for c in range(self.colours) if self.contents[c] == amount] for amount in amounts]

    def secrets(self) -> Iterable[Code]:
        return product(range(self.colours), repeat=self.pegs)

    def feedback(self, action: Code, secret: Code) -> Feedback:
        black = sum(map(eq, action, secret))
        return black, (Counter(action) & Counter(secret)).total() - black

    def prior(self, secret: Code) -> int:
        return prod(self.contents[c] for c in secret) if self.jar else 1

    def count(self) -> int:
        return int(self.colours**self.pegs)

    def prior_rows(self, rows: Array) -> Floats:
        return np.array(self.contents, np.float64)[rows].prod(axis=1) if self.jar else np.ones(len(rows))

    def draw_rows(self, rng: np.random.Generator, n: int) -> Array:
        if not self.jar:
            return rng.integers(self.colours, size=(n, self.pegs), dtype=np.uint8)
        jar = np.repeat(np.arange(self.colours, dtype=np.uint8), self.contents)
        return jar[rng.integers(len(jar), size=(n, self.pegs))]

    def draw_action(self, rng: np.random.Generator) -> Code:
        return self.draw_actions(rng, 1)[0]

    def draw_actions(self, rng: np.random.Generator, n: int) -> list[Code]:
        return secrets_of(rng.integers(self.colours, size=(n, self.pegs)))

    def feedback_table(self, actions: Sequence[Code], secrets: Sequence[Code] | Array) -> Array:
        return self._table(actions, secrets, whites=True)

    def numbered_law(self, actions: Sequence[Code], secrets: Sequence[Code]) -> NumberedLaw:
        return self._law(actions, secrets, whites=True)

    def parse_feedback(self, text: str, action: Code) -> Feedback:
        return self.parse_pair(text, ("blacks", "whites"))
