"""Extras: packages that only some of what Sleuth does needs, imported where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sleuth.core.errors import MissingExtraError

DISTRIBUTION = "sleuth-games"
"""What is installed; what is imported and typed is `sleuth`."""


def install_command(*extras: str) -> str:
    """What to type to have Sleuth with some extras."""
    return f'pip install "{DISTRIBUTION}[{",".join(extras)}]"'


def extra(name: str, what: str, module: str, *others: str) -> Any:
    """The first of some modules of an extra; where one is missing, the error says in one line what `what` needs."""
    try:
        first = import_module(module)
        for other in others:
            import_module(other)
    except ImportError as error:
        message = f"{install_command(name)} ({error.name or error} is missing)"
        raise MissingExtraError(f'{what} needs the packages of the extra "{name}": {message}') from error
    return first
