"""The log of a game of Clue at a real table, while it is typed. A wrong line raises, and the log stays as it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sleuth.app.card_results import ClueAdviceResult, NotebookResult, ReasonResult
from sleuth.app.clue import PLAIN, Weighing, clash_text, log_advice, log_reasons, notebook
from sleuth.core.text import whole_number
from sleuth.games.clue.belief.clue_log import ClueLog
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.players.advice import heard
from sleuth.games.clue.rules.errors import LogError

FIRST_LINES = "players: Ann 6, Ben 6, Cat 6", "me: Ann", "hand: Mustard, Plum, Knife, Rope, Hall, Study"


def _parsed(lines: Iterable[str]) -> ClueLog:
    return ClueLog.parse("\n".join(lines))


@dataclass(frozen=True)
class ClueHeads:
    """The lines before the first turn: the players, then one's own name and hand, if one plays."""

    lines: tuple[str, ...] = ()

    def add(self, line: str) -> ClueHeads | ClueNotes:
        """With one line more, which is tried before it is kept. The hand, or an empty line, is the last one."""
        if not line:
            return ClueNotes(_parsed(head for head in self.lines if not head.startswith("me")))
        key = line.partition(":")[0].strip().lower()
        if key == "me" and self.lines:
            _parsed(self.lines).game.player(line.partition(":")[2])
        elif key == "edition":
            if self.lines:
                _parsed([line, *self.lines])
        elif key in ("players", "hand"):
            _parsed([*self.lines, line])
        else:
            raise LogError(0, f"first the lines of the players, of your name and of your hand: {FIRST_LINES[0]}")
        heads = ClueHeads((*self.lines, line))
        return ClueNotes(_parsed(heads.lines)) if key == "hand" else heads


@dataclass(frozen=True)
class ClueNotes:
    """A log and what it tells. It never changes: every line makes new ones."""

    log: ClueLog

    @classmethod
    def read(cls, path: str | Path) -> ClueNotes:
        """Read a log from a file."""
        return cls(ClueLog.read(path))

    @property
    def mine(self) -> bool:
        """Whether it is for the writer to suggest or to accuse."""
        log = self.log
        asked = bool(log.turns) and log.turns[-1].player == log.me
        return log.me is not None and (log.to_move in (None, log.me) or asked)

    @property
    def parts(self) -> tuple[list[str], list[str]]:
        """The lines before the first turn, and the turns."""
        lines = str(self.log).splitlines()
        place = len(lines) - len(self.log.turns)
        return lines[:place], lines[place:]

    def add(self, line: str) -> ClueNotes:
        """With one line more."""
        return self._checked(self.log.add(line), "The line is not kept.")

    def undo(self) -> ClueNotes:
        """Without the last line."""
        return ClueNotes(self.log.undo())

    def edit(self, how: str, rest: str) -> ClueNotes:
        """With another line in place of one (`edit`, `3 LINE`), or without it (`delete`, `3`)."""
        word, _, text = rest.partition(" ")
        turns = len(self.log.turns)
        number = whole_number(word, 1, turns)
        if number is None:
            raise LogError(0, f"name a line from 1 to {turns}: {how} 1{' LINE' if how == 'edit' else ''}")
        if how == "edit" and not text.strip():
            raise LogError(0, f"say what line {number} should be: edit {number} LINE")
        return self._checked(self.log.edit(number - 1, text if how == "edit" else None), "Nothing was changed.")

    def _checked(self, log: ClueLog, otherwise: str) -> ClueNotes:
        evidence = log.evidence()
        if fault := clash_text(evidence, Position.of(evidence, None)):
            raise LogError(0, f"{fault}. {otherwise}")
        return ClueNotes(log)

    def notebook(self, weighing: Weighing = PLAIN) -> NotebookResult:
        """Who has what."""
        return notebook(self.log.game, weighing.position(heard(self.log)), weighing)

    def advice(self, weighing: Weighing = PLAIN, seed: int = 0) -> ClueAdviceResult:
        """What to do now, and why."""
        return log_advice(self.log, weighing.position(heard(self.log)), seed)

    def reasons(self, formula: str) -> ReasonResult:
        """The fewest lines from which a formula follows."""
        return log_reasons(self.log, formula)
