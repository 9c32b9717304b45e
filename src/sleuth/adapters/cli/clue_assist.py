"""`sleuth clue assist` with a person at the keyboard: the log of a real game, line by line."""

from __future__ import annotations

from pathlib import Path

from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.app.clue_log import FIRST_LINES, ClueNotes, check_supposed
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number
from sleuth.games.clue.board.text import (
    advice_lines,
    answer_lines,
    notebook_rows,
    notebook_table,
    reason_lines,
    standing_lines,
    supposed_line,
    supposition_lines,
)

HELP = """\
Type what happened, a turn a line:
  Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
  Cat: White, Revolver, Lounge -> Ben shows ?      (players left out passed; ? is a card that you did not see)
  Ann: Plum, Rope, Hall -> none
  Ben accuses White, Revolver, Lounge: wrong
Who has no line made no suggestion. `hand: ...` or `players: ...` again corrects that line.
Or one of these:
  suggest          what to do now, and why            notebook       who has what
  suggest Hall     the same, in this room             rooms Hall     only this room from now on; `rooms`: all again
  undo, redo       take the last change back          log            all lines, numbered
  edit 5 LINE      another line in place of line 5    insert 5 LINE  a line before line 5
  delete 5         without line 5                     try LINE       what would follow; nothing is kept
  at Kitchen       where to go from there             rolled 7       the same by this roll; both with a board only
  why h(Ben,Rope)  the fewest lines that imply it     suppose h(Ben,Rope)   what would follow if that were so
  ask CARDS        what it may be answered with       quit"""


class ClueAssistDialogue:
    """The log so far. A line that is wrong costs nothing but a message: the log is kept as it was."""

    def __init__(
        self, screen: Screen, supposed: dict[str, str], record: Path | None, seed: int, rooms: str = ""
    ) -> None:
        check_supposed(**supposed)
        self.screen, self.supposed, self.record, self.seed, self.rooms = screen, supposed, record, seed, rooms
        self.at, self.watching = "", False
        self.notes = ClueNotes() if record is None else ClueNotes(folder=str(record.parent))
        if record is not None and record.exists():
            self.notes = ClueNotes.read(record)

    def run(self) -> int:
        """Read lines until the end."""
        if not self.notes.ready:
            self.screen.show("First who plays, as in these lines. An empty line instead of `me` if you only watch.", "")
            self.screen.show(*(f"  {line}" for line in FIRST_LINES))
        self.tell(self.notes)
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
        """One line from the person: what happened, or a command."""
        if self.notes.means_line(line):
            self.keep(self.notes.add(line))
        elif line:
            self.command(line)
        elif not self.notes.ready:
            self.watching = True
            self.keep(self.notes.watch())

    def command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        notes, rest = self.notes, rest.strip()
        match word.lower():
            case "help" | "?" | "h" if not rest:
                self.screen.show(HELP)
            case "log" if not rest:
                self.screen.show(*(f"{number:>3}  {text}" for number, text in enumerate(notes.lines, 1)))
            case "notebook" | "n" if not rest:
                notebook = notes.notebook(**self.supposed).as_json()
                self.screen.show(
                    notebook_table(notebook_rows(notebook)), "", *standing_lines(notebook), supposed_line(notebook)
                )
            case "suggest" | "s":
                self.suggest(notes, rest or self.rooms, alternatives=True)
            case "rooms":
                self.rooms = notes.rooms(rest)
                self.screen.show(f"Advice is for {self.rooms or 'all rooms'}.")
            case "at":
                self.at = rest
                self.go(notes, None)
            case "rolled":
                self.go(notes, whole_number(rest) or 0)
            case "suppose" | "ask":
                self.wonder(notes, *((rest, "") if word.lower() == "suppose" else ("", rest)))
            case "why":
                self.screen.show(*reason_lines(notes.reasons(rest).as_json()))
            case "undo" if not rest:
                self.go_back(notes.undo())
            case "redo" if not rest:
                self.go_back(notes.redo())
            case "edit":
                self.keep(notes.edit(rest))
            case "insert":
                self.keep(notes.insert(rest))
            case "delete":
                self.keep(notes.delete(rest))
            case "try" | "whatif" | "what-if":
                self.tell(notes.add(rest))
                self.screen.show("Nothing was kept of it.")
            case _:
                self.keep(notes.add(line))

    def go_back(self, notes: ClueNotes) -> None:
        """Go on with another state of the log, and say how it differs."""
        gone = [f"- {line}" for line in self.notes.lines if line not in notes.lines]
        back = [f"+ {line}" for line in notes.lines if line not in self.notes.lines]
        self.screen.show(*gone, *back)
        self.keep(notes)

    def keep(self, notes: ClueNotes) -> None:
        """Go on with a change: it is in the file before anything is said about it."""
        if self.record is not None:
            notes.write(self.record)
        started, self.notes = self.notes.ready, notes
        if notes.ready and not started:
            self.screen.show("Type `help` for what can be typed.", "")
        self.tell(notes)

    def tell(self, notes: ClueNotes) -> None:
        """Where the game is, in a few lines, and advice where it is one's turn."""
        for trouble in notes.troubles:
            self.screen.say(trouble, "red")
        if notes.troubles:
            self.screen.say("Until that is mended, other lines are only written down: edit, delete or undo one.", "red")
        if notes.own_cards:
            self.screen.show(f"The cards of this game so far: {notes.own_cards}.")
        if notes.troubles or not (notes.ready or self.watching):
            return
        if notes.whole().over:
            self.screen.show("The game is over.")
            return
        if notes.passed_over:
            self.screen.show(notes.passed_over)
        self.screen.show(*standing_lines(notes.notebook(**self.supposed).as_json())[:4])
        if notes.mine:
            self.suggest(notes, self.rooms)

    def wonder(self, notes: ClueNotes, suppose: str, ask: str) -> None:
        """What would follow from something, or what a suggestion may be answered with; nothing is kept."""
        with self.screen.waiting(THINKING):
            advice = notes.wonder(suppose, ask, self.seed, self.rooms, **self.supposed).as_json()
        if advice["contradiction"]:
            self.screen.say(f"{advice['contradiction']}.", "red")
        elif ask:
            self.screen.show(*answer_lines(advice))
        else:
            rows = notebook_table(notebook_rows(advice))
            self.screen.show(*supposition_lines(advice), rows, "", *standing_lines(advice)[:4], *advice_lines(advice))

    def go(self, notes: ClueNotes, roll: int | None) -> None:
        with self.screen.waiting(THINKING):
            ways = notes.travel(self.seed, self.at, roll, **self.supposed)
        self.screen.show(*(way.text for way in ways[:3]))

    def suggest(self, notes: ClueNotes, rooms: str, alternatives: bool = False) -> None:
        with self.screen.waiting(THINKING):
            advice = notes.advice(self.seed, rooms, **self.supposed).as_json()
        self.screen.show("", *advice_lines(advice, alternatives))
