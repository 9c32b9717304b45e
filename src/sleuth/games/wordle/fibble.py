"""Fibble: Wordle's own channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from sleuth.core.channel import Channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Feedback, Game

TILES = "gy-"
MAX_TILES = 7


@dataclass(frozen=True)
class Fibble(Channel):
    """Wordle in which one tile of every row lies, and no more than one."""

    always: ClassVar[bool] = True
    whole: ClassVar[bool] = False

    @property
    def most(self) -> None:
        return None

    @property
    def promise(self) -> str:
        return "One tile of every row lies, until the word is guessed."

    @property
    def chance(self) -> None:
        return None

    def weight(self, game: Game, true: Feedback, said: Feedback) -> float:
        """Exactly one tile differs. A row that is all green is a win, and never a lie."""
        one, other = str(true), str(said)
        return float(set(other) != {"g"} and sum(a != b for a, b in zip(one, other, strict=True)) == 1)

    def vocabulary(self, known: Sequence[Feedback]) -> list[Feedback]:
        return ["".join(row) for row in product(TILES, repeat=len(str(known[0])))]

    def check(self, game: Game) -> None:
        secret = next(iter(game.secrets()))
        row = game.feedback(secret, secret) if game.goal.only_names else None
        if not isinstance(row, str) or set(row) != {"g"} or len(row) != len(secret):
            raise ParameterError(f"{self.name} is for Wordle: the answers of {game.name} are not rows of tiles")
        if len(row) > MAX_TILES:
            raise ParameterError(f"{self.name} takes words of at most {MAX_TILES} letters, not {len(row)}")
