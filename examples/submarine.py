"""A game whose answers depend on what was asked before: sink a submarine that is three squares long."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sleuth import Goal, Sequential
from sleuth.core import Constraint, Hits


@dataclass(frozen=True)
class Submarine(Sequential, Constraint, Hits):
    """Sink a submarine of three squares in a canal; only the last shot says that it sinks."""

    goal: ClassVar[Goal] = Goal.FIND
    repeats: ClassVar[bool] = False

    canal: int = 12

    def secrets(self) -> Iterator[range]:
        return (range(bow, bow + 3) for bow in range(self.canal - 2))

    def actions(self) -> range:
        return range(self.canal)

    def hits(self, secret: range) -> Collection[int]:
        return secret

    def feedback_after(self, past: Sequence[int], action: int, secret: range) -> str:
        if action not in secret:
            return "miss"
        return "sunk" if set(secret) <= {*past, action} else "hit"

    def format_secret(self, secret: range) -> str:
        return f"{secret[0]}-{secret[-1]}"
