"""Runs the tests that a change touches, with style, types and contracts, in at most 90 seconds: `make quick`.

What has changed is asked of git: the files as they are beside a commit (`--base`, the last one unless told). The map of
the tests (`touched.py`) says which tests run the functions whose lines differ; for a file that the map does not know,
the tests that import it stand in. The most relevant run first, and what there is no time for is named.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from tests.map.changes import changes
from tests.map.choice import Choice, choose, heavy_tests
from tests.map.imports import importers
from tests.map.selection import CHOICE, FAILURE
from tests.map.touched import ROOT, TestMap

SECONDS = 90
START = 12
"""Seconds until the first test runs."""
REST = 15
"""Seconds that are kept for the test that runs when no other begins."""
WORKERS = 2
NO_TESTS = 5
"""The exit code of pytest where no test is left."""
SHOWN = 8


@dataclass
class Check:
    """A program that judges the files, and what it says."""

    name: str
    process: subprocess.Popen[str]
    words: str = ""
    code: int | None = None
    """Nothing until it has ended."""

    @classmethod
    def begin(cls, name: str, words: Sequence[str], **environment: str) -> Check:
        """Start it, at the head of a group of processes."""
        return cls(name, subprocess.Popen(
            words, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
        ))  # fmt: skip

    def finish(self, end: float) -> None:
        """Wait until it has ended or time is up."""
        try:
            self.words, _ = self.process.communicate(timeout=max(0.1, end - time.time()))
            self.code = self.process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.words, _ = self.process.communicate()


def checks() -> list[Check]:
    """Style, contracts and types."""
    tool = Path(sys.executable).parent
    typed = ["src", "conftest.py", *sorted(_paths("docs/*/*.py", "docs/*/*/*.py", "examples/*.py", "benchmarks/*.py"))]
    return [
        Check.begin("style", [str(tool / "ruff"), "check", "--quiet", "."]),
        Check.begin("form", [str(tool / "ruff"), "format", "--check", "--quiet", "."]),
        Check.begin("contracts", [str(tool / "lint-imports"), "--no-logo"]),
        Check.begin("types", [str(tool / "mypy"), "--no-error-summary", *typed]),
    ]


def _paths(*patterns: str) -> Iterator[str]:
    for pattern in patterns:
        yield from (path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))


def run_tests(choice: Choice, end: float, folder: Path) -> Check:
    """Start the chosen tests."""
    file = folder / "choice.json"
    file.write_text(json.dumps({"tests": choice.tests, "end": end - REST}), encoding="utf-8")
    files = dict.fromkeys(test.partition("::")[0] for test in choice.tests)
    words = ["-p", "tests.map.selection", "-n", f"{min(WORKERS, len(choice.tests))}", "--maxschedchunk", "1", "-q"]
    words += ["-m", "not heavy", "--hypothesis-profile=few", "--no-header", "-p", "no:cacheprovider"]
    environment = {CHOICE: str(file), "PYTHONUNBUFFERED": "1"}  # what it says counts when it is stopped, too
    return Check.begin("tests", [sys.executable, "-m", "pytest", *words, *files], **environment)


def report(choice: Choice) -> None:
    """Say what is run and what is not."""
    files = Counter(test.partition("::")[0] for test in choice.tests)
    print(f"{len(choice.tests)} tests of {len(files)} files, {choice.seconds:.0f} CPU-s by the map")
    for note in choice.notes:
        print(f"  {note}")
    if choice.left_out:
        print(f"Left out for want of time: {len(choice.left_out)} (make test runs all)")
        for line in _lines(Counter(test.partition("::")[0] for test in choice.left_out)):
            print(f"  {line}")
    if heavy := [path for path in files if heavy_tests(path)]:
        print(f"Left out, heavy: those of {', '.join(heavy)} (make heavy)")


def _lines(files: Counter[str]) -> Iterator[str]:
    for path, number in files.most_common(SHOWN):
        yield f"{path}: {number}"
    if len(files) > SHOWN:
        yield f"and {sum(number for _, number in files.most_common()[SHOWN:])} of {len(files) - SHOWN} other files"


def verdict(ended: Iterable[Check]) -> int:
    """Print what failed, and what did not end; 1 if anything failed."""
    failed = False
    for check in ended:
        fine = check.code in ((0, NO_TESTS) if check.name == "tests" else (0,))
        wrong = not fine and (check.code is not None or f"\n{FAILURE}" in check.words)
        word = "FAILED" if wrong else "passed" if fine else "not done in time"
        if check.name == "tests" or not fine:
            print(check.words.rstrip())
        print(f"== {check.name}: {word}")
        failed |= wrong
    return int(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default="HEAD", help="the commit that the files are compared with")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long it may take")
    parser.add_argument("--list", action="store_true", help="print the tests, and run nothing")
    options = parser.parse_args()
    began = time.time()
    end = began + options.seconds
    changed = changes(options.base)
    if not changed:
        print(f"Nothing differs from {options.base}. BASE=HEAD~1 compares with the commit before it.")
        return 0
    print(f"{len(changed)} files differ from {options.base}")
    budget = WORKERS * max(1, options.seconds - START - REST)
    choice = choose(changed, TestMap.read(), budget, cache(partial(importers, ROOT)))
    report(choice)
    if options.list:
        print("\n".join(choice.tests))
        return 0
    with tempfile.TemporaryDirectory(prefix="sleuth-quick-") as folder:
        running = [run_tests(choice, end, Path(folder))] if choice.tests else []
        running += checks()
        for check in reversed(running):
            check.finish(end)
    code = verdict(reversed(running))
    print(f"{time.time() - began:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
