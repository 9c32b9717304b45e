"""A channel of its own: a taster who would rather say less, and much less seldom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.core.channel import Channel


@dataclass(frozen=True)
class Shy(Channel):
    """At most one answer is too low; by two a quarter as often as by one."""

    chance: float = 0.3

    @property
    def most(self) -> int:
        return 1

    def weight(self, game: Any, true: Any, said: Any) -> float:
        return {1: 1.0, 2: 0.25}.get(true - said, 0.0)
