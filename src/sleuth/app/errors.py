"""What can be wrong with a request, apart from what the rooms below say of games, strategies and files."""

from __future__ import annotations

from sleuth.core.errors import SleuthError


class RefusedError(SleuthError, ValueError):
    """The request is understood, and something in it is wrong or not allowed."""


class MissingError(SleuthError, LookupError):
    """There is nothing by this name."""


class ConflictError(SleuthError, RuntimeError):
    """The play has moved on, or is over."""
