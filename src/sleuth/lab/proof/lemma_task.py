"""The work of a certificate as batches for an engine: lemmas of first actions, or of single parts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sleuth.kernels.jit import load_compiled
from sleuth.lab.proof.task import interruptible, openers_of
from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.trial import alone
from sleuth.solve.certificate import lemma_lines, lemma_order, map_group
from sleuth.solve.lemma_writer import LemmaWriter, StoppedError, WantedPart
from sleuth.solve.openers import OpenerProblem


@dataclass(frozen=True)
class LemmaTask:
    """A first action: the lemmas at one look, and what else it wants. Or one of its parts, with all lemmas for that."""

    action: int
    part: WantedPart | None = None


@dataclass(frozen=True)
class LemmaResult:
    """What became of a task."""

    task: LemmaTask
    lines: tuple[str, ...] = ()
    """Maps and lemmas, as a certificate has them."""
    parts: tuple[WantedPart, ...] = ()
    """The parts of a first action that want lemmas which lean on others."""
    cpu: float = 0.0
    stopped: bool = False
    """Whether time was up before it was done."""
    error: str = ""
    """Why nobody could do it."""


@dataclass(frozen=True)
class LemmaBatch:
    """Tasks that are done together."""

    terms: ProofTerms
    memory: int
    total: float
    """The total that is proved."""
    tasks: tuple[LemmaTask, ...]
    until: float | None = None
    """The time, since the epoch, at which all is to stop."""

    def play(self) -> list[LemmaResult]:
        """Do the tasks one after the other, in a thread: this one hears of the clock and of Ctrl-C."""
        with alone():
            load_compiled()
            lemmas = _lemmas_of(self.terms, self.memory, self.total)
            return interruptible(lemmas.writer.halt, lambda: [lemmas.done(task) for task in self.tasks], self.until)

    def parts(self) -> Sequence[LemmaBatch]:
        """A batch for each task."""
        return [replace(self, tasks=(task,)) for task in self.tasks]

    def give_up(self, reason: str) -> list[LemmaResult]:
        """What to tell of a task that nobody could finish."""
        return [LemmaResult(task, error=reason) for task in self.tasks]


class OpenerLemmas:
    """The lemmas of first actions, one after the other: what was searched for one serves the others."""

    def __init__(self, openers: OpenerProblem, total: float, memory: int) -> None:
        self.problem, self.depth = openers.problem, openers.depth
        self.writer = LemmaWriter(self.problem, map_group(self.problem), total, memory=memory)

    @property
    def bound(self) -> float:
        """What every first action has to reach."""
        return self.writer.cost - self.writer.less(self.problem.cands)

    def done(self, task: LemmaTask) -> LemmaResult:
        """Do a task."""
        began, writer = time.thread_time(), self.writer
        if writer.halted:
            return LemmaResult(task, stopped=True)
        writer.clear()
        try:
            if task.part is None:
                writer.want_first(task.action, self.depth, self.bound)
                lemmas, parts = writer.write_looks()
            else:
                writer.want_part(task.action, task.part, self.depth)
                lemmas, parts = list(writer.write()), []
        except StoppedError:
            return LemmaResult(task, stopped=True)
        lines = lemma_lines(self.problem, sorted(lemmas, key=lemma_order))
        return LemmaResult(task, tuple(lines), tuple(parts), time.thread_time() - began)


@lru_cache(maxsize=1)
def _lemmas_of(terms: ProofTerms, memory: int, total: float) -> OpenerLemmas:
    return OpenerLemmas(openers_of(terms), total, memory)
