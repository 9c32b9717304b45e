"""A file of finished games, so that a tournament at a table may be stopped, or killed, and go on later.

SQLite with a write-ahead log, as for other tournaments; a batch of games is one transaction. A game follows from its
number and the seed, so a file says what was played and never how far one may go: more games may be added later.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sleuth import __version__
from sleuth.multiplayer.arena import Result
from sleuth.multiplayer.game import CardGame
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.store import tune

APPLICATION = 0x534C5547
"""Tells these files from other SQLite files, the results of other tournaments among them."""
VERSION = 1
"""Goes up whenever the tables change."""

SCHEMA = f"""
BEGIN;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, seats TEXT NOT NULL, winner INTEGER, turns INTEGER NOT NULL, last TEXT NOT NULL
);
COMMIT;
"""


class GameFile:
    """The games of one tournament: of one game, one line of players and one seed. Other games are refused."""

    def __init__(self, path: str | Path, game: CardGame, line: Sequence[str], seed: int) -> None:
        self.path = Path(path)
        about = {"game": str(game), "cards": ", ".join(game.names), "players": " ".join(line), "seed": str(seed)}
        new = not self.path.exists() or self.path.stat().st_size == 0
        try:
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=60)
        except sqlite3.Error as error:
            raise ResultsError(f"cannot write {self.path}: {error}") from error
        try:
            if not new:
                self._recognise()
            tune(self._connection)
            self._begin(about)
        except sqlite3.DatabaseError as error:
            self.close()
            raise ResultsError(f"{self.path} cannot be used for games: {error}") from error
        except BaseException:
            self.close()
            raise

    def _recognise(self) -> None:
        """Refuse a file that is somebody else's. One that was killed at birth has no tables and is as good as new."""
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if tables and application != APPLICATION:
            raise ResultsError(f"{self.path} holds something else; name another file with --out")
        if tables and version != VERSION:
            raise ResultsError(f"{self.path} was written by another Sleuth (format {version}; this one has {VERSION})")

    def _begin(self, about: dict[str, str]) -> None:
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            self._connection.executescript(SCHEMA)
        known = dict(self._connection.execute("SELECT key, value FROM about"))
        for key, value in about.items():
            if known.get(key, value) != value:
                raise ResultsError(
                    f"{self.path} is of another tournament: its {key} is {known[key]!r}, here it is {value!r}; "
                    "name another file with --out"
                )
        rows = (about | {"sleuth": __version__}).items()
        self._connection.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)

    def results(self) -> list[Result]:
        """The games that are finished, by their numbers."""
        rows = self._connection.execute("SELECT number, seats, winner, turns, last FROM games ORDER BY number")
        return [Result(number, tuple(json.loads(seats)), *rest) for number, seats, *rest in rows]

    def add(self, results: Iterable[Result]) -> None:
        """Keep games: when this returns, they are on the disk."""
        rows = [(r.number, json.dumps(r.seats), r.winner, r.turns, r.last) for r in results]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?)", rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise ResultsError(f"cannot write {self.path}: {error}; the games before are kept") from error

    def close(self) -> None:
        """Fold the log into the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def __enter__(self) -> GameFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
