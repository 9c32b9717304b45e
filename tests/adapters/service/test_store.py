"""Plays survive a restart, under names that cannot be guessed, and are not written over."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sleuth.adapters.service import store as module
from sleuth.adapters.service.errors import ConflictError, FaultError, MissingError
from sleuth.adapters.service.store import Store, Stored


def test_a_play_survives(tmp_path: Path) -> None:
    first = Store(tmp_path / "deep" / "plays.db")
    kept = first.add("record", "entropy")
    first.close()
    again = Store(tmp_path / "deep" / "plays.db")
    assert again.get(kept.id) == kept
    again.close()


def test_what_was_not_closed_survives_too(tmp_path: Path) -> None:
    first = Store(tmp_path / "plays.db")
    kept = first.change(first.add("one"), "two")
    assert Store(tmp_path / "plays.db").get(kept.id).record == "two"


def test_names_are_long_and_differ(tmp_path: Path) -> None:
    store = Store(tmp_path / "plays.db")
    names = {store.add("record").id for _ in range(50)}
    assert len(names) == 50
    assert min(map(len, names)) >= 22


def test_two_windows(tmp_path: Path) -> None:
    store = Store(tmp_path / "plays.db")
    play = store.add("one")
    store.change(play, "two")
    with pytest.raises(ConflictError, match="another window"):
        store.change(play, "three")
    assert store.get(play.id).record == "two"


def test_kinds_do_not_mix(tmp_path: Path) -> None:
    store = Store(tmp_path / "plays.db")
    shared = store.add("record", kind="shared")
    for name in (shared.id, "nothing", "", "' OR 1=1 --"):
        with pytest.raises(MissingError):
            store.get(name)


def test_many_threads_and_two_stores(tmp_path: Path) -> None:
    stores = [Store(tmp_path / "plays.db") for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda i: stores[i % 2].add(f"record {i}"), range(100)))
    assert {stores[0].get(play.id).record for play in kept} == {f"record {i}" for i in range(100)}


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAYS_MOST", 5)
    monkeypatch.setattr(module, "PRUNE_EVERY", 10)
    store = Store(tmp_path / "plays.db")
    kept = [store.add(str(i)) for i in range(10)]
    assert store.get(kept[-1].id).record == "9"
    with pytest.raises(MissingError):
        store.get(kept[0].id)


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
        store = Store(tmp_path / "plays.db")
        assert store.get("name") == Stored("name", "play", "record", "entropy", True, 3)
        copy = store.add("record", kind="shared", given_up=True, copied="name")
        assert store.get(copy.id, "shared") == copy
        assert copy.dice == store.get("name").dice == "name"
        store.close()


def test_a_file_of_a_later_version(tmp_path: Path) -> None:
    store = Store(tmp_path / "plays.db")
    store._connection.execute("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(FaultError, match="another Sleuth"):
        Store(tmp_path / "plays.db")


def test_somebody_elses_file(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "plays.db") as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(FaultError, match="something else"):
        Store(tmp_path / "plays.db")
    (tmp_path / "text.db").write_text("this is no database, whatever its name says" * 100)
    with pytest.raises(FaultError, match="cannot keep"):
        Store(tmp_path / "text.db")
