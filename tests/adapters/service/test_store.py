"""Plays survive a restart, under names that cannot be guessed, and are not written over."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import pytest

from sleuth.adapters.service import store as module
from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import CrowdedError, FullError, StoreError
from sleuth.adapters.service.person_store import PersonStore, PlayProgress, insertion
from sleuth.adapters.service.store import PlayStore, Statement, Stored
from sleuth.app.errors import ConflictError, MissingError


def test_a_play_survives(tmp_path: Path) -> None:
    first = PlayStore(tmp_path / "deep" / "plays.db")
    kept = first.add("record", "entropy")
    first.close()
    again = PlayStore(tmp_path / "deep" / "plays.db")
    assert again.get(kept.id) == kept
    again.close()


def test_what_was_not_closed_survives_too(tmp_path: Path) -> None:
    first = PlayStore(tmp_path / "plays.db")
    kept = first.change(first.add("one"), "two")
    assert PlayStore(tmp_path / "plays.db").get(kept.id).record == "two"


def test_names_are_long_and_differ(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "plays.db")
    names = {store.add("record").id for _ in range(50)}
    assert len(names) == 50
    assert min(map(len, names)) >= 22


def test_two_windows(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "plays.db")
    play = store.add("one")
    store.change(play, "two")
    with pytest.raises(ConflictError, match="another window"):
        store.change(play, "three")
    assert store.get(play.id).record == "two"


def test_kinds_do_not_mix(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "plays.db")
    shared = store.add("record", kind="shared")
    for name in (shared.id, "nothing", "", "' OR 1=1 --"):
        with pytest.raises(MissingError):
            store.get(name)


def test_many_threads_and_two_stores(tmp_path: Path) -> None:
    stores = [PlayStore(tmp_path / "plays.db") for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda i: stores[i % 2].add(f"record {i}"), range(100)))
    assert {stores[0].get(play.id).record for play in kept} == {f"record {i}" for i in range(100)}


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayStore:
    """A store that keeps five rows."""
    monkeypatch.setattr(module, "MAX_PLAYS", 5)
    monkeypatch.setattr(module, "PRUNE_EVERY", 10)
    return PlayStore(tmp_path / "plays.db")


def kept(store: PlayStore, *plays: Stored) -> list[bool]:
    """Which of them are there."""
    return [bool(store.read("SELECT id FROM plays WHERE id = ?", play.id)) for play in plays]


def test_the_oldest_go(few: PlayStore) -> None:
    plays = [few.add(str(i)) for i in range(10)]
    assert kept(few, *plays) == [False] * 5 + [True] * 5


def test_logs_never_go_before_plays(few: PlayStore) -> None:
    """Nor before a play in which somebody moves all the time: a log cannot be made again."""
    log, table = few.add("the log of an evening", "", "log"), few.add("table", "", "table")
    for _ in range(40):
        latest = few.add("begun by a script")
        table = few.change(table, "a move")
    assert kept(few, log, table, latest) == [True, True, True]
    logs = [few.add("log", "", "log") for _ in range(18)]
    assert kept(few, log, table, latest, *logs[-5:]) == [False, False, False] + [True] * 5
    assert few.read("SELECT count(*) FROM plays") == [(5,)]


def test_what_nobody_moved_in_goes_first(few: PlayStore) -> None:
    """Before older plays that are somebody's, that somebody moved in, or that were shared."""
    persons = PersonStore(few)
    moved, shared, mine = few.change(few.add("one"), "two"), few.add("copy", kind="shared"), few.add("mine")
    person = persons.known(persons.add())
    few.write(insertion(PlayProgress(mine.id, person, 0, 0, "", "", "", 0, None, None, None, False, False)))
    fresh = [few.add("begun by a script") for _ in range(26)]
    assert kept(few, moved, shared, mine, *fresh[-2:]) == [True] * 5
    assert few.read("SELECT count(*) FROM plays") == [(5,)]


def test_the_file_has_a_bound_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_STORE", 1_000_000)
    monkeypatch.setattr(module, "PRUNE_SIGNS", 100_000)
    store = PlayStore(tmp_path / "plays.db")
    log = store.add("log", "", "log")
    small = [store.add("small") for _ in range(20)]
    for _ in range(10):
        log = store.change(log, log.record + "x" * 20_000)
    large = [store.add("x" * 20_000) for _ in range(200)]
    store.close()
    assert (tmp_path / "plays.db").stat().st_size < 1_200_000
    store = PlayStore(tmp_path / "plays.db")
    assert kept(store, log, large[-1], large[0], *small) == [True, True, False] + [False] * 20
    assert store.get(log.id, "log") == log
    store.close()


def test_what_is_not_kept_counts_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever joins a room twice has one play in it."""
    monkeypatch.setattr(module, "MAX_ROWS_EACH", 2)
    store, nothing = PlayStore(tmp_path / "plays.db"), Statement("UPDATE plays SET version = 2 WHERE id = 'none'")
    token = client.set("192.0.2.1")
    try:
        assert [store.keep(store.new("record"), nothing) for _ in range(10)] == [False] * 10
        assert [store.keep(store.new("record")) for _ in range(2)] == [True, True]
        with pytest.raises(CrowdedError):
            store.add("record")
    finally:
        client.reset(token)


def test_one_client_may_have_so_much_kept_in_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, and signs by which they grow; another client, and what is no client, may go on."""
    monkeypatch.setattr(module, "MAX_ROWS_EACH", 10)
    monkeypatch.setattr(module, "MAX_KEPT_EACH", 1_000)
    store = PlayStore(tmp_path / "plays.db")
    persons = PersonStore(store)

    def begin() -> None:
        for _ in range(5):
            store.add("play")
        log = store.add("log", "", "log")
        for _ in range(4):
            persons.add()
        for refused in (lambda: store.add("play"), persons.add):
            with pytest.raises(CrowdedError, match="so much was begun from here today") as caught:
                refused()
            assert (caught.value.status, caught.value.retry) == (429, 5)
        log = store.change(log, "x" * 900)
        with pytest.raises(CrowdedError):
            store.change(log, "x" * 1_100)
        assert store.get(log.id, "log") == log
        store.change(log, "shorter")

    for address in ("192.0.2.1", "192.0.2.2"):
        copy_context().run(lambda address=address: (client.set(address), begin()))
    for _ in range(20):
        store.add("x" * 1_000)
    store.close()


def test_a_file_of_an_earlier_version(tmp_path: Path) -> None:
    """What version 1 wrote is brought up to date, and nothing of it is lost."""
    with sqlite3.connect(tmp_path / "plays.db") as connection:
        connection.executescript(f"""
            PRAGMA application_id = {module.APPLICATION}; PRAGMA user_version = 1;
            CREATE TABLE plays (
                id TEXT PRIMARY KEY, kind TEXT NOT NULL, record TEXT NOT NULL, strategy TEXT NOT NULL,
                given_up INTEGER NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL
            );
            INSERT INTO plays VALUES ('name', 'play', 'record', 'entropy', 1, 3, 0.0);
        """)
    connection.close()
    for _ in range(2):
        store = PlayStore(tmp_path / "plays.db")
        assert store.get("name") == Stored("name", "play", "record", "entropy", True, 3)
        copy = store.add("record", kind="shared", given_up=True, copied="name")
        assert store.get(copy.id, "shared") == copy
        assert copy.dice == store.get("name").dice == "name"
        store.close()


def test_a_file_of_a_later_version(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "plays.db")
    store._writer.execute("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(StoreError, match="another Sleuth"):
        PlayStore(tmp_path / "plays.db")


def test_somebody_elses_file(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "plays.db") as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(StoreError, match="something else"):
        PlayStore(tmp_path / "plays.db")
    (tmp_path / "text.db").write_text("this is no database, whatever its name says" * 100)
    with pytest.raises(StoreError, match=r"is damaged .file is not a database.*--data"):
        PlayStore(tmp_path / "text.db")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="cannot keep plays in"):
        PlayStore(tmp_path / "file" / "plays.db")


def damaged(path: Path, how: str) -> bytes:
    """A store with a hundred plays, damaged; what the file holds then."""
    store = PlayStore(path)
    for number in range(100):
        store.add("record " * 100 + str(number))
    store.close()
    data = bytearray(path.read_bytes())
    if how == "header":
        data[:16] = b"x" * 16
    elif how == "cut short":
        del data[len(data) // 2 :]
    elif how == "zeros inside":
        data[4096 * 2 : 4096 * 5] = bytes(4096 * 3)
    elif how == "noise inside":
        data[4096:] = random.Random(1).randbytes(len(data) - 4096)
    elif how == "a sign of its tables":  # SQLite quotes it in a message that is no text
        data[data.index(b"CREATE TABLE") + 11] |= 0x80
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize("how", ["header", "cut short", "zeros inside", "noise inside", "a sign of its tables"])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, how: str) -> None:
    before = damaged(tmp_path / "plays.db", how)
    with pytest.raises(StoreError, match=r"is damaged .*nothing in it was changed: move it away, or name") as caught:
        PlayStore(tmp_path / "plays.db")
    assert "\n" not in str(caught.value)
    assert (tmp_path / "plays.db").read_bytes() == before


def test_a_log_beside_a_damaged_file_is_left_alone(tmp_path: Path) -> None:
    """After a kill the last plays are in the log only."""
    damaged(tmp_path / "plays.db", "not at all")
    first = PlayStore(tmp_path / "plays.db")
    first.add("the last one")
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in tmp_path.glob("plays.db*"):
        (copy / file.name).write_bytes(file.read_bytes())
    first.close()
    whole = (copy / "plays.db").read_bytes()
    (copy / "plays.db").write_bytes(whole[:8192] + b"x" * (len(whole) - 8192))
    log = (copy / "plays.db-wal").read_bytes()
    assert b"the last one" in log
    with pytest.raises(StoreError, match="damaged"):
        PlayStore(copy / "plays.db")
    assert (copy / "plays.db-wal").read_bytes() == log
    assert (copy / "plays.db").read_bytes() == whole[:8192] + b"x" * (len(whole) - 8192)


def test_damage_under_a_running_store(tmp_path: Path) -> None:
    store = PlayStore(tmp_path / "plays.db")
    plays = [store.add("record " * 100) for _ in range(100)]
    store.close()
    store = PlayStore(tmp_path / "plays.db")
    with (tmp_path / "plays.db").open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096)
        file.write(random.Random(1).randbytes(size - 4096))
    for use in (lambda: store.get(plays[0].id), lambda: store.add("record")):
        with pytest.raises(StoreError, match="cannot be reached; its log says why") as caught:
            use()
        assert caught.value.status == 503
    store.close()


class Small:
    """A disk of one megabyte."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._stuff = folder, folder / "stuff"

    def fill(self) -> None:
        with suppress(OSError), self._stuff.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def clear(self) -> None:
        self._stuff.unlink()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Small]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", "size=1m", "sleuth-test", str(folder)]
    if mount is None or subprocess.run([mount, *options], capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here (that needs root)")
    yield Small(folder)
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk(small: Small) -> None:
    """Nothing is kept and nothing is lost; where there is room again, it goes on."""
    store = PlayStore(small.folder / "plays.db")
    play = store.add("one")
    small.fill()
    for _ in range(3):
        with pytest.raises(FullError, match="the disk of the server is full, so nothing was kept") as caught:
            store.add("long" * 10_000)
        assert caught.value.status == 507
        with pytest.raises(FullError):
            store.change(play, "long" * 10_000)
    assert store.get(play.id) == play
    small.clear()
    assert store.change(play, "long" * 10_000).version == 2
    store.close()
    again = PlayStore(small.folder / "plays.db")
    assert again.get(play.id).version == 2
    again.close()


def test_a_start_on_a_full_disk(small: Small) -> None:
    """Plays that are there can be looked at; a new file is refused with one line; with room it can be made."""
    store = PlayStore(small.folder / "plays.db")
    play = store.add("one")
    small.fill()
    other = PlayStore(small.folder / "plays.db")
    assert other.get(play.id) == play
    for one in (store, other):
        one.close()
    with pytest.raises(FullError, match=r"no room on the disk to keep plays in .*; make room, or name another folder"):
        PlayStore(small.folder / "new.db")
    small.clear()
    PlayStore(small.folder / "new.db").close()


@pytest.mark.parametrize(
    ("statement", "kind"), [("COMMIT", FullError), ("INSERT", FullError), ("BEGIN", StoreError), ("SELECT", StoreError)]
)
def test_what_sqlite_says_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, kind: type[StoreError]
) -> None:
    """Where no small disk can be mounted: the errors that SQLite would raise, at each place."""
    store = PlayStore(tmp_path / "plays.db")
    play = store.add("one")
    code = sqlite3.SQLITE_FULL if kind is FullError else sqlite3.SQLITE_IOERR
    for name in ("_writer", "_reader"):
        monkeypatch.setattr(store, name, Broken(getattr(store, name), statement, code))
    with pytest.raises(StoreError) as caught:
        store.get(play.id) if statement == "SELECT" else store.add("two")
    assert type(caught.value) is kind
    monkeypatch.undo()
    assert store.get(store.change(play, "two").id).record == "two"
    assert store._writer.execute("SELECT count(*) FROM plays").fetchone() == (1,)
    store.close()


class Broken:
    """A connection that fails at one kind of statement."""

    def __init__(self, connection: sqlite3.Connection, statement: str, code: int) -> None:
        self._connection, self._statement, self._code = connection, statement, code

    def execute(self, text: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        if text.startswith(self._statement):
            error = sqlite3.OperationalError("it failed")
            error.sqlite_errorcode = self._code
            raise error
        return self._connection.execute(text, values)


def test_those_who_wait_for_the_disk_wait_once(tmp_path: Path) -> None:
    """What came meanwhile is written together, and each is told about its own."""
    store = PlayStore(tmp_path / "plays.db")
    plays = [store.add(str(number)) for number in range(20)]
    commits: list[str] = []
    store._writer.set_trace_callback(lambda text: commits.append(text) if text == "COMMIT" else None)
    with ThreadPoolExecutor(21) as pool:
        with store._writing:  # as if another one waited for the disk
            changes = [pool.submit(store.change, play, "new") for play in plays]
            stale = pool.submit(store.change, replace(plays[0], version=7), "stale")
            while len(store._queue) < 21:
                time.sleep(0.001)
        assert [change.result().version for change in changes] == [2] * 20
        with pytest.raises(ConflictError):
            stale.result()
    assert len(commits) == 1
    store.close()


def test_what_was_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    """`FULL`: the log is synced at each commit, not now and then; a power cut takes nothing that was answered."""
    store = PlayStore(tmp_path / "plays.db")
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}


@pytest.mark.skipif(os.name == "nt", reason="asks for the rights of files")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "ours" / "plays"
    store = PlayStore(folder / "plays.db")
    store.add("secret")
    private = {"plays": 0o700, "plays.db": 0o600, "plays.db-shm": 0o600, "plays.db-wal": 0o600}
    assert modes(folder) == private
    for path in (folder, *folder.iterdir()):  # as older versions left them
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert {name: mode for name, mode in modes(folder).items() if mode == 0o644}.keys() == private.keys() - {"plays"}
    again = PlayStore(folder / "plays.db")
    assert modes(folder) == private | {"plays": 0o755}  # a folder that is there stays as it is
    for one in (store, again):
        one.close()
