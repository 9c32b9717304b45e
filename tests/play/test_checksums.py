"""Checksums of rows: what changed on the disk is refused by whoever reads, and done again by whoever goes on."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import scripts
from tests.sums import change

from sleuth.adapters.cli.app import run
from sleuth.play.tournament import Config, ResultsError, Row, read_results, resume, run_tournament
from sleuth.play.tournament.checksums import RowSums, checksum
from sleuth.play.tournament.file import TRIALS, is_blank
from sleuth.play.tournament.store import Store

CONFIG = Config.of(["number", "fake-coin:coins=3"], ["entropy"], trials=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The results of a small tournament."""
    run_tournament(CONFIG, tmp_path / "r.db", workers=0)
    return tmp_path / "r.db"


def edit(path: Path, statement: str, *values: object) -> None:
    """Change a file, and none of its checksums."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def steady(path: Path) -> list[Row]:
    return [row._replace(seconds=0.0, cpu=0.0, took=0.0) for row in read_results(path).rows]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE trials SET steps = steps + 1 WHERE trial = 2 AND game LIKE 'number%'",
        "UPDATE trials SET trial = 9 WHERE trial = 2 AND game LIKE 'number%'",
        "UPDATE trials SET error = '' WHERE trial = 2 AND game LIKE 'number%'",
        "UPDATE trials SET history = CAST(history AS BLOB) WHERE trial = 2 AND game LIKE 'number%'",
        "UPDATE trials SET secret = CAST(x'ff00' AS TEXT) WHERE trial = 2 AND game LIKE 'number%'",
        "UPDATE trials SET checksum = x'' WHERE trial = 2 AND game LIKE 'number%'",
    ],
)
def test_a_row_that_changed(path: Path, statement: str, caplog: pytest.LogCaptureFixture) -> None:
    before = steady(path)
    edit(path, statement)
    with pytest.raises(ResultsError, match=r"1 row does not have its checksum; `sleuth tournament resume .*` does"):
        read_results(path)
    with caplog.at_level(logging.WARNING, "sleuth"):
        standing = resume(path, workers=0)
    assert caplog.messages == [f"1 row of {path} was damaged and removed: what is missing is done again."]
    assert standing.written == 1
    assert steady(path) == before
    assert read_results(path).checked


def test_rows_that_change_places_or_files(path: Path, tmp_path: Path) -> None:
    edit(path, "UPDATE trials SET (steps, checksum) = (SELECT steps, checksum FROM trials WHERE trial = 1)")
    with pytest.raises(ResultsError, match=r"\d rows do not have their checksums"):
        read_results(path)
    run_tournament(CONFIG, tmp_path / "other.db", workers=0)
    edit(tmp_path / "other.db", "DELETE FROM trials")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection, connection:
        connection.execute("ATTACH ? AS theirs", (str(path),))
        connection.execute("INSERT INTO trials SELECT * FROM theirs.trials")
    with pytest.raises(ResultsError, match="6 rows do not have their checksums"):
        read_results(tmp_path / "other.db")


def test_what_a_file_is_about_is_not_guessed(path: Path) -> None:
    edit(path, "UPDATE about SET value = replace(value, 'trials = 3', 'trials = 2') WHERE key = 'config'")
    before = path.read_bytes()
    for look in (read_results, resume):
        with pytest.raises(ResultsError, match="is damaged"):
            look(path)
    assert path.read_bytes() == before


def test_tables_that_are_not_those_of_a_results_file(path: Path) -> None:
    edit(path, "ALTER TABLE trials RENAME COLUMN steps TO stops")
    with pytest.raises(ResultsError, match="its tables are not those of the results of a tournament"):
        resume(path)


def test_tables_whose_names_are_no_text(path: Path) -> None:
    """SQLite quotes them in a message that Python cannot read."""
    data = bytearray(path.read_bytes())
    data[data.index(b"CREATE TABLE") + 11] |= 0x80
    path.write_bytes(data)
    assert not is_blank(path)
    for way in (read_results, resume, lambda file: run_tournament(CONFIG, file)):
        with pytest.raises(ResultsError, match=r"damaged|exists"):
            way(path)


def test_an_index_that_is_wrong_is_made_again(path: Path) -> None:
    before = steady(path)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'trials_key'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[content.index(b"number", (page - 1) * size)] ^= 1
    path.write_bytes(content)
    with pytest.raises(ResultsError, match="is damaged"):
        read_results(path)
    assert resume(path, workers=0).written == 0
    assert steady(path) == before


def test_files_without_checksums(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scripts.script("benchmarks/flipped_bits.py").without_checksums(path)
    edit(path, "DELETE FROM trials WHERE trial = 2")
    assert not read_results(path).checked
    assert resume(path, workers=0).written == 2
    assert len(read_results(path).rows) == 6
    assert not read_results(path).checked
    assert run(["tournament", "report", str(path)]) == 0
    assert "has no checksums" in capsys.readouterr().err
    edit(path, "ALTER TABLE trials RENAME COLUMN cpu TO cpv")
    with pytest.raises(ResultsError, match="is damaged: no such column: cpu"):
        resume(path)


def test_whoever_knows_of_checksums_may_change_a_file(path: Path) -> None:
    change(path, "UPDATE trials SET steps = 9 WHERE trial = 2 AND game LIKE 'number%'")
    assert {row.steps for row in read_results(path).rows if row.trial == 2 and row.game.startswith("number")} == {9}


VALUES = st.tuples(
    st.integers(-(2**63), 2**63 - 1) | st.booleans(),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.floats(allow_nan=False) | st.integers(-(10**6), 10**6) | st.booleans(),
    st.none() | st.binary(),
)


@given(st.lists(VALUES, max_size=5))
def test_what_is_written_is_what_is_read(rows: Sequence[tuple[Any, ...]]) -> None:
    """Whatever values a table may hold, the checksum is that of the values as SQLite gives them back."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE about (key TEXT, value TEXT, checksum BLOB)")
        connection.execute("CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB, checksum BLOB)")
        sums = RowSums(connection)
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", [sums.signed("t", row) for row in rows])
        assert sums.damaged("t") == []
        if rows:
            connection.execute("UPDATE t SET b = b || 'x' WHERE rowid = 1")
            assert sums.damaged("t") == [1]


def test_checksums_tell_values_of_other_types_apart() -> None:
    values = ["1", 1, 1.0, b"1", None, "", "None", "1'", '1"']
    assert len({checksum("file", "t", value) for value in values}) == len(values)
    assert checksum("ab", "c") != checksum("a", "bc")


def test_every_table_has_a_checksum() -> None:
    from tests.sums import FORMATS

    for format in FORMATS.values():
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(format.schema)
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                assert names[-1] == "checksum", table
                assert ("long" in names) == bool({*names} & {*format.long}), table
            unnamed = "SELECT count(*) FROM sqlite_master WHERE sql IS NULL"
            assert connection.execute(unnamed).fetchone() == (0,)  # whoever mends makes every index again
    assert TRIALS in FORMATS.values()


def test_a_store_that_is_open_says_whether_it_is_checked(path: Path) -> None:
    with Store.go_on(path) as store:
        assert (store.checked, store.mended) == (True, 0)
