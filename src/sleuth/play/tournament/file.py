"""A results file: SQLite with a write-ahead log. One process writes, anybody may read meanwhile.

What is added together is one transaction, synced to the disk before it is acknowledged: whatever kills the process,
what was acknowledged is there. A lock file, released by the system when its process ends, keeps a second writer out.

Every row carries a checksum, asked when a file is opened. Whoever goes on with a file loses the rows that are damaged,
and does again what they said; who only reads it is refused. Files of the first format have no checksums: they are read,
and called unchecked.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import ClassVar, TypeVar

from sleuth.core.errors import SleuthError
from sleuth.core.files import reason
from sleuth.core.text import plural, whole_number
from sleuth.play.tournament.checksums import FILE, RowSums, any_text, new_name
from sleuth.play.tournament.errors import ResultsError

F = TypeVar("F", bound="ResultsFile")


APPLICATION = 0x534C5548
"""Tells our files from other people's SQLite files."""
VERSION, UNCHECKED = 2, 1
"""Goes up whenever a table changes; and the version of files whose rows have no checksums."""
ABOUT = """
CREATE TABLE about (key TEXT NOT NULL, value TEXT NOT NULL, checksum BLOB NOT NULL);
CREATE UNIQUE INDEX about_key ON about (key);
"""
"""The table of what is known about a file."""


def schema(application: int, tables: str) -> str:
    """What makes the tables of a kind of file, `about` among them."""
    return f"PRAGMA application_id = {application};\nPRAGMA user_version = {VERSION};{ABOUT}{tables}"


SCHEMA = schema(
    APPLICATION,
    """
CREATE TABLE trials (
    seed INTEGER NOT NULL, game TEXT NOT NULL, agent TEXT NOT NULL, trial INTEGER NOT NULL,
    steps INTEGER NOT NULL, solved INTEGER NOT NULL, decisions INTEGER NOT NULL,
    seconds REAL NOT NULL, cpu REAL NOT NULL, took REAL NOT NULL, spent TEXT NOT NULL,
    secret TEXT NOT NULL, history TEXT NOT NULL, error TEXT, checksum BLOB NOT NULL
);
CREATE UNIQUE INDEX trials_key ON trials (seed, game, agent, trial);
""",
)


@dataclass(frozen=True)
class FileFormat:
    """What a kind of results file holds, and what messages call it."""

    application: int
    """Tells these files from other SQLite files."""
    schema: str
    """What makes the tables, `about` among them, and the indices, which have names. Every table has a checksum."""
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
    long: tuple[str, ...] = ()
    """The columns of long texts, which have a checksum of their own."""
    spare: tuple[str, ...] = ()
    """The keys of what is known about a file and can be found again; if anything else of it is damaged, all is lost."""


TRIALS = FileFormat(APPLICATION, SCHEMA, "the results of a tournament", "trials", "trials", "sleuth tournament resume")


class ResultsFile:
    """A results file, open for writing."""

    format: ClassVar[FileFormat] = TRIALS

    def __init__(self, path: Path, lock: FileIO, connection: sqlite3.Connection) -> None:
        self.path, self._lock, self._connection = path, lock, connection
        self._sums = _sums(connection, self.format)
        self.mended = 0
        """How many of its rows were damaged, and are gone."""

    @property
    def checked(self) -> bool:
        """Whether its rows have checksums."""
        return self._sums is not None

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
            file._make()
        except BaseException:
            file.close()
            raise
        return file

    @classmethod
    def go_on(cls: type[F], path: str | Path) -> F:
        """A results file that is there already; one that is foreign is refused, and damaged rows are removed."""
        path = Path(path)
        with reading(path, cls.format, ()) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise ResultsError(f"{path} is damaged: {verdict}")
        lock = _lock(path, cls.format.option)
        try:
            file = cls(path, lock, _connect(path))
        except BaseException:
            _unlock(path, lock)
            raise
        try:
            file._mend()
        except BaseException:
            file.close()
            raise
        return file

    def insert(self, rows: Iterable[Sequence[object]]) -> None:
        """Acknowledge rows: when this returns, they are on the disk. A row that is there already stays as it is."""
        values = list(rows)
        if not values:
            return
        with self._writing() as connection:
            connection.execute("BEGIN")
            self._put(self.format.table, values, "IGNORE")
            connection.execute("COMMIT")

    def note(self, key: str, value: str) -> None:
        """Keep a text about the rows."""
        with self._writing():
            self._put("about", [(key, value)], "REPLACE")

    def notes(self) -> dict[str, str]:
        """The texts about the rows."""
        return notes_of(self._connection)

    def _put(self, table: str, rows: Iterable[Sequence[object]], conflict: str = "ABORT") -> None:
        """Write rows with their checksums."""
        sums = self._sums
        signed = [tuple(row) if sums is None else sums.signed(table, row) for row in rows]
        if signed:
            places = ", ".join("?" * len(signed[0]))
            self._connection.executemany(f"INSERT OR {conflict} INTO {table} VALUES ({places})", signed)

    def _make(self, before: str = "") -> None:
        """Make the tables, and give the file a name; `before` that something else is done, all at once."""
        key, name, checksum = new_name()
        named = f"INSERT INTO about VALUES ('{key}', '{name}', x'{checksum.hex()}');"
        with self._writing() as connection:
            connection.executescript(f"BEGIN; {before} {self.format.schema} {named} COMMIT;")
        self._sums = _sums(self._connection, self.format)

    def _mend(self) -> None:
        """Remove the rows that are damaged: what they said is done again."""
        tables, indices = _tables(self.format)
        try:
            if self._sums is None:  # nothing can be asked, but all can be read
                for table in tables:
                    for _ in self._connection.execute(f"SELECT {', '.join(_columns(self.format, table))} FROM {table}"):
                        pass
                return
            lost = {table: self._sums.damaged(table) for table in tables}
            if not self._sums.keys(lost["about"]) <= {*self.format.spare}:
                raise ResultsError(f"{self.path} is damaged: what it is about does not have its checksum")
            number = sum(map(len, lost.values()))
            (verdict,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            raise ResultsError(f"{self.path} is damaged: {error}") from error
        if not number and verdict == "ok":
            return
        with self._writing() as connection:
            connection.execute("BEGIN")
            for name in indices:  # they may be what is damaged
                connection.execute(f"DROP INDEX {name}")
            for table, rows in lost.items():
                connection.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(row,) for row in rows])
            for command in indices.values():
                connection.execute(command)
            connection.execute("COMMIT")
        self.mended = number
        if number:
            were = "was" if number == 1 else "were"
            logging.getLogger("sleuth").warning(
                "%s of %s %s damaged and removed: what is missing is done again.",
                plural(number, "row"),
                self.path,
                were,
            )

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


def notes_of(connection: sqlite3.Connection) -> dict[str, str]:
    """The texts about the rows of a file."""
    return dict(connection.execute("SELECT key, value FROM about WHERE key != ?", (FILE,)))


def is_checked(connection: sqlite3.Connection) -> bool:
    """Whether the rows of a file have checksums."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version != UNCHECKED)


def _sums(connection: sqlite3.Connection, format: FileFormat) -> RowSums | None:
    """The checksums of a file; nothing where it has none, or no tables yet."""
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return RowSums(connection, format.long) if version == VERSION else None
    except sqlite3.Error as error:
        raise ResultsError(f"cannot read {format.noun}: {error}") from error


@lru_cache(maxsize=8)
def _tables(format: FileFormat) -> tuple[tuple[str, ...], dict[str, str]]:
    """The tables of a kind of file, and the commands that make its indices, by their names."""
    made = _made(format)
    tables = tuple(name for kind, name, _ in sorted(made) if kind == "table")
    return tables, {name: command for kind, name, command in made if kind == "index"}


def _columns(format: FileFormat, table: str) -> list[str]:
    """The columns of a table but for those of checksums."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(format.schema)
        return [name for name, _ in RowSums(connection).columns(table)]


@lru_cache(maxsize=8)
def _made(format: FileFormat) -> frozenset[tuple[str, str, str]]:
    """What the tables and indices of a kind of file are: kinds, names, and commands."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(format.schema)
        return frozenset(connection.execute("SELECT type, name, sql FROM sqlite_master"))


@contextmanager
def reading(
    path: Path, format: FileFormat = TRIALS, tables: Iterable[str] | None = None, long: bool = True
) -> Iterator[sqlite3.Connection]:
    """A results file, to look at. The rows of these tables, or of all, are asked for their checksums before; those of
    long texts if wanted."""
    try:
        folder, file = path.is_dir(), path.is_file()
    except (OSError, ValueError) as error:
        raise ResultsError(f"cannot read {path}: {reason(error)}") from error
    if folder:
        raise ResultsError(f"{path} is a folder, not a results file")
    if not file:
        raise ResultsError(f"there is no results file {path}")
    try:
        with damage_told(path), closing(_open_to_read(path, format)) as connection:
            wanted = _tables(format)[0] if tables is None else tuple(tables)
            if wanted:
                _verify(path, connection, format, wanted, long)
            yield connection
    except sqlite3.OperationalError as error:
        raise ResultsError(f"cannot read {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise ResultsError(f"{path} is no results file, or is damaged: {error}") from error


def _verify(path: Path, connection: sqlite3.Connection, format: FileFormat, tables: Sequence[str], long: bool) -> None:
    """Refuse a file some of whose rows do not have their checksums."""
    sums, again = _sums(connection, format), f"`{format.again} {path}` does again what is lost"
    connection.execute("BEGIN")  # what is asked, and what is then read, is of one moment
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise ResultsError(f"{path} is damaged: {verdict}; {again}")
    lost = 0 if sums is None else sum(len(sums.damaged(table, long)) for table in tables)
    if lost:
        have = "does not have its checksum" if lost == 1 else "do not have their checksums"
        raise ResultsError(f"{path} is damaged: {plural(lost, 'row')} {have}; {again}")


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """Values that make no sense are the fault of a file, told in one sentence."""
    try:
        yield
    except SleuthError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, zlib.error) as error:
        raise ResultsError(f"{path.name} is damaged: {type(error).__name__}") from error


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
    if version not in (VERSION, UNCHECKED):
        newer = "newer" if version > VERSION else "older"
        raise ResultsError(f"{path} was written by a {newer} Sleuth (format {version}; this one has {VERSION})")
    if version == VERSION:
        with any_text(connection):
            found = frozenset(connection.execute("SELECT type, name, sql FROM sqlite_master"))
        if found != _made(format):
            raise ResultsError(f"{path} is damaged: its tables are not those of {format.noun}")


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
    except (sqlite3.Error, UnicodeDecodeError):  # SQLite quotes what is damaged, and that may be no text
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
