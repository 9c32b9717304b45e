"""Treasure hunt: a treasure lies in one of many cells, and a question names some of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, combinations
from math import isqrt
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Axes, Count, Symmetries, Twin
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game, Goal, Symmetry, swap_and_turn
from sleuth.core.spec import require
from sleuth.core.text import shorten
from sleuth.games.reading import YES_NO, read_numbers, read_word
from sleuth.kernels.arrays import Array

Question = tuple[int, ...] | range
"""The cells asked about, counted from 0: a tuple for a set, a range for an interval or a line."""

QUESTIONS = ("auto", "set", "interval", "line")
MAX_CELLS = {"set": 21, "interval": 2_000, "line": 10_000}
"""Beyond, there are more than two million sets or intervals, or (in one row) ten thousand lines."""
MAX_PRICE = 1_000
HOW = {"set": "cells as 1,4,5", "interval": "the first and last cell as 3-7", "line": "a row as r2 or a column as c3"}


@dataclass(frozen=True)
class TreasureHunt(Game[int, Question, bool], Count, Twin, Symmetries, Axes):
    """Find the cell that hides a treasure: is it in one of these cells?

    A question names a set of cells, an interval of them, or a whole row or column of a grid that is as square
    as can be. A question and its complement ask the same, so one of the two is listed: of two sets the smaller,
    or the one with cell 1 if they are halves; of two intervals the one with cell 1; of two rows or two columns
    the first. Digging may have a price: then a question costs more, the more cells must be dug up to answer it.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "place"
    tagline: ClassVar[str] = "Dig for the chest"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "treasure-hunt:cells=4",
        "Classic": "treasure-hunt",
        "Hard": "treasure-hunt:cells=36,questions=line",
    }

    cells: int = field(default=8, metadata={"help": "how many cells there are", "label": "How many places are there?"})
    questions: str = field(
        default="auto",
        metadata={
            "help": "what may be asked; auto is set up to 16 cells, then interval",
            "choices": QUESTIONS,
            "label": "What may be asked?",
            "words": {
                "auto": "What fits the size",
                "set": "Any places",
                "interval": "Places side by side",
                "line": "A row or a column",
            },
        },
    )
    price: float = field(
        default=0,
        metadata={
            "help": "what digging in a cell costs, on top of 1 for the question",
            "label": "What does digging cost, besides the question?",
            "empty": "nothing",
        },
    )

    def __post_init__(self) -> None:
        message = f"questions is one of {', '.join(QUESTIONS)}, not {self.questions!r}"
        require(self.questions in QUESTIONS, self, message)
        most = MAX_CELLS[self.kind]
        require(2 <= self.cells <= most, self, f"cells is 2 to {most:,} with {self.kind} questions, not {self.cells:,}")
        require(0 <= self.price <= MAX_PRICE, self, f"price is 0 to {MAX_PRICE:,}, not {self.price:g}")

    @property
    def kind(self) -> str:
        """The kind of question: set, interval or line."""
        return self.questions if self.questions != "auto" else "set" if self.cells <= 16 else "interval"

    @cached_property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of the grid for line questions; no more rows than columns."""
        rows = max(rows for rows in range(1, isqrt(self.cells) + 1) if self.cells % rows == 0)
        return rows, self.cells // rows

    def secrets(self) -> range:
        return range(self.cells)

    def actions(self) -> Iterator[Question]:
        if self.kind == "set":
            for size in range(1, self.cells // 2 + 1):
                halves = 2 * size == self.cells
                yield from (cells for cells in combinations(range(self.cells), size) if not halves or cells[0] == 0)
        elif self.kind == "interval":
            for first, stop in combinations(range(self.cells), 2):
                yield range(first, stop)
        else:
            yield from (line for line in self._lines() if len(line) < self.cells and line == self._listed(line))

    def symmetries(self) -> Iterator[Symmetry]:
        """With set questions, cells in any order; with intervals, the row of cells from its other end."""
        orders = swap_and_turn(range(self.cells)) if self.kind == "set" else []
        if self.kind == "interval":
            orders = [{cell: self.cells - 1 - cell for cell in range(self.cells)}]
        for names in orders:
            yield Symmetry(names.__getitem__, partial(self._renamed, names))

    def _renamed(self, names: dict[int, int], question: Question) -> Question:
        cells = sorted(names[cell] for cell in question)
        return self._listed(range(cells[0], cells[-1] + 1) if isinstance(question, range) else tuple(cells))

    def feedback(self, action: Question, secret: int) -> bool:
        return secret in action

    def cost(self, action: Question) -> float:
        """One for the question, and the price of every cell that is dug up: those named, or all others if fewer."""
        return 1 + self.price * min(len(action), self.cells - len(action))

    def count(self) -> int:
        return self.cells

    def feedback_table(self, actions: Sequence[Question], secrets: Sequence[int]) -> Array:
        asked = np.zeros((len(actions), self.cells), np.uint8)
        cells = np.fromiter(chain.from_iterable(actions), np.intp)
        asked[np.repeat(np.arange(len(actions)), [len(question) for question in actions]), cells] = 1
        return asked[:, np.asarray(secrets, np.intp)]

    def axes(self) -> dict[str, Sequence[str]]:
        if self.kind == "line":
            rows, columns = self.grid
            return {"row": _from_one(rows), "column": _from_one(columns)}
        return {"cell": _from_one(self.cells)}

    def format_secret(self, secret: int) -> str:
        return str(secret + 1)

    def format_action(self, action: Question) -> str:
        if isinstance(action, tuple):
            return ",".join(str(cell + 1) for cell in action)
        if self.kind == "interval":
            return f"{action.start + 1}-{action.stop}"
        return f"r{action.start // len(action) + 1}" if action.step == 1 else f"c{action.start + 1}"

    def parse_action(self, text: str) -> Question:
        question = self._read(text.strip().lower())
        if question is None:
            room = ", ".join(f"{axis} 1 to {len(places)}" for axis, places in self.axes().items())
            raise ActionError(f"{shorten(text)!r} is no question in {self.name}; write {HOW[self.kind]} ({room})")
        if len(question) == self.cells:
            raise ActionError(f"{shorten(text)!r} names every cell, so the answer would tell nothing")
        listed = self._listed(question)
        if listed != question:
            asked, instead = self.format_action(question), self.format_action(listed)
            raise ActionError(f"{asked} asks the same as {instead}, with yes and no swapped; ask {instead}")
        return question

    def parse_feedback(self, text: str, action: Action) -> bool:
        return read_word(self, text, YES_NO)

    def _lines(self) -> list[range]:
        rows, columns = self.grid
        across = [range(row * columns, (row + 1) * columns) for row in range(rows)]
        return across + [range(column, self.cells, columns) for column in range(columns)]

    def _listed(self, question: Question) -> Question:
        """Of the question and its complement, the one that is listed."""
        if isinstance(question, tuple):
            rest = tuple(cell for cell in range(self.cells) if cell not in question)
            return min(question, rest, key=lambda cells: (len(cells), cells))
        if self.kind == "interval":
            return range(question.start) if question.stop == self.cells else question
        one_of_two = 2 * len(question) == self.cells
        return range(0, question.stop - question.start, question.step) if one_of_two else question

    def _read(self, text: str) -> Question | None:
        if self.kind == "line":
            short = text.replace("row", "r").replace("column", "c").replace(" ", "")
            return {self.format_action(line): line for line in self._lines()}.get(short)
        numbers = read_numbers(text, "," if self.kind == "set" else "-")
        if not numbers or min(numbers) < 1 or max(numbers) > self.cells:
            return None
        if self.kind == "set":
            return tuple(sorted({number - 1 for number in numbers}))
        first, last = numbers[0], numbers[-1]
        return range(first - 1, last) if first <= last and len(numbers) <= 2 else None


def _from_one(n: int) -> list[str]:
    return [str(i + 1) for i in range(n)]
