"""The table that a person sits at: a prompt, undo, hints, and a record that survives Ctrl-C."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from sleuth.adapters.cli.screen import THINKING, Screen
from sleuth.adapters.cli.views import advice_json, show_advice
from sleuth.belief.base import InformationSet
from sleuth.core.errors import ContradictionError, SleuthError
from sleuth.core.game import Action, Feedback
from sleuth.core.history import parse_step
from sleuth.core.text import plural
from sleuth.play.oracles import Oracle
from sleuth.play.record import Record
from sleuth.show.board import board
from sleuth.show.figures import candidates_line, decision_panel, entropy_bar
from sleuth.show.words import bits_text, size_text
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision


class Table(ABC):
    """What play and assist share: the steps so far, the commands, and the record."""

    def __init__(
        self, screen: Screen, record: Record, info: InformationSet, strategy: Strategy, path: str | None
    ) -> None:
        self.screen, self.record, self.strategy, self.path = screen, record, strategy, path
        self.game = record.game
        self.past = [info]
        for action, feedback in record.history:
            self.past.append(self.past[-1].observe(action, feedback))

    @property
    def info(self) -> InformationSet:
        """What is known now."""
        return self.past[-1]

    def run(self) -> int:
        """Sit down; the exit code."""
        self.welcome()
        self.save()
        try:
            while not self.info.over:
                self.before_prompt()
                line = self.read(self.prompt())
                if line is None or line in (":quit", ":q"):
                    return self.leave("Left")
                if line:
                    self.handle(line)
        except KeyboardInterrupt:
            self.screen.say("")
            return self.leave("Stopped", 130)
        self.finish()
        return 0

    def handle(self, line: str) -> None:
        """One line from the person; a mistake costs nothing but a message."""
        try:
            if line in ("?", ":hint", ":h"):
                self.hint()
            elif line.startswith(":"):
                self.command(line[1:].strip().lower())
            else:
                self.step(line)
                self.save()
        except ContradictionError as error:
            self.screen.say(f"{error}. Nothing was added; :undo takes back the step before.", "red")
        except SleuthError as error:
            self.screen.say(str(error), "red")

    def command(self, name: str) -> None:
        known: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "left": self.left,
            "board": self.draw,
            "help": self.help,
        }
        matches = [key for key in known if name and key.startswith(name)]
        if len(matches) == 1:
            known[matches[0]]()
        else:
            self.screen.say(f"There is no command :{name}; :help lists them.", "red")

    def help(self) -> None:
        for name, text in self.commands().items():
            self.screen.show(f"  {name:<16} {text}")

    def undo(self) -> None:
        if len(self.past) == 1:
            self.screen.say("There is no step to take back.")
            return
        self.past.pop()
        self.undone()
        self.save()
        self.screen.show(f"Took back step {len(self.past)}; {size_text(self.info)} possible.")

    def left(self) -> None:
        self.screen.show(candidates_line(self.info, 60))

    def draw(self) -> None:
        self.screen.show(board(self.info))

    def advise(self) -> Decision:
        """What the strategy would ask now."""
        with self.screen.waiting(THINKING):
            return self.strategy.decide(self.info, rng=np.random.default_rng(0))

    def add(self, action: Action, feedback: Feedback) -> None:
        """One step more; a lie that it brings to light is told."""
        with self.screen.waiting(THINKING):
            self.past.append(self.info.observe(action, feedback))
        for line in self.info.caught_since(self.past[-2]):
            self.screen.say(line, "bold")

    def hint(self) -> None:
        self.screen.show(decision_panel(self.advise()))

    def read(self, prompt: str) -> str | None:
        """A line from the person; `None` at the end of the input."""
        try:
            if sys.stdin.isatty() and not self.screen.as_json:
                import readline  # noqa: F401  (arrow keys and history at the prompt)

                return input(prompt).strip()
            print(prompt, end="", file=sys.stderr, flush=True)
            return input().strip()
        except EOFError:
            return None

    def save(self) -> None:
        self.record = self.current()
        if self.path:
            self.record.write(self.path)

    def leave(self, how: str, code: int = 0) -> int:
        """Go, with the record kept if there is anything in it."""
        if self.info.history.steps or self.path:
            self.path = self.path or f"sleuth-{self.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.record"
            self.save()
            self.screen.say(f"{how}. The play is in {self.path}; go on with: {self.resume_command()}")
        else:
            self.screen.say(f"{how}.")
        if self.screen.as_json:
            self.report()
        return code

    # What differs.

    @abstractmethod
    def commands(self) -> dict[str, str]:
        """What may be typed, and what it does."""

    @abstractmethod
    def welcome(self) -> None:
        """Say what is played, and what may be typed."""

    def before_prompt(self) -> None:  # noqa: B027  (one of the two has nothing to say)
        """Say what is to be said before each line."""

    def undone(self) -> None:  # noqa: B027  (one of the two has nothing to do)
        """A step was taken back."""

    @abstractmethod
    def prompt(self) -> str:
        """What stands before the cursor."""

    @abstractmethod
    def step(self, line: str) -> None:
        """Act on what was typed."""

    @abstractmethod
    def current(self) -> Record:
        """The record as it stands."""

    @abstractmethod
    def finish(self) -> None:
        """The goal is reached."""

    @abstractmethod
    def report(self) -> None:
        """The JSON object."""

    @abstractmethod
    def resume_command(self) -> str:
        """What to type to go on."""


class PlayTable(Table):
    """The person asks, an oracle answers."""

    def __init__(
        self,
        screen: Screen,
        record: Record,
        info: InformationSet,
        strategy: Strategy,
        path: str | None,
        oracle: Oracle,
    ) -> None:
        super().__init__(screen, record, info, strategy, path)
        self.oracle = oracle
        self.oracle.forget(self.info)

    def commands(self) -> dict[str, str]:
        return {
            self.game.format_action(self.past[0].actions[0]): "ask this (any action, written like it)",
            "?  or :hint": "the best action, with its reasons",
            ":left": "how many candidates are left, and some of them",
            ":board": "draw the board again",
            ":undo": "take the last step back",
            ":quit": "leave; the play is kept in a file",
        }

    def welcome(self) -> None:
        screen, info = self.screen, self.info
        screen.show(f"{self.game.summary()}  ({self.game}: {size_text(info)}, {bits_text(info)})")
        self.help()
        if info.history.steps:
            screen.show("", board(info))

    def prompt(self) -> str:
        return f"step {len(self.info.history) + 1} > "

    def step(self, line: str) -> None:
        action = self.game.parse_action(line)
        info = self.info
        info.check_action(action, again=False)
        feedback = self.oracle.answer(action)
        self.add(action, feedback)
        gained = info.entropy - self.info.entropy
        self.screen.show(
            board(self.info),
            f"{self.game.format_feedback(feedback)}: told {gained:.2f} bits; {size_text(self.info)} left",
        )
        self.screen.show(entropy_bar(self.info.entropy, self.past[0].entropy))

    def undone(self) -> None:
        self.oracle.forget(self.info)

    def current(self) -> Record:
        return self.record.extended(self.info.history, self.info.over, self._secret())

    def _secret(self) -> object:
        return self.oracle.reveal() if self.info.over or not self.oracle.evades else None

    def finish(self) -> None:
        self.save()
        steps = len(self.info.history)
        self.screen.show(f"Solved in {plural(steps, 'step')}: {self.game.format_secret(self.oracle.reveal())}")
        self.screen.show(*self.oracle.confess())
        if self.path:
            self.screen.say(f"The play is in {self.path}.")
        if self.screen.as_json:
            self.report()

    def report(self) -> None:
        game, info = self.game, self.info
        steps = [
            {
                "action": game.format_action(a),
                "feedback": game.format_feedback(f),
                "entropy": after.entropy,
                "candidates": after.size,
            }
            for (a, f), after in zip(info.history, self.past[1:], strict=True)
        ]
        self.screen.json(
            {
                "game": str(game),
                "oracle": self.oracle.name,
                "solved": info.over,
                "secret": game.format_secret(self.oracle.reveal()) if info.over else None,
                "steps": steps,
                "record": self.path,
            }
        )

    def resume_command(self) -> str:
        return f"sleuth play --resume {self.path}"


class AssistTable(Table):
    """The game is elsewhere: the person types what its oracle said."""

    def commands(self) -> dict[str, str]:
        return {
            "ANSWER": "what the oracle answered to the suggested action",
            "ACTION=ANSWER": "what you asked instead, and its answer",
            "?  or :hint": "the suggestion again, with its reasons",
            ":left": "how many candidates are left, and some of them",
            ":board": "draw the board again",
            ":undo": "take the last step back",
            ":quit": "leave; the steps are kept in a file",
        }

    def welcome(self) -> None:
        self.screen.show(f"{self.game.summary()}  ({self.game}: {size_text(self.info)}, {bits_text(self.info)})")
        self.help()
        self.told: InformationSet | None = None

    def before_prompt(self) -> None:
        if self.told is not self.info:
            self.decision = self.advise()
            self.told = self.info
            show_advice(self.screen, self.info, self.decision)

    def prompt(self) -> str:
        return f"answer to {self.game.format_action(self.decision.action)} > "

    def step(self, line: str) -> None:
        if "=" in line:
            action, feedback = parse_step(self.game, line, len(self.info.history) + 1)
        else:
            action = self.decision.action
            feedback = self.game.parse_feedback(line, action)
        self.add(action, feedback)

    def hint(self) -> None:
        self.screen.show(decision_panel(self.decision))

    def current(self) -> Record:
        secret = self.info.candidates(1)[0] if self.info.over else None
        return self.record.extended(self.info.history, self.info.over, secret)

    def finish(self) -> None:
        show_advice(self.screen, self.info, None)
        self.save()

    def report(self) -> None:
        decision = None if self.info.over else self.advise()
        self.screen.json(advice_json(self.info, decision, str(self.strategy)))

    def resume_command(self) -> str:
        return f"sleuth assist --resume {self.path}"
