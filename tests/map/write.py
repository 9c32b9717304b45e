"""Runs the tests with the recorder and writes the map: `python -m tests.map.write [TESTS ...]`, as `make map` does.

With files of tests only these are run, and the map keeps what it has of the others. It takes about three times as
long as the tests do. Seconds are those of the last run without the recorder, where the cache of pytest has them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.map import recorder
from tests.map.record import RECORDS, TESTS
from tests.map.touched import FILE, ROOT, Function, TestMap, function_name, kernel_calls, unit

SECONDS = ROOT / ".pytest_cache" / "v" / "sleuth" / "seconds"
"""Where `conftest.py` leaves what every test took."""
START = "import os; P = {path!r}; {folder!r} in os.environ and exec(compile(open(P).read(), P, 'exec'), {names})\n"


@contextmanager
def recording_processes() -> Iterator[None]:
    """Have every Python process of this environment look for the recorder as it starts."""
    path = str(Path(recorder.__file__).resolve())
    names = {"__name__": "sleuth_recorder", "__file__": path}
    start = Path(sysconfig.get_path("purelib")) / "sleuth_recorder.pth"
    start.write_text(START.format(path=path, folder=recorder.FOLDER, names=names), encoding="utf-8")
    try:
        yield
    finally:
        start.unlink()


def read_records(folder: Path) -> tuple[dict[str, set[Function]], dict[str, float]]:
    """What each test touched, and its seconds."""
    calls = kernel_calls()
    touched: dict[str, set[Function]] = defaultdict(set)
    seconds: dict[str, float] = defaultdict(float)
    for process in folder.iterdir():
        names: dict[str, str] = {}
        for line in _lines(process / TESTS):
            number, took, name = line.split("\t", 2)
            names[number] = unit(name)
            seconds[unit(name)] += float(took)
        for line in _lines(process / recorder.CALLS):
            number, path, qualified = line.split("\t")
            place = path, function_name(qualified)
            if (test := names.get(number)) and not path.startswith(test.partition("::")[0]):
                touched[test] |= {place} | calls.get(place, set())
    return {test: touched[test] for test in seconds}, seconds


def plain_seconds() -> dict[str, float]:
    """The seconds of tests in runs without the recorder."""
    seconds: dict[str, float] = defaultdict(float)
    for test, took in json.loads(SECONDS.read_text(encoding="utf-8")).items() if SECONDS.exists() else ():
        seconds[unit(test)] += took
    return seconds


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help="files or folders of tests; all without one")
    parser.add_argument("--workers", default="2", help="processes")
    parser.add_argument("--records", type=Path, help="a folder with records: nothing is run")
    options = parser.parse_args()
    code = 0
    with tempfile.TemporaryDirectory(prefix="sleuth-map-") as name:
        folder = options.records or Path(name)
        if options.records is None:
            words = ["-p", "tests.map.record", "-n", options.workers, "--dist", "loadfile", "-q", "-m", "not heavy"]
            words += ["--hypothesis-profile=few"]
            with recording_processes():
                code = subprocess.run(
                    [sys.executable, "-m", "pytest", *words, *options.tests],
                    cwd=ROOT,
                    env={**os.environ, RECORDS: str(folder)},
                    check=False,
                ).returncode
        records, seconds = read_records(folder)
    plain = plain_seconds()
    before = TestMap.read() if options.tests else TestMap()
    renewed = before.renewed(records, {test: plain.get(test, took) for test, took in seconds.items()})
    renewed.write()
    print(f"{FILE.relative_to(ROOT)}: {len(records)} tests recorded, {len(renewed.tests)} kept, "
          f"{len(renewed.touched)} files, {sum(map(len, renewed.touched.values()))} functions")  # fmt: skip
    return code


if __name__ == "__main__":
    sys.exit(main())
