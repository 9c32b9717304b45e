"""From a request to its result."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import Request
from sleuth.app.results import Result, plain
from sleuth.core.progress import Progress, silent


def function_of(kind: type[Request]) -> Callable[..., Any]:
    """The function that serves a kind of request."""
    module, _, name = kind.home.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function


def perform(request: Request, bounds: Bounds = OPEN, progress: Progress = silent) -> Any:
    """What a request gives: a result, or an object of a room below that has `as_json`."""
    return function_of(type(request))(request, bounds, progress)


def perform_afar(request: Request, bounds: Bounds, progress: Progress = silent) -> Any:
    """`perform` for another process: what comes back travels, so that an object of a room below comes as its JSON."""
    result = perform(request, bounds, progress)
    if isinstance(result, dict):
        return plain(result)
    return plain(result.as_json()) if hasattr(result, "as_json") and not isinstance(result, Result) else result
