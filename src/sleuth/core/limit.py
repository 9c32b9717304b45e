"""What a strategy may spend. This is the one place that knows about time."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from sleuth.core.errors import ParameterError
from sleuth.kernels import compiling


def work_clock() -> float:
    """Seconds since some moment, without those that this process spent compiling kernels.

    That is needed once on a machine, and no figure of a game.
    """
    return time.perf_counter() - compiling.spent()


@dataclass(frozen=True)
class Limit:
    """Seconds, nodes or samples that may be spent; `None` is no limit."""

    seconds: float | None = None
    """Seconds of wall time."""
    nodes: int | None = None
    """Nodes of a search."""
    samples: int | None = None
    """Samples or iterations."""

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "samples"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ParameterError(f"limit: {name} must be more than 0, not {value}")

    def within(self, seconds: float | None = None) -> Limit:
        """The same limit, and no more than so many seconds."""
        if seconds is None:
            return self
        return replace(self, seconds=seconds if self.seconds is None else min(seconds, self.seconds))

    def start(self) -> Clock:
        """Begin to spend."""
        return Clock(self, time.monotonic())


UNLIMITED = Limit()


class Clock:
    """A limit that is being spent."""

    def __init__(self, limit: Limit, began: float) -> None:
        self.limit, self.began = limit, began
        self.nodes = 0
        self.samples = 0

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.began

    def spent(self) -> bool:
        """Whether any part of the limit is used up."""
        limit = self.limit
        return (
            (limit.seconds is not None and self.seconds >= limit.seconds)
            or (limit.nodes is not None and self.nodes >= limit.nodes)
            or (limit.samples is not None and self.samples >= limit.samples)
        )
