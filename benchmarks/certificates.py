"""The certificates of the classics: written, and checked in C and in Python.

Run: `python benchmarks/certificates.py [--out DIR] [--table FILE.md] [--only TEXT] [--slow] [--no-python]
[--answers FILE --allowed FILE [--store FILE]]`.

Each game is solved, its proof is written (`DIR/NAME.proof.gz` with `--out`), and both checkers judge it. CPU seconds,
one thread, kernels compiled and tables made before. `--slow` adds those that take many minutes; Wordle is there where
its lists are given, and all its first words where the store of a complete `sleuth prove` is. `--table` keeps the rows
in a page, those of games that were not asked for this time as they were.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sleuth.core.errors import TreeError
from sleuth.core.game_spec import parse_game
from sleuth.lab import certify_proof, read_proof
from sleuth.solve import certify, save_proof, solve
from sleuth.verify.verification import verify

sys.path.insert(0, str(Path(__file__).parent))
compiled = import_module("tampered_proofs").compiled

ALL_WORDS = "Wordle, all first words"
COLUMNS = ("proof", "claim", "lemmas", "KB", "KB gzip", "solve", "write", "C", "Python")


@dataclass(frozen=True)
class Classic:
    """A game whose optimum is known, and how it is asked for."""

    title: str
    name: str
    """Of the file."""
    spec: str
    options: dict[str, Any] = field(default_factory=dict)
    slow: bool = False
    in_python: bool = True
    """Whether the Python checker takes minutes at most."""


def classics(words: tuple[str, str] | None) -> Iterator[Classic]:
    """Those that are asked for again and again."""
    yield Classic("Mastermind 4x4", "mastermind-4x4", "mastermind:pegs=4,colours=4")
    yield Classic("Mastermind 4x5", "mastermind-4x5", "mastermind:pegs=4,colours=5")
    yield Classic("Mastermind 4x6", "mastermind-4x6", "mastermind:pegs=4,colours=6")
    yield Classic("Mastermind 4x6, five steps", "mastermind-4x6-within-5", "mastermind:pegs=4,colours=6", {"within": 5})
    yield Classic(
        "Mastermind 4x6, worst case", "mastermind-4x6-worst", "mastermind:pegs=4,colours=6", {"objective": "worst"}
    )
    yield Classic("Mastermind 5x3", "mastermind-5x3", "mastermind:pegs=5,colours=3")
    yield Classic("Mastermind 5x4", "mastermind-5x4", "mastermind:pegs=5,colours=4")
    yield Classic("Bulls & Cows 3 of 10", "bulls-and-cows-3-of-10", "bulls-and-cows:length=3,symbols=10")
    yield Classic("Bulls & Cows 4 of 7", "bulls-and-cows-4-of-7", "bulls-and-cows:length=4,symbols=7")
    yield Classic("Bulls & Cows 4 of 8", "bulls-and-cows-4-of-8", "bulls-and-cows:length=4,symbols=8", {}, True, False)
    yield Classic("Mastermind 4x7", "mastermind-4x7", "mastermind:pegs=4,colours=7", {}, True, False)
    yield Classic(
        "Bulls & Cows 4 of 10", "bulls-and-cows-4-of-10", "bulls-and-cows:length=4,symbols=10", {}, True, False
    )
    yield Classic("Black Box 4x4, 2 atoms", "black-box-4x4-2", "black-box:size=4,atoms=2")
    yield Classic("12 coins, one is false", "fake-coin-12", "fake-coin:coins=12")
    if words is not None:
        spec = f"wordle:answers={words[0]},allowed={words[1]}"
        yield Classic("Wordle, salet first", "wordle-salet", spec, {"first": "salet"})


def measured(
    classic: Classic, checker: Path | None, folder: Path, words: tuple[str, str] | None, python: bool
) -> list[str]:
    """One row of the table."""
    game, path = parse_game(classic.spec), folder / f"{classic.name}.proof"
    options = {key: game.parse_action(value) if key == "first" else value for key, value in classic.options.items()}
    options = {"shortest": options.get("objective") != "worst", **options}
    solve(game, beam=1, threads=1)  # the table and the kernels
    began = time.process_time()
    solution = solve(game, threads=1, **options)
    solved = time.process_time()
    certificate = certify(solution)
    save_proof(solution, path, certificate)
    written = time.process_time()
    text = path.read_bytes()
    in_python = in_c = ""
    table = folder / "table"
    known = classic.spec.startswith(("mastermind", "bulls-and-cows", "wordle"))
    if (python and classic.in_python) or not known:
        start = time.process_time()
        verdict = verify(path, table=None if known else table)
        in_python = f"{time.process_time() - start:.1f}"
        if not verdict.optimal:
            raise TreeError(f"{classic.title}: {verdict.problem}")
    if checker is not None:
        arguments = ["-w", *(words or ())] if classic.spec.startswith("wordle") else [] if known else ["-t", str(table)]
        in_c = f"{checked_in_c(checker, path, *arguments):.2f}"
    size, packed = len(text) / 1000, len(gzip.compress(text)) / 1000
    claim = f"{solution.total}:{solution.worst} ({', '.join(certificate.proves)})"
    times = f"{solved - began:.1f}", f"{written - solved:.1f}"
    return [classic.title, claim, f"{len(certificate):,}", f"{size:,.0f}", f"{packed:,.0f}", *times, in_c, in_python]


def measured_store(store: Path, name: str, checker: Path | None, folder: Path, words: tuple[str, str]) -> list[str]:
    """The row of a proof by first actions, from its store: the lemmas are written anew, one worker's work."""
    game, path, copy = (
        parse_game(f"wordle:answers={words[0]},allowed={words[1]}"),
        folder / f"{name}.proof",
        folder / "db",
    )
    shutil.copy(store, copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM lemmas")
    proof, began = read_proof(copy), time.process_time()
    saved = certify_proof(game, copy, path, workers=0)
    written = time.process_time() - began
    assert saved is not None
    text, in_c = path.read_bytes(), ""
    if checker is not None:
        in_c = f"{checked_in_c(checker, path, '-w', *words):.0f}"
    sizes = f"{len(text) / 1000:,.0f}", f"{len(gzip.compress(text)) / 1000:,.0f}"
    claim = f"{proof.best}:{proof.best_tree().claims['worst']} (total)"
    return [ALL_WORDS, claim, f"{saved.lemmas:,}", *sizes, f"{proof.cpu:.0f}", f"{written:.0f}", in_c, ""]


def checked_in_c(checker: Path, path: Path, *arguments: str) -> float:
    """CPU seconds of the checker in C, which must accept a proof."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(checker), str(path), *arguments], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start


def kept_rows(page: Path, rows: dict[str, list[str]]) -> None:
    """Write the rows into the table of a page, the others left as they are."""
    lines = page.read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("| proof |")) + 2
    end = start
    while end < len(lines) and lines[end].startswith("|"):
        title = lines[end].split(" | ")[0].removeprefix("| ")
        if title in rows:
            lines[end] = f"| {' | '.join(rows.pop(title))} |"
        end += 1
    lines[end:end] = [f"| {' | '.join(row)} |" for row in rows.values()]
    page.write_text("\n".join(lines) + "\n")


def main() -> int:
    """Write and check them, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, help="keep the proofs in this folder, compressed")
    parser.add_argument("--table", type=Path, help="a page with a table, whose rows are written anew")
    parser.add_argument("--only", default="", help="those whose name has this in it")
    parser.add_argument("--slow", action="store_true", help="also those that take many minutes")
    parser.add_argument("--no-python", action="store_true", help="leave the checker in Python out")
    parser.add_argument("--answers", help="the answers of Wordle")
    parser.add_argument("--allowed", help="what else may be guessed at Wordle")
    parser.add_argument("--store", type=Path, help="the store of a complete `sleuth prove` of that")
    options = parser.parse_args()
    words = (options.answers, options.allowed) if options.answers and options.allowed else None
    console, table, rows = Console(width=130), Table(*COLUMNS, title="CPU seconds"), dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checker = compiled(folder)

        def keep(name: str, row: list[str]) -> None:
            rows[row[0]] = row
            table.add_row(*row)
            console.print(" ".join(row))
            if options.out is not None:
                options.out.mkdir(parents=True, exist_ok=True)
                text = (folder / f"{name}.proof").read_bytes()
                (options.out / f"{name}.proof.gz").write_bytes(gzip.compress(text, mtime=0))

        for classic in classics(words):
            if options.only in classic.name and (options.slow or not classic.slow):
                keep(classic.name, measured(classic, checker, folder, words, not options.no_python))
        if words is not None and options.store is not None and options.only in "wordle-all":
            keep("wordle-all", measured_store(options.store, "wordle-all", checker, folder, words))
    console.print(table)
    if options.table is not None:
        kept_rows(options.table, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
