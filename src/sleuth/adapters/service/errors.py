"""What can go wrong with a server, each with the HTTP status that says so; what is wrong with a request has one too."""

from __future__ import annotations

from typing import ClassVar

from sleuth.app.errors import ConflictError, MissingError
from sleuth.core.errors import SleuthError


class ServiceError(SleuthError):
    """A request that cannot be served; the message is one sentence for the person who made it."""

    status: ClassVar[int] = 500
    retry: ClassVar[int | None] = None
    """Seconds after which it makes sense to ask again, where it does."""


class BusyError(ServiceError, RuntimeError):
    """Too many requests wait already."""

    status = 503
    retry = 5


class CrowdedError(BusyError):
    """Too many requests of the same client are under way."""

    status = 429


class SlowError(ServiceError, RuntimeError):
    """The work took longer than a request may take, and was stopped."""

    status = 504


class FaultError(ServiceError, RuntimeError):
    """Something failed that should not have; the details are in the log of the server."""

    status = 500


class StoreError(ServiceError, RuntimeError):
    """The file of plays cannot be read or written."""

    status = 503
    retry = 60


class FullError(StoreError):
    """There is no room on the disk for what was to be kept."""

    status = 507


def status_of(error: SleuthError) -> int:
    """The HTTP status that says what kind of error it is."""
    if isinstance(error, ServiceError):
        return error.status
    if isinstance(error, MissingError):
        return 404
    return 409 if isinstance(error, ConflictError) else 422
