"""A record: one play, finished or not, as text that reads back, resumes and replays.

    sleuth record 1
    game: mastermind:pegs=4,colours=6
    player: entropy
    oracle: truthful
    1: 0011 = 1.0
    2: 0234 = 0.2
    secret: 4152
    result: open

The secret of an open play against a truthful oracle is written sealed (not encrypted, only out of sight), so that
the play can be resumed without giving it away.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.belief.base import InformationSet
from sleuth.core.displayed import Displayed
from sleuth.core.errors import RecordError, SleuthError, UnknownNameError
from sleuth.core.files import read_text, write_text
from sleuth.core.game import Game, Secret
from sleuth.core.game_spec import parse_game, spec_of
from sleuth.core.history import History, parse_step
from sleuth.core.offers import truthful
from sleuth.core.registry import ORACLES
from sleuth.core.tables import answer_after
from sleuth.core.text import plural, shorten, whole_number

MAGIC = "sleuth record 1"
EMPTY = History()
SOLVED, OPEN = RESULTS = "solved", "open"
"""How a play stands."""
HUMAN, _ = UNLISTED = "human", "scripted"
"""Who may have answered, beside the oracles that can be had by their names."""
SEALED = "sealed "
"""Before what is out of sight, where something else could stand in the open."""
_STEP = re.compile(r"([0-9]+):\s*(.+)")


@dataclass(frozen=True, repr=False)
class Record(Displayed):
    """One play."""

    game: Game
    """The game that was played."""
    history: History = EMPTY
    """What was asked and answered."""
    player: str = "human"
    """Who asked: a strategy as a spec string, or a name."""
    oracle: str = "truthful"
    """Who answered."""
    secret: Secret | None = None
    """The secret, where it is known."""
    solved: bool = False
    """Whether the goal was reached."""

    def __repr__(self) -> str:
        steps = f"{plural(len(self.history), 'step')}, {'solved' if self.solved else 'open'}"
        return f"<Record of {self.game}, played by {self.player}: {steps}>"

    def __str__(self) -> str:
        game = self.game
        fields = {"game": spec_of(game), "player": self.player, "oracle": self.oracle}
        if self.secret is not None:
            text = game.format_secret(self.secret)
            fields |= {"secret": text} if self.solved else {"sealed": seal(text)}
        fields["result"] = SOLVED if self.solved else OPEN
        return str(
            RecordText(fields, tuple(f"{game.format_action(a)} = {game.format_feedback(f)}" for a, f in self.history))
        )

    @classmethod
    def parse(cls, text: str, files: bool = True) -> Record:
        """Read a record. `files=False` refuses games that name files."""
        record = RecordText.parse(text, ("game", "player", "oracle", "secret", "sealed", "result"))
        fields = record.fields
        game, history = parse_game(fields["game"], files), History()
        for place, (number, step) in enumerate(zip(record.lines, record.steps, strict=True), 1):
            try:
                history = history.add(*parse_step(game, step, place))
            except SleuthError as error:
                raise RecordError(f"line {number}: {error}") from error
        hidden = record.hidden("secret")
        secret = None if hidden is None else game.parse_secret(hidden)
        result, oracle = fields.get("result", OPEN), fields.get("oracle", "truthful")
        if result not in RESULTS:
            raise RecordError(f"the result of a record is {' or '.join(RESULTS)}, not {shorten(result)!r}")
        if oracle not in (*UNLISTED, *ORACLES.names()):
            raise UnknownNameError("oracle", oracle, [*ORACLES.names(), *UNLISTED])
        return cls(game, history, fields.get("player", "human"), oracle, secret, result == SOLVED)

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        return cls.parse(read_text(path, "record", RecordError))

    def write(self, path: str | Path) -> None:
        """Write the record, all or nothing: a crash leaves the one before."""
        write_text(path, str(self), "record", RecordError)

    def replay(self, info: InformationSet) -> list[InformationSet]:
        """The information set before each step and after the last, checked against the secret where it is known.

        Not checked are the answers of a person, who may err, and those of a game that allows lies.
        """
        seen = [info]
        bound = self.oracle == "truthful" or (self.oracle != HUMAN and truthful(self.game))
        for place, (action, feedback) in enumerate(self.history, 1):
            if self.secret is not None and bound:
                true = answer_after(self.game, info.history, action, self.secret)
                if true != feedback:
                    said, right = self.game.format_feedback(feedback), self.game.format_feedback(true)
                    raise RecordError(f"step {place}: the record says {said}, the law says {right}")
            info = info.observe(action, feedback)
            seen.append(info)
        return seen

    def extended(self, history: History, solved: bool, secret: Secret | None) -> Record:
        """The same play, further on."""
        return replace(self, history=history, solved=solved, secret=secret)


@dataclass(frozen=True)
class RecordText:
    """The lines of a record: its fields, and its steps, which are numbered from 1."""

    fields: dict[str, str]
    steps: tuple[str, ...]
    lines: tuple[int, ...] = ()
    """The line that each step was read from."""

    def __str__(self) -> str:
        last = ("secret", "deal", "sealed", "result")
        head = [f"{key}: {value}" for key, value in self.fields.items() if key not in last]
        steps = [f"{number}: {step}" for number, step in enumerate(self.steps, 1)]
        tail = [f"{key}: {self.fields[key]}" for key in last if key in self.fields]
        return "\n".join([MAGIC, *head, *steps, *tail]) + "\n"

    @classmethod
    def parse(cls, text: str, known: Collection[str]) -> RecordText:
        """Read the lines; errors name them."""
        lines = [line.strip() for line in text.splitlines()]
        if not lines or lines[0] != MAGIC:
            raise RecordError(
                f"this is no record: its first line must be {MAGIC!r}, not {shorten(lines[0] if lines else '')!r}"
            )
        fields: dict[str, str] = {}
        steps: dict[int, str] = {}
        for number, line in enumerate(lines[1:], 2):
            if not line or line.startswith("#"):
                continue
            if match := _STEP.fullmatch(line):
                if whole_number(match[1]) != len(steps) + 1:
                    raise RecordError(f"line {number}: step {shorten(match[1])} where step {len(steps) + 1} belongs")
                steps[number] = match[2]
                continue
            key, colon, value = line.partition(":")
            if not colon or key not in known or key in fields:
                raise RecordError(f"line {number}: {shorten(line)!r} does not belong in a record")
            fields[key] = value.strip()
        if "game" not in fields:
            raise RecordError("the record names no game")
        return cls(fields, tuple(steps.values()), tuple(steps))

    def hidden(self, name: str) -> str | None:
        """What is hidden, in the open under a name or sealed; `None` if it is not there."""
        return self.fields.get(name) or (unseal(self.fields["sealed"]) if "sealed" in self.fields else None)


def seal(text: str) -> str:
    """Out of sight, not out of reach."""
    return base64.urlsafe_b64encode(text.encode()[::-1]).decode()


def open_seal(text: str) -> str:
    """A text that may be out of sight."""
    return unseal(text.removeprefix(SEALED)) if text.startswith(SEALED) else text


def unseal(text: str) -> str:
    """The text behind a seal."""
    try:
        return base64.b64decode(text.encode(), b"-_", validate=True)[::-1].decode()
    except (binascii.Error, ValueError):
        raise RecordError(f"the sealed secret {shorten(text)!r} is damaged") from None
