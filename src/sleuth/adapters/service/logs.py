"""Logs of real tables, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from sleuth.adapters.service.store import LOG as LOG
from sleuth.adapters.service.store import Stored
from sleuth.app.log_history import LogHistory


@dataclass(frozen=True)
class KeptLog:
    """A log with its changes, and where it is kept; a new one is kept nowhere yet."""

    stored: Stored | None = None
    history: LogHistory = field(default_factory=LogHistory)

    @classmethod
    def of(cls, stored: Stored) -> KeptLog:
        """What is stored."""
        return cls(stored, LogHistory.parse(stored.record))

    @property
    def id(self) -> str:
        """Its name; empty for one that is kept nowhere yet."""
        return self.stored.id if self.stored else ""

    @property
    def version(self) -> int:
        """Goes up with every change."""
        return self.stored.version if self.stored else 0

    @property
    def text(self) -> str:
        """The log."""
        return self.history.text
