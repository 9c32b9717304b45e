"""Guess Who: one face of many is hidden, and a question asks for a feature or a name."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from io import StringIO
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Axes, Count, Twin
from sleuth.core.errors import ActionError, ParameterError
from sleuth.core.files import read_text
from sleuth.core.game import Action, Game, Goal
from sleuth.core.text import listing, plural, shorten
from sleuth.games.reading import YES_NO, read_word
from sleuth.kernels.arrays import Array

Question = tuple[str, str] | str
"""An attribute and its value, or a name."""
Table = tuple[tuple[str, ...], ...]
"""The heading, then a row for each face; the name comes first."""

RESERVED = ":=;"
"""The signs that separate an attribute from its value, an answer from its question, and step from step."""


@dataclass(frozen=True)
class GuessWho(Game[str, Question, bool], Count, Twin, Axes):
    """Find the hidden face: has it blond hair, a hat, or is it Ada?

    A question asks whether an attribute has a value, or whether the face has a name. An attribute with two values
    makes one question, for the other would ask the same: it is asked for `yes`, or else for the first face's value.
    The faces are a CSV file with a heading: names in the first column, an attribute in each other column.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "face"
    tagline: ClassVar[str] = "Faces and questions"

    faces: str = field(default="", metadata={"help": "a CSV file of faces; empty is the built-in table", "file": True})
    table: Table = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", _read(self.faces))

    @cached_property
    def looks(self) -> dict[str, dict[str, str]]:
        """The attributes of each face, by name."""
        heading, *rows = self.table
        return {name: dict(zip(heading[1:], values, strict=True)) for name, *values in rows}

    def secrets(self) -> Iterator[str]:
        return iter(self.looks)

    def actions(self) -> Iterator[Question]:
        for attribute in self.table[0][1:]:
            values = list(dict.fromkeys(look[attribute] for look in self.looks.values()))
            yield from ((attribute, value) for value in _asked(values))
        yield from self.looks

    def feedback(self, action: Question, secret: str) -> bool:
        if isinstance(action, str):
            return secret == action
        attribute, value = action
        return self.looks[secret][attribute] == value

    def count(self) -> int:
        return len(self.looks)

    def feedback_table(self, actions: Sequence[Question], secrets: Sequence[str]) -> Array:
        names = np.array(secrets)
        columns = {a: np.array([self.looks[name][a] for name in secrets]) for a in self.table[0][1:]}
        rows = [names == a if isinstance(a, str) else columns[a[0]] == a[1] for a in actions]
        return np.array(rows, np.uint8).reshape(len(actions), len(secrets))

    def axes(self) -> dict[str, Sequence[str]]:
        return {"name": list(self.looks)}

    def format_action(self, action: Question) -> str:
        return action if isinstance(action, str) else ":".join(action)

    def parse_action(self, text: str) -> Question:
        try:
            return super().parse_action(text)
        except ActionError:
            attribute = text.partition(":")[0].strip().casefold()
            features = [question for question in self.actions() if isinstance(question, tuple)]
            asked = [self.format_action(feature) for feature in features if feature[0].casefold() == attribute]
            if not asked:
                raise
            message = f"{shorten(text)!r} is no question in {self.name}; about {attribute} ask {listing(asked)}"
            raise ActionError(message) from None

    def parse_feedback(self, text: str, action: Action) -> bool:
        return read_word(self, text, YES_NO)


def _asked(values: list[str]) -> list[str]:
    """The values of an attribute that a question names: none of one, one of two, else all."""
    if len(values) == 2:
        return ["yes"] if "yes" in values else values[:1]
    return values if len(values) > 2 else []


def _read(faces: str) -> Table:
    """The table in the file `faces`, or the built-in one."""
    where = f"{GuessWho.name}: the file {faces}"
    if faces:
        text = read_text(faces, "file of faces", lambda message: ParameterError(f"{GuessWho.name}: {message}"))
    else:
        text = (files(__package__) / "faces.csv").read_text(encoding="utf-8")
    try:
        reader = csv.reader(StringIO(text), strict=True)
        lines = [(reader.line_num, tuple(cell.strip() for cell in row)) for row in reader if row]
    except csv.Error as error:
        raise ParameterError(f"{where} is no CSV text: {error}") from error
    if len(lines) < 3:
        raise ParameterError(f"{where} must hold a heading and 2 faces or more")
    heading = lines[0][1]
    if not all(heading[1:]) or len(set(heading[1:])) < len(heading) - 1:
        raise ParameterError(f"{where} must give each attribute a name of its own in the heading")
    seen: dict[str, int] = {}
    for line, row in lines:
        if len(row) != len(heading):
            raise ParameterError(
                f"{where}, line {line}: {plural(len(row), 'column')}, but {len(heading)} in the heading"
            )
        for cell in row:
            if not cell.isprintable() or any(sign in cell for sign in RESERVED):
                raise ParameterError(f"{where}, line {line}: {shorten(cell)!r} must be plain text without {RESERVED}")
        if row is not heading and not row[0]:
            raise ParameterError(f"{where}, line {line}: the face has no name")
        if row is not heading and seen.setdefault(row[0], line) != line:
            raise ParameterError(f"{where}, line {line}: {shorten(row[0])!r} is named on line {seen[row[0]]} already")
    return tuple(row for _, row in lines)
