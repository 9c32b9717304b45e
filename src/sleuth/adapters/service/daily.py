"""The puzzle of the day: the same for everybody, on every server of the same version.

A day begins at midnight UTC. The secret follows from the date and the game alone, so servers without a network agree.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from sleuth import app
from sleuth.adapters.service.person_store import PersonStore, PlayProgress, Whose
from sleuth.adapters.service.rooms import Do, Start
from sleuth.app import catalogue
from sleuth.core.errors import SleuthError

GAMES = ("mastermind", "wordle", "battleship", "bulls-and-cows", "black-box", "hangman", "guess-who")
"""The games that have a puzzle each day; one after the other is the first of its day."""
WEEK = 7


@dataclass(frozen=True)
class Puzzle:
    """The puzzle of one game on one day."""

    day: date
    name: str

    @property
    def game(self) -> str:
        """The spec: what the game begins with."""
        return catalogue.entry(self.name).presets.get("Classic", self.name)

    @property
    def seed(self) -> int:
        """What draws the secret."""
        return int.from_bytes(sha256(f"sleuth {self.day.isoformat()} {self.game}".encode()).digest()[:6])

    @property
    def before(self) -> Puzzle:
        """That of the day before."""
        return Puzzle(self.day - timedelta(days=1), self.name)


def today() -> date:
    """The date in UTC."""
    return datetime.now(UTC).date()


def featured(day: date) -> Puzzle:
    """The first puzzle of a day."""
    return Puzzle(day, GAMES[day.toordinal() % len(GAMES)])


def streak(days: set[str], last: date) -> int:
    """On how many days in a row something was solved; the last day may still come."""
    day = last if last.isoformat() in days else last - timedelta(days=1)
    count = 0
    while day.isoformat() in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


class Daily:
    """The puzzles of a server."""

    def __init__(self, persons: PersonStore, do: Do, start: Start) -> None:
        self.persons, self._do, self._start = persons, do, start
        self._answers: dict[Puzzle, app.SeedAnswerResult] = {}
        self._asked: set[asyncio.Task[None]] = set()

    async def play(self, name: str, person: str) -> str:
        """The id of somebody's play of today's puzzle: one a day."""
        if name not in GAMES:
            raise app.MissingError("this game has no puzzle of the day")
        puzzle = Puzzle(today(), name)
        progress = await self.progress(puzzle, person)
        if progress is not None:
            return progress.play
        whose = Whose(person, day=puzzle.day.isoformat(), dice=f"daily {puzzle.day.isoformat()}")
        return (await self._start(app.Start(puzzle.game, seed=puzzle.seed), whose)).id

    async def progress(self, puzzle: Puzzle, person: str) -> PlayProgress | None:
        """How far somebody is with a puzzle."""
        if not person:
            return None
        return await asyncio.to_thread(self.persons.of_day, puzzle.day.isoformat(), puzzle.name, person)

    async def others(self, puzzle: Puzzle) -> dict[int, int]:
        """In how many steps it was found here without a hint, and by how many; 0 are those who gave up."""
        return await asyncio.to_thread(self.persons.distribution, puzzle.day.isoformat(), puzzle.name)

    async def week(self, person: str) -> list[tuple[date, PlayProgress | None]]:
        """The last seven days, with what somebody solved on each; today is last."""
        days = [today() - timedelta(days=back) for back in reversed(range(WEEK))]
        plays = await asyncio.to_thread(self.persons.days_of, person, [d.isoformat() for d in days]) if person else []
        solved = {one.day: one for one in reversed(plays) if one.solved}
        return [(day, solved.get(day.isoformat())) for day in days]

    async def streak(self, person: str) -> int:
        """On how many days in a row somebody solved a puzzle."""
        return streak(await asyncio.to_thread(self.persons.solved_days, person), today()) if person else 0

    async def answer(self, puzzle: Puzzle) -> app.SeedAnswerResult:
        """The answer of a puzzle whose day is over."""
        if puzzle.day >= today():
            raise app.ConflictError("this puzzle is not over yet")
        if puzzle not in self._answers:
            while len(self._answers) >= 2 * len(GAMES):
                self._answers.pop(next(iter(self._answers)))
            request = app.AnswerOfSeed(puzzle.game, seed=puzzle.seed, draw=app.Drawing())
            self._answers[puzzle] = await self._do(request)
        return self._answers[puzzle]

    def answer_at_hand(self, puzzle: Puzzle) -> app.SeedAnswerResult | None:
        """The answer, if it is known without work; else it is soon."""
        if puzzle not in self._answers and not self._asked:
            task = asyncio.create_task(self._find_out(puzzle))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
        return self._answers.get(puzzle)

    async def _find_out(self, puzzle: Puzzle) -> None:
        with suppress(SleuthError):  # somebody asks again
            await self.answer(puzzle)
