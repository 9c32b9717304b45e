"""What the service answers: plain values that travel as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any


@dataclass(frozen=True)
class Field:
    """A parameter of a game or a strategy, for a form."""

    name: str
    kind: str
    """int, float, bool or str."""
    default: int | float | bool | str | None
    choices: list[str]
    help: str


@dataclass(frozen=True)
class Entry:
    """A game or a strategy of the catalogue."""

    name: str
    summary: str
    fields: list[Field]


@dataclass(frozen=True)
class StepTold:
    """One step of a play, and what it left."""

    action: str
    feedback: str
    gained: float
    """Bits that the answer told."""
    entropy: float
    """Bits that are missing after it."""
    candidates: int
    lies_needed: list[int] | None = None
    """How many of the candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    lie: bool = False
    """Whether the answer was found out as a lie, or confessed when the play was over."""


@dataclass(frozen=True)
class Option:
    """An action, and what is to be expected of it."""

    action: str
    score: float | None
    bits: float
    parts: int
    worst: int
    expected: float
    win: float
    hit: float
    possible: bool


@dataclass(frozen=True)
class Leaf:
    """What one answer would leave."""

    feedback: str
    probability: float
    candidates: int
    wins: bool
    lies_needed: list[int] | None = None
    """How many of these candidates take no lie, one, two, and so on; `None` where lies are not counted."""


@dataclass(frozen=True)
class Hint:
    """A decision: what to ask, and why."""

    strategy: str
    action: str
    chosen: Option
    reasons: list[str]
    alternatives: list[Option]
    leaves: list[Leaf]
    tie_break: str


@dataclass(frozen=True)
class Left:
    """How many secrets are possible, and some of them."""

    candidates: int
    exact: bool
    """Whether all of them are known, rather than a sample."""
    text: str
    entropy: float
    examples: list[str]
    lies_needed: list[int] | None = None
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""


@dataclass(frozen=True)
class Repair:
    """A step that may hold the mistake: without it, or with one of these answers, the others agree."""

    step: int
    action: str
    feedback: str
    answers: list[str]
    """The answers that would agree with all others, the likeliest first."""
    candidates: int
    """Secrets that agree with all other steps."""
    text: str


@dataclass(frozen=True)
class Contradiction:
    """Answers that no secret explains."""

    step: int
    """The first impossible step, counted from 1."""
    text: str
    repairs: list[Repair]
    """The single steps that may be wrong, the likeliest first; empty if more than one must be."""


@dataclass(frozen=True)
class Advice:
    """Help with a game that is played elsewhere."""

    game: str
    strategy: str
    history: str
    goal: str
    steps: list[StepTold]
    start_entropy: float
    solved: bool
    secret: str | None
    """The secret, where it is found."""
    left: Left | None
    """Nothing where the answers contradict each other."""
    hint: Hint | None
    contradiction: Contradiction | None
    board: str = ""
    """The board as SVG, if it was asked for."""


@dataclass(frozen=True)
class PlayTold:
    """A play as the player may see it. The secret is told at the end, and not before."""

    id: str
    game: str
    name: str
    summary: str
    goal: str
    oracle: str
    strategy: str
    rows: int | None
    steps: list[StepTold]
    start_entropy: float
    left: Left
    solved: bool
    over: bool
    """Whether it is solved, or was given up."""
    secret: str | None
    version: int
    """Goes up with each change."""
    board: str = ""
    """The board as SVG, if it was asked for."""
    composed: str | None = None
    """The action that the chosen parts of a board make, if they make one."""


@dataclass(frozen=True)
class BestLine:
    """How good play would have gone from the start, against the same secret."""

    strategy: str
    """`optimal`, or the strategy of the play."""
    optimal: bool
    """Whether no strategy takes fewer steps on average; proved."""
    steps: list[StepTold]
    solved: bool
    notes: list[str]
    """Against whom it was played, and why it ended early."""


@dataclass(frozen=True)
class Figure:
    """One figure of a report."""

    key: str
    title: str
    value: float | None
    text: str


@dataclass(frozen=True)
class Size:
    """How large a game is."""

    game: str
    secrets: int
    actions: int
    entropy: float


def plain(value: Any) -> Any:
    """A value as JSON can hold it: no infinities, no numbers of NumPy."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)
