"""`sleuth clue assist` with a person at the keyboard: the log of a real game, line by line."""

from __future__ import annotations

from pathlib import Path

from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.app.clue import Weighing
from sleuth.app.clue_log import FIRST_LINES, ClueHeads, ClueNotes
from sleuth.core.errors import SleuthError
from sleuth.games.clue.board.text import (
    advice_lines,
    notebook_rows,
    notebook_table,
    reason_lines,
    standing_lines,
    supposed_line,
)

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


class ClueAssistDialogue:
    """The log so far. A line that is wrong costs nothing but a message: the log is kept as it was."""

    def __init__(self, screen: Screen, weighing: Weighing, record: Path | None, seed: int) -> None:
        self.screen, self.weighing, self.record, self.seed = screen, weighing, record, seed
        self.now: ClueHeads | ClueNotes = ClueHeads()
        if record is not None and record.exists():
            self.now = ClueNotes.read(record)

    def run(self) -> int:
        """Read lines until the end."""
        if isinstance(self.now, ClueHeads):
            self.screen.show("First who plays, as in these lines. An empty line instead of `me` if you only watch.", "")
            self.screen.show(*(f"  {line}" for line in FIRST_LINES))
        else:
            self.tell(self.now)
        try:
            while (line := self.screen.ask("clue> ")) is not None and line.lower() not in ("quit", "q", "exit"):
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
        elif isinstance(self.now, ClueNotes):
            if line:
                self.turn(self.now, line)
        elif isinstance(after := self.now.add(line), ClueNotes):
            self.keep(after)
            self.screen.show("Type `help` for what can be typed.", "")
            self.tell(after)
        else:
            self.now = after

    def turn(self, notes: ClueNotes, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "log":
                heads, turns = notes.parts
                self.screen.show(*heads, *(f"{number:>3}  {text}" for number, text in enumerate(turns, 1)))
            case "notebook" | "n":
                notebook = notes.notebook(self.weighing).as_json()
                self.screen.show(
                    notebook_table(notebook_rows(notebook)), "", *standing_lines(notebook), supposed_line(notebook)
                )
            case "suggest" | "s":
                self.suggest(notes)
            case "why":
                self.screen.show(*reason_lines(notes.reasons(rest).as_json()))
            case "undo":
                self.tell(self.keep(notes.undo()))
            case "edit" | "delete" as how:
                self.tell(self.keep(notes.edit(how, rest)))
            case _:
                self.tell(self.keep(notes.add(line)))

    def keep(self, notes: ClueNotes) -> ClueNotes:
        self.now = notes
        if self.record is not None:
            self.record.write_text(str(notes.log), encoding="utf-8")
        return notes

    def tell(self, notes: ClueNotes) -> None:
        """Where the game is, in a few lines, and advice where it is one's turn."""
        if notes.log.over:
            self.screen.show("The game is over.")
            return
        self.screen.show(*standing_lines(notes.notebook(self.weighing).as_json())[:4])
        if notes.mine:
            self.suggest(notes)

    def suggest(self, notes: ClueNotes) -> None:
        with self.screen.waiting(THINKING):
            lines = advice_lines(notes.advice(self.weighing, self.seed).as_json())
        self.screen.show("", *lines)
