"""What is known of a run of the suite: whose it is, its entries, and its plays with everything that was said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from sleuth.core.errors import SpecError
from sleuth.core.text import shorten
from sleuth.play.record import Record
from sleuth.referee.prompt import Exchange, Message, Prompt


@dataclass(frozen=True)
class BenchTerms:
    """What makes a run this one: plays under other terms are of another run."""

    suite: str
    """The suite, by its version."""
    digest: str
    """What fixes its entries and secrets."""
    player: str
    """Who plays, as a spec."""
    text: bool
    """Whether every question goes through text; a language model's always does."""
    retries: int
    """How many refused replies in a row may be mended before one costs a step."""
    varies: bool
    """Whether the player may ask something else another time."""

    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` wrote."""
        try:
            return cls(**json.loads(text))
        except (TypeError, ValueError) as error:
            raise SpecError(f"{shorten(text)!r} are no terms of a run") from error


@dataclass(frozen=True)
class BenchEntry:
    """One entry of a suite, as it was played."""

    name: str
    """What the suite calls it."""
    game: str
    """The game, as a spec."""
    reference: str
    """Whom questions are measured against: `optimal`, `entropy`, or `none`."""
    max_steps: int
    """The steps after which a play ends unsolved."""
    secrets: int
    """How many secrets the suite has of it."""
    whole: bool
    """Whether these are all secrets of the game, each as likely as the others."""


@dataclass(frozen=True)
class BenchTurn:
    """One reply of a player, and what became of it."""

    said: str
    """What the player said."""
    told: str
    """What she was told."""
    verdict: Mapping[str, Any]
    """The grade, as `Verdict.as_json` gives it."""
    tokens_in: int = 0
    """Tokens of the prompt."""
    tokens_out: int = 0
    """Tokens of the reply."""
    seconds: float = 0.0
    """How long she took."""


@dataclass(frozen=True, repr=False)
class BenchPlay:
    """One finished play. It holds the secret."""

    entry: str
    """The entry of the suite."""
    number: int
    """The number of the secret in it, from 1."""
    secret: str
    """The secret, as the game writes it."""
    reference: str
    """Whom the questions were measured against; `none` where nobody's steps are known."""
    proved: bool
    """Whether that is optimal play, proved."""
    solved: bool
    """Whether the goal was reached."""
    steps: int
    """Questions that were answered, and turns that were lost."""
    expected: float | None
    """The steps that the reference expects from the start."""
    lost: float | None
    """The steps that the questions lost."""
    luck: float | None
    """The steps that the answers gave."""
    refused: int
    """Replies that were not taken."""
    turns_lost: int
    """Those of them that cost a step."""
    inconsistent: int
    """Guesses that could not be the secret."""
    redundant: int
    """Questions that could tell nothing."""
    tokens_in: int
    """Tokens of all prompts; 0 for a player without."""
    tokens_out: int
    """Tokens of all replies."""
    estimated: bool
    """Whether a server did not count tokens, so that they are estimated from the length of texts."""
    requests: int
    """Requests to a server, those that failed too."""
    seconds: float
    """How long the player took for all replies."""
    error: str | None
    """Why the play failed, if it did; then it enters no figure."""
    record: str
    """The play as a record that reads back."""
    rules: str
    """The rules as the player was given them."""
    opening: str
    """What was said before the first question."""
    turns: tuple[BenchTurn, ...]
    """Every reply, with its grade."""

    def __repr__(self) -> str:
        end = "failed" if self.error is not None else "solved" if self.solved else "not solved"
        return f"<BenchPlay {self.number} of {self.entry}: {len(self.turns)} turns, {end}>"

    @property
    def messages(self) -> list[Message]:
        """The play as a chat."""
        exchanges = tuple(Exchange(turn.said, turn.told) for turn in self.turns)
        return Prompt(self.rules, self.opening, exchanges).messages

    def read_record(self) -> Record:
        """The record, to be gone through again."""
        return Record.parse(self.record)

    def plain_row(self) -> dict[str, Any]:
        """The figures alone, without what was said."""
        return {name: getattr(self, name) for name in FIGURES}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**vars(self), "turns": [vars(turn) for turn in self.turns]}


SAID = ("record", "rules", "opening", "turns")
"""What of a play is text, and no figure."""
FIGURES = tuple(field.name for field in fields(BenchPlay) if field.name not in SAID)
"""What of a play are figures, the secret and the error among them."""
