"""What a paper says, what we find, and the verdict: one form for every paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any

from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.extras import extra
from sleuth.core.progress import Progress, silent
from sleuth.lab.matplotlib_svg import Picture
from sleuth.lab.report_files import csv_text, write_texts
from sleuth.play.tournament import Interval

PAPERS = {
    "meng-lucas": "sleuth.lab.reproduce.meng_lucas:reproduce",
    "hutchison": "sleuth.lab.reproduce.hutchison:reproduce",
    "maheshwari-singhvi": "sleuth.lab.reproduce.maheshwari_singhvi:reproduce",
    "hofer-nelson": "sleuth.lab.reproduce.hofer_nelson:reproduce",
    "bart": "sleuth.lab.reproduce.bart:reproduce",
}
WITH_WORDS = ("maheshwari-singhvi",)
"""The papers that are redone on a list of words."""
FIELDS = ("where", "published", "verdict", "up_to", "ours", "agrees", "why")
"""The columns of `claims.csv` and the keys of a claim in JSON."""
Rows = Sequence[Sequence[object]]
"""A table, its heading first."""
LEFT_OPEN = "the 95% interval leaves it open: more --trials would tell"


class ClaimVerdict(StrEnum):
    """What becomes of a claim."""

    HOLDS = "holds"
    HOLDS_UP_TO = "holds up to"
    """As far as was looked: `Claim.up_to` says how far."""
    FALSE = "false"
    """`Claim.ours` has the counterexample."""
    NOT_CHECKABLE = "not checkable"
    """`Claim.why` says for what reason."""


@dataclass(frozen=True)
class Claim:
    """One published result beside ours."""

    where: str
    """The place in the paper."""
    published: str
    ours: str
    """Our figure; of a false claim, the counterexample."""
    verdict: ClaimVerdict
    why: str = ""
    """What explains a difference, what bounds an agreement, or why nothing can be said."""
    up_to: str = ""

    def __post_init__(self) -> None:
        needed = {
            ClaimVerdict.HOLDS_UP_TO: (self.up_to, "up_to"),
            ClaimVerdict.FALSE: (self.ours, "ours, the counterexample"),
            ClaimVerdict.NOT_CHECKABLE: (self.why, "why"),
        }
        text, name = needed.get(self.verdict, ("-", ""))
        if not text:
            raise ParameterError(f"a claim that is {str(self.verdict)!r} needs {name}: {self.where}, {self.published}")
        if self.up_to and self.verdict is not ClaimVerdict.HOLDS_UP_TO:
            raise ParameterError(f"only a claim that 'holds up to' has a bound, not one that is {str(self.verdict)!r}")

    @classmethod
    def judged(
        cls, where: str, published: str, ours: str, agrees: bool | None, why: str = "", *, up_to: str = ""
    ) -> Claim:
        """A claim that was checked: it holds, as far as `up_to` if that is given, or it is false.

        `None` is for a sample whose interval leaves it open.
        """
        if agrees is None:
            return cls.unchecked(where, published, ours, f"{LEFT_OPEN}; {why}" if why else LEFT_OPEN)
        if not agrees:
            return cls(where, published, ours, ClaimVerdict.FALSE, why)
        return cls(where, published, ours, ClaimVerdict.HOLDS_UP_TO if up_to else ClaimVerdict.HOLDS, why, up_to)

    @classmethod
    def unchecked(cls, where: str, published: str, ours: str, why: str) -> Claim:
        """A claim that cannot be checked, with what we find in its place."""
        return cls(where, published, ours, ClaimVerdict.NOT_CHECKABLE, why)

    @property
    def agrees(self) -> bool | None:
        """Whether the claim holds, as far as was looked; `None` where it cannot be checked."""
        return None if self.verdict is ClaimVerdict.NOT_CHECKABLE else self.verdict is not ClaimVerdict.FALSE

    @property
    def judgement(self) -> str:
        """The verdict with its bound: `holds up to 60`."""
        return f"{self.verdict} {self.up_to}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {name: getattr(self, name) for name in FIELDS} | {"verdict": str(self.verdict)}


def below(interval: Interval, bar: float = 0.0) -> bool | None:
    """Whether a mean is below a bar, by its 95% interval; `None` where that leaves it open."""
    if interval.low is None or interval.high is None:
        return None
    return True if interval.high < bar else False if interval.low >= bar else None


def plus_minus(interval: Interval, digits: int = 2) -> str:
    """A mean with half its 95% interval: `44.82 ± 0.57`."""
    half = "" if interval.half is None else f" ± {interval.half:.{digits}f}"
    return f"{interval.mean:.{digits}f}{half}"


def rounded_ends(interval: Interval, digits: int = 4) -> tuple[float, ...]:
    """A mean and the ends of its interval, for a table; 0 for what is not known."""
    return tuple(round(value or 0.0, digits) for value in (interval.mean, interval.low, interval.high))


@dataclass(frozen=True)
class Reproduction:
    """All claims of one paper, with the figures and the numbers behind them."""

    paper: str
    title: str
    claims: tuple[Claim, ...]
    pictures: tuple[Picture, ...]
    numbers: tuple[tuple[str, Rows], ...]
    """Tables by name."""

    def write(self, folder: Path) -> list[Path]:
        """The claims and numbers as CSV and the figures as SVG, into a folder."""
        claims = [FIELDS, *(tuple(claim.as_json().values()) for claim in self.claims)]
        texts = {f"{picture.name}.svg": picture.svg for picture in self.pictures}
        texts |= {f"{name}.csv": csv_text(rows) for name, rows in (("claims", claims), *self.numbers)}
        return write_texts(folder, texts, "the results ")


def word_list(path: Path, words: Sequence[str]) -> str:
    """The name of a file with these words; it is left alone where it holds them already."""
    text = "\n".join(words) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return str(path)


@dataclass(frozen=True)
class Run:
    """How a paper is to be redone."""

    folder: Path
    """Where long runs keep their results, and go on."""
    quick: bool = False
    trials: int | None = None
    workers: int | None = None
    words: str | None = None
    """A file of words, for the papers that need a list."""
    progress: Progress = silent


def reproduce(
    paper: str,
    folder: Path,
    *,
    quick: bool = False,
    trials: int | None = None,
    workers: int | None = None,
    words: str | None = None,
    progress: Progress = silent,
) -> Reproduction:
    """Redo a paper's results. Long runs keep their results in `folder`, and go on there when called again."""
    if paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    if words is not None and paper not in WITH_WORDS:
        raise ParameterError(f"{paper} has no words to read; a list is for {', '.join(WITH_WORDS)}")
    extra("plots", "the reproduction of a paper", "matplotlib")
    module, _, name = PAPERS[paper].partition(":")
    redo: Callable[[Run], Reproduction] = getattr(import_module(module), name)
    folder.mkdir(parents=True, exist_ok=True)
    return redo(Run(folder, quick, trials, workers, words, progress))
