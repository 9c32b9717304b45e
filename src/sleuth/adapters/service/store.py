"""Where plays live, and what belongs to them: one SQLite file with a write-ahead log, so that they survive a restart of
the server. Persons are in `person_store`, rooms in `room_store`; they read and write by this one.

Secrets of open plays are in it, and names that are keys: the file is for its owner's eyes alone, and so is its folder
where that is made here.

What was acknowledged is on the disk (`synchronous = FULL`), so it survives a power cut too. A file that is damaged, or
is something else, is noticed when it is opened, before anything is written to it; a disk without room, when something
is to be kept.

A play is stored as the text of its record. Its name is random and long, so that nobody finds it who was not told. What
is shared is a copy under another name, without the secret of a play that goes on.
"""

from __future__ import annotations

import errno
import json
import logging
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from sleuth.adapters.service.attempts import Attempts
from sleuth.adapters.service.errors import FullError, StoreError
from sleuth.adapters.service.limits import (
    DAY,
    MAX_KEPT_EACH,
    MAX_PLAYS,
    MAX_ROWS_EACH,
    MAX_STORE,
    PRUNE_EVERY,
    PRUNE_SIGNS,
)
from sleuth.adapters.service.schema import ADDED, APPLICATION, SCHEMA, VERSION
from sleuth.app.errors import ConflictError, MissingError
from sleuth.app.folders import private_file, private_folder

ID_BYTES = 18
ROOM_LEAST = 64 * 1024
"""With fewer bytes than this, SQLite cannot even make the files beside its own."""

ROW_BYTES = 200
"""What a row takes beside its record."""
MAX_ROUNDS = 20
"""So many times `PRUNE_EVERY` plays are taken out at once."""
LOG = "log"
"""The kind of a log of a real table."""
TOO_MANY = "so much was begun from here today that no more is kept; try again in some hours"
_LEAST_FIRST = f"""
    SELECT p.id FROM plays p LEFT JOIN progress q ON q.play = p.id ORDER BY CASE
        WHEN p.kind = '{LOG}' THEN 2
        WHEN p.kind <> 'shared' AND p.version = 1 AND q.play IS NULL THEN 0
        ELSE 1 END, p.changed LIMIT ?
"""
"""What goes first: what nobody has moved in and nobody is known to have; then what was not changed for longest; logs of
real tables last, which nobody can make again."""

log = logging.getLogger("sleuth.serve")


@dataclass(frozen=True)
class Stored:
    """One play as it is kept."""

    id: str
    kind: str
    """`play`, `shared`, `table` or `log`."""
    record: str
    strategy: str
    given_up: bool
    version: int
    copied: str = ""
    """What is in the dice of an oracle that lies, instead of its own name: that of the play which this is a copy or a
    variation of; in a room or on a day, a name of the round or the date."""

    @property
    def dice(self) -> str:
        """The name that goes into the dice."""
        return self.copied or self.id


class Statement(NamedTuple):
    """A change of the file."""

    text: str
    values: tuple[object, ...] = ()


@dataclass(frozen=True)
class _Write:
    statements: Sequence[Statement]
    changed: Future[int]


class _NothingKeptError(Exception):
    """The statement before a new row changed nothing, so there is none."""


class PlayStore:
    """The file of plays. Several threads and processes may use it at once."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._reading, self._writing, self._queueing = Lock(), Lock(), Lock()
        self._queue: list[_Write] = []
        self._added = self._grown = 0
        """Rows and signs that are new since it was looked whether there is too much."""
        self._rows, self._signs = Attempts(MAX_ROWS_EACH, DAY, TOO_MANY), Attempts(MAX_KEPT_EACH, DAY, TOO_MANY)
        with ExitStack() as failed:
            try:
                private_folder(self.path.parent)
                if self.path.exists() and self.path.stat().st_size:
                    self._check()
                for end in ("", "-wal", "-shm"):  # SQLite makes the others as the first is
                    if not end or self.path.with_name(self.path.name + end).exists():
                        private_file(self.path.with_name(self.path.name + end))
                self._writer, self._reader = (failed.enter_context(closing(self._connect())) for _ in range(2))
                self._begin()
            except (sqlite3.Error, OSError) as error:
                raise self._reason_not_to_start(error) from error
            failed.pop_all()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=30, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute(f"PRAGMA max_page_count = {MAX_STORE * 5 // 4 // size}")  # whatever happens
        return connection

    def _check(self) -> None:
        """Refuse a file that is damaged or not ours. It is opened to be read only, so nothing in it changes."""
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=30)) as connection:
            try:
                (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except UnicodeDecodeError as error:  # SQLite quotes what is damaged, and that may be no text
                raise sqlite3.DatabaseError("what its tables are is no text") from error
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if tables and application != APPLICATION:
                raise StoreError(f"{self.path} holds something else than plays; name another folder with --data")
            if tables and version not in range(1, VERSION + 1):
                raise StoreError(
                    f"{self.path} was written by another Sleuth (format {version}; this one has {VERSION}); "
                    "name another folder with --data"
                )
            (fault,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if fault != "ok":
                raise sqlite3.DatabaseError(fault.rpartition("***")[2].strip().partition("\n")[0])

    def _begin(self) -> None:
        """Make the tables, or bring those of an earlier version up to date."""
        connection = self._writer
        with _transaction(connection):
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not (tables and version == VERSION):
                added = [one for number in range(version + 1, VERSION + 1) for one in ADDED.get(number, ())]
                for statement in (*(added if tables else SCHEMA), f"PRAGMA user_version = {VERSION}"):
                    connection.execute(statement)

    def _reason_not_to_start(self, error: sqlite3.Error | OSError) -> StoreError:
        elsewhere = "or name another folder with --data"
        if self._is_full(error):
            return FullError(f"there is no room on the disk to keep plays in {self.path}; make room, {elsewhere}")
        if type(error) is sqlite3.DatabaseError:
            return StoreError(f"{self.path} is damaged ({error}); nothing in it was changed: move it away, {elsewhere}")
        return StoreError(f"cannot keep plays in {self.path}: {error}")

    def _is_full(self, error: sqlite3.Error | OSError) -> bool:
        """Whether the disk has no room; SQLite may only say that it could not make or map a file."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT):
            return True
        return code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and self._room() < ROOM_LEAST

    def _room(self) -> float:
        try:
            return shutil.disk_usage(self.path.parent).free
        except OSError:
            return float("inf")

    def _reason(self, error: sqlite3.Error) -> StoreError:
        log.error("the store %s failed: %s", self.path, error)
        if self._is_full(error):
            return FullError("the disk of the server is full, so nothing was kept; try again later")
        return StoreError("the plays of this server cannot be reached; its log says why")

    def write(self, *statements: Statement) -> int:
        """Change the file; how many rows the first statement changed. Where it changed none, the others are not done.

        It is on the disk when this returns. Those who come while another one waits for the disk are written together,
        so that all of them wait once; so a statement must not break a constraint.
        """
        write = _Write(statements, Future())
        with self._queueing:
            self._queue.append(write)
        with self._writing:
            if not write.changed.done():
                self._write_queue()
        return write.changed.result()

    def read(self, text: str, *values: object) -> list[Any]:
        """Rows of the file."""
        try:
            with self._reading:
                return self._reader.execute(text, values).fetchall()
        except sqlite3.Error as error:
            raise self._reason(error) from error

    def changes(self) -> int:
        """Another number whenever the file has changed, in this process or in another."""
        return int(self.read("PRAGMA data_version")[0][0])

    def _write_queue(self) -> None:
        with self._queueing:
            queue, self._queue = self._queue, []
        try:
            with _transaction(self._writer):
                changed = [self._execute(write.statements) for write in queue]
        except sqlite3.Error as error:
            reason = self._reason(error)
            for write in queue:
                write.changed.set_exception(reason)
        else:
            for write, rows in zip(queue, changed, strict=True):
                write.changed.set_result(rows)

    def _execute(self, statements: Sequence[Statement]) -> int:
        """The rows that the first statement changed."""
        changed = self._writer.execute(*statements[0]).rowcount
        for statement in statements[1:] if changed else ():
            self._writer.execute(*statement)
        return changed

    def add(
        self, record: str, strategy: str = "", kind: str = "play", given_up: bool = False, copied: str = ""
    ) -> Stored:
        """Keep a new play, under a name that cannot be guessed."""
        stored = self.new(record, strategy, kind, given_up, copied)
        self.keep(stored)
        return stored

    def new(
        self, record: str, strategy: str = "", kind: str = "play", given_up: bool = False, copied: str = ""
    ) -> Stored:
        """A play with a name of its own, which is kept nowhere yet."""
        return Stored(secrets.token_urlsafe(ID_BYTES), kind, record, strategy, given_up, 1, copied)

    def keep(self, stored: Stored, before: Statement | None = None, *after: Statement) -> bool:
        """Keep a new play with what belongs to it; not at all where the statement before it changes nothing."""
        one = stored
        values = one.id, one.kind, one.record, one.strategy, int(one.given_up), 1, time.time(), one.copied
        insert = Statement("INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        with suppress(_NothingKeptError), self.share(1, len(one.record)):
            if not self.write(*([before] if before else []), insert, *after):
                raise _NothingKeptError  # which counts for nobody
            return True
        return False

    @contextmanager
    def share(self, rows: int, signs: int = 0) -> Iterator[None]:
        """Count what is kept now for the client who asks; refuse it if it is more than one may have kept in a day. If
        it is too much in all, the least goes afterwards."""
        with self._rows.taking(rows), self._signs.taking(signs):
            yield
        self._added += rows
        self._grown += signs
        if self._added >= PRUNE_EVERY or self._grown >= PRUNE_SIGNS:
            self._added = self._grown = 0
            with suppress(StoreError):  # this is kept, and the next time will do
                self._prune()

    def get(self, identity: str, kind: str = "play") -> Stored:
        """A play by its name."""
        rows = self.read(
            "SELECT id, kind, record, strategy, given_up, version, copied FROM plays WHERE id = ? AND kind = ?",
            identity, kind,
        )  # fmt: skip
        row = rows[0] if rows else None
        if row is None:
            raise MissingError("there is no such play; it may have been removed")
        return Stored(row[0], row[1], row[2], row[3], bool(row[4]), row[5], row[6])

    def change(self, was: Stored, record: str, given_up: bool = False, *beside: Statement) -> Stored:
        """Keep what a play has become, and what goes with it, unless it has changed meanwhile."""
        grown = max(0, len(record) - len(was.record))
        now = replace(was, record=record, given_up=given_up, version=was.version + 1)
        update = Statement(
            "UPDATE plays SET record = ?, given_up = ?, version = ?, changed = ? WHERE id = ? AND version = ?",
            (record, int(given_up), now.version, time.time(), was.id, was.version),
        )
        with self.share(0, grown):
            if not self.write(update, *beside):
                raise ConflictError("this play has moved on in another window; look again")
        return now

    def _prune(self) -> None:
        """Take out what is too much, and a little more."""
        ((number,),) = self.read("SELECT count(*) FROM plays")
        if number > MAX_PLAYS:
            self._remove([name for (name,) in self.read(_LEAST_FIRST, number - MAX_PLAYS)])
        left = MAX_STORE - MAX_STORE // 20 if self._size() > MAX_STORE else MAX_STORE
        for _ in range(MAX_ROUNDS):
            if self._size() <= left:
                break
            self._remove(self._first_to_go(self._size() - left))

    def _first_to_go(self, signs: int) -> list[str]:
        """The first plays to go, until so many signs are gone with them; at most some."""
        going: list[str] = []
        for (name,) in self.read(_LEAST_FIRST, PRUNE_EVERY):
            if signs <= 0:
                break
            going.append(name)
            signs -= ROW_BYTES + self.read("SELECT length(record) FROM plays WHERE id = ?", name)[0][0]
        return going

    def _remove(self, plays: list[str]) -> None:
        names = json.dumps(plays)
        for table, column in (("progress", "play"), ("plays", "id")):
            self.write(Statement(f"DELETE FROM {table} WHERE {column} IN (SELECT value FROM json_each(?))", (names,)))

    def _size(self) -> int:
        """Bytes of the file that hold something."""
        pages, free, size = (self.read(f"PRAGMA {one}")[0][0] for one in ("page_count", "freelist_count", "page_size"))
        return int((pages - free) * size)

    def close(self) -> None:
        """Fold the log into the file."""
        with self._writing, self._reading, suppress(sqlite3.Error):
            self._reader.close()
            self._writer.close()


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back already
            connection.execute("ROLLBACK")
        raise
