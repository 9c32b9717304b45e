"""`sleuth clue assist` with a person at the keyboard: the log of a real game, line by line."""

from __future__ import annotations

import sys
from pathlib import Path

from sleuth.adapters.cli.clue import advice_lines, advice_of, explain, notebook, reason_lines, standing
from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number
from sleuth.multiplayer.cluelog import ClueLog
from sleuth.multiplayer.counting import Position
from sleuth.multiplayer.errors import LogError
from sleuth.multiplayer.reasons import clash
from sleuth.multiplayer.shows import parse_policy

HELP = """\
Type what happened, a turn a line:
  Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
  Cat: White, Revolver, Lounge -> Ben shows ?      (players left out passed; ? is a card that you did not see)
  Ann: Plum, Rope, Hall -> none
  Ben: pass
  Ben accuses White, Revolver, Lounge: wrong
Or one of these:
  suggest          what to do now, and why            notebook   who has what
  undo             take the last line back            log        all lines, numbered
  edit 3 LINE      another line in place of line 3    delete 3   without line 3
  why h(Ben,Rope)  the fewest lines that imply it     quit"""
FIRST = "players: Ann 6, Ben 6, Cat 6", "me: Ann", "hand: Mustard, Plum, Knife, Rope, Hall, Study"


def ask(prompt: str) -> str | None:
    """A line from the person; `None` at the end of the input."""
    try:
        if sys.stdin.isatty():
            import readline  # noqa: F401  (arrow keys and history at the prompt)

            return input(prompt).strip()
        print(prompt, end="", file=sys.stderr, flush=True)
        return input().strip()
    except EOFError:
        return None


class Desk:
    """The log so far. A line that is wrong costs nothing but a message: the log is kept as it was."""

    def __init__(self, screen: Screen, shows: str, record: Path | None, seed: int) -> None:
        self.screen, self.policy, self.record, self.seed = screen, parse_policy(shows), record, seed
        self.heads: list[str] = []
        self.log: ClueLog | None = ClueLog.read(record) if record is not None and record.exists() else None

    def run(self) -> int:
        """Read lines until the end."""
        if self.log is None:
            self.screen.show("First who plays, as in these lines. An empty line instead of `me` if you only watch.", "")
            self.screen.show(*(f"  {line}" for line in FIRST))
        else:
            self.tell()
        try:
            while (line := ask("clue> ")) is not None and line.lower() not in ("quit", "q", "exit"):
                try:
                    self.handle(line)
                except SleuthError as error:
                    self.screen.say(str(error), "red")
        except KeyboardInterrupt:
            self.screen.say("")
            return 130
        return 0

    def handle(self, line: str) -> None:
        """One line from the person."""
        if line.lower() in ("help", "?", "h"):
            self.screen.show(HELP)
        elif self.log is None:
            self.head(line)
        elif line:
            self.turn(self.log, line)

    def head(self, line: str) -> None:
        """The lines before the first turn; each is tried before it is kept."""
        if line:
            key = line.partition(":")[0].strip().lower()
            if key in ("players", "edition", "hand"):
                told = [*self.heads, line] if key != "edition" else [line, *self.heads]
                if key != "edition" or self.heads:
                    ClueLog.parse("\n".join(told))
            elif key == "me" and self.heads:
                ClueLog.parse("\n".join(self.heads)).game.player(line.partition(":")[2])
            else:
                raise LogError(0, f"first the lines of the players, of your name and of your hand: {FIRST[0]}")
            self.heads.append(line)
            if key != "hand":
                return
        self.keep(ClueLog.parse("\n".join(head for head in self.heads if line or not head.startswith("me"))))
        self.screen.show("Type `help` for what can be typed.", "")
        self.tell()

    def turn(self, log: ClueLog, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "undo":
                self.keep(log.undo())
                self.tell()
            case "edit" | "delete":
                self.keep(self.edited(log, word.lower(), rest))
                self.tell()
            case "log":
                heads, turns = self.lines(log)
                self.screen.show(*heads, *(f"{number:>3}  {text}" for number, text in enumerate(turns, 1)))
            case "notebook" | "n":
                position = Position.of(log.evidence(), self.policy)
                self.screen.show(notebook(log, position), "", *standing(log, position))
            case "suggest" | "s":
                self.suggest(log)
            case "why":
                self.screen.show(*reason_lines(explain(log, rest)))
            case _:
                after = log.add(line)
                evidence = after.evidence()
                if not Position.of(evidence, None).worlds:
                    raise LogError(0, f"no deal explains this; {clash(evidence)}. The line is not kept.")
                self.keep(after)
                self.tell()

    @staticmethod
    def lines(log: ClueLog) -> tuple[list[str], list[str]]:
        """The lines before the first turn, and the turns."""
        lines = str(log).splitlines()
        place = len(lines) - len(log.turns)
        return lines[:place], lines[place:]

    @staticmethod
    def edited(log: ClueLog, how: str, rest: str) -> ClueLog:
        word, _, text = rest.partition(" ")
        number = whole_number(word, 1, len(log.turns))
        if number is None:
            raise LogError(0, f"name a line from 1 to {len(log.turns)}: {how} 1{' LINE' if how == 'edit' else ''}")
        if how == "edit" and not text.strip():
            raise LogError(0, f"say what line {number} should be: edit {number} LINE")
        after = log.edit(number - 1, text if how == "edit" else None)
        evidence = after.evidence()
        if not Position.of(evidence, None).worlds:
            raise LogError(0, f"no deal explains this; {clash(evidence)}. Nothing was changed.")
        return after

    def keep(self, log: ClueLog) -> None:
        self.log = log
        if self.record is not None:
            self.record.write_text(str(log), encoding="utf-8")

    def tell(self) -> None:
        """Where the game is, in a few lines, and advice where it is one's turn."""
        log = self.log
        assert log is not None
        if log.over:
            self.screen.show("The game is over.")
            return
        position = Position.of(log.evidence(), self.policy)
        self.screen.show(*standing(log, position)[:4])
        mine = log.turns and log.turns[-1].player == log.me
        if log.me is not None and (log.to_move in (None, log.me) or mine):
            self.suggest(log)

    def suggest(self, log: ClueLog) -> None:
        with self.screen.waiting(THINKING):
            lines = advice_lines(log, advice_of(log, self.seed))
        self.screen.show("", *lines)
