"""`sleuth clue play`: you at a table with computer players."""

from __future__ import annotations

from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.app.clue_table import ClueTable
from sleuth.core.errors import SleuthError
from sleuth.games.clue.board.text import notebook_rows, notebook_table, standing_lines

HELP = """\
Your turn: name three cards to suggest them, as in `Plum, Rope, Hall`; names may be shortened.
After the answers: an empty line ends your turn, `accuse Plum, Rope, Hall` accuses.
At any time: `notebook` for who has what, `hand` for your cards, `quit`."""
MARGINS = {"draw": "\n", "suggest": "\n", "pass": "  ", "show": "  ", "accuse": ""}
"""What stands before each kind of event."""


class Quit(Exception):
    """The person has left."""


class CluePlayDialogue:
    """The person's seat in one game."""

    def __init__(self, screen: Screen, table: ClueTable) -> None:
        self.screen, self.table = screen, table

    def run(self) -> int:
        """Play to the end."""
        seen = self.table.seen()
        self.screen.show(HELP, "", f"You sit in seat {seen.seat} and hold {', '.join(seen.hand)}.")
        if seen.public:
            self.screen.show(f"{', '.join(seen.public)} lie face up.")
        try:
            self.go_on()
            while not self.table.over:
                try:
                    self.table = self.table.act(*self.choice())
                except SleuthError as error:
                    self.screen.say(str(error), "red")
                    continue
                self.tell()
                self.go_on()
        except Quit:
            pass
        except KeyboardInterrupt:
            self.screen.say("")
            return 130
        end = self.table.end()
        outcome = f"{end.outcome[0].upper()}{end.outcome[1:]}"
        self.screen.show("", f"{outcome}. The envelope held {', '.join(end.envelope)}.")
        if self.screen.as_json:
            self.screen.json(end.as_json())
        return 0

    def go_on(self) -> None:
        """The others act, until the person has a choice."""
        for move in self.screen.each(self.table.moves(), THINKING):
            self.table = move.after
            self.tell()

    def tell(self) -> None:
        """What the person may see of what happened last."""
        event = self.table.last_event()
        if event is not None and not (event.mine and event.kind == "suggest"):
            self.screen.show(MARGINS[event.kind] + event.text)

    def choice(self) -> tuple[str, str]:
        """What the person does, and the cards that are named."""
        seen = self.table.seen()
        if seen.to_do == "suggest":
            return "suggest", self.read(f"suggest{f' (with {seen.drawn})' if seen.drawn else ''}> ")
        if seen.to_do == "show":
            return "show", self.read(f"show {' or '.join(seen.choices)}> ")
        line = self.read("accuse, or nothing> ", empty=True)
        word, _, rest = line.partition(" ")
        if not line or word.lower() in ("no", "nothing", "end"):
            return "end", ""
        return "accuse", rest if word.lower() == "accuse" else line

    def read(self, prompt: str, empty: bool = False) -> str:
        """A line that is no command."""
        while True:
            line = self.screen.ask(prompt)
            if line is None or line.lower() in ("quit", "q", "exit"):
                raise Quit
            if line.lower() in ("notebook", "n"):
                notes = self.table.notebook().as_json()
                rows = notebook_rows(notes, me=str(self.table.seat))
                self.screen.show(notebook_table(rows), "", *standing_lines(notes)[:4])
            elif line.lower() == "hand":
                self.screen.show(", ".join(self.table.seen().hand))
            elif line.lower() in ("help", "?"):
                self.screen.show(HELP)
            elif line or empty:
                return line
