"""The results file: never written over, read while it is written, and refused where it is not one."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from sleuth.play.tournament import Config, ResultsError, TrialKey, file, read_results, resume, run_tournament
from sleuth.play.tournament.store import Store
from sleuth.play.tournament.trial import play_trial


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    config = Config.of(["number"], ["entropy"], trials=2)
    run_tournament(config, tmp_path / "r.db", workers=0)
    with pytest.raises(ResultsError, match=r"r\.db exists; go on with `sleuth tournament resume"):
        run_tournament(config, tmp_path / "r.db", workers=0)
    assert len(read_results(tmp_path / "r.db").rows) == 2
    (tmp_path / "blank.db").touch()  # killed at birth
    run_tournament(config, tmp_path / "blank.db", workers=0)


def test_files_of_the_first_format_go_on(tmp_path: Path) -> None:
    config = Config.of(["number"], ["entropy"], trials=3)
    run_tournament(config, tmp_path / "new.db", workers=0)
    rows = read_results(tmp_path / "new.db").rows
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(
            "PRAGMA application_id = 0x534C5548; PRAGMA user_version = 1;"
            "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
            "CREATE TABLE trials ("
            "seed INTEGER NOT NULL, game TEXT NOT NULL, agent TEXT NOT NULL, trial INTEGER NOT NULL,"
            "steps INTEGER NOT NULL, solved INTEGER NOT NULL, decisions INTEGER NOT NULL,"
            "seconds REAL NOT NULL, cpu REAL NOT NULL, took REAL NOT NULL, spent TEXT NOT NULL,"
            "secret TEXT NOT NULL, history TEXT NOT NULL, error TEXT, UNIQUE (seed, game, agent, trial));"
        )
        with connection:
            connection.execute("INSERT INTO about VALUES ('config', ?)", (str(config),))
            connection.execute(f"INSERT INTO trials VALUES ({', '.join('?' * 14)})", rows[1])
    standing = resume(tmp_path / "old.db", workers=0)
    assert (standing.written, standing.done) == (2, 3)
    assert [row[:7] for row in read_results(tmp_path / "old.db").rows] == [row[:7] for row in rows]


def test_foreign_and_broken_files_are_refused(tmp_path: Path) -> None:
    run_tournament(Config.of(["number"], ["entropy"], trials=40), tmp_path / "good.db", workers=0)
    (tmp_path / "text.db").write_text("not a database, but long enough to look like a file of some kind\n" * 20)
    (tmp_path / "folder").mkdir()
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE trials (game)")
    other.close()
    bytes_ = bytearray((tmp_path / "good.db").read_bytes())
    bytes_[4096 : 3 * 4096] = b"\xff" * (2 * 4096)
    (tmp_path / "damaged.db").write_bytes(bytes_)
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.executescript(file.SCHEMA + "PRAGMA user_version = 99;")
    newer.close()
    for name, why in {
        "missing.db": "there is no results file",
        "folder": "is a folder",
        "text.db": "is no results file",
        "other.db": "not the results of a tournament",
        "damaged.db": "damaged",
        "newer.db": "newer Sleuth",
    }.items():
        with pytest.raises(ResultsError, match=why):
            resume(tmp_path / name)
    for name in ("text.db", "other.db"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(ResultsError, match="exists"):
            run_tournament(Config.of(["number"], ["entropy"], trials=1), tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    with pytest.raises(ResultsError, match="cannot write"):
        run_tournament(Config.of(["number"], ["entropy"], trials=1), tmp_path / "nowhere" / "r.db")


def test_readers_read_while_it_runs(tmp_path: Path) -> None:
    seen: list[int] = []

    def look(standing: Any) -> None:
        seen.append(len(read_results(standing.path).rows))
        assert seen[-1] == standing.done
        assert sum(cell.trials for cell in standing.cells()) == standing.done
        assert standing.seconds_left is not None
        assert standing.seconds_left >= 0

    told: list[tuple[str, float, float]] = []
    config = Config.of(["number"], ["entropy", "random"], trials=10)
    run_tournament(config, tmp_path / "r.db", workers=0, watch=look, progress=lambda *what: told.append(what))
    assert seen == sorted(seen)
    assert seen[-1] == 20
    assert told[-1] == ("playing", 20, 20)


def test_a_read_only_file_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    run_tournament(Config.of(["number"], ["entropy"], trials=2), folder / "r.db", workers=0)
    assert [path.name for path in folder.iterdir()] == ["r.db"]  # no log, no lock
    (folder / "r.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert len(read_results(folder / "r.db").rows) == 2
    finally:
        folder.chmod(0o755)


def test_changed_secrets_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crane\nslate\ntrace\n")
    config = Config.of([f"wordle:answers={words}"], ["entropy"], trials=3)

    class Stop(Exception):
        pass

    def stop(_: Any) -> None:
        raise Stop

    with pytest.raises(Stop):
        run_tournament(config, tmp_path / "r.db", workers=0, watch=stop)
    words.write_text("crane\nslate\nbrace\n")
    with pytest.raises(ResultsError, match=r"the secrets of wordle:answers=.* have changed"):
        resume(tmp_path / "r.db", workers=0)
    words.write_text("crane\nslate\ntrace\n")
    assert resume(tmp_path / "r.db", workers=0).done == 3


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is of other systems")
def test_a_disk_without_room_loses_nothing_and_is_told_in_one_line(tmp_path: Path) -> None:
    import resource

    path, config = tmp_path / "r.db", Config.of(["number:numbers=9"], ["entropy"], trials=5)
    with Store.create(path, config) as store:
        store.insert([play_trial(TrialKey(1, "number:numbers=9", "entropy", 1), "auto", True)])
    before = read_results(path).rows
    done = subprocess.run(
        [str(Path(sys.executable).with_name("sleuth")), "tournament", "resume", str(path), "--workers", "0"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),  # no file may grow: a full disk
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("sleuth: cannot ")
    assert str(path) in done.stderr
    assert done.stderr.count("\n") == 1
    assert read_results(path).rows == before
    assert resume(path, workers=0).done == 5


def test_a_lock_that_cannot_be_written_into_still_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(FileIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, mode, buffering: Full(path, mode))
        lock = file._lock(tmp_path / "r.db", "--out")
    with pytest.raises(ResultsError, match="is being written by another process"):
        file._lock(tmp_path / "r.db", "--out")
    file._unlock(tmp_path / "r.db", lock)
    file._unlock(tmp_path / "r.db", file._lock(tmp_path / "r.db", "--out"))
