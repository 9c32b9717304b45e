"""How the kit says no: one error, which names the offending case."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, ParamSpec, TypeVar

from sleuth.core.errors import ConformanceError
from sleuth.core.game import Action, Secret
from sleuth.core.text import shorten

P = ParamSpec("P")
T = TypeVar("T")


def fail(owner: object, message: str) -> NoReturn:
    """The contract is broken."""
    raise ConformanceError(f"{owner}: {message}")


def claim(condition: bool, owner: object, message: str) -> None:
    """Fail unless `condition` holds."""
    if not condition:
        fail(owner, message)


def attempt(
    owner: object, what: str | Callable[[], str], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """What `function` returns; an exception breaks the contract. `what` was tried: a text, or one made when needed."""
    try:
        return function(*args, **kwargs)
    except ConformanceError:
        raise
    except Exception as error:
        text = what if isinstance(what, str) else what()
        raise ConformanceError(f"{owner}: {text} raised {type(error).__name__}: {error}") from error


def show(value: object) -> str:
    """A value of the game, for a message."""
    return shorten(repr(value))


def cell(action: Action, secret: Secret) -> str:
    """The place where a law went wrong."""
    return f"action {show(action)} and secret {show(secret)}"
