"""Files with runs of the suite, made reply by reply, for whoever looks at them: the page, the API, the service."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from sleuth.referee.bench_play import BenchTerms
from sleuth.referee.bench_seat import BenchSeat
from sleuth.referee.bench_store import PART, PRICES, BenchStore, KeptReply
from sleuth.referee.suite import SuiteEntry, read_suite

ENTRY = "mastermind-2x4"
THOUGHTS = "<think>\n" + "\n".join(f"It may be {n:02}, or not." for n in range(40)) + "\n</think>\nQuestion: 23"
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
ODD = "\u202eevil \u0000\x1b[31m\ud800 Z\u0351\u0351\u0351 \U0001f600 &lt;b&gt;"
"""Signs that turn the direction of text, end strings, colour terminals, are half a pair, pile up."""


def write_run(
    path: Path,
    plays: Iterable[Sequence[str]],
    *,
    entry: str = ENTRY,
    asked: int | None = None,
    player: str = "chat:model=test",
    retries: int = 1,
    open_replies: Sequence[str] = (),
    error: str = "",
) -> Path:
    """A run in which the plays of an entry get these replies, the first secret first.

    `asked` is how many plays the run is to have, `open_replies` are those of a play that is not finished, and with
    `error` the last play fails for it. A play that ends before its last reply is an error of whoever wrote it.
    """
    suite = read_suite("1")
    (chosen,) = suite.part((entry,))
    terms = BenchTerms("1", suite.digest, player, True, retries, True)
    with BenchStore.open(path, terms) as store:
        store.note(PART, json.dumps({"games": [entry], "plays": asked, "quick": False}))
        store.note(PRICES, json.dumps([1.0, 2.0]))
        store.entry(chosen.as_played())
        seats = [_seat(chosen, number, player, retries, replies) for number, replies in enumerate(plays, 1)]
        if error:
            seats[-1].fail(error)
        store.add("1", [seat.finished() for seat in seats])
        for turn, said in enumerate(open_replies, 1):
            store.keep("1", (entry, len(seats) + 1), turn, KeptReply(said))
    return path


def _seat(entry: SuiteEntry, number: int, player: str, retries: int, replies: Sequence[str]) -> BenchSeat:
    seat = BenchSeat(entry, number, player, retries)
    for said in replies:
        seat.take(KeptReply(said, tokens_in=100, tokens_out=len(said) // 4, requests=1, seconds=0.5))
    return seat


def change(path: Path, statement: str, *values: object) -> None:
    """Change a file as somebody might who means harm."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
