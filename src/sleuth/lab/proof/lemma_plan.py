"""Which lemmas come next: first actions in an order that mixes hard and easy ones evenly, their parts right after."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sleuth.lab.proof.lemma_task import LemmaBatch, LemmaResult, LemmaTask
from sleuth.lab.proof.plan import HEAD, mixed_evenly
from sleuth.lab.proof.store import LemmaRow, OpenerRow
from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.engines import batch_size
from sleuth.solve.lemma_writer import WantedPart


class LemmaPlan(Iterator[LemmaBatch]):
    """The tasks of a certificate that are not done, as batches."""

    def __init__(
        self,
        terms: ProofTerms,
        total: float,
        rows: Sequence[OpenerRow],
        known: Iterable[LemmaRow],
        answers: Mapping[int, str],
    ) -> None:
        """`known` are the lemmas that were kept before, `answers` the texts of codes."""
        self.terms, self.best = terms, total
        self.workers, self.memory = 1, 0
        self.until: float | None = None
        self.cpu, self.lemmas = 0.0, 0
        self._answers = answers
        self._open: dict[int, set[int]] = {}
        """For each first action that is begun and not done, the parts that are missing, by the codes of answers."""
        self._parts = [0, 0]
        self._times = {True: (0.0, 0), False: (0.0, 0)}
        self._queue = deque[LemmaTask]()
        self._begin(rows, known)
        self.restart_clock()

    def _begin(self, rows: Sequence[OpenerRow], known: Iterable[LemmaRow]) -> None:
        """What size alone settles needs no lemma; of the rest, what is kept is done."""
        wanted, kept = dict[int, list[WantedPart]](), set[tuple[int, str]]()
        codes = {text: code for code, text in self._answers.items()}
        for row in known:
            kept.add((row.opener, row.answer))
            self.lemmas += sum(line.startswith("l ") for line in row.lines)
            if not row.answer:
                wanted[row.opener] = [WantedPart(codes[answer], bound) for answer, bound in row.wants]
        by_look = sorted(rows, key=lambda row: (row.look, row.number))
        left = [row.number for row in by_look if not (self.terms.whole and row.look >= self.best)]
        self.total = len(left)
        for number, parts in wanted.items():
            self._expect(number, [part for part in parts if (number, self._answers[part.code]) not in kept])
        self._new = {number for number in left if number not in wanted}
        self._queue.extend(LemmaTask(number) for number in mixed_evenly(left) if number in self._new)

    def _expect(self, number: int, parts: Sequence[WantedPart]) -> None:
        """Parts of a first action that want lemmas of their own come next."""
        if parts:
            self._open[number] = {part.code for part in parts}
            self._queue.extendleft(LemmaTask(number, part) for part in parts)
            self._parts[1] += len(parts)

    def restart_clock(self) -> None:
        """Measure from now on how much is done at once: others do the work than before."""
        self._began, self._busy = time.monotonic(), 0.0

    @property
    def done(self) -> int:
        """How many first actions have all their lemmas."""
        return self.total - len(self._new) - len(self._open)

    def parts(self) -> tuple[int, int]:
        """Of parts that want lemmas of their own: how many are done, and how many there are."""
        done, number = self._parts
        return done, number

    def __next__(self) -> LemmaBatch:
        if not self._queue or (self.until is not None and time.time() >= self.until):
            raise StopIteration
        whole = self._queue[0].part is None
        tasks = list[LemmaTask]()
        most = batch_size(self._mean(whole))
        while self._queue and len(tasks) < most and (self._queue[0].part is None) == whole:
            tasks.append(self._queue.popleft())
        return LemmaBatch(self.terms, self.memory, self.best, tuple(tasks), self.until)

    def acknowledge(self, results: Sequence[LemmaResult]) -> list[LemmaRow]:
        """Take results in; what is to be kept of them."""
        rows = list[LemmaRow]()
        for result in results:
            task, part = result.task, result.task.part
            if result.stopped or result.error:
                self._queue.appendleft(task)
                continue
            wants = tuple((self._answers[part.code], part.bound) for part in result.parts)
            answer = "" if part is None else self._answers[part.code]
            rows.append(LemmaRow(task.action, answer, wants, result.lines))
            self.lemmas += sum(line.startswith("l ") for line in result.lines)
            self.cpu += result.cpu
            self._busy += result.cpu
            seconds, number = self._times[part is None]
            self._times[part is None] = seconds + result.cpu, number + 1
            if part is None:
                self._new.discard(task.action)
                self._expect(task.action, result.parts)
            else:
                self._parts[0] += 1
                self._open[task.action].discard(part.code)
                if not self._open[task.action]:
                    del self._open[task.action]
        return rows

    def _mean(self, whole: bool) -> float | None:
        """Mean seconds of first actions, or of parts, that are done."""
        seconds, number = self._times[whole]
        return seconds / number if number else None

    def seconds_left(self) -> float | None:
        """About how long the rest takes; nothing where too few are done to tell."""
        spent, looks = self.cpu, self._times[True][1]
        if looks < HEAD or not self._busy:
            return None
        open_parts = sum(map(len, self._open.values()))
        left = len(self._new) * spent / looks + open_parts * (self._mean(False) or 0.0)
        return left / max(0.1, self._busy / (time.monotonic() - self._began))
