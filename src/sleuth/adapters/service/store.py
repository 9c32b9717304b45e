"""Where plays live: one SQLite file with a write-ahead log, so that they survive a restart of the server.

A play is stored as the text of its record. Its name is random and long, so that nobody finds it who was not told. What
is shared is a copy under another name, without the secret of a play that goes on.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from sleuth.adapters.service.errors import ConflictError, FaultError, MissingError

APPLICATION = 0x534C5550
"""Tells these files from other SQLite files."""
VERSION = 2
"""Goes up whenever the tables change."""
ID_BYTES = 18
PLAYS_MOST = 200_000
"""More plays than this are not kept: the oldest go."""
PRUNE_EVERY = 500

SCHEMA = f"""
BEGIN;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE plays (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, record TEXT NOT NULL, strategy TEXT NOT NULL,
    given_up INTEGER NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL, copied TEXT NOT NULL DEFAULT ''
);
CREATE INDEX plays_changed ON plays (changed);
COMMIT;
"""

ADDED = {2: "ALTER TABLE plays ADD COLUMN copied TEXT NOT NULL DEFAULT ''"}
"""What each version added; a file of an earlier one is brought up to date."""


@dataclass(frozen=True)
class Stored:
    """One play as it is kept."""

    id: str
    kind: str
    """`play`, `shared` or `clue`."""
    record: str
    strategy: str
    given_up: bool
    version: int
    copied: str = ""
    """The name of the play that a shared one is a copy of: it is in the dice of an oracle that lies."""

    @property
    def dice(self) -> str:
        """The name that goes into the dice."""
        return self.copied or self.id


class Store:
    """The file of plays. Several threads and processes may use it at once."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = Lock()
        self._added = 0
        try:
            if self.path.name != ":memory:":
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._begin()
        except (sqlite3.Error, OSError) as error:
            raise FaultError(f"cannot keep plays in {self.path}: {error}") from error

    def _begin(self) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            ours = tables and application == APPLICATION
            while ours and version + 1 in ADDED:
                version += 1
                connection.execute(ADDED[version])
                connection.execute(f"PRAGMA user_version = {version}")
        finally:
            connection.execute("COMMIT")
        if tables and not ours:
            raise FaultError(f"{self.path} holds something else than plays; name another folder with --data")
        if tables and version != VERSION:
            raise FaultError(f"{self.path} was written by another Sleuth (format {version}; this one has {VERSION})")
        if not tables:
            with suppress(sqlite3.OperationalError):  # another process was first
                connection.executescript(SCHEMA)
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def add(
        self, record: str, strategy: str = "", kind: str = "play", given_up: bool = False, copied: str = ""
    ) -> Stored:
        """Keep a new play, under a name that cannot be guessed."""
        stored = Stored(secrets.token_urlsafe(ID_BYTES), kind, record, strategy, given_up, 1, copied)
        with self._lock:
            self._connection.execute(
                "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (stored.id, kind, record, strategy, int(given_up), 1, time.time(), copied),
            )
            self._added += 1
            if self._added % PRUNE_EVERY == 0:
                self._prune()
        return stored

    def get(self, identity: str, kind: str = "play") -> Stored:
        """A play by its name."""
        with self._lock:
            row = self._connection.execute(
                "SELECT id, kind, record, strategy, given_up, version, copied FROM plays WHERE id = ? AND kind = ?",
                (identity, kind),
            ).fetchone()
        if row is None:
            raise MissingError("there is no such play; it may have been removed")
        return Stored(row[0], row[1], row[2], row[3], bool(row[4]), row[5], row[6])

    def change(self, was: Stored, record: str, given_up: bool = False) -> Stored:
        """Keep what a play has become, unless it has changed meanwhile."""
        now = replace(was, record=record, given_up=given_up, version=was.version + 1)
        with self._lock:
            done = self._connection.execute(
                "UPDATE plays SET record = ?, given_up = ?, version = ?, changed = ? WHERE id = ? AND version = ?",
                (record, int(given_up), now.version, time.time(), was.id, was.version),
            ).rowcount
        if not done:
            raise ConflictError("this play has moved on in another window; look again")
        return now

    def _prune(self) -> None:
        self._connection.execute(
            "DELETE FROM plays WHERE id IN (SELECT id FROM plays ORDER BY changed DESC LIMIT -1 OFFSET ?)",
            (PLAYS_MOST,),
        )

    def close(self) -> None:
        """Fold the log into the file."""
        with self._lock, suppress(sqlite3.Error):
            self._connection.close()
