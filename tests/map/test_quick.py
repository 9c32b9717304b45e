"""A planted fault is found; what is chosen runs in its order until time is up; and what runs is recorded everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.map import recorder
from tests.map.quick import Check, verdict
from tests.map.record import RECORDS
from tests.map.selection import CHOICE, LATE
from tests.map.touched import FILE, ROOT, TestMap
from tests.map.write import read_records

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_first(number): print("ran", number)

def test_second(): print("ran second")

def test_third(): print("ran third")
"""


def pytest_run(folder: Path, *words: str, **environment: str) -> str:
    """What pytest prints in a folder of its own."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(("left", "summary"), [(60, "4 passed, 1 deselected"), (-1, "4 skipped, 1 deselected")])
def test_chosen_tests_run_in_order_until_time_is_up(tmp_path: Path, left: float, summary: str) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    tests = ["test_it.py::test_third", "test_it.py::test_first", "test_it.py::test_gone"]
    (tmp_path / "choice.json").write_text(json.dumps({"tests": tests, "end": time.time() + left}))
    words = "-p", "tests.map.selection", "-s", "-rs", "test_it.py"
    out = pytest_run(tmp_path, *words, **{CHOICE: str(tmp_path / "choice.json")})
    assert summary in out
    if left > 0:
        places = [out.index(f"ran {word}") for word in ("third", "0", "1", "2")]
        assert places == sorted(places)
    else:
        assert LATE in out


def test_what_a_test_runs_is_recorded(tmp_path: Path) -> None:
    test = ROOT / "tests" / "map" / "test_choice.py"
    out = pytest_run(ROOT, "-p", "tests.map.record", "-q", f"{test}::test_names", **{RECORDS: str(tmp_path)})
    assert "1 passed" in out
    touched, seconds = read_records(tmp_path)
    (name,) = touched
    assert name == "tests/map/test_choice.py::test_names"
    assert {("tests/map/touched.py", "module_name"), ("tests/map/touched.py", "unit")} <= touched[name]
    assert seconds[name] > 0


def test_what_other_processes_run_counts_for_the_test_of_now(tmp_path: Path) -> None:
    """Functions by their call, other files of the project when they are opened; each once a test."""
    (tmp_path / recorder.CURRENT).write_bytes((7).to_bytes(4, "little"))
    code = (
        "import tests.map.recorder; from tests.map.touched import unit; unit('a'); unit('b'); open('README.md').close()"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), recorder.FOLDER: str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    lines = (tmp_path / recorder.CALLS).read_text().splitlines()
    assert lines.count("7\ttests/map/touched.py\tunit") == 1
    assert "7\tREADME.md\t" in lines


@pytest.mark.parametrize(
    ("name", "code", "result"),
    [("style", 0, 0), ("style", 1, 1), ("tests", 5, 0), ("tests", 1, 1), ("types", 5, 1), ("types", None, 0)],
)
def test_verdicts(name: str, code: int | None, result: int, capsys: pytest.CaptureFixture[str]) -> None:
    check = Check(name, None, "words", code)  # type: ignore[arg-type]  # it has ended
    assert verdict([check]) == result
    word = "not done in time" if code is None else "FAILED" if result else "passed"
    assert f"== {name}: {word}" in capsys.readouterr().out


def test_a_failure_counts_although_time_was_up(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_wrong(): assert 0\n")
    (tmp_path / "choice.json").write_text(json.dumps({"tests": ["test_it.py"], "end": time.time() + 60}))
    out = pytest_run(tmp_path, "-p", "tests.map.selection", "test_it.py", **{CHOICE: str(tmp_path / "choice.json")})
    assert "\nfailed: test_it.py::test_wrong\n" in out
    assert verdict([Check("tests", None, out.partition("=== FAILURES")[0], None)]) == 1  # type: ignore[arg-type]


def test_a_check_ends_when_time_is_up() -> None:
    check = Check.begin("long", [sys.executable, "-c", "import time; time.sleep(60)"])
    check.finish(time.time() + 0.2)
    assert check.code is None
    assert check.process.returncode != 0


def test_the_map_knows_the_package() -> None:
    """Two thirds of its files at least, so that imports stand in for few; `make map` writes it anew."""
    known = TestMap.read(FILE)
    modules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py") if path.stat().st_size > 400]
    missing = [path for path in modules if path not in known.touched]
    assert len(missing) <= len(modules) / 3, missing
