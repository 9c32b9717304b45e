"""A results file: SQLite with a write-ahead log. One process writes, anybody may read meanwhile.

What is added together is one transaction, synced to the disk before it is acknowledged: whatever kills the process,
what was acknowledged is there. A lock file, released by the system when its process ends, keeps a second writer out.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import ClassVar, TypeVar

from sleuth.core.files import reason
from sleuth.core.text import whole_number
from sleuth.play.tournament.errors import ResultsError

F = TypeVar("F", bound="ResultsFile")


APPLICATION = 0x534C5548
"""Tells our files from other people's SQLite files."""
VERSION = 1
"""Goes up whenever the table changes."""
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
class FileFormat:
    """What a kind of results file holds, and what messages call it."""

    application: int
    """Tells these files from other SQLite files."""
    version: int
    """Goes up whenever a table changes."""
    schema: str
    """What makes the tables, `about` among them."""
    noun: str
    """What such a file is: `the results of a tournament`."""
    table: str
    """The table with a row for each thing that is done."""
    rows: str
    """What its rows are: `trials`."""
    again: str
    """The command that goes on with a file."""
    option: str = "--out"
    """The option that names such a file."""


TRIALS = FileFormat(
    APPLICATION, VERSION, SCHEMA, "the results of a tournament", "trials", "trials", "sleuth tournament resume"
)


class ResultsFile:
    """A results file, open for writing."""

    format: ClassVar[FileFormat] = TRIALS

    def __init__(self, path: Path, lock: FileIO, connection: sqlite3.Connection) -> None:
        self.path, self._lock, self._connection = path, lock, connection

    @classmethod
    def begin(cls: type[F], path: str | Path) -> F:
        """A new results file. One that has results is not written over."""
        path = Path(path)
        lock = _lock(path, cls.format.option)
        try:
            if not is_blank(path):
                again = f"`{cls.format.again} {path}`"
                raise ResultsError(f"{path} exists; go on with {again}, or name another file with {cls.format.option}")
            file = cls(path, lock, _connect(path))
        except BaseException:
            _unlock(path, lock)
            raise
        try:
            with file._writing() as connection:
                connection.executescript(f"BEGIN; {cls.format.schema} COMMIT;")
        except BaseException:
            file.close()
            raise
        return file

    @classmethod
    def go_on(cls: type[F], path: str | Path) -> F:
        """A results file that is there already; one that is foreign or damaged is refused."""
        path = Path(path)
        with reading(path, cls.format) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise ResultsError(f"{path} is damaged: {verdict}")
        lock = _lock(path, cls.format.option)
        try:
            return cls(path, lock, _connect(path))
        except BaseException:
            _unlock(path, lock)
            raise

    def insert(self, rows: Iterable[Sequence[object]]) -> None:
        """Acknowledge rows: when this returns, they are on the disk. A row that is there already stays as it is."""
        values = [tuple(row) for row in rows]
        if not values:
            return
        places = ", ".join("?" * len(values[0]))
        with self._writing() as connection:
            connection.execute("BEGIN")
            connection.executemany(f"INSERT OR IGNORE INTO {self.format.table} VALUES ({places})", values)
            connection.execute("COMMIT")

    def note(self, key: str, value: str) -> None:
        """Keep a text about the rows."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def notes(self) -> dict[str, str]:
        """The texts about the rows."""
        return dict(self._connection.execute("SELECT key, value FROM about"))

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

    def __enter__(self: F) -> F:
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
            (number,) = self._connection.execute(f"SELECT count(*) FROM {self.format.table}").fetchone()
        except sqlite3.Error:
            return "what it holds is unchanged"
        again = f"`{self.format.again} {self.path}`"
        return f"it holds {number:,} finished {self.format.rows}; when there is room, go on with {again}"


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
def reading(path: Path, format: FileFormat = TRIALS) -> Iterator[sqlite3.Connection]:
    """A results file, to look at."""
    try:
        folder, file = path.is_dir(), path.is_file()
    except (OSError, ValueError) as error:
        raise ResultsError(f"cannot read {path}: {reason(error)}") from error
    if folder:
        raise ResultsError(f"{path} is a folder, not a results file")
    if not file:
        raise ResultsError(f"there is no results file {path}")
    try:
        with closing(_open_to_read(path, format)) as connection:
            yield connection
    except sqlite3.OperationalError as error:
        raise ResultsError(f"cannot read {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise ResultsError(f"{path} is no results file, or is damaged: {error}") from error


def _open_to_read(path: Path, format: FileFormat) -> sqlite3.Connection:
    base = path.resolve().as_uri()
    logged = path.with_name(f"{path.name}-wal").exists()
    # A folder that cannot be written has no room for the index of a log. Without a log none is needed.
    for mode in ("mode=rw", "immutable=1"):
        connection = sqlite3.connect(f"{base}?{mode}", uri=True, timeout=60)
        try:
            connection.execute("PRAGMA query_only = ON")
            _recognise(path, connection, format)
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            message = str(error)
            if logged or mode == "immutable=1" or not ("unable to open" in message or "readonly" in message):
                raise
        except BaseException:
            connection.close()
            raise
    raise AssertionError


def _recognise(path: Path, connection: sqlite3.Connection, format: FileFormat) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != format.application:
        raise ResultsError(f"{path} is a database, but not {format.noun}")
    if version != format.version:
        newer = "newer" if version > format.version else "older"
        raise ResultsError(f"{path} was written by a {newer} Sleuth (format {version}; this one has {format.version})")


def is_blank(path: Path) -> bool:
    """Whether there is no file, or it holds nothing: one that was killed at birth may be begun again."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return True
    except (OSError, ValueError):
        return True  # whoever opens it says why it cannot be
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return bool(tables == (0,))
    except sqlite3.Error:
        return False


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _lock(path: Path, option: str) -> FileIO:
    """Keep other writers out until this process unlocks, or ends."""
    beside = _lock_path(path)
    while True:
        try:
            file = beside.open("ab+", buffering=0)
        except (OSError, ValueError) as error:
            raise ResultsError(f"cannot write beside {path}: {reason(error)}") from error
        if not _try_lock(file):
            file.seek(0)
            owner = (file.read(20) or b"").decode("ascii", "replace").strip()
            file.close()
            raise ResultsError(
                f"{path} is being written by another process{f' ({owner})' if whole_number(owner) else ''}; "
                f"wait until it ends, or name another file with {option}"
            )
        # Between opening and locking, the one before may have removed the file.
        if os.name == "nt" or _is_there(beside, file):
            with suppress(OSError):  # the number is only for people; without a buffer nothing is left to fail later
                file.truncate(0)
                file.write(str(os.getpid()).encode())
            return file
        file.close()


def _is_there(path: Path, file: FileIO) -> bool:
    try:
        return path.stat().st_ino == os.fstat(file.fileno()).st_ino
    except OSError:
        return False


def _try_lock(file: FileIO) -> bool:
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


def _unlock(path: Path, file: FileIO) -> None:
    with suppress(OSError):
        if os.name != "nt":
            _lock_path(path).unlink()
    file.close()
    if os.name == "nt":
        with suppress(OSError):
            _lock_path(path).unlink()
