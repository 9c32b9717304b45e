"""`sleuth play` at a table: you and computer players."""

from __future__ import annotations

from collections.abc import Callable

from sleuth import show
from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.app.table import Table, advice, outcome, seen
from sleuth.core.errors import SleuthError

HELP = "At any time: `notebook` for what is known, `hint` for advice, `hand`, `story`, `help`, `quit`."
LEAVE = ("quit", "q", "exit", ":quit", ":q")


class Quit(Exception):
    """The person has left."""


class TableDialogue:
    """The person's seat in one game. With a file, the game is kept there after each move."""

    def __init__(self, screen: Screen, table: Table, path: str | None = None) -> None:
        self.screen, self.table, self.path = screen, table, path

    def run(self) -> int:
        """Play to the end."""
        game = self.table.game
        self.screen.show(game.help, HELP, "", f"You sit in seat {self.table.person}. {game.own(self.table.view())}")
        self.screen.show(*self.table.story()[-len(game.players) :])
        code = 0
        try:
            self.go_on()
            while not self.table.over:
                self.turn()
        except Quit:
            pass
        except KeyboardInterrupt:
            self.screen.say("")
            code = 130
        self.end()
        return code

    def turn(self) -> None:
        """The person acts, then the others do."""
        line = self.read()
        try:
            self.table = self.table.act(line)
        except SleuthError as error:
            self.screen.say(str(error), "red")
            return
        self.tell()
        self.go_on()

    def go_on(self) -> None:
        """The others act, until the person has a choice."""
        self.keep()
        for move in self.screen.each(self.table.moves(), THINKING):
            self.table = move.after
            self.tell()
            self.keep()

    def keep(self) -> None:
        """Write the file, if there is one."""
        if self.path:
            self.table.write(self.path)

    def tell(self) -> None:
        """What the person may see of what happened last."""
        last = self.table.view().events[-1]
        if text := self.table.game.narrate(last, self.table.names, self.table.person):
            self.screen.show(text)

    def read(self) -> str:
        """A line that is no command."""
        table = self.table
        commands: dict[str, Callable[[], None]] = {
            "notebook": lambda: self.screen.show(show.seat_board(table.info())),
            "hint": self.hint,
            "hand": lambda: self.screen.show(table.game.own(table.view())),
            "story": lambda: self.screen.show(*table.story()),
            "help": lambda: self.screen.show(table.game.help, HELP),
        }
        short = {"n": "notebook", "?": "hint", ":hint": "hint", ":help": "help"}
        while True:
            line = self.screen.ask(f"{table.game.prompt(table.view())}> ")
            if line is None or line.lower() in LEAVE:
                raise Quit
            command = commands.get(short.get(line.lower(), line.lower()))
            if command is None:
                return line
            command()

    def hint(self) -> None:
        """What the usual player would do, and why."""
        with self.screen.waiting(THINKING):
            found = advice(self.table)
        self.screen.show(f"{found.strategy}: {found.action}", *found.reasons)

    def end(self) -> None:
        """How it ended, or that it can go on."""
        self.keep()
        table, left = self.table, not self.table.over
        if left and self.path:
            self.screen.show("", f"You left. The game is in {self.path}; go on with: sleuth play --resume {self.path}")
        else:
            self.screen.show("", f"{outcome(table)} {table.game.solution(table.state.deal)}")
        if self.screen.as_json:
            end = {"outcome": outcome(table).rstrip(".").lower(), "winner": table.state.winner, "record": self.path}
            revealed = {} if left and self.path else table.game.revealed(table.state.deal)
            self.screen.json(seen(table).as_json() | end | {"turns": table.state.turns} | revealed)
