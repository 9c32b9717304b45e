"""What can be wrong with a request, apart from what the rooms below say of games, strategies and files."""

from __future__ import annotations

from sleuth.core.errors import SleuthError


def place_in_file(error: BaseException) -> str | None:
    """Where in somebody's file of games or agents an error was raised; `None` if none had a part in it."""
    from sleuth.core.python_files import place_of

    return place_of(error)


class RequestError(SleuthError):
    """A request that cannot be served; the message is one sentence for the person who made it."""


class RefusedError(RequestError, ValueError):
    """The request is understood, and something in it is wrong or not allowed."""


class MissingError(RequestError, LookupError):
    """There is nothing by this name."""


class ConflictError(RequestError, RuntimeError):
    """The play has moved on, or is over."""
