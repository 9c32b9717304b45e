"""Flipped bits: single bits of results files and of stores of proofs change, and no changed value may be used.

Run: `python benchmarks/flipped_bits.py [--flips 1000] [--seed 38] [--unchecked]`

There are four files, taken in turn: the results of a tournament that is half done, a proof some of whose totals are
known, one that is complete with the lemmas of its certificate, and a run of the suite. A bit of a copy is flipped,
anywhere in the file. Then the file is read, as a report does, and gone on with to the end. Reading must tell what the
sound file holds, or refuse in one line. Going on must end as with the sound file, or refuse in one line; rows may be
done again, and the certificate must be the same, byte for byte. Of a run of the suite, whoever goes on may take over
what the sound file holds and nothing else. Everything else is a flip that was believed.

`--unchecked` looks at files of the first format, whose rows have no checksums: what checksums are for.
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import parse_game
from sleuth.games import Wordle
from sleuth.lab.proof import task
from sleuth.lab.proof.certificate import certify_proof
from sleuth.lab.proof.run import prove
from sleuth.lab.proof.table import read_proof
from sleuth.lab.proof.terms import ProofOptions
from sleuth.play.tournament import Config, read_results, resume, run_tournament
from sleuth.play.tournament.checksums import CHECKSUM, FILE, LONG
from sleuth.play.tournament.file import UNCHECKED
from sleuth.referee.bench import run_bench
from sleuth.referee.bench_options import BenchPart
from sleuth.referee.bench_store import BenchStore, KeptReply, read_bench

GAME = "mastermind:pegs=4,colours=4"
EVERY = 40
"""One word of so many is in the list of the proof that is half done."""
ENTRY = "mastermind-2x4"
SAME, REFUSED, BELIEVED, TRACEBACK = "as it was", "refused", "BELIEVED", "TRACEBACK"
"""What may come of a flip."""


def equal(sound: Any, now: Any) -> bool:
    """Whether both tell the same."""
    return bool(sound == now)


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    name: str
    make: Callable[[Path], None]
    """Makes one that is sound."""
    read: Callable[[Path], Any]
    """Everything that a report tells of it."""
    end: Callable[[Path], Any]
    """What it comes to when it is gone on with."""
    good: Callable[[Any, Any], bool] = equal
    """Whether it came to what it should."""


def make_tournament(path: Path) -> None:
    """Half of the trials."""
    config = Config.of(["number", "fake-coin:coins=4"], ["entropy", "random"], trials=12)
    run_tournament(config, path, workers=0)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM trials WHERE trial % 2")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")


def read_tournament(path: Path) -> Any:
    """Every row."""
    results = read_results(path)
    return str(results.config), results.rows


def end_tournament(path: Path) -> Any:
    """Every row of the whole tournament but for times."""
    resume(path, workers=0)
    return [row._replace(seconds=0.0, cpu=0.0, took=0.0) for row in read_results(path).rows]


def forget_searches() -> None:
    """Let this process forget the sets that it has searched."""
    task._search_of.cache_clear()


def words(path: Path) -> str:
    """Wordle with a short list, which is kept beside a store."""
    every = path.parent / "words.txt"
    every.write_text("\n".join(list(Wordle().secrets())[::EVERY]) + "\n")
    return f"wordle:answers={every},allowed={every}"


def make_half_proof(path: Path) -> None:
    """The totals of some first actions, and the parts that took a search."""
    forget_searches()  # parts that are known from before are not searched, nor kept
    prove(parse_game(words(path)), path, ProofOptions(exact=3), workers=0)


def make_whole_proof(path: Path) -> None:
    """The least total, and the lemmas of the certificate."""
    forget_searches()
    prove(parse_game(GAME), path, workers=0)
    certify_proof(parse_game(GAME), path, path.with_suffix(".proof"), workers=0)


def read_store(path: Path) -> Any:
    """The figures, the table and the tree."""
    proof = read_proof(path)
    return {**proof.as_json(), "store": ""}, proof.plain_rows(), str(proof.best_tree())


def end_proof(spec: str, path: Path) -> Any:
    """The totals of all first actions, and the certificate."""
    game, out = parse_game(spec), path.with_suffix(".proof")
    out.unlink(missing_ok=True)
    proof = prove(game, path, ProofOptions(exact=1000), workers=0)
    certify_proof(game, path, out, workers=0)
    rows = sorted((row.number, row.action, row.alike, row.look, row.total) for row in proof.rows)
    return proof.best, proof.proved, rows, out.read_bytes()


def make_run(path: Path) -> None:
    """Some plays of the suite by a strategy, and a reply of one that is under way."""
    done = run_bench("entropy", path, part=BenchPart((ENTRY,), 6))
    with BenchStore.open(path, done.results.terms) as store:
        store.keep("1", (ENTRY, 7), 1, KeptReply("Question: 01", tokens_in=90, tokens_out=4, requests=1))


def read_run(path: Path) -> Any:
    """Every play with what was said, and what is under way."""
    results = read_bench(path)
    return results.terms, results.entries, results.plays, results.under_way, results.notes


def end_run(path: Path) -> Any:
    """What whoever goes on takes over."""
    with BenchStore.go_on(path) as store:
        keys, replies, notes = store.keys(), store.replies(), store.notes()
    results = read_bench(path)
    parts = results.entries, results.plays, keys, [(key, *kept) for key, kept in replies.items()], notes.items()
    return {repr(one) for part in parts for one in part} | {repr(results.terms)}


KINDS = (
    Kind("tournament", make_tournament, read_tournament, end_tournament),
    Kind("proof, half done", make_half_proof, read_store, lambda path: end_proof(words(path), path)),
    Kind("proof, complete", make_whole_proof, read_store, partial(end_proof, GAME)),
    Kind("run of the suite", make_run, read_run, end_run, lambda sound, now: bool(now <= sound)),
)


def without_checksums(path: Path | str) -> None:
    """Make it a file of the first format."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for column in (CHECKSUM, LONG):
                if column in columns:
                    connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("DELETE FROM about WHERE key = ?", (FILE,))
        connection.execute(f"PRAGMA user_version = {UNCHECKED}")
        connection.execute("VACUUM")


def outcome(look: Callable[[Path], Any], path: Path, good: Callable[[Any], bool]) -> str:
    """What a look at a file comes to."""
    try:
        return SAME if good(look(path)) else BELIEVED
    except SleuthError as error:
        return REFUSED if len(str(error).splitlines()) == 1 else TRACEBACK
    except Exception:
        traceback.print_exc()
        return TRACEBACK


class Sound:
    """A sound file of a kind, and what it tells."""

    def __init__(self, kind: Kind, folder: Path, checked: bool) -> None:
        self.kind, self.copy = kind, folder / "copy.db"
        path = folder / f"{kind.name}.db"
        kind.make(path)
        if not checked:
            without_checksums(path)
        self.content = path.read_bytes()
        self.told = kind.read(path)
        self.ends = kind.end(path)

    def flipped(self, bit: int) -> tuple[str, str]:
        """What reading comes to, and going on, where a bit is flipped."""
        spoilt = bytearray(self.content)
        spoilt[bit // 8] ^= 1 << bit % 8
        results = []
        for look, good in (
            (self.kind.read, partial(equal, self.told)),
            (self.kind.end, partial(self.kind.good, self.ends)),
        ):
            for file in self.copy.parent.glob("copy.*"):
                file.unlink()
            self.copy.write_bytes(spoilt)
            results.append(outcome(look, self.copy, good))
        return results[0], results[1]


def flip_bits(flips: int, seed: int, folder: Path, checked: bool = True) -> dict[str, Counter[str]]:
    """What so many flips come to, for each kind of file, read and gone on with."""
    rng, every = Random(seed), [Sound(kind, folder, checked) for kind in KINDS]
    counts = {f"{kind.name}, {how}": Counter[str]() for kind in KINDS for how in ("read", "gone on with")}
    for number in range(flips):
        sound = every[number % len(every)]
        bit = rng.randrange(8 * len(sound.content))
        results = sound.flipped(bit)
        for how, result in zip(("read", "gone on with"), results, strict=True):
            counts[f"{sound.kind.name}, {how}"][result] += 1
            if result in (BELIEVED, TRACEBACK):
                print(f"{sound.kind.name}, {how}: bit {bit} of {8 * len(sound.content)}: {result}", file=sys.stderr)
    return counts


def main() -> int:
    """Flip, look, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=38)
    parser.add_argument("--unchecked", action="store_true", help="look at files of the first format")
    options = parser.parse_args()
    logging.getLogger("sleuth").setLevel(logging.ERROR)  # each flip is told of, and counted here
    with tempfile.TemporaryDirectory() as folder:
        counts = flip_bits(options.flips, options.seed, Path(folder), not options.unchecked)
    names = (SAME, REFUSED, BELIEVED, TRACEBACK)
    print(f"{'':32}" + "".join(f"{name:>12}" for name in names))
    for title, row in counts.items():
        print(f"{title:32}" + "".join(f"{row[name]:>12}" for name in names))
    total = sum(counts.values(), Counter())
    print(f"{options.flips:,} flips: {total[BELIEVED]} believed, {total[TRACEBACK]} tracebacks")
    return 1 if total[BELIEVED] + total[TRACEBACK] else 0


if __name__ == "__main__":
    sys.exit(main())
