"""Results about plays."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.app.results import KnowledgeResult, Result, StepResult, Subject, SuggestionResult


@dataclass(frozen=True, kw_only=True)
class HintResult(SuggestionResult):
    """What a strategy would ask now in a play."""

    strategy: str
    board: str = ""
    """The board with the action marked, as SVG, if it was asked for."""


@dataclass(frozen=True, kw_only=True)
class PlayResult(KnowledgeResult, Subject):
    """A play as the player may see it. The secret is told at the end, and not before."""

    id: str = ""
    name: str
    summary: str
    goal: str
    oracle: str
    rows: int | None
    """Steps that the game gives, where it says."""
    steps: list[StepResult]
    start_entropy: float
    solved: bool
    over: bool
    """Whether it is solved, or was given up."""
    secret: str | None
    version: int = 0
    """Goes up with each change."""
    board: str = ""
    """The board as SVG, if it was asked for."""
    composed: str | None = None
    """The action that the chosen parts of a board make, if they make one."""


@dataclass(frozen=True, kw_only=True)
class WatchStepResult(StepResult):
    """One step of a strategy that is watched."""

    expected_bits: float
    """What the answer was expected to tell."""
    gained_bits: float
    """What it told."""


@dataclass(frozen=True, kw_only=True)
class WatchResult(Subject):
    """A strategy at one secret."""

    oracle: str
    secret: str
    start_entropy: float
    steps: list[WatchStepResult]
    solved: bool
    confession: list[str]
    """What an oracle that lied says at the end."""


@dataclass(frozen=True, kw_only=True)
class ReplayResult(Result):
    """A recorded play, gone through again."""

    game: str
    player: str
    oracle: str
    solved: bool
    secret: str | None
    steps: list[StepResult]


@dataclass(frozen=True, kw_only=True)
class LineResult(Result):
    """How good play would have gone from the start, against the same secret."""

    strategy: str
    """`optimal`, or the strategy of the play."""
    optimal: bool
    """Whether no strategy takes fewer steps on average; proved."""
    steps: list[StepResult]
    solved: bool
    notes: list[str]
    """Against whom it was played, and why it ended early."""
