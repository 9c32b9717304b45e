"""Lemmas as the lines of a certificate, read and written plainly: to change them, and to ask whether they are true."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

LETTERS = frozenset("wagsu")


@dataclass
class LemmaLine:
    """A lemma, taken apart."""

    bound: str
    """A number, or `!` for never."""
    secrets: list[int]
    steps: int | None = None
    allowed: list[int] | None = None
    rest: dict[str, str] = field(default_factory=dict)
    """Maps and uses, as they are written."""

    @classmethod
    def parse(cls, line: str, secrets: int) -> LemmaLine:
        """Read a line about a game of so many secrets."""
        _, bound, *words = line.split(" ")
        sections, name = dict[str, list[str]](), ""
        for word in words:
            if word in LETTERS and name != "u":
                name, sections[word] = word, []
            else:
                sections[name].append(word)
        listed = sections["s"]
        return cls(
            bound,
            list(range(secrets)) if listed == ["*"] else list(accumulate(map(int, listed))),
            int(sections["w"][0]) if "w" in sections else None,
            list(accumulate(map(int, sections["a"]))) if "a" in sections else None,
            {key: " ".join(sections[key]) for key in ("g", "u") if key in sections},
        )

    def __str__(self) -> str:
        """The line."""
        out = ["l", self.bound]
        out += [] if self.steps is None else ["w", str(self.steps)]
        out += [] if self.allowed is None else ["a", *_differences(self.allowed)]
        out += ["g", self.rest["g"]] if "g" in self.rest else []
        out += ["s", *_differences(self.secrets)]
        out += ["u", self.rest["u"]] if "u" in self.rest else []
        return " ".join(out)

    @property
    def total(self) -> Fraction | None:
        """The bound; `None` for never."""
        return None if self.bound == "!" else Fraction(self.bound)


def lemmas_of(lines: list[Any], secrets: int) -> list[LemmaLine]:
    """The lemmas among the lines of a certificate."""
    return [LemmaLine.parse(line, secrets) for line in lines if line.startswith("l ")]


def _differences(numbers: list[int]) -> list[str]:
    return [str(b - a) for a, b in zip([0, *numbers], numbers, strict=False)]
