"""A file of finished games, so that a tournament at a table may be stopped, or killed, and go on later.

A game follows from its number and the seed, so a file says what was played and never how far one may go: more games may
be added later.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from sleuth import __version__
from sleuth.games.clue.players.arena import SeatedResult
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import Form, ResultsFile, is_blank

TABLE = "number INTEGER PRIMARY KEY, seats TEXT NOT NULL, winner INTEGER, turns INTEGER NOT NULL, last TEXT NOT NULL"


class GameFile(ResultsFile):
    """The games of one tournament, open for writing: of one game, one line of players and one seed."""

    form = Form(0x534C5547, 1, "a file of games at a table", "games", TABLE, "the same command")

    @classmethod
    def of(cls, path: str | Path, game: CardGame, line: Sequence[str], seed: int) -> GameFile:
        """A new file, or one to go on with. That of another tournament is refused."""
        about = {"game": str(game), "cards": ", ".join(game.names), "players": " ".join(line), "seed": str(seed)}
        file = cls.begin(path) if is_blank(Path(path)) else cls.go_on(path)
        try:
            known = file.notes()
            for key, value in about.items():
                if known.get(key, value) != value:
                    raise ResultsError(
                        f"{path} is of another tournament: its {key} is {known[key]!r}, here it is {value!r}; "
                        "name another file with --out"
                    )
            for key, value in (about | {"sleuth": __version__}).items():
                file.note(key, value)
        except BaseException:
            file.close()
            raise
        return file

    def results(self) -> list[SeatedResult]:
        """The games that are finished, by their numbers."""
        rows = self._connection.execute("SELECT number, seats, winner, turns, last FROM games ORDER BY number")
        return [SeatedResult(number, tuple(json.loads(seats)), *rest) for number, seats, *rest in rows]

    def add(self, results: Iterable[SeatedResult]) -> None:
        """Keep games: when this returns, they are on the disk."""
        self.insert((r.number, json.dumps(r.seats), r.winner, r.turns, r.last) for r in results)
