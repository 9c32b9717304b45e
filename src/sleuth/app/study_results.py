"""Results about whole games, and what there is to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.app.results import Result


@dataclass(frozen=True, kw_only=True)
class FieldResult(Result):
    """A parameter of a game or a strategy, for a form."""

    name: str
    kind: str
    """int, float, bool or str."""
    default: int | float | bool | str | None
    choices: list[str]
    help: str


@dataclass(frozen=True, kw_only=True)
class EntryResult(Result):
    """A game, a strategy or a channel of the catalogue."""

    name: str
    summary: str
    parameters: dict[str, Any]
    """Every parameter with its default."""
    fields: list[FieldResult]
    """The parameters that a form may offer: those that name no file."""


@dataclass(frozen=True, kw_only=True)
class FigureResult(Result):
    """One figure of a report."""

    key: str
    title: str
    value: float | None
    text: str


@dataclass(frozen=True, kw_only=True)
class SizeResult(Result):
    """How large a game is."""

    game: str
    secrets: int
    actions: int
    entropy: float


@dataclass(frozen=True, kw_only=True)
class CheckResult(Result):
    """A game that keeps the contract."""

    game: str
    ok: bool
    secrets: int | None = None
    actions: int | None = None
    feedbacks: int | None = None
    """How many there are, where the game has a table."""
