"""Extras: packages that only some of what Sleuth does needs, imported where they are used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sleuth.core.errors import MissingExtraError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import the packages of an extra inside this, and who lacks one is told in one line what `what` needs."""
    try:
        yield
    except ImportError as error:
        missing = f" ({error.name} is missing)" if error.name else ""
        raise MissingExtraError(
            f'{what} needs the packages of the extra "{name}": pip install "sleuth[{name}]"{missing}'
        ) from error
