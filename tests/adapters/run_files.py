"""Files with runs of the suite, made reply by reply, for whoever looks at them: the page, the API, the service."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sleuth.referee.bench_play import BenchPlay, BenchTerms
from sleuth.referee.bench_seat import BenchSeat
from sleuth.referee.bench_store import PART, PRICES, BenchStore, KeptReply
from sleuth.referee.suite import read_suite

ENTRY = "mastermind-2x4"
THOUGHTS = "<think>\n" + "\n".join(f"It may be {n:02}, or not." for n in range(40)) + "\n</think>\nQuestion: 23"
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
ODD = "\u202eevil \u0000\x1b[31m\ud800 Z\u0351\u0351\u0351 \U0001f600 &lt;b&gt;"
"""Signs that turn the direction of text, end strings, colour terminals, are half a pair, pile up."""


@contextmanager
def run_store(
    path: Path, *, entry: str = ENTRY, asked: int | None = None, player: str = "chat:model=test", retries: int = 1
) -> Iterator[BenchStore]:
    """A run that is under way while the block runs; `asked` is how many plays it is to have."""
    suite = read_suite("1")
    terms = BenchTerms("1", suite.digest, player, True, retries, True)
    with BenchStore.open(path, terms) as store:
        store.note(PART, json.dumps({"games": [entry], "plays": asked, "quick": False}))
        store.note(PRICES, json.dumps([1.0, 2.0]))
        store.entry(suite.part((entry,))[0].as_played())
        yield store


def finished_play(
    number: int,
    replies: Sequence[str],
    *,
    entry: str = ENTRY,
    player: str = "chat:model=test",
    retries: int = 1,
    error: str = "",
) -> BenchPlay:
    """The play of one secret with these replies; with `error` it fails for it."""
    seat = BenchSeat(read_suite("1").part((entry,))[0], number, player, retries)
    for said in replies:
        seat.take(KeptReply(said, tokens_in=100, tokens_out=len(said) // 4, requests=1, seconds=0.5))
    if error:
        seat.fail(error)
    return seat.finished()


def write_run(
    path: Path,
    plays: Sequence[Sequence[str]],
    *,
    asked: int | None = None,
    player: str = "chat:model=test",
    open_replies: Sequence[str] = (),
    error: str = "",
) -> Path:
    """A run in which the plays get these replies, the first secret first.

    `open_replies` are those of a play that is not finished, and with `error` the last play fails for it.
    """
    with run_store(path, asked=asked, player=player) as store:
        for number, replies in enumerate(plays, 1):
            failed = error if number == len(plays) else ""
            store.add("1", [finished_play(number, replies, player=player, error=failed)])
        for turn, said in enumerate(open_replies, 1):
            store.keep("1", (ENTRY, len(plays) + 1), turn, KeptReply(said))
    return path
