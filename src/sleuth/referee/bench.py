"""A run of the suite: who plays, which part, within which limits, into which file.

Only replies of a server are waited for in threads; everything else, all refereeing among it, happens in the thread that
calls. A reply is on the disk before it is judged, so that whoever goes on after any stop asks for no reply twice, but
for those that were on their way.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

from sleuth import __version__
from sleuth.app.errors import place_in_file
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.core.text import one_line, plural
from sleuth.referee.bench_options import BenchOptions, BenchPart
from sleuth.referee.bench_play import BenchPlay, BenchTerms
from sleuth.referee.bench_seat import BenchSeat
from sleuth.referee.bench_store import (
    ENTRIES,
    PART,
    PRICES,
    UNANSWERED,
    VERSION,
    BenchResults,
    BenchStore,
    KeptReply,
    PlayKey,
    read_bench,
)
from sleuth.referee.chat import ChatError, HaltedError, RequestCount
from sleuth.referee.players import BenchPlayer, ChatPlayer, StrategyPlayer, bench_player, play_rng
from sleuth.referee.suite import CURRENT, Suite, SuiteEntry, read_suite
from sleuth.strategies.base import Strategy

PLAYING = "playing"
"""What the progress of a run is called."""
KEEP_SECONDS = 1.0
"""Plays of a strategy, which cost nothing, come to the disk so often."""
MAX_FAILED = 3
"""So many plays in a row that a server refuses end a run."""
MAX_LATE = 10
"""So many replies in a row that take too long end a run."""


@dataclass(frozen=True)
class BenchRun:
    """What a run has done."""

    results: BenchResults
    """Everything in the file now."""
    played: int
    """Plays that this run has finished."""
    missing: int
    """Plays that were asked for and are not finished."""
    stopped: str = ""
    """Why it ended before the last play, if it did."""
    fault: bool = False
    """Whether that is a fault."""
    interrupted: bool = False
    """Whether somebody interrupted it."""


def run_bench(
    player: str | Strategy | BenchPlayer,
    out: str | Path,
    *,
    suite: str = CURRENT,
    part: BenchPart | None = None,
    options: BenchOptions | None = None,
    progress: Progress = silent,
) -> BenchRun:
    """Play a suite, or a part of it, into a file: new, or with plays of the same player, which are not played again."""
    if isinstance(player, str):
        player = bench_player(player)
    elif isinstance(player, Strategy):
        player = StrategyPlayer(player)
    return _Run(player, Path(out), read_suite(suite), part or BenchPart(), options or BenchOptions()).play(progress)


class _Run:
    """One run, from the first play to the last."""

    def __init__(self, player: BenchPlayer, path: Path, suite: Suite, part: BenchPart, options: BenchOptions) -> None:
        self.player, self.path, self.suite, self.part, self.options = player, path, suite, part, options
        self.plays = [(entry, number) for entry, number in part.of(suite) if player.plays(entry.game)]
        if not self.plays:
            raise ParameterError(f"{player.name} can play none of these entries")
        self.played, self.stopped, self.fault = 0, "", False

    @property
    def terms(self) -> BenchTerms:
        player, suite = self.player, self.suite
        return BenchTerms(
            suite=suite.version,
            digest=suite.digest,
            player=player.name,
            text=player.text,
            retries=self.options.retries,
            varies=player.varies,
        )

    def play(self, progress: Progress) -> BenchRun:
        with BenchStore.open(self.path, self.terms) as store:
            if self.options.failed:
                store.forget_failures()
            self._note(store)
            done = store.keys()
            missing = [(entry, number) for entry, number in self.plays if (entry.name, number) not in done]
            lost = {name for name, _ in done} - store.entries()
            for entry in dict.fromkeys(entry for entry, _ in self.plays if entry.name in lost):
                store.entry(entry.as_played())
            for entry in dict.fromkeys(entry for entry, _ in missing):
                store.entry(entry.as_played())
            total, before = len(self.plays), len(self.plays) - len(missing)

            def tell() -> None:
                progress(PLAYING, before + self.played, total)

            tell()
            interrupted = False
            try:
                if isinstance(self.player, ChatPlayer):
                    _Conversations(self, self.player, store, missing, tell).hold()
                else:
                    self._decide(self.player, store, missing, tell)
            except KeyboardInterrupt:
                self.stopped, interrupted = self.stopped or "stopped", True
        left = len(missing) - self.played
        return BenchRun(read_bench(self.path), self.played, left, self.stopped, self.fault, interrupted)

    def _note(self, store: BenchStore) -> None:
        limits = self.options.limits
        store.note(VERSION, __version__)
        store.note(PART, json.dumps(asdict(self.part)))
        store.note(ENTRIES, str(len(self.suite.entries)))
        if limits.price_in is not None:
            store.note(PRICES, json.dumps([limits.price_in, limits.price_out]))

    def seat(self, entry: SuiteEntry, number: int) -> BenchSeat:
        """A play that begins."""
        return BenchSeat(entry, number, self.player.name, self.options.retries)

    def _decide(
        self,
        player: StrategyPlayer,
        store: BenchStore,
        missing: list[tuple[SuiteEntry, int]],
        tell: Callable[[], None],
    ) -> None:
        """The plays of a strategy, one after the other."""
        finished: list[BenchPlay] = []
        kept = time.monotonic()
        try:
            for entry, number in missing:
                finished.append(self._strategy_play(player, entry, number))
                self.played += 1
                if time.monotonic() - kept >= KEEP_SECONDS:
                    store.add(self.suite.version, finished)
                    finished, kept = [], time.monotonic()
                tell()
        finally:
            store.add(self.suite.version, finished)

    def _strategy_play(self, player: StrategyPlayer, entry: SuiteEntry, number: int) -> BenchPlay:
        seat, rng = self.seat(entry, number), play_rng(self.suite.version, entry.name, number)
        while not seat.over:
            began = time.perf_counter()
            try:
                action = player.question(seat.referee, rng)
            except SleuthError as error:
                seat.fail(str(error))
            except Exception as error:  # an agent of somebody may raise anything
                place = place_in_file(error)
                seat.fail(f"{f'{place}: ' if place else ''}{type(error).__name__}: {error}")
            else:
                seat.ask(action, time.perf_counter() - began, player.text)
        return seat.finished()


class _Conversations:
    """The plays of a language model: several at once, each reply waited for in a thread."""

    def __init__(
        self,
        run: _Run,
        player: ChatPlayer,
        store: BenchStore,
        missing: list[tuple[SuiteEntry, int]],
        tell: Callable[[], None],
    ) -> None:
        self.run, self.player, self.store, self.tell = run, player, store, tell
        self.suite, self.limits = run.suite.version, run.options.limits
        self.kept = store.replies()
        self.waiting = deque(sorted(missing, key=lambda play: (play[0].name, play[1]) not in self.kept))
        """Plays that are not begun; those that have replies first."""
        self.tokens_in, self.tokens_out, requests = store.spent()
        self.answered = self.tokens_in + self.tokens_out > 0
        """Whether this server has answered any request."""
        self.count = RequestCount(requests + int(store.notes().get(UNANSWERED, "0")), self.limits.requests)
        self.stop = Event()
        self.arrived: SimpleQueue[tuple[PlayKey, KeptReply | BaseException]] = SimpleQueue()
        self.seats: dict[PlayKey, BenchSeat] = {}
        """Plays that wait for a reply."""
        self.failed = self.late = 0
        """How many plays were refused in a row, and how many replies took too long."""

    def hold(self) -> None:
        """All conversations, until the last play is over or something stops them."""
        try:
            while True:
                while len(self.seats) < self.run.options.parallel and self.waiting and self._open():
                    self._begin(*self.waiting.popleft())
                if not self.seats:
                    return
                key, reply = self.arrived.get()
                self._hear(self.seats.pop(key), reply)
        finally:
            self.stop.set()
            # Requests that no reply came of count too, when somebody goes on.
            self.store.note(UNANSWERED, str(self.count.made - self.store.spent()[2]))

    def _open(self) -> bool:
        """Whether one more request may be made."""
        reached = self.limits.reached(self.tokens_in, self.tokens_out)
        if not self.count.left:
            reached = f"the limit of {plural(self.limits.requests or 0, 'request')} is reached"
        self.run.stopped = self.run.stopped or reached
        return not self.run.stopped

    def _begin(self, entry: SuiteEntry, number: int) -> None:
        """A play from its start, or from the last reply that was kept."""
        seat = self.run.seat(entry, number)
        for reply in self.kept.get(seat.key, ()):
            if not seat.over:
                seat.take(reply)
        self._go_on(seat)

    def _go_on(self, seat: BenchSeat) -> None:
        """Ask for the next reply, unless the play is over."""
        if seat.over:
            self.store.add(self.suite, [seat.finished()])
            self.run.played += 1
            self.tell()
        elif self._open():
            self.seats[seat.key] = seat
            arguments = seat.key, seat.messages()
            Thread(target=self._ask, args=arguments, daemon=True).start()

    def _ask(self, key: PlayKey, messages: list[dict[str, str]]) -> None:
        """In a thread: wait for a reply."""
        try:
            self.arrived.put((key, self.player.client.reply(messages, self.count, self.stop)))
        except BaseException as error:
            self.arrived.put((key, error))

    def _hear(self, seat: BenchSeat, reply: KeptReply | BaseException) -> None:
        """Keep a reply, then judge it."""
        if isinstance(reply, BaseException):
            self._miss(seat, reply)
            return
        self.store.keep(self.suite, seat.key, len(seat.replies) + 1, reply)
        self.tokens_in, self.tokens_out = self.tokens_in + reply.tokens_in, self.tokens_out + reply.tokens_out
        self.failed, self.late = 0, self.late + 1 if reply.refusal is not None else 0
        self.answered = self.answered or reply.refusal is None
        if self.late >= MAX_LATE:
            self._halt(f"{plural(self.late, 'reply')} in a row took too long, or said too much")
        seat.take(reply)
        self._go_on(seat)

    def _miss(self, seat: BenchSeat, error: BaseException) -> None:
        """There is no reply: either this play ends, or the run does."""
        if isinstance(error, HaltedError):
            self._open()
            return
        if not isinstance(error, ChatError):
            raise error
        self.failed += 1
        if error.fatal or not self.answered or self.failed >= MAX_FAILED:
            self._halt(str(error))
            return
        seat.fail(str(error))
        self._go_on(seat)

    def _halt(self, reason: str) -> None:
        """End the run: replies on their way are still heard, and nothing new is asked for."""
        if not self.run.stopped:
            self.run.stopped, self.run.fault = one_line(reason), True
        self.stop.set()
