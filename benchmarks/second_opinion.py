"""A second opinion: thousands of nasty small games of each kind, compared with brute force that shares no code.

Run: `python benchmarks/second_opinion.py [--games 20000] [--kinds KIND ...] [--from SEED] [--workers N]`; `--list`
shows the kinds.

Each game is solved in one of the ways there are, at random, and often a rule is played against every secret and an
information set followed along a history. What was compared is counted. A row says how many games were wrong; the first
of them follow, with kind and seed, so that `sleuth.testing.second_opinion.compare(kind, seed)` shows them again. The
exit code is 1 if any is.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from multiprocessing.connection import Connection, wait

CHUNK = 250
"""Games that a worker is given at a time."""
CPU_SECONDS = 5.0
"""What one call may take, once kernels are compiled; a thousandth of it is usual."""
PATIENCE = 300.0
"""Seconds after which a process that says nothing is given up: what a kernel takes, it cannot stop itself."""
SHOWN = 5


@dataclass
class Row:
    """What came of a kind."""

    kind: str
    games: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[int, str]] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Row) -> None:
        """Count another part of the same kind."""
        self.games += other.games
        self.compared += other.compared
        self.wrong += other.wrong
        self.seconds += other.seconds

    def lines(self) -> list[str]:
        """The row, and the first games that are wrong."""
        things = Counter[str]()
        for what, number in self.compared.items():
            things[what.partition(":")[0]] += number
        listed = ", ".join(f"{what} {number:,}" for what, number in things.most_common(8) if what != "game")
        head = f"{self.kind:18} {len(self.wrong):,} wrong in {self.games:,} ({self.seconds:,.0f} s CPU): {listed}"
        shown = [f"    {self.kind} {seed}: {message}" for seed, message in sorted(self.wrong)[:SHOWN]]
        more = len(self.wrong) - SHOWN
        return [head, *shown, *([f"    ... and {more:,} more"] if more > 0 else [])]


def work(pipe: Connection) -> None:
    """Compare the tasks that are sent. Each game is announced, so that one that never ends is noticed."""
    os.environ["SLEUTH_WORKERS"] = "1"
    from sleuth.core.kernel_warmup import warm_all
    from sleuth.testing.second_opinion import compare

    warm_all(lambda *_: None)
    pipe.send(None)
    while (task := pipe.recv()) is not None:
        kind, first, end = task
        row, began = Row(kind), time.process_time()
        for seed in range(first, end):
            pipe.send(seed)
            try:
                comparison = compare(kind, seed, everything=False, patience=CPU_SECONDS)
            except Exception as error:
                row.wrong.append((seed, f"the comparison raised {type(error).__name__}: {error}"))
            else:
                row.compared += comparison.compared
                if comparison.wrong:
                    row.wrong.append((seed, comparison.wrong[0]))
            row.games += 1
        row.seconds = time.process_time() - began
        pipe.send(row)


Task = tuple[str, int, int]
"""A kind, the first seed and the one after the last."""


class Worker:
    """A process, what it was given, and where it is."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Task = ("", 0, 0)
        self.seed, self.since = 0, inf
        """The game that it compares, and since when; it has all the time to compile kernels first."""

    def give(self, task: Task) -> None:
        """A part of the games of a kind."""
        self.task, self.seed = task, task[1]
        self.pipe.send(task)

    def hear(self) -> Row | None:
        """What it has to say: a row if it is done. `EOFError` if it is gone."""
        message = self.pipe.recv()
        if isinstance(message, Row):
            return message
        self.since = time.monotonic()
        self.seed = self.seed if message is None else message
        return None

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Run:
    """All kinds, compared by several processes; a kind is printed as soon as all of it is compared."""

    def __init__(self, kinds: list[str], games: int, first: int) -> None:
        ends = range(first, first + games, CHUNK)
        self.tasks = [(kind, start, min(start + CHUNK, first + games)) for kind in kinds for start in ends][::-1]
        self.rows = {kind: Row(kind) for kind in kinds}
        self.games = games

    def run(self, workers: int) -> bool:
        """Whether nothing is wrong."""
        busy: list[Worker] = []
        while self.tasks or busy:
            while self.tasks and len(busy) < workers:
                busy.append(Worker())
                busy[-1].give(self.tasks.pop())
            ready = wait([worker.pipe for worker in busy], timeout=1.0)
            for worker in list(busy):
                try:
                    row = worker.hear() if worker.pipe in ready else None
                except EOFError:
                    self._lost(worker, "the process died")
                    busy.remove(worker)
                    continue
                if row is not None:
                    self._count(row)
                    if self.tasks:
                        worker.give(self.tasks.pop())
                    else:
                        busy.remove(worker)
                        worker.stop()
                elif time.monotonic() - worker.since > PATIENCE:
                    self._lost(worker, f"not done after {PATIENCE:.0f} seconds")
                    busy.remove(worker)
        return not any(row.wrong for row in self.rows.values())

    def _count(self, row: Row) -> None:
        whole = self.rows[row.kind]
        whole.add(row)
        if whole.games == self.games:
            print("\n".join(whole.lines()), flush=True)

    def _lost(self, worker: Worker, why: str) -> None:
        """One game is to blame; those before and after it are compared by another process."""
        worker.stop()
        kind, first, end = worker.task
        self.tasks += [task for task in ((kind, worker.seed + 1, end), (kind, first, worker.seed)) if task[1] < task[2]]
        self._count(Row(kind, games=1, wrong=[(worker.seed, why)]))


def main() -> None:
    from sleuth.testing.nasty_catalogue import KINDS
    from sleuth.testing.sampled_opinion import SAMPLED

    kinds = [*KINDS, *SAMPLED]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20_000, help="how many games of each kind")
    parser.add_argument("--kinds", nargs="+", default=kinds, choices=kinds, metavar="KIND")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--list", action="store_true", help="show the kinds, and do nothing")
    options = parser.parse_args()
    if options.games < 1 or options.workers < 1:
        parser.error("games and workers are 1 or more")
    if options.list:
        print("\n".join(kinds))
        return
    began = time.monotonic()
    right = Run(options.kinds, options.games, options.first).run(options.workers)
    total = options.games * len(options.kinds)
    print(f"{total:,} games of {len(options.kinds)} kinds in {time.monotonic() - began:,.0f} s")
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
