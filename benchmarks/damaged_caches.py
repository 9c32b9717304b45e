"""Damaged caches: cached tables and compiled kernels are spoilt at random, and every answer must stay what it was.

Run: `python benchmarks/damaged_caches.py [--tables 300] [--kernels 30] [--seed 0]`

Everything happens in a temporary folder, so nobody's cache is touched. A table is spoilt, a real command is run (the
commands of one process, one after the other), and its JSON is compared with that of the sound table. A kernel is
spoilt among those that the command loads, and the command is run in a new process. Where a file was spoilt, the command
must also say so, in one line.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HEADER = 128
"""Bytes of a `.npy` file before the codes."""
VOLATILE = ("seconds", "nodes", "optimum", "gap")
"""What differs from run to run: times, and what is looked for only while there is time."""
COMMANDS = {
    "bulls-and-cows": ["evaluate {} -s minimax --json", "assist {} --history 0123=1.1;4567=1.0;8014=0.1 --json"],
    "bulls-and-cows:length=3,symbols=6": ["evaluate {} -s entropy --json", "solve {} --json"],
    "mastermind:pegs=3,colours=5": ["evaluate {} -s parts --json", "solve {} --json", "check {} --json"],
    "wordle:length=4": ["assist {} --json", "evaluate {} -s size --json"],
    "black-box:size=4,atoms=2": ["evaluate {} -s entropy --json", "assist {} --json"],
    "fake-coin:coins=6": ["solve {} --json", "evaluate {} -s minimax --json"],
    "low-middle-high:numbers=40": ["evaluate {} -s entropy --json", "solve {} --json"],
}
KERNEL_COMMANDS = (
    "evaluate mastermind -s minimax --json",
    "solve fake-coin:coins=6 --json",
    "assist wordle:length=4 --json",
    "assist battleship:size=6,fleet=3-2 --json",
)
Rng = np.random.Generator
Damage = Callable[[Rng, Path, list[Path]], None]
"""Spoils a file; the others of its kind are there to be mistaken for it."""


class Run(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        """The JSON that it wrote, but for what differs from run to run."""
        try:
            payload = json.loads(self.out)
        except ValueError:
            return f"no JSON (code {self.code})"
        return {name: value for name, value in payload.items() if name not in VOLATILE}


# What may happen to a file.


def flip(rng: Rng, path: Path, others: list[Path], first: int = 0, last: int | None = None) -> None:
    """Change one byte."""
    content = bytearray(path.read_bytes())
    content[int(rng.integers(first, len(content) if last is None else last))] ^= int(rng.integers(1, 256))
    path.write_bytes(content)


def zero(rng: Rng, path: Path, others: list[Path]) -> None:
    """Lose a block of up to 64 KiB that held something."""
    content = bytearray(path.read_bytes())
    place = int(rng.choice(np.flatnonzero(np.frombuffer(content, np.uint8))))
    stop = min(len(content), place + int(rng.integers(1, 1 << 16)))
    content[place:stop] = bytes(stop - place)
    path.write_bytes(content)


def zero_all(rng: Rng, path: Path, others: list[Path]) -> None:
    """Lose all but the header."""
    path.write_bytes(path.read_bytes()[:HEADER].ljust(path.stat().st_size, b"\0"))


def truncate(rng: Rng, path: Path, others: list[Path]) -> None:
    """Cut it short."""
    path.write_bytes(path.read_bytes()[: int(rng.integers(1, path.stat().st_size))])


def lengthen(rng: Rng, path: Path, others: list[Path]) -> None:
    """Add something at the end."""
    path.write_bytes(path.read_bytes() + rng.bytes(int(rng.integers(1, 100))))


def empty(rng: Rng, path: Path, others: list[Path]) -> None:
    """Leave nothing."""
    path.write_bytes(b"")


def junk(rng: Rng, path: Path, others: list[Path]) -> None:
    """Anything, of the same length."""
    path.write_bytes(rng.bytes(path.stat().st_size))


def mistake(rng: Rng, path: Path, others: list[Path]) -> None:
    """Put another file of its kind in its place."""
    shutil.copyfile(others[int(rng.integers(len(others)))], path)


def other_codes(rng: Rng, path: Path, others: list[Path]) -> None:
    """Replace up to 1,000 codes by others that occur."""
    content = np.frombuffer(path.read_bytes(), np.uint8).copy()
    codes = content[HEADER:]
    places = rng.integers(codes.size, size=int(rng.integers(1, 1000)))
    codes[places] = rng.choice(np.unique(codes), places.size)
    path.write_bytes(content.tobytes())


def change_header(rng: Rng, path: Path, others: list[Path]) -> None:
    """Say something else about the array: its order, its type or its shape."""
    changes = [(b"False", b"True "), (b"|u1", b"|i1"), (b"<u2", b">u2"), (b"(", b"(1"), (b"shape", b"shale")]
    old, new = changes[int(rng.integers(len(changes)))]
    content = path.read_bytes()
    path.write_bytes(content[:HEADER].replace(old, new, 1) + content[HEADER:])


def pair(rng: Rng, path: Path, others: list[Path]) -> None:
    """Put both files of another table in the place of these."""
    other = others[int(rng.integers(len(others)))]
    for suffix in (".npy", ".json"):
        shutil.copyfile(other.with_suffix(suffix), path.with_suffix(suffix))


def edit(change: Callable[[dict[str, Any], list[Any]], Any]) -> Damage:
    """Change what the file beside the codes says, to what still is JSON."""

    def damage(rng: Rng, path: Path, others: list[Path]) -> None:
        about = json.loads(path.read_text())
        place = int(rng.integers(len(about["cells"])))
        result = change(about, about["cells"][place])
        path.write_text(json.dumps(about if result is None else result))

    return damage


def put(place: int, value: Any) -> Damage:
    """Change a number of a cell."""
    return edit(lambda about, cell: cell.__setitem__(place, value))


def swap_codes(rng: Rng, path: Path, others: list[Path]) -> None:
    """Give two codes each other's cells."""
    about = json.loads(path.read_text())
    cells = about["cells"]
    first, second = rng.choice(len(cells), 2, replace=False)
    cells[first][1:], cells[second][1:] = cells[second][1:], cells[first][1:]
    path.write_text(json.dumps(about))


def deep(rng: Rng, path: Path, others: list[Path]) -> None:
    """Nest it deeper than anybody can read."""
    path.write_text("[" * 100_000)


WHOLE: dict[str, Damage] = {
    "one byte": flip,
    "a block of zeros": zero,
    "cut short": truncate,
    "longer": lengthen,
    "empty": empty,
    "junk": junk,
    "another file": mistake,
}
CODES: dict[str, Damage] = {
    **WHOLE,
    "all zeros": zero_all,
    "other codes": other_codes,
    "the header": change_header,
    "both files of another": pair,
}
ABOUT: dict[str, Damage] = {
    **WHOLE,
    "two codes swapped": swap_codes,
    "nested deep": deep,
    "a list": edit(lambda about, cell: []),
    "a cell out of range": put(1, 10**9),
    "a cell below 0": put(1, -1),
    "a cell that is a word": put(1, "x"),
    "a cell that is a yes": put(2, True),
    "a code that is a word": put(0, "x"),
    "a code below 0": put(0, -1),
    "a cell that is a number": edit(lambda about, cell: about["cells"].__setitem__(0, 3)),
    "a code missing": edit(lambda about, cell: about["cells"].remove(cell)),
    "no codes": edit(lambda about, cell: about["cells"].clear()),
    "no checksum": edit(lambda about, cell: about.pop("codes") and None),
    "no seal": edit(lambda about, cell: about.pop("seal") and None),
    "another type": edit(lambda about, cell: about.__setitem__("dtype", "<u8")),
}


def flip_code(rng: Rng, path: Path, others: list[Path]) -> None:
    """Change one byte of the compiled machine code."""
    content = path.read_bytes()
    sections = list(executable(content))
    sizes = np.array([stop - start for start, stop in sections], float)
    start, stop = sections[int(rng.choice(len(sections), p=sizes / sizes.sum()))]
    flip(rng, path, others, start, stop)


def executable(content: bytes) -> Iterator[tuple[int, int]]:
    """Where the machine code is, in a file that holds ELF objects; everywhere, if none is there."""
    start, none = content.find(b"\x7fELF\x02\x01"), True
    while start >= 0:
        (table,) = struct.unpack_from("<Q", content, start + 0x28)
        size, count = struct.unpack_from("<HH", content, start + 0x3A)
        for place in range(start + table, start + table + size * count, size):
            _, kind, flags, _, offset, length = struct.unpack_from("<IIQQQQ", content, place)
            if kind == 1 and flags & 4 and length:
                none = False
                yield start + offset, start + offset + length
        start = content.find(b"\x7fELF\x02\x01", start + 1)
    if none:
        yield 0, len(content)


# Commands, and what became of them.


class Tally:
    """What damage of each kind led to."""

    def __init__(self) -> None:
        self.rows: dict[str, Counter[str]] = {}

    def add(self, kind: str, run: Run, expected: Any, mended: bool) -> None:
        """Count one run on a spoilt cache."""
        row = self.rows.setdefault(kind, Counter())
        row["runs"] += 1
        row["wrong"] += run.answer != expected
        row["tracebacks"] += "Traceback" in run.err
        row["crashes"] += run.code < 0
        row["said"] += run.err.count("was damaged") == 1
        row["mended"] += mended
        if run.answer != expected:
            print(f"{kind}: code {run.code}, {str(run.answer)[:300]} | {run.err[-300:]!r}", file=sys.stderr)

    def show(self, title: str) -> int:
        """Print the table; how many runs went wrong in any way."""
        names = ("runs", "said", "mended", "wrong", "tracebacks", "crashes")
        print(f"\n{title:42}" + "".join(f"{name:>12}" for name in names))
        total: Counter[str] = Counter()
        for kind, row in sorted(self.rows.items()):
            print(f"{kind:42}" + "".join(f"{row[name]:>12}" for name in names))
            total.update(row)
        print(f"{total['wrong']} wrong in {total['runs']:,}; {total['said']:,} told so, {total['mended']:,} mended it")
        silent = 2 * total["runs"] - total["said"] - total["mended"]
        return total["wrong"] + total["tracebacks"] + total["crashes"] + silent


def in_process(line: str) -> Run:
    """Run a command here, as if this process were new to the tables."""
    from sleuth.adapters.cli.app import run

    tabulate: Any = import_module("sleuth.core.tabulate")
    tabulate._remembered.cache_clear()
    tabulate.WORTH_KEEPING = -1.0  # small tables are kept as well
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = run(line.split())
        except Exception:
            traceback.print_exc()
            code = 1
    return Run(code, out.getvalue(), err.getvalue())


class Worker:
    """Another process that runs commands, and may crash."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"))

    def run(self, line: str) -> Run:
        """How a command ends there."""
        try:
            return self._pool.submit(in_process, line).result()
        except BrokenExecutor:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"))
            return Run(-1, "", "the process is gone")

    def close(self) -> None:
        """Let the process go."""
        self._pool.shutdown()


def in_new_process(line: str) -> Run:
    """Run a command as a person would."""
    done = subprocess.run([sys.executable, "-m", "sleuth", *line.split()], capture_output=True, text=True)
    return Run(done.returncode, done.stdout, done.stderr)


def spoil_tables(cache: Path, trials: int, rng: Rng, commands: dict[str, list[str]]) -> Tally:
    """Spoil cached tables, one at a time, and run a command on each."""
    tables, tally, worker = cache / "tables", Tally(), Worker()
    kept = cache / "kept"
    files: dict[str, Path] = {}
    answers: dict[str, Any] = {}
    for spec, lines in commands.items():
        before = set(tables.glob("*.npy"))
        for line in lines:
            answers[line.format(spec)] = worker.run(line.format(spec)).answer
        (files[spec],) = set(tables.glob("*.npy")) - before
    shutil.copytree(tables, kept)
    kinds = [(f"codes: {name}", ".npy", damage) for name, damage in CODES.items()]
    kinds += [(f"beside them: {name}", ".json", damage) for name, damage in ABOUT.items()]
    for trial in range(trials):
        kind, suffix, damage = kinds[trial % len(kinds)]
        spec = str(rng.choice(list(files)))
        others = [kept / path.with_suffix(suffix).name for path in files.values() if path != files[spec]]
        path = files[spec].with_suffix(suffix)
        while whole(path, kept):
            damage(rng, path, others)
        line = str(rng.choice(commands[spec])).format(spec)
        tally.add(kind, worker.run(line), answers[line], whole(path, kept))
        if not whole(path, kept):
            shutil.copytree(kept, tables, dirs_exist_ok=True)
    worker.close()
    return tally


def whole(path: Path, kept: Path) -> bool:
    """Whether a table is on disk as it was kept: the command has mended it."""
    both = (path.with_suffix(".npy"), path.with_suffix(".json"))
    return all(file.exists() and file.read_bytes() == (kept / file.name).read_bytes() for file in both)


def spoil_kernels(cache: Path, trials: int, rng: Rng, commands: tuple[str, ...]) -> Tally:
    """Spoil compiled kernels that a command loads, one at a time, and run it in a new process."""
    from sleuth.kernels.jit import kernel_folder

    folder, tally = kernel_folder(), Tally()
    assert cache in folder.path.parents
    kept = cache / "kept-kernels"
    shutil.copytree(folder.path, kept)
    answers = {line: in_new_process(line).answer for line in commands}
    used = {line: kernels_of(line) for line in commands}
    others = list(kept.glob("*.nbc"))
    kinds = [("machine code: one byte", flip_code)] * len(WHOLE) + [(f"file: {n}", d) for n, d in WHOLE.items()]
    for trial in range(trials):
        kind, damage = kinds[trial % len(kinds)]
        line = commands[trial % len(commands)]
        path = folder.path / str(rng.choice(used[line]))
        damage(rng, path, [other for other in others if other.name != path.name])
        tally.add(kind, in_new_process(line), answers[line], path.exists())
        shutil.copyfile(kept / path.name, path)
    return tally


def kernels_of(line: str) -> list[str]:
    """The files of the kernels that a command loads."""
    code = (
        "import sys, json; from sleuth.adapters.cli.app import run; from sleuth.kernels.jit import kernel_folder\n"
        "run(sys.argv[1:]); print(json.dumps(sorted(kernel_folder().used)))"
    )
    done = subprocess.run([sys.executable, "-c", code, *line.split()], capture_output=True, text=True, check=True)
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return names


def own_cache(folder: Path) -> None:
    """Use a cache of our own from now on, with a copy of the compiled kernels if there are any."""
    from sleuth.kernels.jit import kernel_folder

    theirs = kernel_folder()
    os.environ.pop("NUMBA_CACHE_DIR", None)
    os.environ["SLEUTH_CACHE"] = str(folder)
    ours = kernel_folder()
    if theirs.path.is_dir():
        shutil.copytree(theirs.path, ours.path, dirs_exist_ok=True)
    in_new_process("warmup")


def main() -> int:
    """Spoil, run, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300, help="how often a cached table is spoilt")
    parser.add_argument("--kernels", type=int, default=30, help="how often a compiled kernel is spoilt")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        own_cache(Path(folder))
        rng = np.random.default_rng(options.seed)
        if options.tables:
            faults += spoil_tables(Path(folder), options.tables, rng, COMMANDS).show("cached tables")
        if options.kernels:
            faults += spoil_kernels(Path(folder), options.kernels, rng, KERNEL_COMMANDS).show("compiled kernels")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
