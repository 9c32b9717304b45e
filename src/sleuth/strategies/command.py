"""Agents in any language: a program that reads questions and writes actions, a line each.

Lines are JSON objects in UTF-8. The program is told the game first, and again whenever it changes; each question holds
all that was asked and answered, so it need not remember anything. One process of a program serves all plays of this
process. It is given up if a reply takes too long, and ends with this process, or when its input does.
"""

from __future__ import annotations

import atexit
import json
import os
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, ClassVar

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ActionError, AgentError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import plain_game
from sleuth.core.registry import TEXTS
from sleuth.core.spec import require
from sleuth.core.strict_json import OddJsonError, read_json
from sleuth.core.text import shorten
from sleuth.strategies.base import Rng, Strategy
from sleuth.strategies.decision import Decision
from sleuth.strategies.program import Program, command_words

PROTOCOL = 1
"""Goes up whenever a program that keeps to the protocol would no longer do."""
MAX_LISTED = 1000
"""So many actions are listed in a question; of more, none."""
_RUNNING: dict[tuple[int, str, str], Program] = {}
_ASKING = RLock()
"""One question at a time: its reply is the next line."""


@dataclass(frozen=True)
class Command(Strategy):
    """Ask a program of your own, in any language: it reads questions and writes actions, a line of JSON each."""

    samples: ClassVar[bool] = True
    wasteful: ClassVar[bool] = True

    run: str = field(metadata={"help": "the program and what it is given, as on a command line", "file": True})
    seconds: float = field(default=60.0, metadata={"help": "how long a reply may take"})

    def __post_init__(self) -> None:
        require(bool(command_words(self.run)), self, f"run is a program and its arguments, not {self.run!r}")
        require(self.seconds > 0, self, f"seconds is a time above 0, not {self.seconds:g}")

    @property
    def timed(self) -> bool:
        """It is waited for, and does not stop by the clock."""
        return False

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        with _ASKING:
            program = self._program(info.game)
            try:
                reply = program.reply(json.dumps(question(info), ensure_ascii=False), self.seconds)
            except AgentError:
                _RUNNING.pop(self._key, None)
                raise
        text = self._action_text(reply)
        try:
            return Decision.of(info, info.game.parse_action(text), str(self))
        except ActionError as error:
            raise ActionError(f"{self} wrote {shorten(text)!r}: {error}") from error

    def close(self) -> None:
        """End its process, if one runs; the next question begins another."""
        with _ASKING:
            if (program := _RUNNING.pop(self._key, None)) is not None:
                program.stop()

    @property
    def _key(self) -> tuple[int, str, str]:
        """A process that was forked off has programs of its own, and so has each working folder."""
        return os.getpid(), os.path.realpath(os.curdir), self.run

    def _program(self, game: Game) -> Program:
        """The process of the program, which knows the game."""
        program = _RUNNING.get(self._key)
        if program is None:
            program = _RUNNING[self._key] = Program(self.run, str(self))
        about = json.dumps(introduction(game), ensure_ascii=False)
        if program.introduction != about:
            program.write(about)
            program.introduction = about
        return program

    def _action_text(self, line: str) -> str:
        """The action in a reply: `{"action": "0123"}`, or just the text of one."""
        if not line.startswith("{"):
            return line
        try:
            action = read_json(line).get("action")
        except (json.JSONDecodeError, OddJsonError) as error:
            raise AgentError(f"{self} wrote {shorten(line)!r}, which is no JSON: {error}") from None
        if not isinstance(action, str | int) or isinstance(action, bool):
            raise AgentError(f'{self} wrote {shorten(line)!r}; a reply is {{"action": "TEXT"}}, or the text alone')
        return str(action)


def introduction(game: Game) -> dict[str, Any]:
    """What a program is told before the first question of a game."""
    plain = plain_game(game)
    values = {name: getattr(plain, name) for name in type(plain).parameters()}
    shown = {name: value if isinstance(value, bool | int | float | str) else None for name, value in values.items()}
    about = {"game": str(game), "name": plain.name, "parameters": shown, "rules": TEXTS.load("rules")(game)}
    return {"sleuth": PROTOCOL, "type": "game", **about}


def question(info: InformationSet) -> dict[str, Any]:
    """What a program is asked: nothing that a player may not know, and nothing that it should find out itself."""
    game = info.game
    steps = [[game.format_action(action), game.format_feedback(feedback)] for action, feedback in info.history]
    asked: dict[str, Any] = {"type": "ask", "step": len(steps) + 1, "history": steps}
    actions = info.actions
    if info.all_actions and len(actions) <= MAX_LISTED:
        asked["actions"] = [game.format_action(action) for action in actions]
    return asked


@atexit.register
def stop_all() -> None:
    """End the programs that this process began."""
    for (process, *_), program in list(_RUNNING.items()):
        if process == os.getpid():
            program.stop()
    _RUNNING.clear()
