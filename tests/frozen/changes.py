"""The reasons for which frozen answers may change: the rows of `changes.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.frozen.comparing import Difference

CHANGES = Path(__file__).parent / "changes.md"
NO_REASON = "?"
"""Stands for the reason in a row that is proposed."""
BAR = "&#124;"
NEXT, DONE = "\n## Next\n", "\n## Done\n"
NEXT_HEAD = "| answers | question | key | reason |\n|---|---|---|---|\n"
DONE_HEAD = "| answers | question | key | places | reason |\n|---|---|---|---|---|\n"


class Place(NamedTuple):
    """A difference, with the file of answers and the question."""

    answers: str
    question: str
    difference: Difference


class Reason(NamedTuple):
    """A row: in which answers which key may change, and why."""

    answers: str
    question: str
    key: str
    reason: str

    def __str__(self) -> str:
        return _row(*self)

    def asks(self, answers: str, question: str) -> bool:
        """Whether the row is about a question."""
        return bool(_matches(self.answers, answers) and _matches(self.question, question))

    def covers(self, place: Place) -> bool:
        """Whether the row is about the key that differs, or about one that holds it."""
        inside = "" if self.key == "$" else r"(?:[.\[].*)?"
        return self.asks(place.answers, place.question) and _matches(self.key, place.difference.path, inside)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', BAR) for cell in cells)} |"


def _matches(pattern: str, text: str, rest: str = "") -> bool:
    parts = ".*".join(re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(parts + rest, text, re.DOTALL) is not None


def read_reasons(text: str, questions: Iterable[tuple[str, str]]) -> list[Reason]:
    """The rows that wait in a text such as `changes.md`; an error if one is no row, or is about no question."""
    opening, _, rest = text.partition(NEXT)
    waiting, _, done = rest.partition(DONE)
    if not opening or NEXT_HEAD not in waiting or DONE_HEAD not in done:
        raise ValueError(f"changes.md has the tables{NEXT}\n{NEXT_HEAD}{DONE}\n{DONE_HEAD}")
    known = list(questions)
    return [_reason(line, known) for line in waiting.replace(NEXT_HEAD, "").splitlines() if line.strip()]


def _reason(line: str, questions: Sequence[tuple[str, str]]) -> Reason:
    cells = _cells(line)
    if len(cells) != 6 or cells[0] or cells[-1]:
        raise ValueError(f"changes.md: a row is | answers | question | key | reason |, not {line}")
    row = Reason(*cells[1:-1])
    if row.reason in ("", NO_REASON):
        raise ValueError(f"changes.md: no reason is given in {line}")
    if not row.key.startswith("$") or row.key.startswith("$*"):
        raise ValueError(f"changes.md: a key is a path such as $.answer.total, not {row.key}")
    if not any(row.asks(*question) for question in questions):
        raise ValueError(f"changes.md: there is no such question: {line}")
    return row


def unexplained(places: Iterable[Place], reasons: Sequence[Reason]) -> list[Place]:
    """The places where a key has changed or is lost, and that no row is about."""
    return [
        place
        for place in places
        if place.difference.kind != "new" and not any(reason.covers(place) for reason in reasons)
    ]


def proposals(places: Iterable[Place]) -> list[Reason]:
    """The rows that would explain places, without reasons: one for each file and key, whatever its numbers in lists."""
    asked: dict[tuple[str, str], set[str]] = {}
    for place in places:
        asked.setdefault((place.answers, any_number(place.difference.path)), set()).add(place.question)
    return [
        Reason(answers, min(questions).partition("\n")[0] + "*" * ("\n" in min(questions)), key, NO_REASON)
        if len(questions) == 1
        else Reason(answers, "*", key, NO_REASON)
        for (answers, key), questions in asked.items()
    ]


def any_number(path: str) -> str:
    """A path with `*` in place of the numbers in lists."""
    return re.sub(r"\[\d+\]", "[*]", path)


def spend(text: str, reasons: Sequence[Reason], places: Sequence[Place]) -> str:
    """The text with rows moved to those that are done, each with the number of places that it explained."""
    opening, _, done = text.partition(DONE)
    before, _, waiting = opening.partition(NEXT_HEAD)
    spent = {str(reason) for reason in reasons}
    left = "".join(f"{line}\n" for line in waiting.splitlines() if line.strip() and _normal(line) not in spent)
    for reason in reasons:
        number = sum(place.difference.kind != "new" and reason.covers(place) for place in places)
        done += f"{_row(reason.answers, reason.question, reason.key, str(number), reason.reason)}\n"
    return f"{before}{NEXT_HEAD}{left}{DONE}{done}"


def _normal(line: str) -> str:
    return str(Reason(*_cells(line)[1:-1]))


def _cells(line: str) -> list[str]:
    return [cell.strip().replace(BAR, "|") for cell in line.strip().split("|")]
