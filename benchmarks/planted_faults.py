"""Does `make quick` find a fault, and how soon? One is planted in each of a dozen rooms, in a copy of the checkout.

Run: `python benchmarks/planted_faults.py [--only WORD] [--json]`, in the environment of `make setup`. Each fault is a
change of a line or two that type-checks; `make quick` must fail by a test. Wall seconds, and the tests that were run,
that failed, and that were left out for want of time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SOURCE = "src/sleuth/"


@dataclass(frozen=True)
class Fault:
    """A text of a file, and what stands in its place."""

    room: str
    file: str
    old: str
    new: str


FAULTS = (
    Fault("kernels", "kernels/partitions.py", "counts[j, row[actions[j]]] += 1", "counts[j, row[actions[j]]] += 2"),
    Fault("measures", "measures/shannon.py", "return -(p * logs)", "return -(w * logs)"),
    Fault("core", "core/game.py", "text = text.strip()", "text = text.lstrip()"),
    Fault("verify", "verify/verification.py", "terms.within) >= cost * _share(", "terms.within) <= cost * _share("),
    Fault("belief", "belief/enumerated.py", "if left.size == 0:", "if left.size == 1:"),
    Fault("strategies", "strategies/greedy.py", "if self.only_possible:", "if not self.only_possible:"),
    Fault("solve", "solve/bounds.py", "return np.cumsum(out)", "return np.cumsum(out) + 1"),
    Fault("play", "play/oracles.py", "key=lambda child: (-reach", "key=lambda child: (reach"),
    Fault("show", "games/wordle/board/svg.py", "(self.side + GAP) * place", "(self.side - GAP) * place"),
    Fault(
        "games", "games/wordle/rules/marks.py", 'mark == "y" and letter in grey', 'mark == "y" and letter not in grey'
    ),
    Fault("app", "app/review.py", "if evades(play.oracle) else play", "if not evades(play.oracle) else play"),
    Fault("lab", "lab/grading.py", "return self.gained - self.bits", "return self.bits - self.gained"),
    Fault("referee", "referee/rewards.py", "verdict.luck - verdict.lost", "verdict.luck + verdict.lost"),
    Fault("adapters", "adapters/api/routes.py", "Drawing() if board else None", "Drawing() if not board else None"),
)


@dataclass(frozen=True)
class Outcome:
    """What `make quick` said."""

    room: str
    file: str
    seconds: float
    passed: int
    failed: int
    left_out: int
    found: bool


def copy(folder: Path) -> None:
    """The checkout as it is, committed in a repository of its own."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "copy"]):
        subprocess.run(["git", *words], cwd=folder, check=True)


def quick(folder: Path) -> tuple[str, float]:
    """What it prints there, and its wall seconds."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.map.quick"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr, time.perf_counter() - began


def planted(folder: Path, fault: Fault) -> tuple[Outcome, str]:
    """Plant a fault, ask, and mend it; what was printed too."""
    file = folder / SOURCE / fault.file
    text = file.read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        raise SystemExit(f"{fault.file} does not hold {fault.old!r} once")
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    try:
        out, seconds = quick(folder)
    finally:
        file.write_text(text, encoding="utf-8")
    numbers = {word: sum(map(int, re.findall(rf"(\d+) {word}", out))) for word in ("passed", "failed")}
    left = re.search(r"Left out for want of time: (\d+)", out)
    found = "== tests: FAILED" in out
    left_out = int(left[1]) if left else 0
    return Outcome(fault.room, fault.file, seconds, numbers["passed"], numbers["failed"], left_out, found), out


def outcomes(folder: Path, word: str, verbose: bool) -> Iterator[Outcome]:
    """One after the other."""
    for fault in FAULTS:
        if word in f"{fault.room} {fault.file}":
            outcome, out = planted(folder, fault)
            if verbose:
                print(out, file=sys.stderr)
            yield outcome


def main() -> int:
    """Plant, and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only faults whose room or file holds this word")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--verbose", action="store_true", help="what `make quick` prints, on stderr")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sleuth-faults-") as name:
        folder = Path(name) / "checkout"
        folder.mkdir()
        copy(folder)
        rows = list(outcomes(folder, options.only, options.verbose))
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows]}))
    else:
        table = Table("room", "file", "wall s", "passed", "failed", "left out", "found", box=None)
        for row in rows:
            figures = (f"{row.seconds:.0f}", f"{row.passed}", f"{row.failed}", f"{row.left_out}")
            table.add_row(row.room, row.file, *figures, "yes" if row.found else "NO")
        Console(width=120).print(table)
    return int(not all(row.found for row in rows))


if __name__ == "__main__":
    sys.exit(main())
