"""Plays as a server makes them: each call takes a record and gives the next one."""

from __future__ import annotations

from typing import Any

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app.perform import perform
from sleuth.app.requests import Advance, Ask, BestLine, Drawing, GiveUp, Grade, Hint, Look, Share, Start, Undo
from sleuth.app.results import HintResult, LineResult, PlayResult


class Plays:
    """The requests about a play, in short."""

    def start(self, game: str, oracle: str = "", secret: str = "", seed: int | None = None) -> str:
        return str(perform(Start(game, oracle, secret=secret, seed=seed), SERVED).record)

    def ask(self, record: str, action: str, dice: str = "") -> str:
        return str(perform(Ask(record, dice=dice, action=action), SERVED).record)

    def undo(self, record: str) -> str:
        return str(perform(Undo(record), SERVED).record)

    def give_up(self, record: str) -> str:
        return str(perform(GiveUp(record), SERVED).record)

    def advance(self, record: str, strategy: str = "") -> str:
        return str(perform(Advance(record, strategy), SERVED).record)

    def share(self, record: str) -> str:
        return str(perform(Share(record), SERVED))

    def look(self, record: str, given_up: bool = False, draw: Drawing | None = None) -> PlayResult:
        play: PlayResult = perform(Look(record, given_up=given_up, draw=draw), SERVED)
        return play

    def hint(self, record: str, strategy: str = "") -> HintResult:
        hint: HintResult = perform(Hint(record, strategy), SERVED)
        return hint

    def grade(self, record: str) -> dict[str, Any]:
        grades: dict[str, Any] = perform(Grade(record, finished=True), SERVED).as_json()
        return grades

    def best_line(self, record: str, strategy: str = "", dice: str = "", given_up: bool = False) -> LineResult:
        line: LineResult = perform(BestLine(record, strategy, dice, given_up), SERVED)
        return line


@pytest.fixture(scope="session")
def plays() -> Plays:
    return Plays()
