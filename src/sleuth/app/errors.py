"""What can be wrong with a request, apart from what the rooms below say of games, strategies and files."""

from __future__ import annotations

from sleuth.core.errors import SleuthError


def game_place(error: BaseException) -> str | None:
    """Where in somebody's game file an error was raised; `None` if no game file had a part in it."""
    from sleuth.core.game_files import place_of

    return place_of(error)


class RequestError(SleuthError):
    """A request that cannot be served; the message is one sentence for the person who made it."""


class RefusedError(RequestError, ValueError):
    """The request is understood, and something in it is wrong or not allowed."""


class MissingError(RequestError, LookupError):
    """There is nothing by this name."""


class ConflictError(RequestError, RuntimeError):
    """The play has moved on, or is over."""
