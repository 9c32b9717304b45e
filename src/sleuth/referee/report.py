"""A refereed play in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from sleuth.core.frames import frame
from sleuth.core.text import plural
from sleuth.referee.verdict import Verdict


class PlayFigures(Protocol):
    """The figures of a play that its sentences are made of: of a report, or of a play that is kept."""

    @property
    def reference(self) -> str: ...
    @property
    def proved(self) -> bool: ...
    @property
    def solved(self) -> bool: ...
    @property
    def steps(self) -> int: ...
    @property
    def expected(self) -> float | None: ...
    @property
    def lost(self) -> float | None: ...
    @property
    def luck(self) -> float | None: ...
    @property
    def refused(self) -> int: ...
    @property
    def inconsistent(self) -> int: ...
    @property
    def redundant(self) -> int: ...


@dataclass(frozen=True, eq=False, repr=False)
class RefereeReport:
    """A play in figures. It holds the record, and with it the secret: it is not for the player."""

    game: str
    """The game as a spec, with what was announced."""
    player: str
    """Who asked."""
    reference: str
    """Whom the steps are measured against; `none` where nobody's are known."""
    proved: bool
    """Whether the reference is optimal play, proved."""
    solved: bool
    """Whether the goal was reached."""
    over: bool
    """Whether the goal was reached, or no step is left."""
    steps: int
    """Questions that were answered, and turns that were lost."""
    verdicts: tuple[Verdict, ...]
    """What was said of every reply."""
    record: str
    """The play as a record that reads back."""

    def __repr__(self) -> str:
        lost = "" if self.lost is None else f", {self.lost:.3g} lost"
        end = "solved" if self.solved else "not solved" if self.over else "open"
        return f"<RefereeReport of {self.game}: {plural(self.steps, 'step')}{lost}, {end}>"

    def __str__(self) -> str:
        return " ".join(self.sentences)

    @property
    def expected(self) -> float | None:
        """The steps that the reference expects from the start; `None` where they are not known."""
        return self.verdicts[0].expected if self.verdicts else None

    @property
    def left(self) -> float | None:
        """The steps that it expects now: 0 at the goal."""
        return self.verdicts[-1].left if self.verdicts else None

    @property
    def spent(self) -> float:
        """What all questions counted: as many as there were steps, or their cost where optimal play goes by that."""
        return float(sum(verdict.price for verdict in self.verdicts))

    @property
    def lost(self) -> float | None:
        """The steps that all questions lost: those spent (and those left), less those expected, plus luck."""
        return _sum(verdict.lost for verdict in self.verdicts)

    @property
    def luck(self) -> float | None:
        """The steps that the answers gave."""
        return _sum(verdict.luck for verdict in self.verdicts)

    @property
    def reward(self) -> float:
        """The sum of all rewards."""
        return float(sum(verdict.reward for verdict in self.verdicts))

    @property
    def bits(self) -> float:
        """The bits that all questions were expected to tell."""
        return float(sum(verdict.bits for verdict in self.verdicts))

    @property
    def refused(self) -> int:
        """Replies that were not taken."""
        return sum(verdict.refusal is not None for verdict in self.verdicts)

    @property
    def turns_lost(self) -> int:
        """Those of them that cost a step."""
        return sum(verdict.turn_lost for verdict in self.verdicts)

    @property
    def inconsistent(self) -> int:
        """Guesses that could not be the secret, for all that was answered before."""
        return sum(verdict.consistent is False for verdict in self.verdicts)

    @property
    def redundant(self) -> int:
        """Questions that could neither tell nor find nor win anything."""
        return sum(verdict.redundant for verdict in self.verdicts)

    @property
    def overdue(self) -> int:
        """Questions beyond the first that were asked when one secret alone was possible."""
        return max(0, sum(v.deducible and v.action is not None for v in self.verdicts) - 1)

    @property
    def marks(self) -> dict[str, int]:
        """How many replies got each mark."""
        return dict(Counter(verdict.mark for verdict in self.verdicts))

    @property
    def sentences(self) -> list[str]:
        """The play in a few sentences."""
        priced = any(verdict.price != 1 for verdict in self.verdicts)
        return list(play_sentences(self, self.over, self.spent if priced else None))

    def to_frame(self) -> Any:
        """A `pandas.DataFrame` with a row a reply."""
        about = {"game": self.game, "player": self.player, "reference": self.reference}
        return frame(({**about, **verdict.as_json()} for verdict in self.verdicts), None if self.verdicts else about)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        names = (
            "game", "player", "reference", "proved", "solved", "over", "steps", "spent", "expected", "left", "lost",
            "luck", "reward", "bits", "refused", "turns_lost", "inconsistent", "redundant", "overdue", "marks",
            "record",
        )  # fmt: skip
        return {**{name: getattr(self, name) for name in names}, "verdicts": [v.as_json() for v in self.verdicts]}


def play_sentences(play: PlayFigures, over: bool = True, spent: float | None = None) -> Iterable[str]:
    """A play in a few sentences; `spent` is what it cost, where that is what counts and not its steps."""
    end = "Solved" if play.solved else "Not solved" if over else "Not over"
    yield f"{end} after {plural(play.steps, 'step')}."
    if play.lost is not None and play.luck is not None and play.expected is not None:
        who = "Optimal play" if play.proved else f"The strategy {play.reference}"
        lost = f"the questions {'lost' if round(play.lost, 2) >= 0 else 'saved'} {abs(play.lost):.2f}"
        luck = f"the answers {'gave' if round(play.luck, 2) >= 0 else 'took'} {abs(play.luck):.2f}"
        expected = f"{play.expected:.2f}"
        if spent is not None:
            expected = f"a cost of {expected}, this play cost {spent:.2f}"
        yield f"{who} expects {expected}: {lost}, {luck}."
    if play.refused:
        yield f"{plural(play.refused, 'reply')} {'was' if play.refused == 1 else 'were'} not taken."
    if play.inconsistent:
        yield f"{plural(play.inconsistent, 'guess')} could not be right."
    if play.redundant:
        yield f"{plural(play.redundant, 'question')} could tell nothing."


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if any(value is None for value in known) else float(sum(value for value in known if value is not None))
