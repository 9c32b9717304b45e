"""The results file: SQLite with a write-ahead log. One process writes, anybody may read meanwhile.

A batch of rows is one transaction, synced to the disk before it is acknowledged: whatever kills the process, what was
acknowledged is there. A lock file, released by the system when its process ends, keeps a second writer out.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from sleuth.play.tournament.config import Config
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.trial import Key, Row

APPLICATION = 0x534C5548
"""Tells our files from other people's SQLite files."""
VERSION = 1
"""Goes up whenever the tables change."""
COLUMNS = Row._fields

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE trials (
    seed INTEGER NOT NULL, game TEXT NOT NULL, agent TEXT NOT NULL, trial INTEGER NOT NULL,
    steps INTEGER NOT NULL, solved INTEGER NOT NULL, decisions INTEGER NOT NULL,
    seconds REAL NOT NULL, cpu REAL NOT NULL, took REAL NOT NULL, spent TEXT NOT NULL,
    secret TEXT NOT NULL, history TEXT NOT NULL, error TEXT,
    UNIQUE (seed, game, agent, trial)
);
"""


@dataclass(frozen=True)
class Results:
    """What a results file holds."""

    path: Path
    config: Config
    rows: tuple[Row, ...]
    """In the order of their keys, whatever the order in which they were played."""


class Store:
    """A results file, open for writing."""

    def __init__(self, path: Path, lock: IO[str], connection: sqlite3.Connection) -> None:
        self.path, self._lock, self._connection = path, lock, connection

    @classmethod
    def create(cls, path: str | Path, config: Config) -> Store:
        """A new results file. One that has results is not written over."""
        path = Path(path)
        lock = _lock(path)
        try:
            if path.exists() and not _is_blank(path):
                raise ResultsError(
                    f"{path} exists; go on with `sleuth tournament resume {path}`, or name another file with --out"
                )
            store = cls(path, lock, _connect(path))
        except BaseException:
            _unlock(path, lock)
            raise
        try:
            with store._writing() as connection:
                connection.executescript(f"BEGIN; {SCHEMA} COMMIT;")
            store.note("config", str(config))
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """A results file to go on with."""
        path = Path(path)
        _check(path)
        lock = _lock(path)
        try:
            return cls(path, lock, _connect(path))
        except BaseException:
            _unlock(path, lock)
            raise

    def add(self, rows: Iterable[Row]) -> None:
        """Acknowledge rows: when this returns, they are on the disk. A row that is there already stays as it is."""
        with self._writing() as connection:
            connection.execute("BEGIN")
            connection.executemany(f"INSERT OR IGNORE INTO trials VALUES ({', '.join('?' * len(COLUMNS))})", rows)
            connection.execute("COMMIT")

    def forget_failures(self) -> None:
        """Remove the rows of failed trials, so that they run again."""
        with self._writing() as connection:
            connection.execute("DELETE FROM trials WHERE error IS NOT NULL")

    def note(self, key: str, value: str) -> None:
        """Keep a text about the tournament."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def notes(self) -> dict[str, str]:
        """The texts about the tournament."""
        return dict(self._connection.execute("SELECT key, value FROM about"))

    def config(self) -> Config:
        """The config that the tournament began with."""
        return _config(self.path, self._connection)

    def rows(self) -> list[Row]:
        """All rows, in the order of their keys."""
        return list(_rows(self._connection))

    def keys(self) -> set[Key]:
        """The trials that are done."""
        return {Key(*key) for key in self._connection.execute("SELECT seed, game, agent, trial FROM trials")}

    def discard(self) -> None:
        """Remove the file: nothing was played into it."""
        with suppress(sqlite3.Error):
            self._connection.close()
        for end in ("", "-wal", "-shm"):
            self.path.with_name(f"{self.path.name}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        """Fold the log into the file, and let others write."""
        with suppress(sqlite3.Error):
            self._connection.close()
        _unlock(self.path, self._lock)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        try:
            yield connection
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise ResultsError(f"cannot write {self.path}: {error}; {self._kept()}") from error

    def _kept(self) -> str:
        try:
            (number,) = self._connection.execute("SELECT count(*) FROM trials").fetchone()
        except sqlite3.Error:
            return "what it holds is unchanged"
        return f"it holds {number:,} finished trials; when there is room, `sleuth tournament resume {self.path}`"


def read_results(path: str | Path) -> Results:
    """What a results file holds now, also while it is being written."""
    path = Path(path)
    with _reading(path) as connection:
        return Results(path, _config(path, connection), tuple(_rows(connection)))


def _rows(connection: sqlite3.Connection) -> Iterator[Row]:
    order = "ORDER BY game, seed, agent, trial"
    for values in connection.execute(f"SELECT {', '.join(COLUMNS)} FROM trials {order}"):
        row = Row(*values)
        yield row._replace(solved=bool(row.solved))


def _config(path: Path, connection: sqlite3.Connection) -> Config:
    found = connection.execute("SELECT value FROM about WHERE key = 'config'").fetchone()
    if found is None:
        raise ResultsError(f"{path} holds no config: it was stopped before it began; delete it and run again")
    return Config.parse(found[0], f"the config in {path}")


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=60, check_same_thread=False)
        try:
            tune(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise ResultsError(f"cannot write {path}: {error}") from error
    return connection


def tune(connection: sqlite3.Connection) -> None:
    """A log that readers can pass by, synced at every commit."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise ResultsError(f"there is no results file {path}")
    try:
        with closing(_open_to_read(path)) as connection:
            yield connection
    except sqlite3.OperationalError as error:
        raise ResultsError(f"cannot read {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise ResultsError(f"{path} is no results file, or is damaged: {error}") from error


def _open_to_read(path: Path) -> sqlite3.Connection:
    base = path.resolve().as_uri()
    logged = path.with_name(f"{path.name}-wal").exists()
    # A folder that cannot be written has no room for the index of a log. Without a log none is needed.
    for mode in ("mode=rw", "immutable=1"):
        connection = sqlite3.connect(f"{base}?{mode}", uri=True, timeout=60)
        try:
            connection.execute("PRAGMA query_only = ON")
            _recognise(path, connection)
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            told = str(error)
            if logged or mode == "immutable=1" or not ("unable to open" in told or "readonly" in told):
                raise
        except BaseException:
            connection.close()
            raise
    raise AssertionError


def _recognise(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise ResultsError(f"{path} is a database, but not the results of a tournament")
    if version != VERSION:
        newer = "newer" if version > VERSION else "older"
        raise ResultsError(f"{path} was written by a {newer} Sleuth (format {version}; this one has {VERSION})")


def _check(path: Path) -> None:
    """Refuse a file that is foreign or damaged."""
    with _reading(path) as connection:
        (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if told != "ok":
            raise ResultsError(f"{path} is damaged: {told}")


def _is_blank(path: Path) -> bool:
    """Whether a file holds nothing: one that was killed at birth may be begun again."""
    if path.stat().st_size == 0:
        return True
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return bool(tables == (0,))
    except sqlite3.Error:
        return False


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _lock(path: Path) -> IO[str]:
    """Keep other writers out until this process unlocks, or ends."""
    beside = _lock_path(path)
    while True:
        try:
            file = beside.open("a+", encoding="utf-8")
        except OSError as error:
            raise ResultsError(f"cannot write beside {path}: {error.strerror}") from error
        if not _try_lock(file):
            file.seek(0)
            owner = file.read(20).strip()
            file.close()
            raise ResultsError(
                f"{path} is being written by another process{f' ({owner})' if owner.isdigit() else ''}; "
                "wait until it ends, or name another file with --out"
            )
        # Between opening and locking, the one before may have removed the file.
        if os.name == "nt" or _is_there(beside, file):
            with suppress(OSError):  # the number is only for people
                file.truncate(0)
                file.write(str(os.getpid()))
                file.flush()
            return file
        file.close()


def _is_there(path: Path, file: IO[str]) -> bool:
    try:
        return path.stat().st_ino == os.fstat(file.fileno()).st_ino
    except OSError:
        return False


def _try_lock(file: IO[str]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlock(path: Path, file: IO[str]) -> None:
    with suppress(OSError):
        if os.name != "nt":
            _lock_path(path).unlink()
    file.close()
    if os.name == "nt":
        with suppress(OSError):
            _lock_path(path).unlink()
