"""What each answer to a question would lead to: the one door to look-ahead, exact search and plain evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sleuth.core.game import Feedback

if TYPE_CHECKING:
    from sleuth.belief.base import InformationSet

WHOLE = 1e-9
"""A leftover of less than this is rounding."""


@dataclass(frozen=True)
class Child:
    """What one answer would lead to."""

    feedback: Feedback
    probability: float
    left: int
    """How many candidates it would leave."""
    over: bool
    """Whether play would have ended."""
    after: Callable[[], InformationSet] = field(repr=False, compare=False)
    """The set that it would leave, made when it is asked for."""


class Children(Sequence[Child]):
    """The answers to one question, the likeliest first."""

    def __init__(self, children: Iterable[Child], rest: float = 0.0) -> None:
        self._children = tuple(children)
        self.rest = rest if rest > WHOLE else 0.0
        """The probability of all answers that are not listed."""

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, place: Any) -> Any:
        return self._children[place]

    def __repr__(self) -> str:
        rest = f", rest={self.rest:.3g}" if self.rest else ""
        return f"Children({list(self._children)}{rest})"
