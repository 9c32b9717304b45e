"""Outcomes over a list of candidates whose table is not stored: answers are computed while they are counted."""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.outcomes import Picked
from sleuth.core.errors import TooLargeError
from sleuth.core.numbered_law import AnswerBlocks
from sleuth.core.tables import Tables
from sleuth.kernels import partitions as kernels
from sleuth.kernels.arrays import Array, Floats, Ints, frozen
from sleuth.kernels.threads import spread

BLOCK_CELLS = 1 << 20
"""Answers that are computed at once: they stay in the cache."""


class Streamed(Counted):
    """Outcomes that are counted block by block; rows and columns are those of the tables."""

    @property
    def codes(self) -> Array:
        """The whole table, for those who want to look up single answers: it is made now."""
        codes = self._streamed.codes
        if codes is None:
            raise TooLargeError(f"the table of {self._streamed.game} is larger than a table may be here")
        return codes

    @codes.setter
    def codes(self, codes: Array) -> None:
        """It is the tables' own."""

    @property
    def _streamed(self) -> Tables:
        assert self.tables is not None
        return self.tables

    def __setstate__(self, state: dict[str, Any]) -> None:
        tables = state["tables"]
        shared = {
            name: getattr(tables, name) for name in ("weights", "naming", "feedbacks", "hits") if name not in state
        }
        self.__dict__.update(shared | state)

    def take(self, rows: Ints) -> Streamed:
        made = object.__new__(Streamed)
        made.__dict__.update({f.name: vars(self)[f.name] for f in fields(self) if f.name in vars(self)})
        made.__dict__.update(
            actions=Picked(self.actions, rows),
            columns=self.columns[rows],
            winning=self.winning[rows],
            possible=self.possible[rows],
            costs=self.costs[rows] if self.costs.size else self.costs,
        )
        return made

    @property
    def width(self) -> int:
        return self.feedbacks.width

    @cached_property
    def counts(self) -> Ints:
        return self._summed(np.int32)

    @cached_property
    def masses(self) -> Floats:
        return self._summed(np.float64) if self.weights.size else self.counts.astype(np.float64)

    def _summed(self, kind: Any) -> Array:
        """The actions x feedbacks table of the number, or weight, of the candidates that give each feedback."""
        pieces: dict[int, Array] = {}

        def piece(lo: int, hi: int) -> None:
            out = np.zeros((hi - lo, 0), kind)
            blocks = AnswerBlocks(self._streamed, self.columns[lo:hi])
            step = max(1, BLOCK_CELLS // (hi - lo))
            order = frozen(np.arange(max(step, hi - lo), dtype=np.int32))
            for first in range(0, self.size, step):
                cands = self.candidates[first : first + step]
                codes = frozen(blocks.answers(cands))
                if out.shape[1] < self.width:
                    out = np.pad(out, ((0, 0), (0, self.width - out.shape[1])))
                some, every = order[: cands.size], order[: hi - lo]
                if kind == np.int32:
                    kernels.count_parts(codes, some, every, out)
                else:
                    kernels.weigh_parts(codes, some, every, frozen(self.weights[cands]), out)
            pieces[lo] = out

        spread(piece, len(self), kernels.pieces(self.columns, self.candidates))
        summed = np.concatenate(
            [np.pad(out, ((0, 0), (0, self.width - out.shape[1]))) for _, out in sorted(pieces.items())]
        )
        for code in np.flatnonzero(summed.any(axis=0)).tolist():
            if not self.feedbacks.has(code):  # to look at one action that has it is enough to learn it
                self._streamed.column(int(self.columns[np.argmax(summed[:, code] > 0)]), self.candidates)
        return summed

    def scores(self, terms: kernels.PartTerms) -> Floats:
        if self.weights.size == 0 and not (terms.power is not None and terms.power.averaged):
            values = terms.folded()[self.counts]
            return np.asarray(values.max(axis=1, initial=0.0) if terms.worst else values.sum(axis=1), np.float64)
        step, order = max(1, BLOCK_CELLS // self.size), np.arange(self.size, dtype=np.int32)
        weights = self.weights[self.candidates] if self.weights.size else self.weights
        parts = [np.empty(0)]
        for first in range(0, len(self), step):
            codes = AnswerBlocks(self._streamed, self.columns[first : first + step]).answers(self.candidates)
            every = np.arange(codes.shape[1], dtype=np.int32)
            parts.append(kernels.scores(codes, order, every, self.width, weights, terms))
        return np.concatenate(parts)
