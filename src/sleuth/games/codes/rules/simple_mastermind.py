"""Mastermind with black pegs only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import ClassVar

from sleuth.core.capabilities import NumberedLaw
from sleuth.core.errors import FeedbackError
from sleuth.core.game import Symmetry, swap_and_turn
from sleuth.core.text import shorten, whole_number
from sleuth.games.codes.rules.code import Code
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.kernels.arrays import Array


@dataclass(frozen=True)
class SimpleMastermind(Mastermind):
    """Break a hidden row of coloured pegs, told only how many are right."""

    tagline: ClassVar[str] = "Only the count is told"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "simple-mastermind:pegs=3,colours=4",
        "Classic": "simple-mastermind",
        "Hard": "simple-mastermind:colours=8",
    }

    def feedback(self, action: Code, secret: Code) -> int:
        return sum(map(eq, action, secret))

    def symmetries(self) -> Iterator[Symmetry]:
        """As in Mastermind, and colours may be renamed in one place and not in the others."""
        yield from super().symmetries()
        for group in self.alike():
            for names in swap_and_turn(group):
                rename = partial(_renamed_at, names, self.pegs - 1)
                yield Symmetry(rename, rename)

    def feedback_table(self, actions: Sequence[Code], secrets: Sequence[Code] | Array) -> Array:
        return self._table(actions, secrets, whites=False)

    def numbered_law(self, actions: Sequence[Code], secrets: Sequence[Code]) -> NumberedLaw:
        return self._law(actions, secrets, whites=False)

    def parse_feedback(self, text: str, action: Code) -> int:
        right = whole_number(text, 0, self.pegs)
        if right is None:
            raise FeedbackError(
                f"{shorten(text.strip())!r} is no answer in {self.name}: write how many are right, 0 to {self.pegs}"
            )
        return right


def _renamed_at(names: dict[int, int], place: int, code: Code) -> Code:
    return (*code[:place], names.get(code[place], code[place]), *code[place + 1 :])
