"""How far from what the machine can do? Our kernels beside plain C loops for the same work, in one run.

Run: `python benchmarks/limit.py [--rounds 7] [--only WORD]`. The loops are in benchmarks/limit/limit.c, compiled here
by `cc -O3 -funroll-loops -march=native` to a folder that goes afterwards; without a compiler ours are measured alone.
Both sides take the same arrays, and what they compute is compared before anything is timed. One thread. A time is the
least CPU time of some rounds, in which both run in turns; the last column is what share of the speed of C ours reaches.

A table holds the answer to each guess for each secret. A rule is what a one-step strategy does with it: the parts of
each guess are counted, and their n log2 n added up. Ours read a table with a row for each secret. C does that too, and
with a row for each guess in two more ways: by four counters, and by comparing a row with each answer. Where it only
reads the table it says what no rule can be quicker than.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from sleuth import parse_game
from sleuth.games.codes.kernels import pegs
from sleuth.games.wordle.kernels import patterns
from sleuth.kernels import partitions
from sleuth.kernels.arrays import Array, Floats, Ints, frozen

Bytes = npt.NDArray[np.uint8]
SOURCE = Path(__file__).parent / "limit" / "limit.c"
FLAGS = ("-O3", "-funroll-loops", "-march=native", "-std=gnu11", "-shared", "-fPIC")
MAX_COMPARED = 24
"""With more answers than this comparing is the slower way in C."""
LEAST_SECONDS = 0.02
"""Work that takes less is repeated within a round."""
SEED = 6


class Work(NamedTuple):
    """Something that both sides compute."""

    what: str
    cells: int
    """Cells of a table that are filled or read."""
    ours: Callable[[], Array]
    loop: Callable[[], Array]
    """The same in C."""
    instead: Callable[[], Array] | None = None
    """What C is to compute, where that is not what ours do."""


class Row(NamedTuple):
    """The least CPU seconds of a piece of work."""

    what: str
    cells: int
    ours: float
    loop: float | None


class Loops:
    """The loops of the C file, for arrays."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library

    def peg_table(self, codes: Bytes, symbols: int) -> Bytes:
        """The answers to each code as a guess."""
        number, length = codes.shape
        out = np.empty((number, number), np.uint8)
        if self._call("peg_table", codes, codes, number, number, length, symbols, out):
            raise ValueError(f"there is no loop for {length} pegs")
        return out

    def word_table(self, words: Bytes) -> Bytes:
        """The marks of each word as a guess."""
        out = np.empty((len(words), len(words)), np.uint8)
        self._call("word_table", words, words, len(words), len(words), out)
        return out

    def scores(self, name: str, table: Bytes, guesses: int, *arguments: Array | int) -> Floats:
        """What a loop over a table says of each guess."""
        out = np.empty(guesses)
        self._call(name, table, guesses, *arguments, out)
        return out

    def _call(self, name: str, *arguments: Array | int) -> int:
        values = [ctypes.c_long(a) if isinstance(a, int) else a.ctypes.data_as(ctypes.c_void_p) for a in arguments]
        return int(getattr(self._library, name)(*values))


@contextmanager
def compiled_loops() -> Iterator[Loops | None]:
    """The C file, compiled; nothing where that cannot be done."""
    compiler = shutil.which("cc")
    if compiler is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="sleuth-limit-") as folder:
        library = Path(folder) / "limit.so"
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-lm", "-o", str(library)], check=True)
        yield Loops(ctypes.CDLL(str(library)))


def code_list(length: int, symbols: int, repeats: bool = True) -> Bytes:
    """All codes of a length, one a row."""
    codes = product(range(symbols), repeat=length) if repeats else permutations(range(symbols), length)
    return np.array(list(codes), np.uint8)


def word_list(most: int | None = None) -> Bytes:
    """The words that the built-in Wordle may hide, one a row."""
    words = list(parse_game("wordle").secrets())[:most]
    return np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1).copy()


def word_marks(words: Bytes) -> Bytes:
    """The marks of each word as a guess, by our kernel."""
    out = np.empty((len(words), len(words)), np.uint8)
    patterns(frozen(words), frozen(words), out)
    return out


def peg_work(what: str, codes: Bytes, symbols: int, loops: Loops | None) -> Work:
    """A table of black and white pegs."""
    return Work(
        f"{what}: table",
        len(codes) ** 2,
        lambda: pegs(frozen(codes), frozen(codes), symbols),
        lambda: _loops(loops).peg_table(codes, symbols),
    )


def word_work(what: str, words: Bytes, loops: Loops | None) -> Work:
    """A table of Wordle's marks."""
    work = lambda: word_marks(words), lambda: _loops(loops).word_table(words)
    return Work(f"{what}: table", len(words) ** 2, *work)


def rule_works(what: str, table: Bytes, loops: Loops | None) -> Iterator[Work]:
    """A one-step rule over a table with a row for each guess: all secrets, a tenth of them, and with weights."""
    rows, columns = table.shape
    width, by_secret = int(table.max()) + 1, frozen(np.ascontiguousarray(table.T))
    generator = np.random.default_rng(SEED)
    every, guesses = np.arange(columns, dtype=np.int32), np.arange(rows, dtype=np.int32)
    tenth: Ints = np.sort(generator.permutation(columns)[: max(1, columns // 10)]).astype(np.int32)
    weights: Floats = np.asarray(generator.integers(1, 100, columns), np.float64)
    worth = entropy_terms(columns).folded()

    def ours(secrets: Ints, weights: Floats) -> Callable[[], Array]:
        terms = entropy_terms(columns)
        return lambda: partitions.scores(by_secret, secrets, guesses, width, weights, terms)

    def by_guess(name: str, *arguments: Array | int) -> Callable[[], Array]:
        return lambda: _loops(loops).scores(name, table, rows, *arguments)

    def in_order(secrets: Ints) -> Callable[[], Array]:
        return lambda: _loops(loops).scores("score_by_secret", by_secret, rows, secrets, len(secrets), width, worth)

    whole = table.size, ours(every, partitions.NO_WEIGHTS)
    yield Work(f"{what}: rule, by secret", *whole, in_order(every))
    yield Work(f"{what}: rule, by counters", *whole, by_guess("score_counted", columns, width, worth))
    if width <= MAX_COMPARED:
        yield Work(f"{what}: rule, by comparing", *whole, by_guess("score_compared", columns, width, worth))
    yield Work(f"{what}: rule, beside reading", *whole, by_guess("read_rows", columns), lambda: table.sum(axis=1))
    part = rows * len(tenth), ours(tenth, partitions.NO_WEIGHTS)
    yield Work(f"{what}: rule, a tenth of the secrets", *part, in_order(tenth))
    weighted = table.size, ours(every, weights)
    yield Work(f"{what}: rule, weighted", *weighted, by_guess("score_weighted", columns, width, weights))


def entropy_terms(secrets: int) -> partitions.PartTerms:
    """The criterion entropy, for sets of so many secrets at most."""
    return partitions.PartTerms(np.zeros(secrets + 1), np.zeros(secrets + 1), 1.0, False)


def _loops(loops: Loops | None) -> Loops:
    assert loops is not None
    return loops


def all_works(loops: Loops | None, only: str) -> Iterator[Work]:
    """What is measured, one after the other, so that only one table is kept."""
    for what, codes, symbols in (
        ("Mastermind 4x6", code_list(4, 6), 6),
        ("Bulls & Cows", code_list(4, 10, repeats=False), 10),
        ("Mastermind 5x6", code_list(5, 6), 6),
    ):
        if only in what:
            yield peg_work(what, codes, symbols, loops)
            yield from rule_works(what, pegs(frozen(codes), frozen(codes), symbols), loops)
    if only in (what := "Wordle"):
        words = word_list()
        yield word_work(what, words, loops)
        yield from rule_works(what, word_marks(words), loops)


def differs(work: Work) -> bool:
    """Whether C computes something else than it is to."""
    return not np.allclose((work.instead or work.ours)(), work.loop(), rtol=1e-12, atol=0)


def measurement(work: Work, rounds: int, with_loop: bool) -> Row:
    """The least CPU seconds of each side, in turns."""
    sides: Sequence[Callable[[], Any]] = (work.ours, work.loop) if with_loop else (work.ours,)
    times = [cpu_seconds(side, 1) for side in sides]
    repeats = [max(1, round(LEAST_SECONDS / max(least, 1e-6))) for least in times]
    least = [float("inf")] * len(sides)
    for number in range(rounds):
        for side in range(len(sides))[:: 1 if number % 2 else -1]:
            least[side] = min(least[side], cpu_seconds(sides[side], repeats[side]))
    return Row(work.what, work.cells, least[0], least[1] if with_loop else None)


def cpu_seconds(work: Callable[[], Any], times: int) -> float:
    """The CPU seconds of one of some runs."""
    before = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - before) / times


def add_row(table: Table, row: Row) -> None:
    """A row of the table: milliseconds, and millions of cells a second."""
    rates = [f"{1e3 * row.ours:.2f}", f"{row.cells / row.ours / 1e6:,.0f}"]
    if row.loop is not None:
        rates += [f"{1e3 * row.loop:.2f}", f"{row.cells / row.loop / 1e6:,.0f}", f"{row.loop / row.ours:.2f}"]
    table.add_row(row.what, f"{row.cells / 1e6:,.1f}", *rates)


def main() -> None:
    """Compare, measure and show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="only the games whose name holds this word")
    options = parser.parse_args()
    os.environ["SLEUTH_WORKERS"] = "1"
    table = Table("what", "M cells", "ours, ms", "M/s", "C, ms", "M/s", "of C", box=None)
    with compiled_loops() as loops:
        if loops is None:
            print("There is no C compiler (cc) here: ours alone.")
        for work in all_works(loops, options.only):
            if loops is not None and differs(work):
                raise SystemExit(f"{work.what}: C computes something else")
            if loops is not None or work.instead is None:
                add_row(table, measurement(work, options.rounds, loops is not None))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
